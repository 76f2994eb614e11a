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
        entries = _Entries(max_entries, max_mb * 2**20)

        @st.cache_resource(max_entries=max_entries, show_spinner=False)
        @wraps(function)
        def compute(*args: P.args, **kwargs: P.kwargs) -> T:
            value = function(*args, **kwargs)
            entries.add(_Entry(args, kwargs, estimate_bytes((args, kwargs, value))))
            return value

        @wraps(function)
        def look_up(*args: P.args, **kwargs: P.kwargs) -> T:
            stop_if_cancelled()
            value = compute(*args, **kwargs)
            for entry in entries.drop_excess():
                compute.clear(*entry.args, **entry.kwargs)
            return value

        return look_up

    return decorate


@dataclass(frozen=True, slots=True)
class _Entry:
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    n_bytes: int


class _Entries:
    """The arguments and sizes of the results of one cache, the oldest first."""

    def __init__(self, max_entries: int, max_bytes: float) -> None:
        self._max_entries, self._max_bytes = max_entries, max_bytes
        self._entries, self._n_bytes, self._lock = deque[_Entry](), 0, Lock()

    def add(self, entry: _Entry) -> None:
        """Add the newest entry."""
        with self._lock:
            self._entries.append(entry)
            self._n_bytes += entry.n_bytes

    def drop_excess(self) -> list[_Entry]:
        """Remove the oldest entries until the others are within the limits; the newest one always stays."""
        dropped: list[_Entry] = []
        with self._lock:
            while len(self._entries) > 1 and (
                len(self._entries) > self._max_entries or self._n_bytes > self._max_bytes
            ):
                dropped.append(self._entries.popleft())
                self._n_bytes -= dropped[-1].n_bytes
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
