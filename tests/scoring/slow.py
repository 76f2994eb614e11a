"""Slow definitions for tests of `core.scoring`'s tables: one estimate and one join at a time."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
from scipy import stats

from core.errors import StatisticsError
from core.scoring.answer_codes import get_score_column
from core.scoring.constant_baseline import score_baseline_constants
from core.statistics.intervals import compute_contrasts, sum_by_cluster
from tests.scoring.definitions import as_estimate


def clustered_mean(values, triangles):
    """Compute the mean of values with its standard error clustered by triangle, without NaN values.

    Raises:
        StatisticsError: the arrays differ in length.
    """
    return _estimate(values, np.zeros(np.shape(values), dtype=int), triangles, (1.0,))


def clustered_share(values, triangles):
    """Compute the mean of values in [0, 1], with a Student interval on the logit scale."""
    mean = clustered_mean(values, triangles)
    if mean.low is None:
        return mean
    share, quantile = mean.value, stats.t.ppf(0.975, mean.degrees_of_freedom)
    half = quantile * mean.standard_error / (share * (1 - share))
    low, high = (1 / (1 + (1 - share) / share * math.exp(-turn)) for turn in (-half, half))
    return replace(mean, low=low, high=high)


def paired_difference(first, second, triangles):
    """Compute the mean of first - second over keys with both values, clustered by triangle.

    Args:
        first: values by key, NaN if missing.
        second: values by the same keys.
        triangles: triangle of each key.

    Raises:
        StatisticsError: the arrays differ in length.
    """
    return clustered_mean(np.asarray(first, dtype=float) - np.asarray(second, dtype=float), triangles)


def difference_of_means(values, is_first, triangles):
    """Compute the mean of the first group minus that of the second, clustered by triangle.

    Factors may vary within a triangle (pose, object) and between triangles (class): a triangle in both groups counts
    with its own difference.

    Raises:
        StatisticsError: the arrays differ in length.
    """
    return _estimate(values, 1 - np.asarray(is_first, dtype=bool).astype(int), triangles, (1.0, -1.0))


def _estimate(values, groups, triangles, weights):
    values = np.asarray(values, dtype=float)
    codes, names = pd.factorize(np.asarray(triangles))
    if not values.shape == codes.shape == groups.shape:
        raise StatisticsError(f"{values.size} values, {codes.size} triangles, {groups.size} groups: give one each")
    sums, counts = sum_by_cluster(values, np.zeros_like(codes), groups, codes, (1, len(weights), max(len(names), 1)))
    return as_estimate(compute_contrasts(sums, counts, np.asarray(weights)).iloc[0])


def add_skill(answers, truths, against="truth"):
    """Add `blind_score` and `skill`, the score minus that of the constant baseline on the same question.

    Args:
        answers: case_id, question_id and the score; skill is NaN if the score is.
        truths: as in `ScoringContext.asked`, of all photographs of the benchmark.
        against: truth or foil, also for choosing the constant.
    """
    blind = score_baseline_constants(truths, against)[["case_id", "question_id", "score"]]
    named = blind.rename(columns={"score": "blind_score"})
    joined = answers.merge(named, on=["case_id", "question_id"], how="left").set_index(answers.index)
    return joined.assign(skill=joined[get_score_column(against)] - joined["blind_score"])
