"""Lookup of the original file of an image."""

from pathlib import Path

from core.settings import Settings


def find_original_file(path: Path, settings: Settings) -> Path | None:
    """Return the benchmark's file from its own folder or the folder that `TRILENS_SOURCE` names; None if missing.

    Args:
        path: within the benchmark's folder.
        settings: of the benchmark.
    """
    folders = [settings.release]
    if settings.source and "://" not in settings.source:
        folders.append(Path(settings.source).expanduser())
    return next((file for folder in folders if (file := folder / path).is_file()), None)
