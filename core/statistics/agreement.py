"""Confusion counts, repeated answers, errors that models have in common, and difficulty."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.errors import StatisticsError
from core.records import EXACT_KINDS, Scored
from core.scoring.answer_codes import (
    Questions,
    decode_categories,
    get_score_column,
    get_truth_column,
    list_answer_labels,
)
from core.scoring.metrics import Floats
from core.statistics.grouped_means import compute_mean_of_group_means


def compute_balanced_accuracy(
    answers: pd.DataFrame, by: Sequence[str], against: Scored = "truth", *, counts: str | None = None
) -> pd.DataFrame:
    """Compute the mean recall of the true classes per slice, with its interval.

    Chance is 1 / `n_means`, 1/3 on Tri-Bench. A class on which all groups give the same (never right) adds nothing to
    the interval; see `docs/methods/statistics.md`.

    Args:
        answers: of one class question (or sliced by question_id), with codes of `answer_codes.encode_value` as values.
        by: columns to slice by.
        against: which truth.
        counts: if given, the values are sums over several answers, as for `grouped_means.compute_grouped_means`.

    Returns:
        As `grouped_means.compute_mean_of_group_means`.

    Raises:
        StatisticsError: an answer belongs to a number question.

    Source: GIQ, section on 3D symmetry detection (balanced accuracy), for three classes.
    """
    _check_classes(answers)
    return compute_mean_of_group_means(answers, get_score_column(against), get_truth_column(against), by, counts=counts)


def count_confusions(answers: pd.DataFrame, questions: Questions, against: Scored = "truth") -> pd.DataFrame:
    """Count how often each class or letter was given for each true one, zeros included.

    One row per run, question, truth and answer.

    Args:
        answers: with codes of `answer_codes.encode_value` as values; those that could not be read are left out.
        questions: by id.
        against: which truth.

    Returns:
        run_id, question_id, truth, answer (class words), n, share (of the truth's answers; NaN if there are none).
    """
    read = answers[answers["value"].notna()]
    tables = []
    for (run_id, question_id), rows in read.groupby(["run_id", "question_id"], observed=True):
        question = questions[str(question_id)]
        if question.kind not in EXACT_KINDS:
            continue
        words = list(list_answer_labels(question, int(rows[["value", get_truth_column(against)]].max().max()) + 1))
        size = len(words)
        counts = np.zeros((size, size), dtype=int)
        np.add.at(counts, (rows[get_truth_column(against)].to_numpy(dtype=int), rows["value"].to_numpy(dtype=int)), 1)
        with np.errstate(invalid="ignore"):
            shares = counts / counts.sum(axis=1, keepdims=True)
        tables.append(
            pd.DataFrame(
                {
                    "run_id": run_id,
                    "question_id": question_id,
                    "truth": np.repeat(words, size),
                    "answer": np.tile(words, size),
                    "n": counts.ravel(),
                    "share": shares.ravel(),
                }
            )
        )
    columns = ["run_id", "question_id", "truth", "answer", "n", "share"]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=columns)


def compute_phi(both: int, only_first: int, only_second: int, neither: int) -> float | None:
    """Compute the correlation of two binary variables, in [-1, 1], from the counts of their four combinations.

    None if one of them is constant: a model that is never wrong has no errors to share.

    Source: K. Pearson's phi coefficient; for two columns of 0 and 1 it is their product-moment correlation.
    """
    found = float(compute_phis(np.array([both, only_first, only_second, neither], dtype=np.float64)))
    return None if math.isnan(found) else found


def compute_phis(counts: Floats) -> Floats:
    """Compute phi along the last axis of (..., 4) counts, in the order of `compute_phi`; NaN if it is undefined."""
    both, only_first, only_second, _ = np.moveaxis(counts, -1, 0)
    n, first, second = counts.sum(axis=-1), both + only_first, both + only_second
    spread = first * (n - first) * second * (n - second)
    with np.errstate(invalid="ignore", divide="ignore"):
        phis: Floats = np.where(spread > 0, (n * both - first * second) / np.sqrt(spread), np.nan)
    return phis


def measure_repetition(answers: pd.DataFrame, by: Sequence[str] = ("run_id", "question_id")) -> pd.DataFrame:
    """Return the commonest answer per slice, its share, and the number of different answers.

    Args:
        answers: question_id and value, with codes of `answer_codes.encode_value` as values; unreadable answers are
            left out.
        by: columns to slice by, question_id among them.

    Returns:
        The columns of `by`, commonest (coded; the smallest in a tie), commonest_share, n_different, n.
    """
    by = list(by)
    counts = (
        answers.dropna(subset=["value"]).groupby([*by, "value"], observed=True).size().rename("times").reset_index()
    )
    counts = counts.sort_values([*by, "times", "value"], ascending=[*[True] * len(by), False, True])
    table = counts.groupby(by, observed=True, as_index=False).agg(
        commonest=("value", "first"), times=("times", "first"), n_different=("value", "size"), n=("times", "sum")
    )
    return decode_categories(table.assign(commonest_share=table["times"] / table["n"]).drop(columns="times"))


def _check_classes(answers: pd.DataFrame) -> None:
    others = answers.loc[~answers["question_kind"].isin(EXACT_KINDS), "question_id"].unique()
    if len(others):
        raise StatisticsError(f"{', '.join(others)} have no fixed classes to balance; use class or choice questions")
