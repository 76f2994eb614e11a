"""Default benchmark of commands and pages that name none: Tri-Bench if it is available."""

from pathlib import Path

from core.benchmarks.registry import find_settings, list_entries, list_registered, load_benchmark
from core.benchmarks.release_identity import IDENTITY, read_identity
from core.settings import Settings
from core.warehouse.generations import find_current_generation


def list_built_benchmarks(settings: Settings) -> list[str]:
    """Return the ids of the benchmarks that have a warehouse, Tri-Bench first."""
    return [
        name
        for name in list_entries(settings)
        if find_current_generation(settings.select_benchmark(name).warehouse) is not None
    ]


def has_release(settings: Settings) -> bool:
    """Return whether the files of this benchmark are on disk."""
    return load_benchmark(settings).is_here(settings.release)


def find_settings_to_read(settings: Settings, benchmark_id: str | None = None) -> Settings:
    """Return the settings of the benchmark whose warehouse is read; those of Tri-Bench before the first build.

    Raises:
        SettingsError: the benchmark is unknown.
    """
    return find_settings(settings, benchmark_id or next(iter(list_built_benchmarks(settings)), settings.benchmark_id))


def find_settings_to_build(settings: Settings, benchmark_id: str | None = None, source: Path | None = None) -> Settings:
    """Return the settings of the benchmark that is built or asked about; a source identifies its own benchmark.

    Raises:
        SettingsError: the benchmark is unknown.
        ReleaseError: the source's identity cannot be read.
    """
    if benchmark_id is None and source is not None:
        benchmark_id = _identify_benchmark(settings, source.expanduser().resolve())
    available = (name for name in list_entries(settings) if has_release(settings.select_benchmark(name)))
    return find_settings(settings, benchmark_id or next(available, settings.benchmark_id))


def _identify_benchmark(settings: Settings, folder: Path) -> str:
    """Return the benchmark that a folder holds, by its identity file or else by its other files."""
    if (folder / IDENTITY).is_file() and (named := read_identity(folder)["benchmark_id"]) in list_registered():
        return named
    return next(
        (name for name in list_registered() if load_benchmark(settings.select_benchmark(name)).is_here(folder)),
        settings.benchmark_id,
    )
