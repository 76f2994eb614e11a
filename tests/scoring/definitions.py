"""Slow definitions of what SQL and whole tables compute: truths, one estimate, difficulty, disagreement."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from core.errors import StatisticsError
from core.records import RIGHT_AT, SCORED, Scored
from core.scoring.coding import in_words, is_right, truth_column


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a difference with its uncertainty; None where it cannot be computed.

    Attributes:
        standard_error: by clusters; None with fewer than two clusters.
        low, high: the 95 % interval; None also where every cluster gives the same, which has no spread to judge by.
        p_value: two-sided, of the hypothesis that the value is 0.
        degrees_of_freedom: of Student's t, clusters - 1 (of the smaller group, where there are two).
        n: answers (pairs of answers, where they are paired).
        n_groups: clusters.
    """

    value: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    p_value: float | None
    degrees_of_freedom: int
    n: int
    n_groups: int


def difficulty(
    answers: pd.DataFrame, by: Sequence[str] = ("case_id",), against: Scored = "truth", right_at: float = RIGHT_AT
) -> pd.DataFrame:
    """The share of models that get a case right, over the answers that could be read: 1 easy, 0 hard.

    Args:
        answers: several runs' answers; leave reference solvers out before.
        by: case_id, or case_id and question_id.
        against: against which truth.
        right_at: the score from which on a number is right.

    Returns:
        The columns of `by`, share_right, n_answers, n_runs.
    """
    marked = answers.assign(is_right=is_right(answers, against, right_at)).dropna(subset=["is_right"])
    return in_words(
        marked.groupby(list(by), observed=True, as_index=False).agg(
            share_right=("is_right", "mean"), n_answers=("is_right", "size"), n_runs=("run_id", "nunique")
        )
    )


def disagreement(answers: pd.DataFrame, against: Scored = "truth", right_at: float = RIGHT_AT) -> pd.DataFrame:
    """Per case, the share of pairs of runs of which only one is right, mean over the questions.

    Args:
        answers: several runs' answers; leave reference solvers out before.
        against: against which truth.
        right_at: the score from which on a number is right.

    Returns:
        case_id, disagreement: from 0, all alike, to 2/3 for four runs of which two are right; without the
        cases that fewer than two runs answered.
    """
    marked = answers.assign(is_right=is_right(answers, against, right_at)).dropna(subset=["is_right"])
    counts = marked.groupby(["case_id", "question_id"], observed=True)["is_right"].agg(["sum", "size"])
    counts = counts[counts["size"] > 1]
    mixed = counts["sum"] * (counts["size"] - counts["sum"])
    pairs = mixed / (counts["size"] * (counts["size"] - 1) / 2)
    return pairs.groupby("case_id").mean().rename("disagreement").reset_index()


def with_truths(answers: pd.DataFrame, truths: pd.DataFrame) -> pd.DataFrame:
    """The answers with the codes of their truths and foils, in the same order.

    Args:
        answers: run_id, case_id, question_id, value.
        truths: case_id, question_id, truth, foil (NaN where there is none).

    Raises:
        StatisticsError: a run has two answers to one question of one case, or an answer has no truth.
    """
    keys = ["case_id", "question_id"]
    if answers.duplicated(["run_id", *keys]).any():
        raise StatisticsError("a run has two answers to one question of one case; read the answers once")
    known = answers.merge(truths[[*keys, *map(truth_column, SCORED)]], on=keys, how="left")
    if known["truth"].isna().any():
        case_id = known.loc[known["truth"].isna(), "case_id"].iloc[0]
        raise StatisticsError(f"{case_id} has no truth; build the warehouse again")
    return known.set_index(answers.index)


def as_estimate(row: pd.Series) -> Estimate:
    """A row of a table of estimates as a record."""
    names = ("value", "standard_error", "low", "high", "p_value")
    counts = ("degrees_of_freedom", "n", "n_groups")
    numbers = {name: None if pd.isna(row[name]) else float(row[name]) for name in names}
    return Estimate(**numbers, **{name: int(row[name]) for name in counts})
