"""Caches that all sessions share, bounded in entries and in bytes."""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from itertools import chain
from threading import Lock
from typing import Any, ParamSpec, TypeVar

import numpy as np
import pandas as pd
import streamlit as st
from plotly.basedatatypes import BaseFigure

from dashboard.runtime.cancellation import stop_if_cancelled

P = ParamSpec("P")
T = TypeVar("T")


def cache_with_limits(*, max_entries: int, max_mb: float) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache the results of a function for all sessions, as `st.cache_resource` does, within a number of bytes.

    When the results take too much memory, the oldest ones are dropped. If the page that asks is gone, its script ends
    here.

    Args:
        max_entries: number of results; the one that was used longest ago makes room.
        max_mb: megabytes of all arguments and results, by `estimate_bytes`.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        entries, lock = deque[_Entry](), Lock()

        @st.cache_resource(max_entries=max_entries, show_spinner=False)
        @wraps(function)
        def compute(*args: P.args, **kwargs: P.kwargs) -> T:
            value = function(*args, **kwargs)
            entry = _Entry(args, kwargs, estimate_bytes((args, kwargs, value)))
            with lock:
                entries.append(entry)
            return value

        @wraps(function)
        def look_up(*args: P.args, **kwargs: P.kwargs) -> T:
            stop_if_cancelled()
            value = compute(*args, **kwargs)
            with lock:
                dropped = _drop_oldest(entries, max_entries, max_mb)
            for entry in dropped:
                compute.clear(*entry.args, **entry.kwargs)
            return value

        return look_up

    return decorate


@dataclass(frozen=True, slots=True)
class _Entry:
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    n_bytes: int


def _drop_oldest(entries: deque[_Entry], max_entries: int, max_mb: float) -> list[_Entry]:
    """Remove the oldest entries until the others are within the limits; the newest one always stays."""
    n_bytes, dropped = sum(entry.n_bytes for entry in entries), []
    while len(entries) > 1 and (len(entries) > max_entries or n_bytes > max_mb * 2**20):
        dropped.append(entries.popleft())
        n_bytes -= dropped[-1].n_bytes
    return dropped


def estimate_bytes(value: object) -> int:
    """Return about how many bytes a value takes: buffers of frames and arrays, parts of collections and records."""
    weight, left = 0, [value]
    while left:
        one = left.pop()
        if isinstance(one, pd.DataFrame):
            weight += int(one.memory_usage(deep=True).sum())
        elif isinstance(one, pd.Series | pd.Index):
            weight += int(one.memory_usage(deep=True))
        elif isinstance(one, np.ndarray):
            weight += int(one.nbytes)
        elif isinstance(one, BaseFigure):
            left.append(one.to_plotly_json())
        else:
            weight += sys.getsizeof(one)
            left += _list_parts(one)
    return weight


def _list_parts(value: object) -> Iterable[object]:
    """Return the parts of a collection or a record; none for texts and numbers."""
    if isinstance(value, str | bytes | int | float | None):
        return ()
    if isinstance(value, Mapping):
        return chain(value.keys(), value.values())
    if isinstance(value, Sequence | Set):
        return value
    if is_dataclass(value):
        return (getattr(value, field.name) for field in fields(value))
    return ()
