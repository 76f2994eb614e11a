"""Table of answers beside truths as texts, for pages and the report."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
import pandas as pd

from core.analyses.blind_references import NONE, is_none
from core.analyses.reference_models import DESCRIPTIONS, NO_ANSWER
from core.benchmarks.info import BenchmarkInfo
from core.formatting import MISSING, format_number, format_value, to_single_line
from core.question_types.registry import format_typed_value
from core.records import RIGHT_AT, Frame, Question, Truth, Value
from core.scoring.answer_codes import LETTERS, is_correct
from core.scoring.answers import ScoredAnswer
from core.scoring.metrics import Floats

Verdict = Literal["right", "foil_only", "wrong", "unscored", "unreadable"]
"""Right, right by the foil only, neither, without a truth, or unreadable."""

Options = Mapping[str, Sequence[str]]
"""Texts of a choice's options in the order of their letters, by question."""

_COLUMNS = ["run_id", "run_label", "question_id", "question_kind", "status", "value"]

MAX_OPTION = 28

MAX_TYPED = 60
"""Maximum number of characters of a point, box, order or text in a table."""

"""Maximum number of characters of an option's text after its letter."""


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """One answer.

    Attributes:
        text: its value, or its status in words if it could not be read.
        values: scores by frame, in the order of the table's frames; empty if the answer could not be read.
        error: for a number, its distance from the truth in its own unit; otherwise empty.
    """

    text: str
    values: tuple[float | None, ...]
    verdict: Verdict
    error: str = ""

    @property
    def scores(self) -> str:
        """Scores in percent."""
        return format_percents(self.values)


@dataclass(frozen=True, slots=True)
class AnswersColumn:
    """The answers of one run.

    Attributes:
        mean_scores: over the answers that could be read, in the order of the table's frames.
        run_id: of the run, as a text.
    """

    label: str
    cells: tuple[AnswerCell, ...]
    mean_scores: tuple[float | None, ...]
    run_id: str = ""


@dataclass(frozen=True, slots=True)
class AnswersTable:
    """Truths and answers to the questions of a case.

    Attributes:
        questions: in order.
        truths: as texts, by frame.
    """

    questions: tuple[Question, ...]
    truths: dict[Frame, tuple[str, ...]]
    columns: tuple[AnswersColumn, ...]

    @property
    def frames(self) -> tuple[Frame, ...]:
        """Frames for which there are truths, in display order."""
        return tuple(self.truths)

    @property
    def titles(self) -> list[str]:
        """Return key and title of each question; only the title if both are equal."""
        return [q.title if q.key == q.question_id else f"{q.question_id} {q.title}" for q in self.questions]


def name_score_column(frame: Frame) -> str:
    """Return the name of the column with scores against a frame."""
    return f"score_{frame}"


def build_answers_table(
    answers: pd.DataFrame,
    truths: Mapping[Frame, Mapping[str, Value]],
    questions: Sequence[Question],
    judge: tuple[Frame, Frame | None],
    right_at: float = RIGHT_AT,
    options: Options = MappingProxyType({}),
) -> AnswersTable:
    """Build the table of some runs' answers to one case.

    Args:
        answers: run_id, run_label, question_id, question_kind, status, value and a score for each frame
            (`name_score_column`); one row per question and run, in order.
        truths: values by question, by frame.
        questions: of the case.
        judge: the frames of the truth and of the foil, by which answers are right.
        right_at: minimum score for a number to be right; classes and options are right by equality.
        options: texts of the letters by question; a letter without a text is shown alone.
    """
    names = [name_score_column(frame) for frame in truths]
    judged = answers[[*_COLUMNS, *names]].assign(
        verdict=_classify_answers(answers, list(truths), judge, right_at), model_id=answers.get("model_id", "")
    )
    true = truths.get(judge[0], {})
    by_run: dict[object, list[dict[str, Any]]] = {}
    for row in judged.astype(object).to_dict("records"):
        by_run.setdefault(row["run_id"], []).append({str(name): value for name, value in row.items()})
    columns = []
    for run_id, rows in by_run.items():
        scores = np.array([[row[name] for name in names] for row in rows], float)
        cells = [
            _build_cell(row, _replace_nan(own), true, options) for row, own in zip(rows, scores.tolist(), strict=True)
        ]
        columns.append(AnswersColumn(str(rows[0]["run_label"]), tuple(cells), _compute_means(scores), str(run_id)))
    texts = {
        frame: tuple(_format_truth(values.get(question.question_id), question, options) for question in questions)
        for frame, values in truths.items()
    }
    return AnswersTable(tuple(questions), texts, tuple(columns))


def build_case_table(
    rows: pd.DataFrame,
    answered: pd.DataFrame,
    about: BenchmarkInfo,
    right_at: float = RIGHT_AT,
    options: Options = MappingProxyType({}),
) -> AnswersTable:
    """Build the table of stored answers.

    Args:
        rows: the query `case_answers`, from which the truths are taken.
        answered: those of its rows whose answers are shown.
        about: the benchmark.
        right_at: minimum score for a number to be right.
        options: as in `build_answers_table`.
    """
    by_question = rows.drop_duplicates("question_id").astype(object).to_dict("records")
    names = {about.truth.frame: ("true", "score")} | ({about.foil.frame: ("foil", "foil_score")} if about.foil else {})
    truths: dict[Frame, dict[str, Value]] = {
        frame: {row["question_id"]: coalesce_value(row[f"{name}_class"], row[f"{name}_number"]) for row in by_question}
        for frame, (name, _) in names.items()
    }
    values = [
        coalesce_value(word, number)
        for word, number in zip(answered["value_class"], answered["value_number"], strict=True)
    ]
    scores = {name_score_column(frame): answered[column] for frame, (_, column) in names.items()}
    named = answered.assign(
        value=pd.Series(values, answered.index, dtype=object), question_kind=answered["kind"], **scores
    )
    questions = [about.questions[row["question_id"]] for row in by_question]
    return build_answers_table(named, truths, questions, get_judging_frames(about), right_at, options)


