"""A benchmark as a command works on it: its workspace, reader, folder and contents, looked up once."""

from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.data import BenchmarkData
from core.benchmarks.protocol import Benchmark
from core.benchmarks.registry import load_benchmark
from core.workspace import Workspace


@dataclass(frozen=True, eq=False)
class BenchmarkContext:
    """An installed benchmark, resolved.

    Attributes:
        workspace: of the benchmark.
        benchmark: reads its files and replies about it.
        folder: its files.
        contents: what was read from them.
    """

    workspace: Workspace
    benchmark: Benchmark
    folder: Path
    contents: BenchmarkData

    @property
    def benchmark_id(self) -> str:
        """The benchmark's key."""
        return self.workspace.benchmark_id


def resolve_folder(workspace: Workspace, source: Path | None) -> Path:
    """Return the absolute folder of a benchmark's files: the source, or that of the workspace."""
    return (source or workspace.release).expanduser().resolve()


def open_benchmark(workspace: Workspace, source: Path | None = None) -> BenchmarkContext:
    """Read the benchmark of a workspace, without its images.

    Args:
        workspace: of the benchmark.
        source: folder of its files; that of the workspace by default.

    Raises:
        SettingsError: the benchmark no longer exists.
        ReleaseError: a file is missing or not valid.
    """
    benchmark, folder = load_benchmark(workspace), resolve_folder(workspace, source)
    return BenchmarkContext(workspace, benchmark, folder, benchmark.read(folder))
