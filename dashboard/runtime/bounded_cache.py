"""Caches that all sessions share, bounded in entries and in bytes."""

import sys
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
        results = _Results(max_mb * 2**20)

        @st.cache_resource(max_entries=max_entries, show_spinner=False, on_release=results.remove)
        @wraps(function)
        def compute(*args: P.args, **kwargs: P.kwargs) -> _Result:
            value = function(*args, **kwargs)
            result = _Result(args, kwargs, value, estimate_bytes((args, kwargs, value)))
            results.add(result)
            return result

        @wraps(function)
        def look_up(*args: P.args, **kwargs: P.kwargs) -> T:
            stop_if_cancelled()
            value: T = compute(*args, **kwargs).value
            for result in results.drop_excess():
                compute.clear(*result.args, **result.kwargs)
            return value

        return look_up

    return decorate


@dataclass(frozen=True, slots=True, eq=False)
class _Result:
    """A cached value with the arguments that it was computed for; equal only to itself."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    value: Any
    n_bytes: int


class _Results:
    """The results that one cache has, the oldest first."""

    def __init__(self, max_bytes: float) -> None:
        self._max_bytes, self._n_bytes = max_bytes, 0
        self._results, self._lock = dict[_Result, None](), Lock()

    def add(self, result: _Result) -> None:
        """Add the newest result."""
        with self._lock:
            self._results[result] = None
            self._n_bytes += result.n_bytes

    def remove(self, result: _Result) -> None:
        """Remove a result that the cache has released."""
        with self._lock:
            if result in self._results:
                self._drop(result)

    def drop_excess(self) -> list[_Result]:
        """Remove the oldest results until the others are within the limit; the newest one always stays."""
        dropped: list[_Result] = []
        with self._lock:
            while len(self._results) > 1 and self._n_bytes > self._max_bytes:
                dropped.append(next(iter(self._results)))
                self._drop(dropped[-1])
        return dropped

    def _drop(self, result: _Result) -> None:
        del self._results[result]
        self._n_bytes -= result.n_bytes


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
