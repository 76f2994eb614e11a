"""Variance of a score split into groups, cases, a facet, the facet's interaction with cases, and noise.

A model answers the same questions in several runs. The runs are crossed with the questions; cases belong to groups,
which are independent. The levels of the facet (passes, prompts, image views) are those that were run, not a sample of
more; groups and cases are a sample.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.errors import StatisticsError
from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats
from core.statistics.intervals import NO_SPREAD, SIGNIFICANCE

MIN_RUNS = 2
MIN_GROUPS = 2

GROUPS, CASES, FACET, INTERACTION, NOISE = "groups", "cases", "shift", "interaction", "noise"
"""Components. Without repeats `interaction` cannot be separated from `noise`, which then has both."""

TOTAL, REST = "total", "rest"
"""Sums of components: the variance of one answer's score; `interaction` and `noise` together."""


@dataclass(frozen=True, slots=True)
class CrossedScores:
    """Scores of runs that are crossed with questions.

    Attributes:
        scores: shape (questions, runs), without NaN.
        groups: group of each question, from 0.
        levels: level of the facet of each run, from 0. Runs of one level are plain repeats.
    """

    scores: Floats
    groups: Codes
    levels: Codes


@dataclass(frozen=True, slots=True)
class VarianceComponent:
    """A component with its 95% interval, both at least 0; NaN if it is not known.

    Attributes:
        value: estimate; a negative unbiased estimate counts as 0.
        low, high: NaN with fewer than `MIN_GROUPS` groups, or if nothing varies.
        raw: the unbiased estimate.
    """

    value: float
    low: float
    high: float
    raw: float


def compute_variance_components(crossed: CrossedScores) -> dict[str, VarianceComponent]:
    """Split the variance of a single answer's score.

    The model is y = mean + group + case + facet + facet x case + noise. Each component is a linear function of three
    mean products of two runs' scores: of the same question, of two questions in one group, and of two groups. So each
    is unbiased also if groups differ in size. Runs that are plain repeats of one level measure the noise.

    Intervals are Student's with the standard error of the jackknife over groups. The facet's inverts the noncentral F,
    because the jackknife has no standard error for a squared shift near 0.

    Args:
        crossed: at least two runs.

    Returns:
        The components by name, with `TOTAL` and `REST`. `GROUPS` is missing if no group has two questions, and
        `INTERACTION` unless several levels are compared and one of them has repeats.

    Raises:
        StatisticsError: fewer than two runs, or a score is missing.

    Source: S. Searle, G. Casella, C. McCulloch, "Variance Components" (1992), sections 4.6 and 5.3 (quadratic
    unbiased estimation); B. Efron, C. Stein, "The jackknife estimate of variance", Ann. Statist. 9 (1981).
    """
    if crossed.scores.shape[1] < MIN_RUNS:
        raise StatisticsError(f"a variance between runs needs {MIN_RUNS} runs; add a run")
    if np.isnan(crossed.scores).any():
        raise StatisticsError("a score is missing; keep the questions that all runs answered")
    sums = _sum_by_group(crossed)
    functionals = _build_functionals(_number_levels(crossed.levels), has_near=bool(sums.near.sum() > 0))
    whole = _evaluate(functionals, sums, sums.leave_out(None))
    n_groups = len(sums.counts)
    left_out = _evaluate(functionals, sums, sums.leave_out(np.arange(n_groups))) if n_groups > MIN_GROUPS else {}
    components = {name: _build_interval(float(whole[name][0]), left_out.get(name)) for name in functionals}
    return components | {FACET: _build_facet_interval(crossed, sums, components[FACET])}


