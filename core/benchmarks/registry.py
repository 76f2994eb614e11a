"""Registry of the benchmarks: ids, titles, and the modules that hold their contents."""

import json
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from core.benchmarks.entries import BenchmarkEntry
from core.errors import PluginError, SettingsError
from core.plugins import BENCHMARKS, LoadedPlugins, load_installed_plugins, load_plugin, make_entry_points
from core.workspace import BENCHMARK_ID, FIRST_BENCHMARK, OWN_FOLDERS, Workspace

if TYPE_CHECKING:
    from core.benchmarks.data import ImpossibleCombination
    from core.benchmarks.protocol import Benchmark, Fetch

TRI_BENCH, SYNTHETIC, GEPBENCH, GIQ = FIRST_BENCHMARK, "synthetic", "gepbench", "giq"
THREEDSR, MMPERSPECTIVE, BLINDTEST = "3dsrbench", "mmperspective", "blindtest"
VISONLYQA = "visonlyqa"
MEASUREMENTS = "measurements"

OUR_BENCHMARKS = {
    TRI_BENCH: "core.benchmarks.entries:TRI_BENCH",
    SYNTHETIC: "core.benchmarks.entries:SYNTHETIC",
    GEPBENCH: "core.benchmarks.entries:GEPBENCH",
    MMPERSPECTIVE: "core.benchmarks.entries:MMPERSPECTIVE",
    THREEDSR: "core.benchmarks.entries:THREEDSR",
    GIQ: "core.benchmarks.entries:GIQ",
    BLINDTEST: "core.benchmarks.entries:BLINDTEST",
    VISONLYQA: "core.benchmarks.entries:VISONLYQA",
    MEASUREMENTS: "core.benchmarks.entries:MEASUREMENTS",
}
"""Objects of the included benchmarks by id, as `pyproject.toml` declares them; the first is the default."""


def _check_entry(benchmark_id: str, entry: object) -> BenchmarkEntry:
    if not isinstance(entry, BenchmarkEntry):
        raise PluginError(f"{entry!r:.60} is not a BenchmarkEntry")
    if not BENCHMARK_ID.fullmatch(benchmark_id) or benchmark_id in OWN_FOLDERS:
        raise PluginError(f"{benchmark_id!r} is not a free benchmark id. Use a-z, 0-9 and _ for the entry point's name")
    return entry


def _check_foreign_entry(benchmark_id: str, entry: object) -> BenchmarkEntry:
    """Check an entry and import its module, so that a faulty plug-in is found before a list of benchmarks has it."""
    checked = _check_entry(benchmark_id, entry)
    stated_id = import_module(checked.module).BENCHMARK.benchmark_id
    if stated_id != benchmark_id:
        raise PluginError(f"{checked.module}.BENCHMARK.benchmark_id is {stated_id!r}. Use the entry point's name")
    return checked


INCLUDED = {
    benchmark_id: load_plugin(entry, _check_entry)
    for benchmark_id, entry in make_entry_points(BENCHMARKS, OUR_BENCHMARKS).items()
}
"""Included benchmarks by id."""


@cache
def load_benchmark_plugins() -> LoadedPlugins[BenchmarkEntry]:
    """Load the benchmarks that other distributions declare; a faulty one is left out and listed as a problem."""
    return load_installed_plugins(BENCHMARKS, INCLUDED, _check_foreign_entry)


def list_registered() -> dict[str, BenchmarkEntry]:
    """Return the registered benchmarks by id: the included ones, then those of plug-ins."""
    return {**INCLUDED, **load_benchmark_plugins().plugins}


OWN_IDENTITY, OWN_ITEMS = "benchmark.json", "items.jsonl"
"""Files of a custom benchmark, in its release folder."""

_OF_OWN = "core.benchmarks.choice.custom_benchmark"


def list_entries(workspace: Workspace) -> dict[str, BenchmarkEntry]:
    """Return the registered benchmarks, followed by the custom benchmarks in the data folder."""
    registered = list_registered()
    return registered | {
        path.parent.parent.name: BenchmarkEntry(_read_title(path, path.stat().st_mtime_ns), _OF_OWN, is_offered=True)
        for path in sorted(
            workspace.home.glob(f"*/{workspace.select_benchmark(SYNTHETIC).release.name}/{OWN_IDENTITY}")
        )
        if (path.parent / OWN_ITEMS).is_file()
        and BENCHMARK_ID.fullmatch(path.parent.parent.name)
        and path.parent.parent.name not in registered
    }


@lru_cache(maxsize=100)
def _read_title(path: Path, _changed: int) -> str:
    try:
        return str(json.loads(path.read_bytes())["facts"]["title"])
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return path.parent.parent.name


def find_entry(workspace: Workspace) -> BenchmarkEntry:
    """Return the registry entry of the benchmark of a workspace.

    Raises:
        SettingsError: the benchmark no longer exists.
    """
    return list_entries(workspace)[find_workspace(workspace, workspace.benchmark_id).benchmark_id]


def find_workspace(workspace: Workspace, benchmark_id: str) -> Workspace:
    """Return the workspace of the benchmark with this id.

    Raises:
        SettingsError: no benchmark has this id.
    """
    if benchmark_id not in (entries := list_entries(workspace)):
        raise SettingsError(f"There is no benchmark {benchmark_id!r}. Use one of {', '.join(entries)}.")
    return workspace.select_benchmark(benchmark_id)


def load_fetch(workspace: Workspace) -> "Fetch":
    """Return the function that fetches the files of a workspace's benchmark.

    Raises:
        SettingsError: its files are generated here or added by the user.
    """
    if not (module := find_entry(workspace).fetched_by):
        known = ", ".join(benchmark_id for benchmark_id, one in list_registered().items() if one.fetched_by)
        raise SettingsError(f"{workspace.benchmark_id} has no files to fetch; these benchmarks have: {known}.")
    return cast("Fetch", import_module(module).fetch)


def load_exclusions(workspace: Workspace) -> "tuple[ImpossibleCombination, ...]":
    """Return the answers about one group that exclude each other, for the benchmark of a workspace.

    Raises:
        SettingsError: the benchmark no longer exists.
    """
    module = find_entry(workspace).exclusions
    return cast("tuple[ImpossibleCombination, ...]", import_module(module).EXCLUSIONS) if module else ()


def load_benchmark(workspace: Workspace) -> "Benchmark":
    """Return the benchmark of a workspace.

    Raises:
        SettingsError: the benchmark no longer exists.
    """
    module = import_module(find_entry(workspace).module)
    if workspace.benchmark_id in list_registered():
        return cast("Benchmark", module.BENCHMARK)
    return cast("Benchmark", module.make_custom_benchmark(workspace.benchmark_id))
