"""The benchmark of a command or a page that names none: Tri-Bench if it is available."""

from pathlib import Path

from core.benchmarks.registry import LISTED, all_listed, benchmark_of, settings_of
from core.benchmarks.release_identity import IDENTITY, read_identity
from core.settings import Settings
from core.warehouse.generations import current_generation


def built(settings: Settings) -> list[str]:
    """Ids of the benchmarks that have a warehouse, Tri-Bench first."""
    return [name for name in all_listed(settings) if current_generation(settings.of(name).warehouse) is not None]


def has_release(settings: Settings) -> bool:
    """Whether the files of this benchmark are on the disk."""
    return benchmark_of(settings).is_here(settings.release)


def settings_to_read(settings: Settings, benchmark_id: str | None = None) -> Settings:
    """The settings of the benchmark whose warehouse is read; those of Tri-Bench if there is no warehouse yet.

    Raises:
        SettingsError: the benchmark is unknown.
    """
    return settings_of(settings, benchmark_id or next(iter(built(settings)), settings.benchmark_id))


def settings_to_build(settings: Settings, benchmark_id: str | None = None, source: Path | None = None) -> Settings:
    """The settings of the benchmark that is built or asked about; a source names its own benchmark.

    Raises:
        SettingsError: the benchmark is unknown.
        ReleaseError: the source's identity cannot be read.
    """
    if benchmark_id is None and source is not None:
        benchmark_id = _of_folder(settings, source.expanduser().resolve())
    available = (name for name in all_listed(settings) if has_release(settings.of(name)))
    return settings_of(settings, benchmark_id or next(available, settings.benchmark_id))


def _of_folder(settings: Settings, folder: Path) -> str:
    """The benchmark that a folder holds, by its own words or else by its files."""
    if (folder / IDENTITY).is_file() and (named := read_identity(folder)["benchmark_id"]) in LISTED:
        return named
    return next((name for name in LISTED if benchmark_of(settings.of(name)).is_here(folder)), settings.benchmark_id)
