"""Letter bias: whether a run prefers letters more than the keys explain."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.parsing.choice.result import get_option_letter
from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats
from core.statistics.intervals import SIGNIFICANCE

DRAWS = 2_000
SEED = 20_251_109
AS_GOOD = 1e-12
"""A drawn distance this close to the observed one counts as reaching it."""

MAX_CLUSTERS = 2_000
"""More groups than these are pooled at random into as many clusters, which are independent too, to bound time."""

_DRAWN_AT_ONCE = 5_000_000
"""Maximum number of group weights in memory at once."""


def compute_letter_shares(answers: pd.DataFrame) -> pd.DataFrame:
    """Compute per run and letter how often it is answered, how often it is the key, and how often it is found.

    Args:
        answers: run_id, value (code of the chosen option, NaN: unreadable), truth.

    Returns:
        run_id, letter, share_answered and share_true (of the readable answers), recall (of the readable answers whose
        key it is; NaN if there are none), n_answered, n_true, n (readable), n_unreadable (of the run).
    """
    columns = [
        "run_id", "letter", "share_answered", "share_true", "recall", "n_answered", "n_true", "n", "n_unreadable",
    ]  # fmt: skip
    rows = []
    for run_id, part in answers.groupby("run_id", observed=True):
        read = part[part["value"].notna()]
        value, truth = (read[name].to_numpy(dtype=np.int64) for name in ("value", "truth"))
        size = int(max(value.max(initial=-1), truth.max(initial=-1))) + 1
        answered, true = (np.bincount(codes, minlength=size) for codes in (value, truth))
        found = np.bincount(value[value == truth], minlength=size)
        for code in range(size):
            recall = found[code] / true[code] if true[code] else np.nan
            shares = (answered[code] / len(read), true[code] / len(read), recall)
            counts = (answered[code], true[code], len(read), len(part) - len(read))
            rows.append((run_id, get_option_letter(code), *shares, *counts))
    return pd.DataFrame(rows, columns=columns)


def compute_letter_bias(answers: pd.DataFrame, by: Sequence[str] = ("run_id",), n_draws: int = DRAWS) -> pd.DataFrame:
    """Compute per slice the total variation distance between the letters of a run and the keys, with its interval.

    It is half the sum of the absolute differences of shares: 0 if letters are answered as often as they are right, and
    otherwise the share of answers that would have to change. Noise alone makes a distance positive, and larger still in
    each draw. The interval is therefore the basic one, 2 d - quantiles of the draws, within 0 and 1, and begins at 0
    unless the distance exceeds 95% of the distances that the draws give around no bias.

    Args:
        answers: group_id, value (NaN: unreadable), truth, and the columns of `by`.
        by: columns whose combinations are the slices.
        n_draws: of groups with replacement, seeded.

    Returns:
        The columns of `by`, distance, low, high, p_value (of no bias), n (readable), n_unreadable, n_groups; interval
        and p-value are NaN with fewer than two groups, the distance also without a readable answer.

    Source: docs/methods/statistics.md, letter bias; A. Davison, D. Hinkley, "Bootstrap Methods and their Application"
    (1997), 5.2.
    """
    columns = [*by, "distance", "low", "high", "p_value", "n", "n_unreadable", "n_groups"]
    rows = []
    for keys, part in answers.groupby(list(by), observed=True):
        read = part[part["value"].notna()]
        clusters = _number_clusters(read["group_id"])
        differences = _count_letter_excess(read, clusters)
        distance = float(abs(differences.sum(axis=0)).sum() / 2 / len(read)) if len(read) else np.nan
        low, high, p_value = np.nan, np.nan, np.nan
        if len(differences) > 1:
            n_cases = np.bincount(clusters).astype(np.float64)
            drawn, of_none = _draw_distances(differences, n_cases, n_draws)
            ends = 2 * distance - np.quantile(drawn, [1 - SIGNIFICANCE / 2, SIGNIFICANCE / 2])
            low, high = np.clip(ends, 0.0, 1.0).tolist()
            p_value = (np.count_nonzero(of_none >= distance - AS_GOOD) + 1) / (n_draws + 1)
            low = 0.0 if p_value > SIGNIFICANCE else low
        rows.append((*keys, distance, low, high, p_value, len(read), len(part) - len(read), read["group_id"].nunique()))
    return pd.DataFrame(rows, columns=columns)


def _number_clusters(group_ids: pd.Series) -> Codes:
    """Return the number of each row's cluster: its group, or a random pool of groups if there are many."""
    groups, names = pd.factorize(group_ids)
    if len(names) <= MAX_CLUSTERS:
        return groups
    return np.random.default_rng(SEED).permutation(len(names))[groups] % MAX_CLUSTERS


def _count_letter_excess(read: pd.DataFrame, clusters: Codes) -> Floats:
    """Count per cluster x letter how much more often a letter is answered than right."""
    value, truth = (read[name].to_numpy(dtype=np.int64) for name in ("value", "truth"))
    differences = np.zeros((clusters.max(initial=-1) + 1, int(max(value.max(initial=-1), truth.max(initial=-1))) + 1))
    np.add.at(differences, (clusters, value), 1.0)
    np.add.at(differences, (clusters, truth), -1.0)
    return differences


def _draw_distances(differences: Floats, n_cases: Floats, n_draws: int) -> tuple[Floats, Floats]:
    """Return the distance in each draw of groups, and in the same draws of differences whose mean is removed."""
    n_groups = len(differences)
    without_mean = differences - n_cases[:, None] * differences.sum(axis=0) / n_cases.sum()
    random = np.random.default_rng(SEED)
    distances = []
    for begin in range(0, n_draws, step := max(_DRAWN_AT_ONCE // n_groups, 1)):
        weights = random.multinomial(n_groups, np.full(n_groups, 1 / n_groups), size=min(step, n_draws - begin))
        sums = [abs(weights @ each).sum(axis=1) / 2 for each in (differences, without_mean)]
        distances.append(np.stack(sums) / (weights @ n_cases))
    drawn, of_none = np.concatenate(distances, axis=1)
    return drawn, of_none
