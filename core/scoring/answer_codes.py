"""Answers and truths as plain numbers, so that the same array operations serve classes, options and numbers.

Every statistic takes the same table: the answers as in `scored_answers`. The code of a class or an option is its index
from 0; missing values are NaN.
"""

import string
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.errors import StatisticsError
from core.question_types.value_codes import UNKNOWN, decode_text, encode_text
from core.records import EXACT_KINDS, RIGHT_AT, UNLISTED_NAME, Question, Scored, Value, is_text_kind
from core.scoring.metrics import Floats

Codes = NDArray[np.integer[Any]]
"""Indices of cells, groups or clusters, from 0; negative if there is none."""

Questions = Mapping[str, Question]
"""A benchmark's questions by id, in display order."""

LETTERS = string.ascii_uppercase
"""Letters of options, in order."""


def list_answer_labels(question: Question, n_options: int = len(LETTERS)) -> Sequence[str]:
    """Return the labels of a question's codes: classes, or letters of options; empty for numbers."""
    return LETTERS[:n_options] if question.kind == "choice" else question.options


def encode_value(question: Question, value: Value) -> float:
    """Return the number itself, or the index of the class or letter; an unlisted name gets that of `UNLISTED_NAME`.

    Raises:
        StatisticsError: the question has no such class or letter.
    """
    if not isinstance(value, str):
        return float(value)
    if is_text_kind(question.kind):
        return encode_text(value)
    words = list_answer_labels(question)
    if value not in words and question.kind == "name" and UNLISTED_NAME in words:
        return float(words.index(UNLISTED_NAME))
    if value not in words:
        raise StatisticsError(f"{question.question_id} has no option {value[:40]!r}")
    return float(words.index(value))


def decode_value(question: Question, code: float) -> Value:
    """Return the class, letter or number of a code."""
    if is_text_kind(question.kind):
        return decode_text(code) or f"{UNKNOWN}{code:.0f}"
    words = list_answer_labels(question)
    return words[int(code)] if words else float(code)


def get_truth_column(against: Scored) -> str:
    """Return the name of the column with the codes of truths or foils."""
    return {"truth": "truth", "foil": "foil"}[against]


def get_score_column(against: Scored) -> str:
    """Return the name of the column of scores against the truth or the foil."""
    return {"truth": "score", "foil": "foil_score"}[against]


def get_skill_column(against: Scored) -> str:
    """Return the name of the column of skills against the truth or the foil."""
    return {"truth": "skill", "foil": "foil_skill"}[against]


def has_foil(answers: pd.DataFrame) -> bool:
    """Return whether the answers are also scored against a foil."""
    return bool(answers["foil"].notna().any())


def map_question_kinds(answers: pd.DataFrame) -> dict[str, str]:
    """Return the kind of each question, ordered by question id."""
    return dict(answers.groupby("question_id", observed=True)["question_kind"].first().astype(str))


def decode_categories(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with categorical columns converted to plain values.

    Answers store words as categories, so that millions of them are read and grouped fast. Statistics return plain
    words, because categories that are mapped to numbers would still be compared in alphabetical order.
    """
    categories = table.select_dtypes("category")
    return table.astype({name: column.cat.categories.dtype for name, column in categories.items()})


def is_correct(answers: pd.DataFrame, against: Scored = "truth", right_at: float = RIGHT_AT) -> pd.Series:
    """Return 1 for right answers, 0 for wrong ones, NaN for unreadable ones. In SQL: macro `is_right`.

    Args:
        answers: question_kind and the score.
        against: truth or foil.
        right_at: the lowest score at which a number is right; classes and options are right if they are equal.
    """
    score = answers[get_score_column(against)].astype(float)
    needed = np.where(answers["question_kind"].isin(EXACT_KINDS), 1.0, right_at)
    return (score >= needed).astype(float).where(score.notna()).rename("is_right")


def build_answer_array(answers: pd.DataFrame, columns: Sequence[str], questions: Sequence[str]) -> Floats:
    """Return columns of one run's answers as an array of column x question x group x slot; NaN without an answer.

    Groups and slots are those of the answers, sorted.
    """
    asked = pd.Index(questions).get_indexer(pd.Index(answers["question_id"]))
    of_group, groups = pd.factorize(answers["group_id"].to_numpy(dtype=object), sort=True)
    in_slot, slots = pd.factorize(answers["slot"].to_numpy(dtype=object), sort=True)
    array = np.full([len(columns), len(questions), len(groups), len(slots)], np.nan)
    array[:, asked, of_group, in_slot] = answers[list(columns)].to_numpy(dtype=float).T
    return array