def _number_levels(levels: Codes) -> Codes:
    """Return the levels from 0; runs of a single level are levels of their own, as passes."""
    numbers: Codes = np.unique(levels, return_inverse=True)[1]
    return numbers if numbers.max(initial=0) > 0 else np.arange(len(levels))


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Numbers of pairs of questions without some groups: the same, two in one group, two of different groups."""

    same: Floats
    near: Floats
    far: Floats
    left_out: Codes | None


@dataclass(frozen=True, slots=True)
class _GroupSums:
    """Sums per group.

    Attributes:
        counts: questions, shape (groups,).
        scores: sums of scores, shape (groups, runs).
        products: sums of products of two runs' scores, shape (groups, runs, runs).
    """

    counts: Floats
    scores: Floats
    products: Floats

    @property
    def near(self) -> Floats:
        """The ordered pairs of different questions in each group."""
        pairs: Floats = self.counts * (self.counts - 1)
        return pairs

    def leave_out(self, groups: Codes | None) -> _Pairs:
        """Return the numbers of pairs without each of the groups in turn; with all groups for None."""
        out = np.zeros((1, 3)) if groups is None else np.stack([self.counts, self.near, self.counts**2], axis=1)[groups]
        total = self.counts.sum() - out[:, 0]
        near = self.near.sum() - out[:, 1]
        return _Pairs(total, near, total**2 - ((self.counts**2).sum() - out[:, 2]), groups)


def _sum_by_group(crossed: CrossedScores) -> _GroupSums:
    groups: Codes = np.unique(crossed.groups, return_inverse=True)[1]
    order = np.argsort(groups, kind="stable")
    scores, starts = crossed.scores[order], np.searchsorted(groups[order], np.arange(groups.max() + 1))
    return _GroupSums(
        np.bincount(groups).astype(float),
        np.add.reduceat(scores, starts, axis=0),
        np.add.reduceat(scores[:, :, None] * scores[:, None, :], starts, axis=0),
    )


_Weights = Mapping[str, Floats]
"""Weights of pairs of runs, shape (runs, runs), by kind of pair of questions: same, near, far."""


def _build_functionals(levels: Codes, *, has_near: bool) -> dict[str, _Weights]:
    """Build the linear functions of mean products that estimate each component."""
    n_levels = int(levels.max()) + 1
    means = np.stack([(levels == level) / np.count_nonzero(levels == level) for level in range(n_levels)])
    across = (np.ones((n_levels, n_levels)) - np.eye(n_levels)) / (n_levels * (n_levels - 1))
    between = means.T @ across @ means  # mean over pairs of runs of different levels
    within = np.diag(means.mean(axis=0))  # mean over levels of the mean over their runs
    shift = means.T @ (np.eye(n_levels) / n_levels - across) @ means
    repeats = [level for level in range(n_levels) if np.count_nonzero(levels == level) > 1]
    functionals: dict[str, _Weights] = {
        GROUPS: {"near": between, "far": -between},
        CASES: {"same": between, ("near" if has_near else "far"): -between},
        FACET: {"far": shift},
        REST: {"same": within - between, "far": -shift},
        TOTAL: {"same": within, "far": -between},
    }
    if not has_near:
        del functionals[GROUPS]
    if not repeats:
        return functionals | {NOISE: functionals[REST]}
    noise = np.mean([_build_repeat_weights(levels == level) for level in repeats], axis=0)
    rest = functionals[REST]
    return functionals | {NOISE: {"same": noise}, INTERACTION: {"same": rest["same"] - noise, "far": rest["far"]}}


def _build_repeat_weights(is_level: Floats) -> Floats:
    """Return the weights of half the mean squared difference of two repeats: their sample variance."""
    indicator = is_level.astype(float)
    n_runs = indicator.sum()
    weights: Floats = (np.diag(indicator) - np.outer(indicator, indicator) / n_runs) / (n_runs - 1)
    return weights


def _evaluate(functionals: Mapping[str, _Weights], sums: _GroupSums, pairs: _Pairs) -> dict[str, Floats]:
    """Evaluate the functionals without each of the groups in turn, or once with all groups."""
    return {
        name: np.sum([_average_products(weights, kind, sums, pairs) for kind, weights in parts.items()], axis=0)
        for name, parts in functionals.items()
    }


def _average_products(weights: Floats, kind: str, sums: _GroupSums, pairs: _Pairs) -> Floats:
    same = np.einsum("rs,krs->k", weights, sums.products)
    of_group = np.einsum("kr,rs,ks->k", sums.scores, weights, sums.scores)
    dropped = pairs.left_out
    if kind == "far":
        total = sums.scores.sum(axis=0)
        rest = total[None, :] if dropped is None else total - sums.scores[dropped]
        across = np.einsum("kr,rs,ks->k", rest, weights, rest) - _leave_out(of_group, dropped)
        return _divide(across, pairs.far)
    return _divide(
        _leave_out(same if kind == "same" else of_group - same, dropped), pairs.same if kind == "same" else pairs.near
    )


def _leave_out(values: Floats, dropped: Codes | None) -> Floats:
    """Return the sum without each of the groups in turn, or once with all of them."""
    return np.atleast_1d(values.sum()) if dropped is None else values.sum() - values[dropped]


def _divide(products: Floats, n_pairs: Floats) -> Floats:
    quotient: Floats = products / np.where(n_pairs > 0, n_pairs, np.nan)
    return quotient


def _build_interval(value: float, left_out: Floats | None) -> VarianceComponent:
    from scipy import special  # imported here because it takes a quarter of a second at server start

    if left_out is None or np.isnan(left_out).any():
        return VarianceComponent(max(value, 0.0), np.nan, np.nan, value)
    n_groups = len(left_out)
    error = np.sqrt((n_groups - 1) / n_groups * ((left_out - left_out.mean()) ** 2).sum())
    if error <= NO_SPREAD:
        return VarianceComponent(max(value, 0.0), np.nan, np.nan, value)
    half = special.stdtrit(n_groups - 1, 1 - SIGNIFICANCE / 2) * error
    low, high = value - half, value + half
    return VarianceComponent(max(value, 0.0), max(low, 0.0), max(high, 0.0), value)


def _build_facet_interval(crossed: CrossedScores, sums: _GroupSums, estimate: VarianceComponent) -> VarianceComponent:
    """Invert the noncentral F: its noncentrality is the variance of the levels' true means over that of their errors.

    Errors that differ between more than two levels have Satterthwaite's degrees of freedom.
    """
    levels = _number_levels(crossed.levels)
    n_levels, n_groups = int(levels.max()) + 1, len(sums.counts)
    if n_groups < MIN_GROUPS:
        return VarianceComponent(estimate.value, np.nan, np.nan, estimate.raw)
    of_level = np.stack([sums.scores[:, levels == level].mean(axis=1) for level in range(n_levels)], axis=1)
    means = of_level.sum(axis=0) / sums.counts.sum()
    residuals = (of_level - sums.counts[:, None] * means) / sums.counts.sum()
    centred = residuals - residuals.mean(axis=1, keepdims=True)
    errors = centred.T @ centred * n_groups / (n_groups - 1)
    error = float(np.trace(errors)) / (n_levels - 1)
    if error <= NO_SPREAD**2:
        return VarianceComponent(estimate.value, np.nan, np.nan, estimate.raw)
    freedom = float(np.trace(errors) ** 2 / (errors**2).sum())
    ratio = float(means.var(ddof=1)) / error
    ends = (
        _find_noncentrality(ratio, freedom, n_groups - 1, share) for share in (1 - SIGNIFICANCE / 2, SIGNIFICANCE / 2)
    )
    low, high = (error * end / freedom for end in ends)
    return VarianceComponent(estimate.value, low, high, estimate.raw)


def _find_noncentrality(ratio: float, freedom: float, n_denominator: int, share: float) -> float:
    """Return the noncentrality at which the F distribution has this share below the ratio; 0 if it has less at 0."""
    from scipy import special  # as in `_build_interval`

    def is_above(noncentrality: float) -> bool:
        return bool(special.ncfdtr(freedom, n_denominator, noncentrality, ratio) > share)

    if not is_above(0.0):
        return 0.0
    low, high = 0.0, freedom * ratio + 1.0
    while is_above(high):
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if is_above(middle) else (low, middle)
    return high
