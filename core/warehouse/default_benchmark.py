"""Default benchmark of commands and pages that name none: Tri-Bench if it is available."""

from pathlib import Path

from core.benchmarks.registry import find_workspace, list_entries, list_registered, load_benchmark
from core.benchmarks.release_identity import IDENTITY, read_identity
from core.warehouse.generations import find_current_generation
from core.workspace import Workspace


def list_built_benchmarks(workspace: Workspace) -> list[str]:
    """Return the ids of the benchmarks that have a warehouse, Tri-Bench first."""
    return [
        name
        for name in list_entries(workspace)
        if find_current_generation(workspace.select_benchmark(name).warehouse) is not None
    ]


def has_release(workspace: Workspace) -> bool:
    """Return whether the files of this benchmark are on disk."""
    return load_benchmark(workspace).is_here(workspace.release)


def find_workspace_to_read(workspace: Workspace, benchmark_id: str | None = None) -> Workspace:
    """Return the workspace of the benchmark whose warehouse is read; that of Tri-Bench before the first build.

    Raises:
        SettingsError: the benchmark is unknown.
    """
    return find_workspace(
        workspace, benchmark_id or next(iter(list_built_benchmarks(workspace)), workspace.benchmark_id)
    )


def find_workspace_to_build(
    workspace: Workspace, benchmark_id: str | None = None, source: Path | None = None
) -> Workspace:
    """Return the workspace of the benchmark that is built or asked about; a source identifies its own benchmark.

    Raises:
        SettingsError: the benchmark is unknown.
        ReleaseError: the source's identity cannot be read.
    """
    if benchmark_id is None and source is not None:
        benchmark_id = _identify_benchmark(workspace, source.expanduser().resolve())
    available = (name for name in list_entries(workspace) if has_release(workspace.select_benchmark(name)))
    return find_workspace(workspace, benchmark_id or next(available, workspace.benchmark_id))


def _identify_benchmark(workspace: Workspace, folder: Path) -> str:
    """Return the benchmark that a folder holds, by its identity file or else by its other files."""
    if (folder / IDENTITY).is_file() and (named := read_identity(folder)["benchmark_id"]) in list_registered():
        return named
    return next(
        (name for name in list_registered() if load_benchmark(workspace.select_benchmark(name)).is_here(folder)),
        workspace.benchmark_id,
    )
