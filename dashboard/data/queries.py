"""Named queries of the selected benchmark's current warehouse, cached per generation and parameters.

All sessions share the cached values. Frames are returned as shallow copies, which pandas copies on write; all other
values must not be modified.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

import pandas as pd

from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters, Parameter
from dashboard.data.current_benchmark import Generation, open_or_stop, require_generation, require_warehouse
from dashboard.runtime.bounded_cache import cache_with_limits

_Parameters = dict[str, Parameter]


def run_query(name: str, **parameters: Parameter) -> pd.DataFrame:
    """Return the result of a named query on the current generation; the caller may modify the frame."""
    return _run_query(require_generation(), name, parameters).copy(deep=False)


def has_query(name: str) -> bool:
    """Return whether the selected benchmark has a query of this name."""
    return require_warehouse().has_query(name)


@cache_with_limits(max_entries=250, max_mb=20)
def _run_query(generation: Generation, name: str, parameters: _Parameters) -> pd.DataFrame:
    return open_or_stop(generation).query(name, **parameters)


@cache_with_limits(max_entries=8, max_mb=40)
def load_answers(generation: Generation, filters: Filters) -> pd.DataFrame:
    """Return the query `answers` on a generation; few results are cached, since analyses of them are cached too."""
    return open_or_stop(generation).query("answers", filters=filters)


@cache_with_limits(max_entries=60, max_mb=20)
def load_aggregation(generation: Generation, filters: Filters, sums: Aggregation) -> pd.DataFrame:
    """Aggregate what matches the filters in a generation, as `Warehouse.aggregate` does."""
    return open_or_stop(generation).aggregate(filters, sums)


def read_table(name: str) -> pd.DataFrame:
    """Return a whole public table of the current generation; the caller may modify the frame."""
    return _read_table(require_generation(), name).copy(deep=False)


@cache_with_limits(max_entries=20, max_mb=40)
def _read_table(generation: Generation, name: str) -> pd.DataFrame:
    return open_or_stop(generation).load_table(name)


def count_rows(name: str) -> int:
    """Return the number of rows of a public table of the current generation."""
    return _count_rows(require_generation(), name)


@cache_with_limits(max_entries=200, max_mb=1)
def _count_rows(generation: Generation, name: str) -> int:
    return open_or_stop(generation).count(name)


T = TypeVar("T")


def cache_per_generation(compute: Callable[[], T]) -> Callable[[], T]:
    """Cache a result per generation, shared by all sessions: do not modify it."""

    @lru_cache(maxsize=40)
    def compute_for(_generation: Generation) -> T:
        return compute()

    @wraps(compute)
    def current() -> T:
        return compute_for(require_generation())

    return current
