"""Estimates by slice: a table of answers in, one row per slice out, each with its interval. Any column can slice."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from core.errors import StatisticsError
from core.scoring.answer_codes import Codes, decode_categories
from core.scoring.metrics import Floats
from core.statistics.intervals import apply_holm_correction, compute_contrasts, sum_by_cluster

SHARES = frozenset(
    {"score", "foil_score", "corrected_score", "is_right", "is_met", "binary", "graded", "stable", "shows"}
)
"""Columns whose values lie in [0, 1]; so do the intervals of their means."""


def compute_grouped_means(
    answers: pd.DataFrame,
    value: str,
    by: Sequence[str] = (),
    *,
    is_share: bool | None = None,
    counts: str | None = None,
) -> pd.DataFrame:
    """Compute the mean of a column per slice, with the benchmark's groups as clusters.

    Args:
        answers: group_id, the column `value` (NaN is left out) and those of `by`; or sums over several answers.
        value: what to average: score, skill, reliance, is_right.
        by: columns whose combinations are the slices; a null in one leaves the answer out. None: one slice of all.
        is_share: whether the values lie in [0, 1]; None decides by the column's name.
        counts: the column with the number of answers that each value sums; None if each value is a single answer.

    Returns:
        The columns of `by` and of `intervals.compute_contrasts`, sorted by `by`.
    """
    share = value in SHARES if is_share is None else is_share
    return _compute_slice_contrasts(
        answers, value, by, np.zeros(len(answers), dtype=int), np.ones(1), is_share=share, times=counts
    )


def compute_grouped_differences(
    answers: pd.DataFrame,
    value: str,
    factor: str,
    first: object,
    second: object,
    by: Sequence[str] = (),
    *,
    counts: str | None = None,
) -> pd.DataFrame:
    """Compute per slice the mean at `factor` = `first` minus the mean at `factor` = `second`, with groups as clusters.

    Works for factors within clusters and between clusters: a cluster that has both values counts with its own
    difference. For two runs use `pair_answers`, which keeps the cases that both answered. Sums over several answers
    need `counts`, as for `compute_grouped_means`.

    Returns:
        As `compute_grouped_means`.
    """
    levels = np.select([answers[factor] == first, answers[factor] == second], [0, 1], -1)
    return _compute_slice_contrasts(answers, value, by, levels, np.array([1.0, -1.0]), times=counts)


def pair_answers(
    answers: pd.DataFrame, value: str, factor: str, first: object, second: object, keys: Sequence[str]
) -> pd.DataFrame:
    """Return the rows of `first` that have a partner in `second`, with `difference` = first - second.

    The result is input for `compute_grouped_means`.

    Args:
        answers: the columns `value`, `factor` and `keys`.
        value: the column to compare; a pair with a NaN is left out.
        factor: what differs between partners: run_id, pose, has_object.
        first: the value whose rows are returned.
        second: the value of their partners.
        keys: columns that partners share: case_id and question_id for runs; group_id, question_id and
            has_object for poses.

    Raises:
        StatisticsError: several answers have the same keys, so partners are ambiguous.
    """
    keys = list(keys)
    ours, theirs = answers[answers[factor] == first], answers[answers[factor] == second]
    if ours.duplicated(keys).any() or theirs.duplicated(keys).any():
        raise StatisticsError(f"{', '.join(keys)} do not identify one answer per {factor}; add a key")
    pairs = ours.merge(theirs[[*keys, value]], on=keys, suffixes=("", "_other"))
    return pairs.assign(difference=pairs[value] - pairs[f"{value}_other"]).dropna(subset=["difference"])


def compute_pairwise_differences(answers: pd.DataFrame, value: str, factor: str, keys: Sequence[str]) -> pd.DataFrame:
    """Compute the paired difference of every two values of a factor, such as every two runs, at once.

    Args:
        answers: group_id, the columns `value`, `factor` and `keys`.
        value: the column to compare; a pair with a NaN is left out.
        factor: what differs between partners.
        keys: columns that partners share.

    Returns:
        first, second, the columns of `intervals.compute_contrasts` for first - second, and `corrected_p`, corrected by
        Holm for the number of pairs; in order of the factor's values.

    Raises:
        StatisticsError: several answers have the same keys, so partners are ambiguous.
    """
    keys = list(keys)
    if answers.duplicated([factor, *keys]).any():
        raise StatisticsError(f"{', '.join(keys)} do not identify one answer per {factor}; add a key")
    levels, names = pd.factorize(answers[factor], sort=True)
    places = answers.groupby(keys, observed=True).ngroup().to_numpy()
    clusters, group_ids = pd.factorize(answers["group_id"])
    wide = np.full((len(names), places.max(initial=-1) + 1), np.nan)
    wide[levels, places] = answers[value].to_numpy(dtype=float, na_value=np.nan)
    cluster_of = np.zeros(wide.shape[1], dtype=int)
    cluster_of[places] = clusters
    first, second = np.triu_indices(len(names), k=1)
    differences = wide[first] - wide[second]
    cells = np.arange(len(first)).repeat(wide.shape[1])
    shape = (len(first), 1, max(len(group_ids), 1))
    sums, counts = sum_by_cluster(
        differences.ravel(), cells, np.zeros_like(cells), np.tile(cluster_of, len(first)), shape
    )
    compared = decode_categories(pd.DataFrame({"first": names[first], "second": names[second]}))
    pairs = compared.join(compute_contrasts(sums, counts, np.ones(1)))
    return pairs.assign(corrected_p=apply_holm_correction(pairs["p_value"].to_numpy(dtype=float)))


def compute_mean_of_group_means(
    answers: pd.DataFrame,
    value: str,
    group: str,
    by: Sequence[str] = (),
    *,
    is_share: bool | None = None,
    weights: Mapping[str, float] | None = None,
    counts: str | None = None,
) -> pd.DataFrame:
    """Compute the mean of group means per slice: each group (true class) counts equally, regardless of its answers.

    Groups without a value in a slice are left out of it. If `weights` are given, each group counts in proportion to its
    own. Sums over several answers need `counts`, as for `compute_grouped_means`.

    Returns:
        As `compute_grouped_means`, and `n_means`, the number of groups that the mean is over.
    """
    codes, names = pd.factorize(answers[group])
    share = value in SHARES if is_share is None else is_share
    proportions = np.ones(max(len(names), 1)) if weights is None else np.array([weights[name] for name in names])
    return _compute_slice_contrasts(answers, value, by, codes, proportions, is_share=share, is_mean=True, times=counts)


def _compute_slice_contrasts(
    answers: pd.DataFrame,
    value: str,
    by: Sequence[str],
    groups: Codes,
    weights: Floats,
    *,
    is_share: bool = False,
    is_mean: bool = False,
    times: str | None = None,
) -> pd.DataFrame:
    """Compute contrasts per slice; weights of a mean are normalised over the groups that a slice has."""
    by = list(by)
    clusters, group_ids = pd.factorize(answers["group_id"])
    if by:
        slices = answers.groupby(by, observed=True, sort=True)
        cells, keys = (
            slices.ngroup().fillna(-1).to_numpy(dtype=int),
            decode_categories(slices.size().index.to_frame(index=False)),
        )
    else:
        cells, keys = np.zeros(len(answers), dtype=int), pd.DataFrame(index=range(1))
    values = answers[value].to_numpy(dtype=float, na_value=np.nan)
    shape = (len(keys), len(weights), max(len(group_ids), 1))
    n_answers = None if times is None else answers[times].to_numpy(dtype=float)
    sums, counts = sum_by_cluster(values, cells, groups, clusters, shape, n_answers)
    if not is_mean:
        return keys.join(compute_contrasts(sums, counts, weights, is_share=is_share))
    has_answers = counts.sum(axis=2) > 0
    n_means = has_answers.sum(axis=1)
    shares = np.where(has_answers, weights, 0.0)
    shares /= np.where(n_means > 0, shares.sum(axis=1), 1.0)[:, None]
    table = compute_contrasts(sums, counts, shares, is_share=is_share)
    table.loc[n_means == 0, "value"] = np.nan
    return keys.join(table.assign(n_means=n_means))
