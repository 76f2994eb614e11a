"""Named queries of the selected benchmark's current warehouse, cached per generation and parameters.

All sessions share the cached values. Frames are returned as shallow copies, which pandas copies on write; all other
values must not be modified.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import TypeVar
from weakref import WeakSet

import pandas as pd
import streamlit as st

from core.benchmarks.entries import BenchmarkEntry
from core.benchmarks.info import BenchmarkInfo
from core.benchmarks.registry import TRI_BENCH, find_entry, list_entries
from core.errors import WarehouseError, WarehouseInUseError
from core.formatting import escape_markdown
from core.question_types.value_codes import remember_texts
from core.records import is_text_kind
from core.settings import Settings, read_settings
from core.solvers import blind_constant
from core.warehouse.aggregation import Aggregation
from core.warehouse.generations import find_current_generation
from core.warehouse.metadata import read_benchmark_info as describe
from core.warehouse.read import Filters, Parameter, Warehouse
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.session_state import read_state
from dashboard.runtime.streamlit_internals import make_cancellation_check

_Parameters = dict[str, Parameter]


@cache
def get_settings() -> Settings:
    """Return the settings that the server started with."""
    return read_settings()


@lru_cache(maxsize=12)
def open_warehouse(path: Path, own_sql: str) -> Warehouse:
    """Open a generation, shared by all sessions."""
    warehouse = _open(path, own_sql)
    _opened_ones.add(warehouse)
    return warehouse


@lru_cache(maxsize=100)
def _is_readable(path: Path, own_sql: str) -> bool:
    """Open a generation once to check it, and close it again: an open one takes about fifteen megabytes.

    Raises:
        WarehouseInUseError: another program holds it open, which can end at any time.
    """
    try:
        _open(path, own_sql).close()
    except WarehouseInUseError:
        raise
    except WarehouseError:
        return False
    return True


def _open(path: Path, own_sql: str) -> Warehouse:
    return Warehouse(path, own_sql, _get_spill_folder() if get_settings().read_only else None, make_cancellation_check)


def _get_spill_folder() -> Path:
    """Return the temporary folder for queries of a read-only dashboard, whose data folder must not change."""
    return Path(tempfile.gettempdir()) / f"trilens-{os.getuid()}"


_opened_ones: WeakSet[Warehouse] = WeakSet()


def list_open_warehouses() -> list[Warehouse]:
    """Return the generations that this process has open."""
    return list(_opened_ones)


BENCHMARK = "benchmark"
"""Key of the widget that selects the benchmark, and its parameter in the URL, which holds the benchmark's id."""

_named: ContextVar[str | None] = ContextVar("benchmark", default=None)


def list_available_benchmarks() -> list[str]:
    """List the ids of the benchmarks with a warehouse that this version can read, the default first."""
    return [
        benchmark_id for benchmark_id in _list_registry_entries() if _find_seen_generation(benchmark_id) is not None
    ]


def list_selectable_benchmarks() -> dict[str, BenchmarkEntry]:
    """Return the benchmarks to choose from by id: the available ones, and those that are built on first use."""
    here = list_available_benchmarks()
    can_make = not get_settings().read_only
    return {
        benchmark_id: one
        for benchmark_id, one in _list_registry_entries().items()
        if benchmark_id in here or (one.is_offered and can_make)
    }


def get_benchmark_id() -> str:
    """Return the id of the session's benchmark: the selected one, or the first that has a warehouse."""
    chosen = _named.get() or read_state(BENCHMARK, str)
    if chosen in _list_registry_entries() and (
        _find_seen_generation(str(chosen)) is not None or chosen in list_selectable_benchmarks()
    ):
        return str(chosen)
    return next(iter(list_available_benchmarks()), TRI_BENCH)


def get_registry_entry() -> BenchmarkEntry:
    """Return the registry entry of the selected benchmark."""
    return find_entry(get_benchmark_settings())


def list_extra_pages() -> frozenset[str]:
    """List the optional pages that the selected benchmark has; before it is built, the list is incomplete."""
    has_margins = find_warehouse() is not None and bool(get_benchmark_info().margins or get_benchmark_info().curves)
    return get_registry_entry().own_pages | ({"precision"} if has_margins else set())


@contextmanager
def use_benchmark(benchmark_id: str) -> Iterator[None]:
    """Select a benchmark without a session, for the warm-up."""
    token = _named.set(benchmark_id)
    try:
        yield
    finally:
        _named.reset(token)


def get_benchmark_settings() -> Settings:
    """Return the settings of the selected benchmark."""
    return get_settings().select_benchmark(get_benchmark_id())


def find_warehouse() -> Warehouse | None:
    """Return the selected benchmark's current generation, shared by all sessions.

    None if there is none that this version can read.
    """
    found = _find_seen_generation(get_benchmark_id())
    return None if found is None else _open_or_stop(found)


def start_script_run() -> None:
    """Forget the previous run of the script: each run determines the current generation once, and keeps it."""
    _seen.set({})
    _list.set(list_entries(get_settings()))


def start_fragment_run() -> None:
    """Do the same if a fragment runs alone; in a run of the whole script it belongs to that run."""
    if _seen.get() is None:
        start_script_run()


_list: ContextVar[dict[str, BenchmarkEntry] | None] = ContextVar("list", default=None)


def _list_registry_entries() -> dict[str, BenchmarkEntry]:
    return _list.get() or list_entries(get_settings())


Generation = tuple[str, str]
"""Path of a warehouse, and the benchmark's own folder of SQL beside the common one."""

_seen: ContextVar[dict[str, Generation | None] | None] = ContextVar("seen", default=None)


