"""The matrix of answers beside the truths, as on all pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from core.analyses.answers_table import AnswerCell, AnswersColumn, AnswersTable, format_percents
from core.analyses.blind_references import NONE
from core.analyses.reference_models import NO_ANSWER
from core.benchmarks.choice.benchmark_data import KEY
from core.formatting import MISSING
from core.records import EXACT_KINDS, Frame
from dashboard.components.answers import MatrixCell, MatrixColumn, build_matrix
from dashboard.components.mount import Part
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.runtime.session_state import ElementKey
from dashboard.style.markers import PATHS
from dashboard.style.palette import MarkerStyle
from dashboard.style.theme import get_verdict_backgrounds

HEAD_PX, ROW_PX, LEGEND_PX = 60, 36, 24
"""Minimum heights in the matrix: heading and foot together, a row, and the legend."""

MOST_OF_SIGN = 3
"""Maximum characters of the foil's name that fit into a cell of a strip."""


@dataclass(frozen=True, slots=True)
class RunChoice:
    """The choice of a run by a click on its heading.

    Attributes:
        run_id: the chosen run.
        choose: called with the newly chosen run.
        help: what a click does.
    """

    run_id: str | None
    choose: Callable[[str], None]
    help: str


def build_answers_matrix(
    table: AnswersTable,
    headings: Mapping[Frame, str],
    key: ElementKey,
    *,
    details: Mapping[Frame, Sequence[str]] | None = None,
    looks: Mapping[str, MarkerStyle] | None = None,
    marked: Sequence[str] = (),
    choice: RunChoice | None = None,
    with_scores: bool = True,
    summary: str = "",
    legend: Sequence[tuple[str, str]] = (),
) -> Part:
    """Build a row per question, truths first, then each run, and the mean scores unless they are of one exact answer.

    A frame without a truth has no column, nor have reference models that therefore give no answer.

    Args:
        table: the answers.
        headings: of the columns of truths, by frame.
        key: of the component; after a click its `chosen` is the run.
        details: a grey text after each truth of a frame.
        looks: marker styles by run.
        marked: questions whose rows are emphasised.
        choice: the choice of a run; None if runs cannot be chosen.
        with_scores: whether each number has its scores.
        summary: a sentence above the table.
        legend: as in `build_matrix`.
    """
    table = _drop_empty_columns(table)
    columns = [
        MatrixColumn(headings[frame], _build_truth_cells(texts, (details or {}).get(frame)))
        for frame, texts in table.truths.items()
    ]
    columns += [_build_column(table, column, looks or {}, choice, with_scores=with_scores) for column in table.columns]
    places = [index for index, question in enumerate(table.questions) if question.question_id in marked]
    score, frames = get_benchmark_info().words.score, _name_frames(table, headings)
    score_name = f"{score}, %{frames}"
    is_exact = [question.kind in EXACT_KINDS for question in table.questions]
    return build_matrix(
        table.titles,
        columns,
        "" if is_exact == [True] else f"Mean %{frames}" if frames else f"Mean {score_name}",
        key,
        "Answers of each model beside the truths",
        get_verdict_signs(),
        HEAD_PX + ROW_PX * len(table.questions) + (LEGEND_PX if legend else 0),
        places,
        choice.choose if choice else None,
        choice.help if choice else "",
        question_helps=[question.asks for question in table.questions],
        score_name=score_name,
        summary=summary,
        legend=legend,
    )


def _drop_empty_columns(table: AnswersTable) -> AnswersTable:
    """Return the table without frames that lack a truth, and without reference models that answer only those."""
    frames = [frame for frame, truths in table.truths.items() if set(truths) != {MISSING}] or list(table.frames)[:1]
    indices = [index for index, frame in enumerate(table.frames) if frame in frames]
    columns = [
        replace(
            column,
            cells=tuple(replace(cell, values=_select(cell.values, indices)) for cell in column.cells),
            mean_scores=_select(column.mean_scores, indices),
        )
        for column in table.columns
        if len(frames) == len(table.frames) or not {cell.text for cell in column.cells} <= {NONE, NO_ANSWER}
    ]
    return AnswersTable(table.questions, {frame: table.truths[frame] for frame in frames}, tuple(columns))


def _select(values: tuple[float | None, ...], indices: Sequence[int]) -> tuple[float | None, ...]:
    """Return the values of these frames; none for an answer without values."""
    return tuple(values[index] for index in indices) if values else ()


