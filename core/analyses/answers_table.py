"""Answers beside truths as texts: one table for pages and for the report, whatever the answers come from."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from core.records import QUESTION_BY_ID, QUESTIONS, RIGHT_AT, Frame, Truth, Value
from core.scoring.answers import JudgedAnswer
from core.scoring.coding import is_right, kappa_column
from core.text import MISSING, value_text

Verdict = Literal["right", "right_in_2d_only", "wrong", "unscored", "unreadable"]
"""Right in the world (3D), right only in the picture (2D), neither, without a truth in 3D, or not read at all."""


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """One answer.

    Attributes:
        text: its value, or its status in words if it could not be read.
        kappas: by frame, in the order of the table's frames; empty where the answer could not be read.
    """

    text: str
    kappas: tuple[float | None, ...]
    verdict: Verdict

    @property
    def scores(self) -> str:
        """The kappas in percent."""
        return percents(self.kappas)


@dataclass(frozen=True, slots=True)
class AnswersColumn:
    """The six answers of one run.

    Attributes:
        mean_kappas: over the answers that could be read, in the order of the table's frames.
    """

    label: str
    cells: tuple[AnswerCell, ...]
    mean_kappas: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class AnswersTable:
    """Truths and answers to the six questions, Q1 to Q6.

    Attributes:
        truths: as texts, by frame.
    """

    truths: dict[Frame, tuple[str, ...]]
    columns: tuple[AnswersColumn, ...]

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames that there are truths in, in the order to show them."""
        return tuple(self.truths)

    @property
    def questions(self) -> list[str]:
        """Key and title of each question."""
        return [f"{question.question_id} {question.title}" for question in QUESTIONS]


def answers_table(
    answers: pd.DataFrame, truths: Mapping[Frame, Mapping[str, Value]], right_at: float = RIGHT_AT
) -> AnswersTable:
    """The table of some runs' answers to one photograph.

    Args:
        answers: run_id, run_label, question_id, status, value and a kappa for each frame; six rows a run, in order.
        truths: values by question, by frame.
        right_at: the kappa from which on a number is right; classes are right by equality.
    """
    verdicts = _verdicts(answers, list(truths), right_at)
    columns = []
    for _, rows in answers.assign(verdict=verdicts).groupby("run_id", sort=False):
        kappas = rows[[kappa_column(frame) for frame in truths]].astype(float)
        cells = [
            _cell(row, _numbers(kappas.loc[index]))
            for index, row in zip(rows.index, rows.to_dict("records"), strict=True)
        ]
        columns.append(AnswersColumn(str(rows["run_label"].iloc[0]), tuple(cells), _numbers(kappas.mean())))
    texts = {
        frame: tuple(value_text(values.get(question.question_id), question.kind) for question in QUESTIONS)
        for frame, values in truths.items()
    }
    return AnswersTable(texts, tuple(columns))


def case_table(rows: pd.DataFrame, answered: pd.DataFrame, right_at: float = RIGHT_AT) -> AnswersTable:
    """The table of stored answers.

    Args:
        rows: the query `case_answers`, from which the truths are taken.
        answered: those of its rows whose answers are shown.
        right_at: the kappa from which on a number is right.
    """
    by_question = rows.drop_duplicates("question_id").to_dict("records")
    frames: tuple[Frame, ...] = ("3d", "2d")
    truths: dict[Frame, dict[str, Value]] = {
        frame: {row["question_id"]: _either(row[f"class_{frame}"], row[f"number_{frame}"]) for row in by_question}
        for frame in frames
    }
    values = [
        _either(word, number) for word, number in zip(answered["value_class"], answered["value_number"], strict=True)
    ]
    return answers_table(answered.assign(value=pd.Series(values, answered.index, dtype=object)), truths, right_at)


def judged_table(replies: Sequence[tuple[str, Sequence[JudgedAnswer]]], truths: Iterable[Truth]) -> AnswersTable:
    """The table of replies that were judged a moment ago.

    Args:
        replies: each reply's label and its six answers.
        truths: of the photograph.
    """
    by_frame: dict[Frame, dict[str, Value]] = {}
    for truth in truths:
        by_frame.setdefault(truth.frame, {})[truth.question_id] = truth.value
    order: tuple[Frame, ...] = ("3d", "2d", "rectified")
    frames = [frame for frame in order if frame in by_frame]
    answers = pd.DataFrame(
        [
            {
                "run_id": number,
                "run_label": label,
                "question_id": item.answer.question_id,
                "status": item.answer.status,
                "value": item.answer.value,
            }
            | {kappa_column(frame): item.kappas.get(frame) for frame in frames}
            for number, (label, judged) in enumerate(replies)
            for item in judged
        ],
        columns=["run_id", "run_label", "question_id", "status", "value", *map(kappa_column, frames)],
        dtype=object,
    )
    return answers_table(answers, {frame: by_frame[frame] for frame in frames})


def percents(kappas: Iterable[float | None]) -> str:
    """Kappas in percent, a dash for none."""
    return " · ".join(MISSING if kappa is None else f"{100 * kappa:.0f}" for kappa in kappas)


def _either(word: object, number: float) -> Value:
    return word if isinstance(word, str) else number


def _numbers(kappas: pd.Series) -> tuple[float | None, ...]:
    return tuple(None if pd.isna(kappa) else float(kappa) for kappa in kappas)


def _verdicts(answers: pd.DataFrame, frames: Sequence[Frame], right_at: float) -> pd.Series:
    """The verdict on each answer; a kappa that is NaN is never right."""
    verdicts = pd.Series("unscored", answers.index, dtype=object)
    if "3d" in frames:
        verdicts[:] = "wrong"
        if "2d" in frames:
            verdicts[is_right(answers, "2d", right_at) == 1] = "right_in_2d_only"
        verdicts[is_right(answers, "3d", right_at) == 1] = "right"
    verdicts[(answers["status"] != "ok") | answers["value"].isna()] = "unreadable"
    return verdicts


def _cell(row: Mapping[Hashable, Any], kappas: tuple[float | None, ...]) -> AnswerCell:
    kind = QUESTION_BY_ID[row["question_id"]].kind
    text = value_text(row["value"], kind) if row["status"] == "ok" else str(row["status"]).replace("_", " ")
    return AnswerCell(text, () if row["verdict"] == "unreadable" else kappas, row["verdict"])
