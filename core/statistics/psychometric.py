"""Psychometric functions: the share of an answer along a quantity, with thresholds and a cluster bootstrap.

The curve is p(x) = floor + (ceiling - floor) F(intercept + slope z), with F logistic. For a margin, z is log x and the
floor is the score of guessing, so p is guessing at margin 0. For a signed margin, z is x, p is the share of one of two
answers, and floor and ceiling are both lapses. Lapses are profiled over `LAPSES`; intercept and slope maximise the
likelihood by Fisher scoring with a penalty that only keeps perfect steps finite.

Source: F. A. Wichmann, N. J. Hill, "The psychometric function: I. Fitting, sampling, and goodness of fit", Perception &
Psychophysics 63 (2001). Groups are drawn instead of single answers, as in the bootstrap of skill.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

from core.scoring.metrics import Floats
from core.statistics.intervals import SIGNIFICANCE

LAPSES = (0.0, 0.01, 0.02, 0.04, 0.07, 0.11, 0.16, 0.25)
"""Shares of answers that are wrong at any margin, among which the likelihood chooses; with a margin, half of the shares
that are guesses at any margin."""

LEVEL = 0.75
"""Share of the way from guessing wrong to right at a threshold: between two answers 75%; see `compute_thresholds`."""

DRAWS = 400
SEED = 20_261_127
ITERATIONS = 25
DRAW_ITERATIONS = 8
"""Iterations for the data, and for draws, which start from the parameters of the data."""

MAX_DEVIANCE_GAP = 60.0
"""Lapses whose deviance on the data is so much above the lowest one are not tried on draws."""

MAX_STEP = 2.0
"""Maximum change of a parameter per iteration, in standard deviations of z."""

PRIOR_SLOPE = 10.0
"""Standard deviation of the penalty on the slope, in units of F's argument per standard deviation of z."""

_EDGE = 1e-6


@dataclass(frozen=True, slots=True)
class GroupedAnswers:
    """Sums of answers by group and level of a quantity.

    Attributes:
        levels: [levels], ascending: margins, or signed margins if `guess` is None.
        sums: [groups, levels], scores; of signed margins, the number of answers with the upper side's option.
        counts: [groups, levels], answers.
        guess: [levels], the score of guessing; None for signed margins.
    """

    levels: Floats
    sums: Floats
    counts: Floats
    guess: Floats | None = None

    @property
    def positions(self) -> Floats:
        """Return z of each level; a margin of 0 lies far below the smallest other one."""
        if self.guess is None:
            return self.levels
        positive = self.levels[self.levels > 0]
        least = float(positive.min()) if len(positive) else 1.0
        return np.log(np.maximum(self.levels, least * 1e-3))


@dataclass(frozen=True, slots=True)
class Curves:
    """Fitted curves, one per draw.

    Attributes:
        intercepts, slopes: [draws], of z.
        floors: [draws, levels].
        ceilings: [draws].
        deviances: [draws], minus twice the log-likelihood ratio to the observed shares.
    """

    intercepts: Floats
    slopes: Floats
    floors: Floats
    ceilings: Floats
    deviances: Floats

    def compute_shares(self, positions: Floats) -> Floats:
        """Compute p at z [positions] of the first curve, with the mean floor."""
        floor, ceiling = float(self.floors[0].mean()), float(self.ceilings[0])
        return floor + (ceiling - floor) * _compute_logistic(self.intercepts[0] + self.slopes[0] * positions)


def draw_group_weights(n_groups: int, n_draws: int = DRAWS, seed: int = SEED) -> Floats:
    """Draw how often each group counts: [1 + draws, groups], the first row all ones."""
    random = np.random.default_rng(seed).multinomial(n_groups, np.full(n_groups, 1 / n_groups), size=n_draws)
    return np.vstack([np.ones((1, n_groups)), random]).astype(np.float64)


