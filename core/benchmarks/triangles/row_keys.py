"""Rows of a release's tables by photograph, with normalised and cross-checked keys."""

import re
from collections.abc import Sequence
from pathlib import Path

from core.benchmarks.strict_csv import TableLine, read_table
from core.records import POSE_BY_LETTER, POSES

KEY_COLUMNS = ("img_original", "triangle_id", "camera_view", "object_in_square")
# The number of a synthetic photograph follows the id of its set, so that no two sets share an id.
_IMAGE_PATH = re.compile(r"triangles_original/((?:s[0-9a-f]{4}-)?\d{3,})_([PT])([01])\.jpg")


def parse_photograph_id(image_path: str) -> str | None:
    """Return the id of the photograph that a path of the release names; None for a path of another form."""
    match = _IMAGE_PATH.fullmatch(image_path.strip())
    return f"{match[1]}_{match[2]}{match[3]}" if match else None


def _parse_photograph_id(row: TableLine, column: str) -> str:
    case_id = parse_photograph_id(row.cells[column])
    if case_id is None:
        raise row.refuse(column, f"{row.get_text(column)!r} is not of the form triangles_original/NNN_VK.jpg")
    return case_id


def read_photograph_rows(folder: Path, file: str, columns: Sequence[str]) -> dict[str, TableLine]:
    """Read the rows of a table by photograph id and check their keys against each other."""
    rows: dict[str, TableLine] = {}
    for row in read_table(folder, file, columns):
        case_id = _parse_photograph_id(row, columns[0])
        if case_id in rows:
            raise row.refuse(columns[0], f"{case_id} is already in row {rows[case_id].number}")
        rows[case_id] = row
        if "triangle_id" not in columns:
            continue
        group_id, condition = case_id.split("_")
        if row.get_text("triangle_id").zfill(3) != group_id:
            raise row.refuse("triangle_id", f"{row.get_text('triangle_id')!r} does not fit photograph {case_id}")
        if row.get_word("camera_view", POSES) != POSE_BY_LETTER[condition[0]]:
            raise row.refuse("camera_view", f"{row.get_text('camera_view')!r} does not fit photograph {case_id}")
        if row.get_text("object_in_square") == "" or (row.get_text("object_in_square") != "none") != (
            condition[1] == "1"
        ):
            raise row.refuse("object_in_square", f"{row.get_text('object_in_square')!r} does not fit {case_id}")
    return rows
