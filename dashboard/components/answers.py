"""The matrix of answers: a row per question, the truths, then a column per model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from dashboard.components.mount import Part, as_data, create_component
from dashboard.runtime.session_state import ElementKey, read_sent
from dashboard.style.theme import reserve_height

_ANSWERS = create_component("answers", "element", "shape")


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A cell with an answer or a truth.

    Attributes:
        text: the value.
        error: the difference from the truth.
        scores: small grey text after the value.
        verdict: sets background and mark, as in `core.analyses.answers_table`; empty for truths.
        meaning: the verdict in words, for the hover text and for screen readers.
    """

    text: str
    error: str = ""
    scores: str = ""
    verdict: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class MatrixColumn:
    """A column: its heading, a cell per question, and the cell below them.

    Attributes:
        key: reported by a click on the heading; empty if the heading is not clickable.
        colour: of its model; empty for truths.
        shape: path of its model's mark, as in `style.markers.PATHS`; empty if the model is unknown.
        is_chosen: whether the heading is the chosen one.
    """

    title: str
    cells: Sequence[MatrixCell]
    foot: str = ""
    key: str = ""
    colour: str = ""
    shape: str = ""
    is_chosen: bool = False


def build_matrix(
    questions: Sequence[str],
    columns: Sequence[MatrixColumn],
    foot: str,
    key: ElementKey,
    alt: str,
    signs: Mapping[str, str],
    min_height_px: int,
    marked: Sequence[int] = (),
    on_choose: Callable[[str], None] | None = None,
    choose_help: str = "",
    *,
    question_helps: Sequence[str] = (),
    score_name: str = "",
    summary: str = "",
    legend: Sequence[tuple[str, str]] = (),
) -> Part:
    """Build the matrix; a click on a heading with a key calls `on_choose` with it.

    Args:
        questions: heading of each row.
        columns: truths first.
        foot: heading of the last row; if empty, there is no such row.
        key: of the component.
        alt: description of the table for screen readers.
        signs: prefix of an answer by verdict, so that it can be read without colour.
        min_height_px: of the space to reserve.
        marked: indices of the rows to emphasise.
        on_choose: called after the click.
        choose_help: what a click on a heading does.
        question_helps: hover text of each row's heading.
        score_name: before the scores of an answer in its hover text; empty if they are in the cell.
        summary: a sentence above the table.
        legend: verdicts with their meanings, below the summary; a verdict without a sign has only its meaning.
    """
    data = {
        "questions": list(questions),
        "columns": [as_data(column) | {"cells": [as_data(cell) for cell in column.cells]} for column in columns],
        "foot": foot,
        "alt": alt,
        "signs": dict(signs),
        "marked": list(marked),
        "choose_help": choose_help,
        "question_helps": list(question_helps),
        "score_name": score_name,
        "summary": summary,
        "legend": list(legend),
    }

    def handle_choice() -> None:
        if on_choose is not None and (column := read_sent(key, "chosen", str)) is not None:
            on_choose(column)

    callbacks = {} if on_choose is None else {"on_chosen_change": handle_choice}
    return Part(_ANSWERS, key, data, partial(reserve_height, key, min_height_px), callbacks)
