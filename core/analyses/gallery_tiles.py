"""Gallery tiles: a strip of the models' answers per case, and a caption of what was answered, is true, and looks so."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from core.analyses.answers_table import Verdict, coalesce_value, format_status
from core.formatting import to_single_line
from core.question_types.registry import format_typed_value
from core.records import Question
from core.scoring.answer_codes import LETTERS

MAX_OPTION = 16
"""Maximum number of characters of an option's text in a tile."""

_NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class StripMark:
    """A run's mark in the strip of a tile.

    Attributes:
        run_id: the run.
        n_asked: number of questions that it was asked; 0 if it was not asked about the case.
        counts: its answers by verdict, the best first, without verdicts that do not occur.
    """

    run_id: str
    n_asked: int
    counts: Mapping[Verdict, int]

    @property
    def verdict(self) -> Verdict | None:
        """Verdict on its only answer; None if there are several or none."""
        return next(iter(self.counts)) if self.n_asked == 1 else None


def build_strips(rows: pd.DataFrame, case_ids: Sequence[str], run_ids: Sequence[str]) -> dict[str, list[StripMark]]:
    """Build a mark per run, in the order of the runs, by case.

    Args:
        rows: the query `tile_answers`.
        case_ids: the cases of the page.
        run_ids: the runs of the page.
    """
    marks = {(row["case_id"], row["run_id"]): _build_mark(row) for row in rows.to_dict("records")}
    return {
        case_id: [marks.get((case_id, run_id), StripMark(run_id, 0, {})) for run_id in run_ids] for case_id in case_ids
    }


def _build_mark(row: Mapping[Hashable, Any]) -> StripMark:
    known: dict[Verdict, int] = {
        "right": int(row["n_right"]),
        "foil_only": int(row["n_foil_only"]),
        "unreadable": int(row["n_unreadable"]),
    }
    wrong = int(row["n_asked"]) - sum(known.values())
    ordered: dict[Verdict, int] = {
        "right": known["right"],
        "foil_only": known["foil_only"],
        "wrong": wrong,
        "unreadable": known["unreadable"],
    }
    return StripMark(
        row["run_id"], int(row["n_asked"]), {verdict: count for verdict, count in ordered.items() if count}
    )


def format_captions(
    truths: pd.DataFrame,
    answers: pd.DataFrame,
    questions: Mapping[str, Question],
    run_ids: Sequence[str],
    foil: str = "",
) -> dict[str, str]:
    """Format a caption per case with one question.

    For example `said scalene · is isosceles · looks scalene`, or `said B (7) · correct: C (9) · 2D: B (7)`. If several
    runs are shown, only the strip shows their answers.

    Args:
        truths: the query `tile_truths`.
        answers: the query `tile_answers` about the same questions.
        questions: of the benchmark, by id.
        run_ids: the runs of the page.
        foil: short name of the foil, before its option; empty without a foil.
    """
    said = {row["case_id"]: row for row in answers.to_dict("records")} if len(run_ids) == 1 else {}
    return {
        row["case_id"]: _format_caption(row, said.get(row["case_id"]), questions[row["question_id"]].kind, foil)
        for row in truths.to_dict("records")
    }


def _format_caption(truth: Mapping[Hashable, Any], answer: Mapping[Hashable, Any] | None, kind: str, foil: str) -> str:
    options = truth["options"] if isinstance(truth["options"], Iterable) else ()
    parts = {}
    if answer is not None:
        is_read = answer["status"] == "ok"
        parts["said"] = (
            format_short(coalesce_value(answer["value_class"], answer["value_number"]), kind, list(options))
            if is_read
            else f"({format_status(answer['status'], answer['model_id'])})"
        )
    parts["correct:" if kind == "choice" else "is"] = format_short(
        coalesce_value(truth["true_class"], truth["true_number"]), kind, list(options)
    )
    looks = coalesce_value(truth["foil_class"], truth["foil_number"])
    if isinstance(looks, str) or not pd.isna(looks):
        parts[f"{foil}:" if kind == "choice" else "looks"] = format_short(looks, kind, list(options))
    return " · ".join(_replace_spaces(f"{name} {text}") for name, text in parts.items())


def _replace_spaces(part: str) -> str:
    """Replace spaces in a part that fits the smallest tile, so that lines break only between parts."""
    return part.replace(" ", _NO_BREAK) if len(part) <= MAX_OPTION else part


def format_short(value: object, kind: str, options: Sequence[str]) -> str:
    """Format a value as text; a letter is followed by its option if that is short."""
    text = format_typed_value(value, kind)
    place = LETTERS.find(text) if kind == "choice" and len(text) == 1 else -1
    option = to_single_line(options[place]) if 0 <= place < len(options) else ""
    return f"{text} ({option})" if 0 < len(option) <= MAX_OPTION else text
