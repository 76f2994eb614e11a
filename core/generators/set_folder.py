"""Folder of a drawn set: written whole or not at all, with one line per item and a file that names the engine."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core import __version__
from core.atomic_files import compute_checksum, make_atomic_folder
from core.errors import SceneError


@dataclass(frozen=True, slots=True)
class SetCounts:
    """Numbers of questions and images that were written."""

    questions: int
    pictures: int


@contextmanager
def create_set_folder(folder: Path, depends_on: object) -> Iterator[Path]:
    """Yield a folder to fill; it becomes `folder` only when the block ends without an error.

    Args:
        folder: new or empty.
        depends_on: everything that the content depends on besides the version of Trilens, as JSON can hold it. What a
            killed process left of the same set is continued, so `core.atomic_files.write_once` must write its images.

    Raises:
        SceneError: the folder is not empty, or could not be written.
    """
    folder = folder.expanduser().resolve()
    try:
        with make_atomic_folder(folder, compute_checksum([__version__, depends_on])) as part:
            yield part
    except FileExistsError as error:
        raise SceneError(str(error)) from error
    except OSError as error:
        raise SceneError(f"{folder} could not be written: {error}") from error


def write_json_lines(path: Path, rows: Iterable[object], *, ensure_ascii: bool = False) -> None:
    """Write one line of JSON per row, in UTF-8; create the folder of the file if it is missing.

    Args:
        path: of the file.
        rows: values that JSON can hold, without NaN and infinity.
        ensure_ascii: escape all other characters, as the sets of MMPerspective always did.
    """
    write_text(path, "".join(json.dumps(row, ensure_ascii=ensure_ascii, allow_nan=False) + "\n" for row in rows))


def write_engine_file(path: Path, benchmark_id: str, engine_version: object, facts: Mapping[str, object]) -> None:
    """Write the benchmark of a set, the versions that drew it, and further facts such as its seed."""
    versions = {"benchmark": benchmark_id, "engine_version": engine_version, "trilens_version": __version__}
    write_text(path, json.dumps({**versions, **facts}, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8; create the folder of the file if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
