"""Krippendorff's alpha for nominal codes, with a bootstrap interval over the benchmark's groups."""

from dataclasses import dataclass

import numpy as np

from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats
from core.statistics.intervals import SIGNIFICANCE

N_DRAWS = 2000
"""Number of bootstrap draws."""


@dataclass(frozen=True, slots=True)
class AlphaEstimate:
    """Krippendorff's alpha.

    Attributes:
        value: 1 if coders always agree, 0 if they agree as often as by chance; None if it is undefined, because fewer
            than two codes were used or no answer has two codes.
        low, high: ends of the 95% interval; None if alpha is undefined or there is only one group.
        n: answers with at least two codes.
        n_groups: groups that they belong to.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    n_groups: int


def compute_krippendorff_alpha(codes: Codes, groups: Codes, seed: int = 0) -> AlphaEstimate:
    """Compute alpha from every coder's code of each answer.

    Alpha is 1 - D_o / D_e: the observed disagreement of pairs of codes of the same answer, over that of pairs of all
    codes. Coincidences add up over answers, so a bootstrap draw of groups is a weighted sum over groups. The interval
    is the percentile interval.

    Args:
        codes: answers x coders, from 0; negative if a coder has not coded the answer.
        groups: the group of each answer, from 0.
        seed: of the bootstrap.

    Source: K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C, nominal data.
    """
    is_paired = (codes >= 0).sum(axis=1) >= 2
    paired, clusters = codes[is_paired], np.unique(groups[is_paired], return_inverse=True)[1]
    n_codes, n_groups = int(codes.max(initial=-1)) + 1, int(clusters.max(initial=-1)) + 1
    counts = (paired[:, :, None] == np.arange(n_codes)).sum(axis=1).astype(float)
    margins = np.zeros((n_groups, n_codes))
    np.add.at(margins, clusters, counts)
    agreeing = (counts * (counts - 1)).sum(axis=1) / np.maximum(counts.sum(axis=1) - 1, 1)
    agreement: Floats = np.bincount(clusters, agreeing, n_groups).astype(float)
    value = float(_compute_alphas(np.ones((1, n_groups)), agreement, margins)[0])
    if np.isnan(value):
        return AlphaEstimate(None, None, None, len(paired), n_groups)
    if n_groups < 2:
        return AlphaEstimate(value, None, None, len(paired), n_groups)
    draws = np.random.default_rng(seed).multinomial(n_groups, np.full(n_groups, 1 / n_groups), N_DRAWS).astype(float)
    low, high = np.nanquantile(_compute_alphas(draws, agreement, margins), [SIGNIFICANCE / 2, 1 - SIGNIFICANCE / 2])
    return AlphaEstimate(value, float(low), float(high), len(paired), n_groups)


def _compute_alphas(weights: Floats, agreement: Floats, margins: Floats) -> Floats:
    """Compute alpha for each row of group weights; NaN if all codes are equal.

    Args:
        weights: draws x groups.
        agreement: by group, the sum of coincidences of equal codes.
        margins: groups x codes, the number of codes.
    """
    totals = weights @ margins
    n = totals.sum(axis=1)
    expected = n**2 - (totals**2).sum(axis=1)
    observed = n - weights @ agreement
    with np.errstate(invalid="ignore", divide="ignore"):
        alphas: Floats = np.where(expected > 0, 1 - (n - 1) * observed / expected, np.nan)
    return alphas
