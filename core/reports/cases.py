"""Pinned cases for the report: images as data URLs, truths and answers as texts."""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from core.analyses.answers_table import AnswerCell, Options, Verdict, build_case_table
from core.analyses.case_behaviours import describe_case_behaviours
from core.analyses.photograph_descriptions import describe_photograph
from core.analyses.question_excerpts import build_excerpts
from core.benchmarks.info import BenchmarkInfo
from core.errors import ReportError
from core.notes import Note
from core.overlays.board import SIZE_PX, build_board_shapes
from core.overlays.shapes import OverlayShape, PhotographRow, build_outline
from core.photographs.data_url import make_data_url
from core.photographs.web_copies import get_derived_path
from core.records import RIGHT_AT
from core.reports.front_page import ReportRequest
from core.reports.review_sections import list_case_codes, load_run_labels
from core.review.codebook import ReviewState
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import Warehouse

DOTS = 70
"""Number of sticker marks that fit side by side in an image."""


MOST_RUNS = 20
"""Maximum number of runs in the table of a pinned case, in addition to reference models."""

MAX_BEHAVIOURS = 5
"""Maximum number of models with a sentence on a case, the best."""

MAX_COLUMNS = 11
"""Number of columns above which a table has a row per run instead of one per question."""


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
        title: what it shows or asks, on one line; empty if nothing is known.
        link: to its page on a dashboard; empty if none is known.
        facts: its factors, on one line.
        text: the question as it is asked; None if the prompt contains everything.
        pictures: its images, and images derived from them.
        columns: headings of the table: question, truths, runs.
        rows: its rows; a cell is a text and, for an answer, its verdict.
        behaviours: for the best models, the label and a sentence on the answers.
        runs_text: how many of its runs are in the table; empty if all are.
        notes: the team's notes on it, the oldest first.
        codes: the failure codes of its answers, a line each.
    """

    case_id: str
    title: str
    link: str
    facts: str
    text: str | None
    credit: str
    pictures: list[ReportImage]
    columns: list[str]
    rows: list[list[tuple[str, Verdict | None]]]
    runs_text: str
    behaviours: list[tuple[str, str]]
    notes: list[Note]
    codes: list[str]

    @property
    def is_tall(self) -> bool:
        """Return whether the table has a row per run."""
        return len(self.columns) > MAX_COLUMNS

    @property
    def table(self) -> list[list[tuple[str, Verdict | None]]]:
        """The rows of the table with its headings: a row per question, or per run if there are many runs."""
        headings: list[tuple[str, Verdict | None]] = [(column, None) for column in self.columns]
        rows = [headings, *self.rows]
        if not self.is_tall:
            return rows
        return [list(column) for column in zip(*rows, strict=True)]


def load_pinned_cases(
    warehouse: Warehouse,
    case_ids: Sequence[str],
    derived: Path,
    notes: Sequence[Note] = (),
    review: ReviewState | None = None,
    request: ReportRequest | None = None,
) -> list[PinnedCase]:
    """Load the cases in the requested order.

    Args:
        warehouse: source of the cases.
        case_ids: the requested cases.
        derived: folder of the photographs' copies.
        notes: notes on any cases.
        review: the failure review.
        request: knows the dashboard to which the cases link.

    Raises:
        ReportError: a case is unknown.
    """
    if not case_ids:
        return []
    known, described = set(warehouse.query("case_ids")["case_id"]), read_benchmark_info(warehouse)
    for case_id in case_ids:
        if case_id not in known:
            raise ReportError(f"there is no {described.words.case} {case_id[:40]!r} in the warehouse")
    labels, review, request = load_run_labels(warehouse), review or ReviewState(), request or ReportRequest()
    titles = _load_titles(warehouse, case_ids)
    return [
        replace(
            _load_case(warehouse, described, case_id, derived),
            title=titles[case_id],
            link=request.build_link(described.benchmark_id, case_id),
            notes=[note for note in notes if note.case_id == case_id],
            codes=list_case_codes(review, case_id, labels, described),
        )
        for case_id in case_ids
    ]


def _load_titles(warehouse: Warehouse, case_ids: Sequence[str]) -> dict[str, str]:
    """Describe each case in a line: a photograph and its classes, the question, or else its first factors."""
    rows = {case_id: _load_case_row(warehouse, case_id) for case_id in case_ids}
    texts = {case_id: str(row["text"]) for case_id, row in rows.items() if not pd.isna(row["text"])}
    titles = build_excerpts(texts)
    for case_id in rows.keys() - titles.keys():
        photograph = _load_photograph(warehouse, case_id, str(rows[case_id]["group_id"]))
        levels = warehouse.query("case_factors", case_id=case_id)["level"].head(3)
        titles[case_id] = describe_photograph(photograph) if photograph else ", ".join(levels)
    return titles


def _load_case_row(warehouse: Warehouse, case_id: str) -> "pd.Series[Any]":
    siblings = warehouse.query("group_cases", case_id=case_id, first=0)
    return siblings[siblings["case_id"] == case_id].iloc[0]


def _load_photograph(warehouse: Warehouse, case_id: str, group_id: str) -> dict[Hashable, Any]:
    """Return the measurements of a photograph of a triangle; empty for other cases."""
    if not warehouse.has_query("triangle_photographs"):
        return {}
    rows = warehouse.query("triangle_photographs", group_id=group_id).set_index("case_id", drop=False)
    return rows.loc[case_id].to_dict()


def _load_case(warehouse: Warehouse, described: BenchmarkInfo, case_id: str, derived: Path) -> PinnedCase:
    """Load a case without the texts that depend on others or on the team."""
    case = _load_case_row(warehouse, case_id)
    asked = set(warehouse.query("case_runs", case_id=case_id)["run_id"])
    run_ids = _select_best_runs(warehouse, asked)
    answers = warehouse.query("case_answers", case_id=case_id, right_at=RIGHT_AT, of_runs=run_ids)
    ranks = {run_id: rank for rank, run_id in enumerate(run_ids)}
    answered = answers.dropna(subset=["run_id"])
    answered = answered.sort_values("run_id", key=lambda ids: ids.map(ranks), kind="stable")
    table = build_case_table(answers, answered, described, RIGHT_AT, _load_options(warehouse, case_id))
    rows = [
        [
            *((text, None) for text in (question.title, *truths)),
            *((_format_answer(column.cells[index]), column.cells[index].verdict) for column in table.columns),
        ]
        for index, (question, *truths) in enumerate(zip(table.questions, *table.truths.values(), strict=True))
    ]
    factors = warehouse.query("case_factors", case_id=case_id)
    names = {described.truth.frame: described.truth.title}
    names |= {described.foil.frame: described.foil.title} if described.foil else {}
    return PinnedCase(
        case_id=case_id,
        title="",
        link="",
        facts="; ".join(f"{row.title}: {row.level}" for row in factors.itertuples()),
        text=None if pd.isna(case["text"]) else str(case["text"]),
        credit=str(case["credit"]),
        pictures=_load_images(warehouse, case_id, _load_photograph(warehouse, case_id, str(case["group_id"])), derived),
        columns=["Question", *(f"Truth {names[frame]}" for frame in table.frames), *(c.label for c in table.columns)],
        rows=rows,
        runs_text=f"{len(run_ids):,} of {len(asked):,} shown, the best." if len(run_ids) < len(asked) else "",
        behaviours=_load_behaviours(warehouse, described, case_id, answered),
        notes=[],
        codes=[],
    )


def _load_options(warehouse: Warehouse, case_id: str) -> Options:
    rows = warehouse.query("asked", case_id=case_id)
    return {
        question_id: options
        for question_id, options in zip(rows["question_id"], rows["options"], strict=True)
        if options is not None
    }


def _load_behaviours(
    warehouse: Warehouse, described: BenchmarkInfo, case_id: str, answered: pd.DataFrame
) -> list[tuple[str, str]]:
    """Describe how the best models answered a case, reference models aside."""
    ranking = warehouse.query("ranking", kinds=None)
    ranking = ranking[ranking["run_id"].isin(set(answered["run_id"])) & (ranking["model_kind"] != "reference")]
    labels: dict[str, str] = dict(ranking.head(MAX_BEHAVIOURS)[["run_id", "run_label"]].itertuples(index=False))
    own = answered[answered["run_id"].isin(labels)]
    sentences = describe_case_behaviours(warehouse.query, case_id, own, list(labels), RIGHT_AT, described)
    return [(label, sentences[run_id]) for run_id, label in labels.items() if run_id in sentences]


def _select_best_runs(warehouse: Warehouse, asked: Collection[str]) -> list[str]:
    """Select the best runs that were asked about a case by their scores over all cases, and all reference models."""
    ranking = warehouse.query("ranking", kinds=None)
    ranking = ranking[ranking["run_id"].isin(asked)]
    is_reference = ranking["model_kind"] == "reference"
    best, references = ranking.loc[~is_reference, "run_id"], ranking.loc[is_reference, "run_id"]
    return [*best.head(MOST_RUNS), *references]


def _load_images(warehouse: Warehouse, case_id: str, photograph_row: PhotographRow, derived: Path) -> list[ReportImage]:
    """Load the case's images; for a triangle, the photograph with its outline and the board from above."""
    images = warehouse.query("case_images", case_id=case_id).to_dict("records")
    pictures = []
    for row in images:
        url = _read_data_url(derived, row["image_key"], "large")
        if url is not None and not (pd.isna(row["width_px"]) or pd.isna(row["height_px"])):
            size = int(row["width_px"]), int(row["height_px"])
            pictures.append(ReportImage(case_id, url, *size, build_outline(photograph_row) if photograph_row else ()))
    if photograph_row and (url := _read_data_url(derived, photograph_row["rectified_key"], "rectified")) is not None:
        pictures.append(ReportImage(f"{case_id} rectified", url, SIZE_PX, SIZE_PX, build_board_shapes(photograph_row)))
    return pictures


def _format_answer(cell: AnswerCell) -> str:
    return cell.text if cell.verdict == "unreadable" else f"{cell.text} ({cell.scores})"


def _read_data_url(derived: Path, key: object, size: str) -> str | None:
    if not isinstance(key, str) or not (path := get_derived_path(derived, key, size)).is_file():
        return None
    return make_data_url(path.read_bytes(), "image/webp")
