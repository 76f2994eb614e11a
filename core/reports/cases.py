"""Pinned cases for the report: pictures as data, truths and answers as texts."""

import base64
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from core.errors import ReportError
from core.photographs.copies import derived_path
from core.records import RIGHT_AT
from core.warehouse.read import Warehouse

Row = Mapping[Hashable, Any]


@dataclass(frozen=True, slots=True)
class PinnedCase:
    """One photograph of the report.

    Attributes:
        facts: a line on condition, object and classes.
        picture: the photograph as a data URL; None where it is not on the disk.
        rectified: the board from above; None where the square was not found.
        columns: headings of the table: question, truths, models.
        rows: its rows as texts.
    """

    photograph_id: str
    facts: str
    credit: str
    picture: str | None
    rectified: str | None
    columns: list[str]
    rows: list[list[str]]


def pinned_cases(warehouse: Warehouse, photograph_ids: Sequence[str], derived: Path) -> list[PinnedCase]:
    """The cases in the order asked for.

    Args:
        warehouse: where they are.
        photograph_ids: which.
        derived: folder of the photographs' copies.

    Raises:
        ReportError: there is no such photograph.
    """
    known = set(warehouse.query("photograph_ids")["photograph_id"])
    for photograph_id in photograph_ids:
        if photograph_id not in known:
            raise ReportError(f"there is no photograph {photograph_id[:40]!r} in the warehouse")
    return [_case(warehouse, photograph_id, derived) for photograph_id in photograph_ids]


def _case(warehouse: Warehouse, photograph_id: str, derived: Path) -> PinnedCase:
    siblings = warehouse.query("triangle_photographs", photograph_id=photograph_id).to_dict("records")
    photograph = next(row for row in siblings if row["photograph_id"] == photograph_id)
    answers = warehouse.query("case_answers", photograph_id=photograph_id, right_at=RIGHT_AT)
    truths = answers.drop_duplicates("question_id").to_dict("records")
    columns = ["Question", "Truth 3D", "Truth 2D"]
    rows = [[truth["title"], _value(truth, "3d"), _value(truth, "2d")] for truth in truths]
    answered = answers.dropna(subset=["run_id"])
    for _, run in answered.groupby("run_id", sort=False):
        columns.append(str(run["run_label"].iloc[0]))
        for cells, answer in zip(rows, run.sort_values("question_id").to_dict("records"), strict=True):
            cells.append(_answer(answer))
    object_ = f"with {photograph['object']}" if photograph["has_object"] else "no object"
    return PinnedCase(
        photograph_id=photograph_id,
        facts=f"{photograph['pose']}, {object_}; 3D {photograph['side_class_3d']}, {photograph['angle_class_3d']}; "
        f"2D {photograph['side_class_2d']}, {photograph['angle_class_2d']}",
        credit=photograph["credit"],
        picture=_data_url(derived, photograph["image_key"], "large"),
        rectified=_data_url(derived, photograph["rectified_key"], "rectified"),
        columns=columns,
        rows=rows,
    )


def _value(row: Row, frame: str) -> str:
    return _written(row[f"class_{frame}"], row[f"number_{frame}"], row["kind"])


def _answer(row: Row) -> str:
    if row["status"] != "ok":
        return str(row["status"]).replace("_", " ")
    value = _written(row["value_class"], row["value_number"], row["kind"])
    return f"{value} ({100 * row['kappa_3d']:.0f} · {100 * row['kappa_2d']:.0f})"


def _written(word: object, number: float, kind: str) -> str:
    if isinstance(word, str):
        return word
    return "–" if pd.isna(number) else f"{number:.1f}°" if kind == "angle" else f"{number:.3f}"


def _data_url(derived: Path, key: object, size: str) -> str | None:
    if not isinstance(key, str) or not (path := derived_path(derived, key, size)).is_file():
        return None
    return f"data:image/webp;base64,{base64.b64encode(path.read_bytes()).decode()}"
