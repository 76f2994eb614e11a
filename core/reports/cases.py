"""Pinned cases for the report: images as data URLs, truths and answers as texts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from core.analyses.answers_table import AnswerCell, Verdict, build_case_table
from core.benchmarks.info import BenchmarkInfo
from core.errors import ReportError
from core.notes import Note
from core.overlays.board import SIZE_PX, build_board_shapes
from core.overlays.shapes import OverlayShape, build_outline
from core.photographs.data_url import make_data_url
from core.photographs.web_copies import get_derived_path
from core.records import RIGHT_AT
from core.reports.review_sections import list_case_codes, load_run_labels
from core.review.codebook import ReviewState
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import Warehouse

DOTS = 70
"""Number of sticker marks that fit side by side in an image."""


MOST_RUNS = 20
"""Maximum number of runs in the table of a pinned case, in addition to reference models."""


@dataclass(frozen=True, slots=True)
class ReportImage:
    """An image with shapes drawn over it.

    Attributes:
        url: the image as a data URL.
        width_px, height_px: size of the image in which the shapes are defined.
    """

    name: str
    url: str
    width_px: int
    height_px: int
    shapes: Sequence[OverlayShape] = ()

    @property
    def dot_px(self) -> float:
        """Radius of a sticker's mark."""
        return max(self.width_px, self.height_px) / DOTS


@dataclass(frozen=True, slots=True)
class PinnedCase:
    """One case of the report.

    Attributes:
        facts: its factors, on one line.
        text: the question as it is asked; None if the prompt contains everything.
        pictures: its images, and images derived from them.
        columns: headings of the table: question, truths, runs.
        rows: its rows; a cell is a text and, for an answer, its verdict.
        runs_text: how many of its runs are in the table; empty if all are.
        notes: the team's notes on it, the oldest first.
        codes: the failure codes of its answers, a line each.
    """

    case_id: str
    facts: str
    text: str | None
    credit: str
    pictures: list[ReportImage]
    columns: list[str]
    rows: list[list[tuple[str, Verdict | None]]]
    runs_text: str
    notes: list[Note]
    codes: list[str]


def load_pinned_cases(
    warehouse: Warehouse,
    case_ids: Sequence[str],
    derived: Path,
    notes: Sequence[Note] = (),
    review: ReviewState | None = None,
) -> list[PinnedCase]:
    """Load the cases in the requested order.

    Args:
        warehouse: source of the cases.
        case_ids: the requested cases.
        derived: folder of the photographs' copies.
        notes: notes on any cases.
        review: the failure review.

    Raises:
        ReportError: a case is unknown.
    """
    if not case_ids:
        return []
    known, described = set(warehouse.query("case_ids")["case_id"]), read_benchmark_info(warehouse)
    for case_id in case_ids:
        if case_id not in known:
            raise ReportError(f"there is no {described.words.case} {case_id[:40]!r} in the warehouse")
    labels, review = load_run_labels(warehouse), review or ReviewState()
    return [
        _load_case(
            warehouse,
            described,
            case_id,
            derived,
            [note for note in notes if note.case_id == case_id],
            list_case_codes(review, case_id, labels, described),
        )
        for case_id in case_ids
    ]


def _load_case(
    warehouse: Warehouse, described: BenchmarkInfo, case_id: str, derived: Path, notes: list[Note], codes: list[str]
) -> PinnedCase:
    siblings = warehouse.query("group_cases", case_id=case_id, first=0)
    case = siblings[siblings["case_id"] == case_id].iloc[0]
    asked = set(warehouse.query("case_runs", case_id=case_id)["run_id"])
    run_ids = _select_best_runs(warehouse, asked)
    answers = warehouse.query("case_answers", case_id=case_id, right_at=RIGHT_AT, of_runs=run_ids)
    table = build_case_table(answers, answers.dropna(subset=["run_id"]), described, RIGHT_AT)
    rows = [
        [
            *((text, None) for text in (question.title, *truths)),
            *((_format_answer(column.cells[place]), column.cells[place].verdict) for column in table.columns),
        ]
        for place, (question, *truths) in enumerate(zip(table.questions, *table.truths.values(), strict=True))
    ]
    factors = warehouse.query("case_factors", case_id=case_id)
    names = {described.truth.frame: described.truth.title}
    names |= {described.foil.frame: described.foil.title} if described.foil else {}
    return PinnedCase(
        case_id=case_id,
        facts="; ".join(f"{row.title}: {row.level}" for row in factors.itertuples()),
        text=None if pd.isna(case["text"]) else str(case["text"]),
        credit=str(case["credit"]),
        pictures=_load_images(warehouse, case_id, str(case["group_id"]), derived),
        columns=["Question", *(f"Truth {names[frame]}" for frame in table.frames), *(c.label for c in table.columns)],
        rows=rows,
        runs_text=f"{len(run_ids):,} of {len(asked):,} shown, the best." if len(run_ids) < len(asked) else "",
        notes=notes,
        codes=codes,
    )


def _select_best_runs(warehouse: Warehouse, asked: Collection[str]) -> list[str]:
    """Select the best runs that were asked about a case by their scores over all cases, and all reference models."""
    ranking = warehouse.query("ranking", kinds=None)
    ranking = ranking[ranking["run_id"].isin(asked)]
    is_reference = ranking["model_kind"] == "reference"
    best, references = ranking.loc[~is_reference, "run_id"], ranking.loc[is_reference, "run_id"]
    return [*best.head(MOST_RUNS), *references]


def _load_images(warehouse: Warehouse, case_id: str, group_id: str, derived: Path) -> list[ReportImage]:
    """Load the case's images; for a triangle, the photograph with its outline and the board from above."""
    images = warehouse.query("case_images", case_id=case_id).to_dict("records")
    own = {}
    if warehouse.has_query("triangle_photographs"):
        rows = warehouse.query("triangle_photographs", group_id=group_id).set_index("case_id", drop=False)
        own = rows.loc[case_id].to_dict()
    pictures = []
    for row in images:
        url = _read_data_url(derived, row["image_key"], "large")
        if url is not None and not (pd.isna(row["width_px"]) or pd.isna(row["height_px"])):
            size = int(row["width_px"]), int(row["height_px"])
            pictures.append(ReportImage(case_id, url, *size, build_outline(own) if own else ()))
    if own and (url := _read_data_url(derived, own["rectified_key"], "rectified")) is not None:
        pictures.append(ReportImage(f"{case_id} rectified", url, SIZE_PX, SIZE_PX, build_board_shapes(own)))
    return pictures


def _format_answer(cell: AnswerCell) -> str:
    return cell.text if cell.verdict == "unreadable" else f"{cell.text} ({cell.scores})"


def _read_data_url(derived: Path, key: object, size: str) -> str | None:
    if not isinstance(key, str) or not (path := get_derived_path(derived, key, size)).is_file():
        return None
    return make_data_url(path.read_bytes(), "image/webp")
