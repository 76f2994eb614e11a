"""Caches that all sessions share, bounded in entries and in bytes."""

import sys
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from dashboard.wanted import end_if_unwanted

P = ParamSpec("P")
T = TypeVar("T")


def weighed(*, max_entries: int, max_mb: float) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keeps what a function returns, as `st.cache_resource` does, until there is too much of it: then it begins anew.

    For a page that is gone nothing is computed any more: its script ends here.

    Args:
        max_entries: how many results are kept; the one that was used longest ago makes room.
        max_mb: how much memory they may take together, in megabytes, by `weight_of`. What made room counts too until
            the cache begins anew.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept_bytes, lock = 0, Lock()

        @st.cache_resource(max_entries=max_entries, show_spinner=False)
        @wraps(function)
        def kept(*args: P.args, **kwargs: P.kwargs) -> T:
            nonlocal kept_bytes
            value = function(*args, **kwargs)
            with lock:
                kept_bytes += weight_of(value)
            return value

        @wraps(function)
        def bounded(*args: P.args, **kwargs: P.kwargs) -> T:
            nonlocal kept_bytes
            end_if_unwanted()
            if kept_bytes > max_mb * 2**20:
                with lock:
                    kept_bytes = 0
                kept.clear()
            return kept(*args, **kwargs)

        return bounded

    return decorate


def weight_of(value: object) -> int:
    """About how many bytes a value takes: buffers of frames and arrays, parts of collections and records."""
    if isinstance(value, pd.DataFrame):
        return int(value.memory_usage(deep=True).sum())
    if isinstance(value, pd.Series | pd.Index):
        return int(value.memory_usage(deep=True))
    if isinstance(value, np.ndarray):
        return int(value.nbytes)
    if isinstance(value, go.Figure):
        return weight_of(value.to_plotly_json())
    own = sys.getsizeof(value)
    if isinstance(value, str | bytes):
        return own
    if isinstance(value, Mapping):
        return own + sum(weight_of(key) + weight_of(part) for key, part in value.items())
    if isinstance(value, Sequence | Set):
        return own + sum(map(weight_of, value))
    if is_dataclass(value):
        return own + sum(weight_of(getattr(value, field.name)) for field in fields(value))
    return own
