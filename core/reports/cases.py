"""Pinned cases for the report: pictures as data, truths and answers as texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.analyses.answers_table import AnswerCell, case_table
from core.errors import ReportError
from core.photographs.copies import derived_path
from core.photographs.data_url import data_url
from core.records import QUESTIONS, RIGHT_AT
from core.warehouse.read import Warehouse


@dataclass(frozen=True, slots=True)
class PinnedCase:
    """One photograph of the report.

    Attributes:
        facts: a line on condition, object and classes.
        picture: the photograph as a data URL; None if its file is missing.
        rectified: the board from above; None if the square was not found.
        columns: headings of the table: question, truths, runs.
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
        ReportError: a photograph is unknown.
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
    table = case_table(answers, answers.dropna(subset=["run_id"]), RIGHT_AT)
    rows = [
        [question.title, *truths, *(_written(column.cells[place]) for column in table.columns)]
        for place, (question, *truths) in enumerate(zip(QUESTIONS, *table.truths.values(), strict=True))
    ]
    object_ = f"with {photograph['object']}" if photograph["has_object"] else "no object"
    return PinnedCase(
        photograph_id=photograph_id,
        facts=f"{photograph['pose']}, {object_}; 3D {photograph['side_class_3d']}, {photograph['angle_class_3d']}; "
        f"2D {photograph['side_class_2d']}, {photograph['angle_class_2d']}",
        credit=photograph["credit"],
        picture=_data_url(derived, photograph["image_key"], "large"),
        rectified=_data_url(derived, photograph["rectified_key"], "rectified"),
        columns=["Question", "Truth 3D", "Truth 2D", *(column.label for column in table.columns)],
        rows=rows,
    )


def _written(cell: AnswerCell) -> str:
    return cell.text if cell.verdict == "unreadable" else f"{cell.text} ({cell.scores})"


def _data_url(derived: Path, key: object, size: str) -> str | None:
    if not isinstance(key, str) or not (path := derived_path(derived, key, size)).is_file():
        return None
    return data_url(path.read_bytes(), "image/webp")
