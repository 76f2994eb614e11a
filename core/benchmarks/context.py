"""A benchmark as a command works on it: its settings, reader, folder and contents, looked up once."""

from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.data import BenchmarkData
from core.benchmarks.protocol import Benchmark
from core.benchmarks.registry import load_benchmark
from core.settings import Settings


@dataclass(frozen=True, eq=False)
class BenchmarkContext:
    """An installed benchmark, resolved.

    Attributes:
        settings: of the benchmark.
        benchmark: reads its files and replies about it.
        folder: its files.
        contents: what was read from them.
    """

    settings: Settings
    benchmark: Benchmark
    folder: Path
    contents: BenchmarkData

    @property
    def benchmark_id(self) -> str:
        """The benchmark's key."""
        return self.settings.benchmark_id


def resolve_folder(settings: Settings, source: Path | None) -> Path:
    """Return the absolute folder of a benchmark's files: the source, or that of the settings."""
    return (source or settings.release).expanduser().resolve()


def open_benchmark(settings: Settings, source: Path | None = None) -> BenchmarkContext:
    """Read the benchmark that the settings select, without its images.

    Args:
        settings: of the benchmark.
        source: folder of its files; that of the settings by default.

    Raises:
        SettingsError: the benchmark no longer exists.
        ReleaseError: a file is missing or not valid.
    """
    benchmark, folder = load_benchmark(settings), resolve_folder(settings, source)
    return BenchmarkContext(settings, benchmark, folder, benchmark.read(folder))
