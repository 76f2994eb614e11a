"""Caches that all sessions share, bounded in entries and in bytes."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import wraps
from itertools import chain, count
from threading import Lock
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

import numpy as np
import pandas as pd
import streamlit as st
from plotly.basedatatypes import BaseFigure

from dashboard.runtime.cancellation import stop_if_cancelled

P = ParamSpec("P")
T = TypeVar("T")

_frames: WeakValueDictionary[int, pd.DataFrame] = WeakValueDictionary()
_numbers = count()


def cache_with_limits(*, max_entries: int, max_mb: float) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache a function's results like `st.cache_resource`, up to a memory limit at which the cache is cleared.

    For a closed page nothing is computed: its script ends here.

    Args:
        max_entries: maximum number of results; the least recently used one is evicted.
        max_mb: maximum total memory, in megabytes, by `estimate_bytes`. Evicted results count too until the cache is
            cleared.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept_bytes, lock = 0, Lock()

        @st.cache_resource(max_entries=max_entries, show_spinner=False)
        @wraps(function)
        def kept(*args: P.args, **kwargs: P.kwargs) -> T:
            nonlocal kept_bytes
            value = function(*args, **kwargs)
            weight, frames = _inspect_value(value)
            _frames.update((next(_numbers), frame) for frame in frames)
            with lock:
                kept_bytes += weight
            return value

        @wraps(function)
        def bounded(*args: P.args, **kwargs: P.kwargs) -> T:
            nonlocal kept_bytes
            stop_if_cancelled()
            if kept_bytes > max_mb * 2**20:
                with lock:
                    kept_bytes = 0
                kept.clear()
            return kept(*args, **kwargs)

        return bounded

    return decorate


def list_cached_frames() -> list[pd.DataFrame]:
    """List the frames that caches or their callers still hold."""
    return [frame for frame in (refers() for refers in _frames.valuerefs()) if frame is not None]


def estimate_bytes(value: object) -> int:
    """Estimate the bytes of a value: buffers of frames and arrays, parts of collections and records."""
    return _inspect_value(value)[0]


def _inspect_value(value: object) -> tuple[int, list[pd.DataFrame]]:
    """Return the bytes of a value, and the frames that it is or contains."""
    weight, frames, left = 0, [], [value]
    while left:
        one = left.pop()
        if isinstance(one, pd.DataFrame):
            frames.append(one)
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
    return weight, frames


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
