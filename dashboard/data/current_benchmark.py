"""The benchmark that a session selects, and the generation of its warehouse that a script run reads."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from weakref import WeakSet

import streamlit as st

from core.benchmarks.entries import BenchmarkEntry
from core.benchmarks.registry import TRI_BENCH, list_entries
from core.errors import WarehouseError, WarehouseInUseError
from core.formatting import escape_markdown
from core.settings import Settings, read_settings
from core.warehouse.generations import find_current_generation
from core.warehouse.read import Warehouse
from core.workspace import Workspace
from dashboard.runtime.state_keys import common as keys
from dashboard.runtime.streamlit_internals import make_cancellation_check


@cache
def get_settings() -> Settings:
    """Return the settings that the server started with."""
    return read_settings()


@lru_cache(maxsize=12)
def open_warehouse(path: Path, own_sql: str) -> Warehouse:
    """Open a generation, shared by all sessions."""
    warehouse = _open(path, own_sql)
    _open_warehouses.add(warehouse)
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


_open_warehouses: WeakSet[Warehouse] = WeakSet()


def list_open_warehouses() -> list[Warehouse]:
    """Return the generations that this process has open."""
    return list(_open_warehouses)


BENCHMARK: str = keys.BENCHMARK
"""Parameter of links that selects the benchmark by its id."""

_selected_benchmark: ContextVar[str | None] = ContextVar("benchmark", default=None)


def list_available_benchmarks() -> list[str]:
    """List the ids of the benchmarks with a warehouse that this version can read, the default first."""
    return [
        benchmark_id for benchmark_id in _list_registry_entries() if _find_generation_of_run(benchmark_id) is not None
    ]


def list_selectable_benchmarks() -> dict[str, BenchmarkEntry]:
    """Return the benchmarks to choose from by id: the available ones, and those that are built on first use."""
    available_benchmarks = list_available_benchmarks()
    can_make = not get_settings().read_only
    return {
        benchmark_id: entry
        for benchmark_id, entry in _list_registry_entries().items()
        if benchmark_id in available_benchmarks or (entry.is_offered and can_make)
    }


def get_benchmark_id() -> str:
    """Return the id of the session's benchmark: the selected one, or the first that has a warehouse."""
    chosen = _selected_benchmark.get() or keys.BENCHMARK.read()
    if chosen in _list_registry_entries() and (
        _find_generation_of_run(str(chosen)) is not None or chosen in list_selectable_benchmarks()
    ):
        return str(chosen)
    return next(iter(list_available_benchmarks()), TRI_BENCH)


def get_registry_entry() -> BenchmarkEntry:
    """Return the registry entry of the selected benchmark."""
    return _list_registry_entries()[get_benchmark_id()]


@contextmanager
def use_benchmark(benchmark_id: str) -> Iterator[None]:
    """Select a benchmark without a session; outside of a script run, determine its generation once, as a run does."""
    selected = _selected_benchmark.set(benchmark_id)
    generations, entries = (
        _generations_of_run.set(_generations_of_run.get()),
        _entries_of_run.set(_entries_of_run.get()),
    )
    start_fragment_run()
    try:
        yield
    finally:
        _selected_benchmark.reset(selected)
        _generations_of_run.reset(generations)
        _entries_of_run.reset(entries)


def get_workspace() -> Workspace:
    """Return the workspace of the selected benchmark."""
    return get_settings().workspace.select_benchmark(get_benchmark_id())


def find_warehouse() -> Warehouse | None:
    """Return the selected benchmark's current generation, shared by all sessions.

    None if there is none that this version can read.
    """
    generation = _find_generation_of_run(get_benchmark_id())
    return None if generation is None else open_or_stop(generation)


def start_script_run() -> None:
    """Forget the previous run of the script: each run determines the current generation once, and keeps it."""
    _generations_of_run.set({})
    _entries_of_run.set(list_entries(get_settings().workspace))


def start_fragment_run() -> None:
    """Do the same if a fragment runs alone; in a run of the whole script it belongs to that run."""
    if _generations_of_run.get() is None:
        start_script_run()


_entries_of_run: ContextVar[dict[str, BenchmarkEntry] | None] = ContextVar("list", default=None)


def _list_registry_entries() -> dict[str, BenchmarkEntry]:
    return _entries_of_run.get() or list_entries(get_settings().workspace)


Generation = tuple[str, str]
"""Path of a warehouse, and the benchmark's own folder of SQL beside the common one."""

_generations_of_run: ContextVar[dict[str, Generation | None] | None] = ContextVar("generations", default=None)


def _find_generation_of_run(benchmark_id: str) -> Generation | None:
    """Return the current generation of a benchmark; None if there is none that this version can read."""
    generations = _generations_of_run.get()
    if generations is None:
        return _find_generation(benchmark_id)
    if benchmark_id not in generations:
        generations[benchmark_id] = _find_generation(benchmark_id)
    return generations[benchmark_id]


def _find_generation(benchmark_id: str) -> Generation | None:
    path = find_current_generation(get_settings().workspace.select_benchmark(benchmark_id).warehouse)
    own_sql = _list_registry_entries()[benchmark_id].own_sql
    try:
        return (str(path), own_sql) if path is not None and _is_readable(path, own_sql) else None
    except WarehouseInUseError:
        return str(path), own_sql  # a page that opens it states which program to close


def require_warehouse() -> Warehouse:
    """Return the selected benchmark's current generation. Stop the page if there is none."""
    return open_or_stop(require_generation())


def require_generation() -> Generation:
    """Return the cache key of the selected benchmark's current generation. Stop the page if there is none."""
    generation = _find_generation_of_run(get_benchmark_id())
    if generation is None:
        st.stop()
    return generation


def open_or_stop(generation: Generation) -> Warehouse:
    """Open a generation. Stop the page with the reason if another program has it open."""
    path, own_sql = generation
    try:
        return open_warehouse(Path(path), own_sql)
    except WarehouseInUseError as error:
        st.error(escape_markdown(str(error)))
        st.stop()