def get_judging_frames(about: BenchmarkInfo) -> tuple[Frame, Frame | None]:
    """Return the frames by which a benchmark's answers are right."""
    return about.truth.frame, about.foil.frame if about.foil else None


def build_scored_table(
    replies: Sequence[tuple[str, Sequence[ScoredAnswer]]],
    truths: Iterable[Truth],
    questions: Sequence[Question],
    judge: tuple[Frame, Frame | None],
) -> AnswersTable:
    """Build the table of replies that have just been scored.

    Args:
        replies: each reply's label and its answers.
        truths: of the case.
        questions: of the case.
        judge: as in `build_answers_table`.
    """
    by_frame: dict[Frame, dict[str, Value]] = {}
    for truth in truths:
        by_frame.setdefault(truth.frame, {})[truth.question_id] = truth.value
    first = [frame for frame in judge if frame in by_frame]
    frames = [str(frame) for frame in (*first, *(frame for frame in by_frame if frame not in first))]
    answers = pd.DataFrame(
        [
            {
                "run_id": number,
                "run_label": label,
                "question_id": item.answer.question_id,
                "question_kind": item.question.kind,
                "status": item.answer.status,
                "value": item.answer.value,
            }
            | {name_score_column(frame): item.scores.get(frame) for frame in frames}
            for number, (label, judged) in enumerate(replies)
            for item in judged
        ],
        columns=[*_COLUMNS, *map(name_score_column, frames)],
        dtype=object,
    )
    return build_answers_table(answers, {frame: by_frame[frame] for frame in frames}, questions, judge)


def format_percents(scores: Iterable[float | None]) -> str:
    """Format scores in percent, with a dash for missing ones."""
    return " · ".join(MISSING if score is None else f"{format_number(100 * score, 0)}" for score in scores)


def coalesce_value(word: object, number: float) -> Value:
    """Return the value of two columns, of which one is null: a class or letter, or a number."""
    return word if isinstance(word, str) else number


def _compute_means(scores: Floats) -> tuple[float | None, ...]:
    """Compute the mean of each column, ignoring missing values; None if all are missing."""
    return tuple(float(there.mean()) if len(there := own[~np.isnan(own)]) else None for own in scores.T)


def _replace_nan(scores: Iterable[float]) -> tuple[float | None, ...]:
    return tuple(None if math.isnan(score) else float(score) for score in scores)


def _classify_answers(
    answers: pd.DataFrame, frames: Sequence[Frame], judge: tuple[Frame, Frame | None], right_at: float
) -> pd.Series:
    """Classify each answer; a score that is NaN is never right."""
    truth, foil = judge
    verdicts = pd.Series("unscored", answers.index, dtype=object)
    if truth in frames:
        verdicts[:] = "wrong"
        if foil in frames:
            verdicts[
                is_correct(answers.assign(score=answers[name_score_column(str(foil))]), right_at=right_at) == 1
            ] = "foil_only"
        verdicts[is_correct(answers.assign(score=answers[name_score_column(truth)]), right_at=right_at) == 1] = "right"
    verdicts[(answers["status"] != "ok") | answers["value"].isna()] = "unreadable"
    return verdicts


def _build_cell(
    row: Mapping[str, Any], scores: tuple[float | None, ...], true: Mapping[str, Value], options: Options
) -> AnswerCell:
    text = format_with_option(row["value"], row["question_kind"], options.get(row["question_id"], ()))
    if row["status"] != "ok":
        text = format_status(row["status"], row["model_id"])
    if row["verdict"] == "unreadable":
        return AnswerCell(text, (), "unreadable")
    error = format_error(row["value"], true.get(row["question_id"]), row["question_kind"])
    return AnswerCell(text, scores, row["verdict"], error)


def format_status(status: object, model_id: object) -> str:
    """Return the text for an answer that could not be read, or that a reference does not give."""
    if is_none(model_id, status):
        return NONE
    return NO_ANSWER if status == "missing" and model_id in DESCRIPTIONS else str(status).replace("_", " ")


def _format_truth(value: Value | None, question: Question, options: Options) -> str:
    return format_with_option(value, question.kind, options.get(question.question_id, ()))


def format_with_option(value: object, kind: str, options: Sequence[str]) -> str:
    """Format a value as text, with a letter's option after it, shortened."""
    if ":" in kind:
        return shorten(format_typed_value(value, kind), MAX_TYPED, placeholder="…")
    text = format_value(value, kind)
    place = LETTERS.find(text) if kind == "choice" and len(text) == 1 else -1
    if not 0 <= place < len(options):
        return text
    return f"{text} · {shorten(to_single_line(options[place]), MAX_OPTION, placeholder='…')}"


def format_error(value: object, truth: object, kind: str) -> str:
    """Format the error of a number: `+12.4°` for angles, `−0.13` for ratios; empty for all else."""
    if not isinstance(value, int | float) or not isinstance(truth, int | float) or math.isnan(value - truth):
        return ""
    is_angle = kind == "angle"
    decimals = 1 if is_angle else 2
    if not round(value - truth, decimals) and format_value(value, kind) != format_value(truth, kind):
        decimals += 1  # both are rounded, so a zero would contradict them
    return format_number(value - truth, decimals, with_plus=True) + ("°" if is_angle else "")
