"""Answers and truths as plain numbers, so that one array operation serves classes and numbers alike.

Every statistic takes the same tables: answers as in the view `scored_answers`, with the columns that `coded_answers`
adds. A class is coded by its place among the question's options; what is missing is NaN.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.errors import StatisticsError
from core.records import QUESTIONS, RIGHT_AT, SCORED_FRAMES, Frame, Question, Value
from core.scoring.metrics import Floats

_CODE_OF_CLASS = {(q.question_id, option): float(code) for q in QUESTIONS for code, option in enumerate(q.options)}
CLASS_QUESTIONS = tuple(q.question_id for q in QUESTIONS if q.kind == "class")


def coded_values(table: pd.DataFrame) -> pd.Series:
    """The column `value` of a table with `question_id`, `value_number`, `value_class`: the number, or the class's code.

    The same word may be an option of several questions; each codes it by its own order.
    """
    words = zip(table["question_id"], table["value_class"], strict=True)
    codes = pd.Series([_CODE_OF_CLASS.get(word, np.nan) for word in words], table.index, dtype=float)
    return table["value_number"].astype(float).fillna(codes).rename("value")


def decoded(question: Question, code: float) -> Value:
    """The class word or the number that a code stands for."""
    return question.options[int(code)] if question.options else float(code)


def coded_truths(truths: pd.DataFrame, photographs: pd.DataFrame) -> pd.DataFrame:
    """One row per photograph and question: triangle, condition and the truths in both scored frames.

    Args:
        truths: photograph_id, frame, question_id, value_number, value_class, as in the table `truths`.
        photographs: photograph_id, triangle_id, condition, as in the table `photographs`.

    Returns:
        photograph_id, triangle_id, condition, question_id, truth_3d, truth_2d.
    """
    scored = truths[truths["frame"].isin(SCORED_FRAMES)]
    wide = scored.assign(value=coded_values(scored)).pivot_table(
        index=["photograph_id", "question_id"], columns="frame", values="value", aggfunc="first"
    )
    named = wide.reindex(columns=list(SCORED_FRAMES)).add_prefix("truth_").rename_axis(columns=None).reset_index()
    return photographs[["photograph_id", "triangle_id", "condition"]].merge(named, on="photograph_id")


def coded_answers(answers: pd.DataFrame, truths: pd.DataFrame) -> pd.DataFrame:
    """The answers with `value` (NaN unless the status is `ok`), `truth_3d` and `truth_2d`, in the same order.

    Args:
        answers: as in the view `scored_answers`.
        truths: as `coded_truths` returns them.

    Raises:
        StatisticsError: a run has two answers to one question about one photograph, or an answer has no truth.
    """
    keys = ["photograph_id", "question_id"]
    if answers.duplicated(["run_id", *keys]).any():
        raise StatisticsError("a run has two answers to one question about one photograph; read the answers once")
    named = answers.assign(value=coded_values(answers).where(answers["status"] == "ok"))
    coded = named.merge(truths[[*keys, *map(truth_column, SCORED_FRAMES)]], on=keys, how="left")
    if coded["truth_3d"].isna().any():
        photograph_id = coded.loc[coded["truth_3d"].isna(), "photograph_id"].iloc[0]
        raise StatisticsError(f"photograph {photograph_id} has no truth in 3D; build the warehouse again")
    return coded.set_index(answers.index)


def truth_column(frame: Frame) -> str:
    """Name of the column of truths in a frame."""
    return f"truth_{frame}"


def kappa_column(frame: Frame) -> str:
    """Name of the column of scores against a frame."""
    return f"kappa_{frame}"


def skill_column(frame: Frame) -> str:
    """Name of the column of skills in a frame."""
    return f"skill_{frame}"


def is_right(answers: pd.DataFrame, frame: Frame = "3d", right_at: float = RIGHT_AT) -> pd.Series:
    """1 where an answer is right, 0 where it is not, NaN where it could not be read. In SQL: macro `is_right`.

    Args:
        answers: question_id and the kappa of the frame.
        frame: against which truth.
        right_at: the kappa from which on a number is right; classes are right by equality.
    """
    kappa = answers[kappa_column(frame)].astype(float)
    needed = np.where(answers["question_id"].isin(CLASS_QUESTIONS), 1.0, right_at)
    return (kappa >= needed).astype(float).where(kappa.notna()).rename("is_right")


def answers_arrays(answers: pd.DataFrame, columns: Sequence[str], questions: Sequence[str]) -> Floats:
    """Columns of one run's answers as an array of column x question x triangle x condition; NaN where there is none.

    Triangles and conditions are those of the answers, in their order.
    """
    keys = ("question_id", "triangle_id", "condition")
    axes = [pd.Index(questions), *(pd.Index(sorted(answers[key].unique())) for key in keys[1:])]
    array = np.full([len(columns), *map(len, axes)], np.nan)
    places = tuple(axis.get_indexer(pd.Index(answers[key])) for axis, key in zip(axes, keys, strict=True))
    array[:, *places] = answers[list(columns)].to_numpy(dtype=float).T
    return array