def fit_curves(answers: GroupedAnswers, weights: Floats) -> Curves:
    """Fit a curve to each draw of groups.

    Args:
        answers: at least two levels with answers.
        weights: [draws, groups], as `draw_group_weights` returns them; the first draw should be the data.
    """
    sums, counts = weights @ answers.sums, weights @ answers.counts
    share_by_level = counts[0] / counts[0].sum()
    centre = float(share_by_level @ answers.positions)
    scale = float(np.sqrt(share_by_level @ (answers.positions - centre) ** 2)) or 1.0
    z = (answers.positions - centre) / scale
    tried = []
    for floor, ceiling in _list_asymptotes(answers):
        start = _fit_by_scoring(z, sums[:1], counts[:1], floor, ceiling, np.array([[0.0, 1.0]]), ITERATIONS)
        deviance = _compute_deviances(_compute_p(start, z, floor, ceiling), sums[:1], counts[:1])
        tried.append((float(deviance[0]), start, floor, ceiling))
    lowest = min(deviance for deviance, *_ in tried)
    best = np.full((4 + len(z), len(weights)), np.inf)
    for least, start, floor, ceiling in tried:
        if least > lowest + MAX_DEVIANCE_GAP:
            continue
        begin = np.tile(start, (len(weights), 1))
        parameters = _fit_by_scoring(z, sums, counts, floor, ceiling, begin, DRAW_ITERATIONS)
        deviance = _compute_deviances(_compute_p(parameters, z, floor, ceiling), sums, counts)
        is_better = deviance < best[0] - 1e-9
        ends = np.broadcast_to(floor, z.shape)[:, None].repeat(len(weights), axis=1)
        fitted = np.vstack([deviance, parameters.T, np.full(len(weights), ceiling), ends])
        best = np.where(is_better, fitted, best)
    slopes = best[2] / scale
    return Curves(best[1] - slopes * centre, slopes, best[4:].T, best[3], best[0])


def _list_asymptotes(answers: GroupedAnswers) -> list[tuple[Floats, float]]:
    """List floor and ceiling per candidate; a model that lapses guesses, so some of its lapses are right."""
    if answers.guess is not None:
        room = 1 - float(answers.guess.mean())
        return [(answers.guess, 1 - 2 * lapse * room) for lapse in LAPSES]
    return [(np.array([low]), 1 - high) for low, high in product(LAPSES, repeat=2)]


def _compute_logistic(value: Floats) -> Floats:
    result: Floats = 0.5 * (1 + np.tanh(value / 2))
    return result


def _compute_p(parameters: Floats, z: Floats, floor: Floats, ceiling: float) -> Floats:
    inner = _compute_logistic(parameters[:, :1] + parameters[:, 1:] * z)
    return np.clip(floor + (ceiling - floor) * inner, _EDGE, 1 - _EDGE)


def _fit_by_scoring(
    z: Floats, sums: Floats, counts: Floats, floor: Floats, ceiling: float, start: Floats, iterations: int
) -> Floats:
    """Return intercept and slope [draws, 2] of standardised z by Fisher scoring."""
    parameters = start
    ridge = np.array([1e-4, PRIOR_SLOPE**-2])
    for _ in range(iterations):
        inner = _compute_logistic(parameters[:, :1] + parameters[:, 1:] * z)
        p = np.clip(floor + (ceiling - floor) * inner, _EDGE, 1 - _EDGE)
        gradient = (ceiling - floor) * inner * (1 - inner) / (p * (1 - p))
        residual = gradient * (sums - counts * p)
        weight = gradient**2 * counts * p * (1 - p)
        a, b, c = weight.sum(axis=1) + ridge[0], weight @ z, weight @ z**2 + ridge[1]
        first = residual.sum(axis=1) - ridge[0] * parameters[:, 0]
        second = residual @ z - ridge[1] * parameters[:, 1]
        determinant = np.maximum(a * c - b**2, _EDGE**2)
        step = np.column_stack([c * first - b * second, a * second - b * first]) / determinant[:, None]
        parameters = parameters + np.clip(step, -MAX_STEP, MAX_STEP)
        if np.abs(step).max(initial=0.0) < 1e-6:
            break
    return parameters


def _compute_deviances(p: Floats, sums: Floats, counts: Floats) -> Floats:
    """Compute minus twice the log-likelihood ratio of p [draws, levels] to the observed shares."""
    share = np.clip(sums / np.maximum(counts, _EDGE), _EDGE, 1 - _EDGE)
    terms = sums * np.log(share / p) + (counts - sums) * np.log((1 - share) / (1 - p))
    total: Floats = 2 * terms.sum(axis=1)
    return total


