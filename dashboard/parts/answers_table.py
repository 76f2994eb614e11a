"""The table of answers beside the truths, as pages show it."""

from collections.abc import Mapping, Sequence
from typing import Literal

import pandas as pd
import streamlit as st

from core.analyses.answers_table import AnswerCell, AnswersTable, percents
from core.analyses.blind import NONE
from core.records import Frame
from core.text import plain
from dashboard.queries import about

NO_BREAK = "\u00a0"
"""A space at which no line ends: the kappas of an answer stay together."""

Marks = Literal["colours", "bold", "crosses"]
"""How a readable answer is set: coloured by its verdict, all in bold, or with a cross if it is wrong in 3D."""


def show_answers_table(
    table: AnswersTable,
    headings: Mapping[Frame, str],
    marks: Marks,
    details: Mapping[Frame, Sequence[str]] | None = None,
) -> None:
    """Shows a row per question, truths first, then each run; with kappas and their means unless marked by crosses.

    Args:
        table: what to show.
        headings: of the columns of truths, by frame.
        marks: how answers are set.
        details: a grey text behind each truth of a frame.
    """
    shown = {"Question": table.titles} | {
        headings[frame]: _truths(texts, (details or {}).get(frame)) for frame, texts in table.truths.items()
    }
    for column in table.columns:
        shown[plain(column.label)] = [_cell_text(cell, marks) for cell in column.cells]
    if marks != "crosses":
        means = dict.fromkeys(shown, "") | {"Question": f"Mean {about().words.score}, %"}
        for column in table.columns:
            scores = column.mean_scores
            is_both = marks == "colours"
            mean = both_scores(*[*scores, None][:2]) if is_both else percents(scores)
            means[plain(column.label)] = NONE if all(cell.text == NONE for cell in column.cells) else mean
        shown = {heading: [*cells, means[heading]] for heading, cells in shown.items()}
    st.table(pd.DataFrame(shown), hide_index=True, border="horizontal")


def both_scores(score: float | None, foil_score: float | None) -> str:
    """The mean scores against the truth and, where there is one, the foil, in percent in a few characters."""
    if score is None or pd.isna(score):
        return "no readable answers"
    described = about()
    if described.foil is None or foil_score is None or pd.isna(foil_score):
        return f"{100 * score:.0f}"
    return f"{described.truth.title} {100 * score:.0f} · {described.foil.title} {100 * foil_score:.0f}"


def _truths(texts: Sequence[str], details: Sequence[str] | None) -> list[str]:
    if details is None:
        return list(texts)
    return [f"{text} :gray[{detail}]" if detail else text for text, detail in zip(texts, details, strict=True)]


def _cell_text(cell: AnswerCell, marks: Marks) -> str:
    if marks == "crosses":
        return f"{cell.text} ✗" if cell.verdict in ("wrong", "foil_only") else cell.text
    if cell.verdict == "unreadable":
        return f":gray[{cell.text}]"
    value = cell.text
    if marks == "bold":
        value = f"**{value}**"
    elif cell.verdict == "right":
        value = f":blue-background[**{value}**]"
    elif cell.verdict == "foil_only":
        value = f":orange-background[*{value}*]"
    return f"{value} :gray[{cell.scores.replace(' ', NO_BREAK)}]"