def list_legend() -> list[tuple[str, str]]:
    """List the verdicts that have a sign, with their meanings."""
    meanings = get_verdict_meanings()
    return [(verdict, meanings[verdict]) for verdict in get_verdict_signs()]


def _name_frames(table: AnswersTable, headings: Mapping[Frame, str]) -> str:
    """Name the frames of several scores in their order, such as `: 3D · 2D`; empty for one frame."""
    if len(table.frames) < 2:
        return ""
    return ": " + " · ".join(headings[frame].removeprefix("Truth ").partition(",")[0] for frame in table.frames)


def get_verdict_signs() -> dict[str, str]:
    """Return the signs before answers: a tick, the foil's name (a marker shape if it is long), or a cross."""
    foil = get_benchmark_info().foil
    of_foil = {"foil_only": foil.title if len(foil.title) <= MOST_OF_SIGN else "◇"} if foil else {}
    return {"right": "✓", **of_foil, "wrong": "✕"}


def get_verdict_meanings() -> dict[str, str]:
    """Return the meaning of each background and sign, in the benchmark's words."""
    described = get_benchmark_info()
    words = get_verdict_words()
    against = "" if described.truth.frame == KEY.frame else f" against {described.truth.phrase}"
    told = {"right": f"{words['right']}{against}", "wrong": words["wrong"]}
    if described.foil:
        told |= {"foil_only": f"correct only against {described.foil.phrase}", "wrong": "wrong against both"}
    return told | {"unreadable": "could not be read"}


def get_verdict_words() -> dict[str, str]:
    """Return short words per verdict; they use `correct`, since `right` also describes triangles and directions."""
    foil = get_benchmark_info().foil
    of_foil = {"foil_only": f"correct in {foil.title} only"} if foil else {}
    return {"right": "correct", **of_foil, "wrong": "wrong", "unreadable": "unreadable"}


def highlight_verdict(text: str, verdict: str) -> str:
    """Format Markdown text with the background and sign of a verdict."""
    return f':color[{get_verdict_signs()[verdict]} {text}]{{background="{get_verdict_backgrounds()[verdict]}"}}'


def format_legend() -> str:
    """Format signs, backgrounds and meanings as a line of Markdown without full stop; captions are too faint for it."""
    return ", ".join(highlight_verdict(meaning, verdict) for verdict, meaning in list_legend())


def format_score_pair(score: float | None, foil_score: float | None) -> str:
    """Format the mean scores against the truth and, if there is one, the foil, briefly and in percent."""
    if score is None or pd.isna(score):
        return "no readable answers"
    described = get_benchmark_info()
    if described.foil is None or foil_score is None or pd.isna(foil_score):
        return f"{score:.0%}"
    return f"{described.truth.title} {score:.0%} · {described.foil.title} {foil_score:.0%}"


def _build_truth_cells(texts: Sequence[str], details: Sequence[str] | None) -> list[MatrixCell]:
    return [MatrixCell(text, scores=detail) for text, detail in zip(texts, details or [""] * len(texts), strict=True)]


def _build_column(
    table: AnswersTable,
    column: AnswersColumn,
    looks: Mapping[str, MarkerStyle],
    choice: RunChoice | None,
    *,
    with_scores: bool,
) -> MatrixColumn:
    look = looks.get(column.run_id)
    have_scores = [with_scores and question.kind not in EXACT_KINDS for question in table.questions]
    return MatrixColumn(
        column.label,
        [_build_cell(*pair) for pair in zip(column.cells, have_scores, strict=True)],
        NONE if all(cell.text == NONE for cell in column.cells) else _format_mean(column),
        key=column.run_id if choice else "",
        colour=look.colour if look else "currentcolor",
        shape=PATHS[look.shape] if look else "",
        is_chosen=choice is not None and choice.run_id == column.run_id,
    )


def _format_mean(column: AnswersColumn) -> str:
    return (
        "no readable answers"
        if all(score is None for score in column.mean_scores)
        else format_percents(column.mean_scores)
    )


def _build_cell(cell: AnswerCell, has_scores: bool) -> MatrixCell:
    """Build the cell of an answer; one that is right by equality needs no scores, since its verdict implies them."""
    scores = cell.scores if has_scores or cell.verdict == "unscored" else ""
    return MatrixCell(cell.text, cell.error, scores, cell.verdict, get_verdict_meanings().get(cell.verdict, ""))
