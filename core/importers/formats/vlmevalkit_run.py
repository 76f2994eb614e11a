"""Files beside a table of VLMEvalKit: model, data set and time in `status.json`, scores in the results.

Only a few settings are taken from the command line in `status.json`, since it may hold a key.
"""

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

from core.errors import ReplyFileError
from core.importers.external_scores import MRA, find_external_score
from core.importers.formats.vlmevalkit_table import read_columns, read_table_rows
from core.importers.records import ImportedRun
from core.importers.sidecar_files import get_object, get_text, is_regular, list_regular_files, read_json_object
from core.importers.timestamps import parse_iso_time

PROGRAM = "VLMEvalKit"
STATUS = "status.json"
STATUS_KEYS = ("model_name", "datasets", "argv")
_SCORES = ("hit", "score", MRA)
_SCORED = ({"hit"}, {"score", "log"}, {MRA})
"""Columns of results; a score alone may be a column of the data set."""

_SETTINGS = ("temperature", "top-p", "top-k", "seed", "max-tokens", "max-new-tokens", "system-prompt", "nframe", "fps")
_RUN_FOLDER = re.compile(r"T\d{8}.*")
_UPRIGHT = (
    "VLMEvalKit re-encodes images as JPEG without their EXIF data, so a photograph that was stored on its side was "
    "shown on its side, unless its data set held upright images."
)
_NO_STATUS = "There is no status.json beside it, so its time and settings are unknown."
_SPLIT = "The table stores thinking separately (SPLIT_THINK), and it is not part of the reply."


def is_status(values: Mapping[str, Any]) -> bool:
    """Return whether an object is the program's status of a run."""
    return values.keys() >= {*STATUS_KEYS}


def build_run(path: Path, columns: list[str]) -> ImportedRun:
    """Build the run of a table of predictions from the files beside it and the names of its folders."""
    status, trouble = _read_status(path)
    model, task = get_text(status, "model_name"), _find_task(status, path)
    if not task:
        model, task = _parse_path(path, model)
    commit = get_text(status, "commit")
    notes = [_UPRIGHT, _SPLIT if "thinking" in columns else "", trouble or ("" if status else _NO_STATUS)]
    return ImportedRun(
        f"{PROGRAM} {commit}".strip(),
        task,
        model,
        settings=_parse_settings(status.get("argv")),
        started_at=parse_iso_time(get_text(status, "created_at")),
        notes=tuple(filter(None, notes)),
    )


def _read_status(path: Path) -> tuple[dict[str, Any], str]:
    if not is_regular(path.parent / STATUS):
        return {}, ""
    try:
        status = read_json_object(path.parent / STATUS)
    except (OSError, ValueError) as error:
        return {}, f"{STATUS} beside it cannot be read: {error}."
    return (status, "") if is_status(status) else ({}, "")


def _find_task(status: Mapping[str, Any], path: Path) -> str:
    """Return the data set of these predictions, as `status.json` names it."""
    sets = get_object(status, "datasets")
    of_file = [name for name in sets if get_text(sets, name, "prediction_file") == path.name]
    by_name = [name for name in sets if path.stem == f"{get_text(status, 'model_name')}_{name}"]
    return next(iter(of_file or by_name), "")


def _parse_path(path: Path, model: str) -> tuple[str, str]:
    """Parse model and data set of MODEL/MODEL_DATASET or MODEL/T.../MODEL_DATASET; both names may have underscores."""
    folders = [path.parent, path.parent.parent] if _RUN_FOLDER.fullmatch(path.parent.name) else [path.parent]
    for name in filter(None, (model, *(folder.name for folder in folders))):
        if path.stem.startswith(f"{name}_"):
            return name, path.stem.removeprefix(f"{name}_")
    return model, path.stem


def _parse_settings(arguments: object) -> dict[str, str | int | float | None]:
    words = [word for word in arguments if isinstance(word, str)] if isinstance(arguments, list) else []
    found: dict[str, str | int | float | None] = {}
    for option in _SETTINGS:
        for name, value in pairwise(words):
            if name == f"--{option}" and not value.startswith("--"):
                found[option] = _parse_number(value)
    return found


def _parse_number(text: str) -> str | int | float:
    for kind in (int, float):
        with suppress(ValueError):
            number = kind(text)
            return number if math.isfinite(number) else text
    return text


def read_scores(path: Path) -> dict[str, float]:
    """Read the program's scores by index, from the results of the same predictions beside them, if there are any."""
    for results in _find_results(path):
        return {
            str(row["index"]): score
            for _, row in read_table_rows(results)
            if isinstance(row, dict) and "index" in row and (score := parse_score(row)) is not None
        }
    return {}


def parse_score(row: Mapping[str, Any]) -> float | None:
    """Return the program's score in a row of results."""
    return next(
        (score for name in _SCORES if (score := find_external_score({name: _parse_cell(row.get(name))})) is not None),
        None,
    )


def _parse_cell(cell: object) -> object:
    """Parse a cell of a table, in which a number may be a text."""
    return _parse_number(cell) if isinstance(cell, str) else cell


def _find_results(path: Path) -> Iterator[Path]:
    for ending in (path.suffix, ".xlsx", ".tsv", ".json"):
        for results in list_regular_files(path.parent, f"_result{ending}"):
            with suppress(OSError, ValueError, ReplyFileError):
                if results.stem.startswith(f"{path.stem}_") and is_result(_read_columns(results)):
                    yield results


def _read_columns(path: Path) -> list[str]:
    with path.open("rb") as file:
        return read_columns(path, file.read(2**16))


def is_result(columns: list[str]) -> bool:
    """Return whether a table of predictions has been scored."""
    return "prediction" in columns and any(scored <= set(columns) for scored in _SCORED)