def _find_seen_generation(benchmark_id: str) -> Generation | None:
    """Return the current generation of a benchmark; None if there is none that this version can read."""
    seen = _seen.get()
    if seen is None:
        return _find_generation(benchmark_id)
    if benchmark_id not in seen:
        seen[benchmark_id] = _find_generation(benchmark_id)
    return seen[benchmark_id]


def _find_generation(benchmark_id: str) -> Generation | None:
    path = find_current_generation(get_settings().select_benchmark(benchmark_id).warehouse)
    own_sql = find_entry(get_settings().select_benchmark(benchmark_id)).own_sql
    try:
        return (str(path), own_sql) if path is not None and _is_readable(path, own_sql) else None
    except WarehouseInUseError:
        return str(path), own_sql  # a page that opens it states which program to close


def require_warehouse() -> Warehouse:
    """Return the selected benchmark's current generation. Stop the page if there is none."""
    return _open_or_stop(require_generation())


def run_query(name: str, **parameters: Parameter) -> pd.DataFrame:
    """Return the result of a named query on the current generation; the caller may modify the frame."""
    return _run_query(require_generation(), name, parameters).copy(deep=False)


def has_query(name: str) -> bool:
    """Return whether the selected benchmark has a query of this name."""
    return require_warehouse().has_query(name)


def require_generation() -> Generation:
    """Return the cache key of the selected benchmark's current generation. Stop the page if there is none."""
    found = _find_seen_generation(get_benchmark_id())
    if found is None:
        st.stop()
    return found


def _open_or_stop(found: Generation) -> Warehouse:
    path, own_sql = found
    try:
        return open_warehouse(Path(path), own_sql)
    except WarehouseInUseError as error:
        st.error(escape_markdown(str(error)))
        st.stop()


@cache_with_limits(max_entries=250, max_mb=20)
def _run_query(found: Generation, name: str, parameters: _Parameters) -> pd.DataFrame:
    return _open_or_stop(found).query(name, **parameters)


@cache_with_limits(max_entries=8, max_mb=40)
def load_answers(found: Generation, filters: Filters) -> pd.DataFrame:
    """Return the query `answers` on a generation; few results are cached, since analyses of them are cached too."""
    return _open_or_stop(found).query("answers", filters=filters)


@cache_with_limits(max_entries=60, max_mb=20)
def load_aggregation(found: Generation, filters: Filters, sums: Aggregation) -> pd.DataFrame:
    """Aggregate what matches the filters in a generation, as `Warehouse.aggregate` does."""
    return _open_or_stop(found).aggregate(filters, sums)


def read_table(name: str) -> pd.DataFrame:
    """Return a whole public table of the current generation; the caller may modify the frame."""
    return _read_table(require_generation(), name).copy(deep=False)


@cache_with_limits(max_entries=20, max_mb=40)
def _read_table(found: Generation, name: str) -> pd.DataFrame:
    return _open_or_stop(found).load_table(name)


def count_rows(name: str) -> int:
    """Return the number of rows of a public table of the current generation."""
    return _count_rows(require_generation(), name)


@cache_with_limits(max_entries=200, max_mb=1)
def _count_rows(found: Generation, name: str) -> int:
    return _open_or_stop(found).count(name)


T = TypeVar("T")


def cache_per_generation(compute: Callable[[], T]) -> Callable[[], T]:
    """Cache a result per generation, shared by all sessions: do not modify it."""

    @lru_cache(maxsize=40)
    def of(_path: Path) -> T:
        return compute()

    @wraps(compute)
    def current() -> T:
        return of(require_warehouse().path)

    return current


@cache_per_generation
def get_benchmark_info() -> BenchmarkInfo:
    """Return the benchmark's names, questions and factors; remember the texts of its points, boxes and orders."""
    found = describe(require_warehouse())
    if any(is_text_kind(question.kind) for question in found.questions.values()):
        remember_texts(run_query("structured_values")["value"])
    return found


@cache_per_generation
def get_model_names() -> dict[str, str]:
    """Return the display name by model id."""
    runs = run_query("runs")
    return dict(zip(runs["model_id"], runs["display_name"], strict=True))


@cache_per_generation
def get_model_kinds() -> dict[str, str]:
    """Return the kind (vlm, reference, human) by model id, in the order that assigns colours to models."""
    runs = run_query("runs")
    return dict(zip(runs["model_id"], runs["kind"], strict=True))


@cache_per_generation
def get_run_kinds() -> dict[str, str]:
    """Return the kind of its model by run id."""
    runs = run_query("runs")
    return dict(zip(runs["run_id"], runs["kind"], strict=True))


@cache_per_generation
def get_run_roles() -> pd.DataFrame:
    """Return one row per run: model, prompt, image view, whether it represents its model, and whether it is pooled."""
    return run_query("runs").merge(read_table("run_roles").drop(columns="model_id"), on="run_id")


@cache_per_generation
def list_constant_baseline_runs() -> list[str]:
    """List the runs of the constant baseline, the zero point for habits and people."""
    roles = get_run_roles()
    return list(roles.loc[roles["model_id"] == blind_constant.MODEL.model_id, "run_id"])


@cache_per_generation
def get_run_ranks() -> dict[str, int]:
    """Return the rank of each run in side-by-side displays: best score first, references after the others."""
    ranking = run_query("ranking", kinds=None)
    is_reference = ranking["model_kind"] == "reference"
    ids = [*ranking.loc[~is_reference, "run_id"], *ranking.loc[is_reference, "run_id"]]
    return {run_id: place for place, run_id in enumerate(ids)}


@cache_per_generation
def list_case_ids() -> frozenset[str]:
    """Return the ids of all cases."""
    return frozenset(run_query("case_ids")["case_id"])