def compute_crossings(curves: Curves, level: float) -> Floats:
    """Compute z at which each curve reaches a share; infinite if it never does, or does not rise."""
    floor = curves.floors.mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = (level - floor) / (curves.ceilings - floor)
        z = (np.log(inner / (1 - inner)) - curves.intercepts) / curves.slopes
    return np.where((inner > 0) & (inner < 1) & (curves.slopes > 0), z, np.inf)


def compute_thresholds(curves: Curves, answers: GroupedAnswers) -> Floats:
    """Compute the threshold of each curve in the unit of the margin; infinite if the curve does not reach it.

    With a margin it is where the score is halfway from guessing to 1. With signed margins it is half the distance
    between 25% and 75% of one answer, which a shifted boundary (`compute_biases`) does not change. Without bias both
    are the margin at which 75% of the answers are right.
    """
    if answers.guess is not None:
        with np.errstate(over="ignore"):
            return np.exp(compute_crossings(curves, (1 + float(answers.guess.mean())) / 2))
    with np.errstate(invalid="ignore"):
        half = (compute_crossings(curves, LEVEL) - compute_crossings(curves, 1 - LEVEL)) / 2
    return np.where(np.isfinite(half), half, np.inf)


def compute_biases(curves: Curves) -> Floats:
    """Compute the signed margin at which both answers are equally frequent; infinite if there is none."""
    return compute_crossings(curves, 0.5)


def compute_interval(estimate: float, draws: Floats, n_groups: int, *, is_positive: bool) -> tuple[float, float]:
    """Return the 95% interval of an estimate by Student's t with the standard error of its bootstrap draws.

    The standard error is that of `compute_standard_error` over the finite draws. The upper end is infinite if more
    draws are infinite than an interval leaves out at one end.

    Args:
        estimate: from the data.
        draws: of the bootstrap, possibly infinite.
        n_groups: number of groups that were drawn, at least 2; t has one degree of freedom less.
        is_positive: whether the interval is that of the logarithm, so that it stays above 0.
    """
    from scipy import special  # as in `intervals`; `scipy.stats` takes 42 MB

    scale = np.log(np.maximum(draws, _EDGE)) if is_positive else draws
    finite = scale[np.isfinite(scale)]
    error = compute_standard_error(finite, n_groups) if len(finite) > 1 else float("nan")
    half = float(special.stdtrit(n_groups - 1, 1 - SIGNIFICANCE / 2)) * error
    ends = (estimate * np.exp(-half), estimate * np.exp(half)) if is_positive else (estimate - half, estimate + half)
    is_open = np.isinf(draws).mean() > SIGNIFICANCE / 2
    return float(ends[0]), float("inf") if is_open else float(ends[1])


def compute_standard_error(draws: Floats, n_groups: int) -> float:
    """Compute the standard error from bootstrap draws of groups, with the finite-cluster factor G / (G - 1).

    Draws with replacement have the variance of G groups divided by G, which is too small by this factor.

    Args:
        draws: finite, at least two.
        n_groups: number of groups that were drawn, at least 2.
    """
    return float(draws.std(ddof=1)) * float(np.sqrt(n_groups / (n_groups - 1)))


def compute_fit_p_value(answers: GroupedAnswers, deviance: float) -> float:
    """Compute the p-value of the hypothesis that the curve has the right shape; NaN without levels to spare.

    The deviance is divided by the mean design effect of the levels (Rao-Scott) and compared with chi-squared.

    Args:
        answers: to which the curve was fitted.
        deviance: of it.

    Source: J. N. K. Rao, A. J. Scott, "The Analysis of Categorical Data From Complex Sample Surveys", JASA 76 (1981).
    """
    from scipy import special  # as in `intervals`; `scipy.stats` takes 42 MB

    n = answers.counts.sum(axis=0)
    used = n > 0
    freedom = int(used.sum()) - (3 if answers.guess is not None else 4)
    if freedom < 1:
        return float("nan")
    sums, counts, n = answers.sums[:, used], answers.counts[:, used], n[used]
    share = sums.sum(axis=0) / n
    variance = n * share * (1 - share)
    inside = variance > _EDGE
    clusters = (counts > 0).sum(axis=0)
    spread = ((sums - counts * share) ** 2).sum(axis=0) * clusters / np.maximum(clusters - 1, 1)
    weight = variance[inside]
    effect = float(np.average(spread[inside] / weight, weights=weight)) if inside.any() else 1.0
    return float(special.chdtrc(freedom, deviance / effect)) if effect > 0 else float("nan")
