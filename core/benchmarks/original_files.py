"""Lookup of the original file of an image."""

from pathlib import Path

from core.workspace import Workspace


def find_original_file(path: Path, workspace: Workspace, source: str) -> Path | None:
    """Return the benchmark's file from its own folder or a source folder; None if missing.

    Args:
        path: within the benchmark's folder.
        workspace: of the benchmark.
        source: URL or folder of the files; empty for the public repository.
    """
    folders = [workspace.release]
    if source and "://" not in source:
        folders.append(Path(source).expanduser())
    return next((file for folder in folders if (file := folder / path).is_file()), None)
