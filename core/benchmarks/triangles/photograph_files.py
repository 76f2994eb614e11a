"""The original file of a photograph."""

from pathlib import Path

from core.benchmarks.triangles import facts
from core.settings import Settings


def photograph_file(case_id: str, settings: Settings) -> Path | None:
    """The release's file of a photograph, fetched or in the folder that `TRILENS_SOURCE` names; None without one."""
    folders = [settings.release]
    if settings.source and "://" not in settings.source:
        folders.append(Path(settings.source).expanduser())
    files = (facts.photograph_path(folder, case_id) for folder in folders)
    return next((file for file in files if file.is_file()), None)
