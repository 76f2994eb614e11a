"""The original file of a photograph."""

from pathlib import Path

from core.benchmarks import tri_bench
from core.settings import Settings


def photograph_file(photograph_id: str, settings: Settings) -> Path | None:
    """The release's file of a photograph, fetched or in the folder that `TRILENS_SOURCE` names; None without one."""
    folders = [settings.release]
    if settings.source and "://" not in settings.source:
        folders.append(Path(settings.source).expanduser())
    files = (tri_bench.photograph_path(folder, photograph_id) for folder in folders)
    return next((file for file in files if file.is_file()), None)
