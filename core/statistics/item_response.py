"""Difficulty and discrimination of items: a two-parameter logistic model with guessing fixed at chance.

The probability that a model of ability t answers an item correctly is c + (1 - c) / (1 + exp(-a (t - b))), with chance
c, discrimination a and difficulty b. Abilities have mean 0 and standard deviation 1 over the models.

Source: A. Birnbaum, in F. M. Lord, M. R. Novick, "Statistical Theories of Mental Test Scores" (1968), chapter 17;
R. D. Bock, M. Aitkin, "Marginal maximum likelihood estimation of item parameters" (1981); R. J. Mislevy, "Bayes modal
estimation in item response models" (1986), for the priors, which few models need.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.scoring.metrics import Floats
from core.statistics.item_curves import ItemCurves, ItemFit, compute_probabilities

LOG_DISCRIMINATION_SD = 0.5
"""Standard deviation of the prior of the logarithm of discrimination, whose mean is 0."""

DIFFICULTY_SD = 2.0
"""Standard deviation of the prior of difficulty, whose mean is 0."""

MAX_ABILITY = 4.0
GRID_POINTS = 161
MIN_SPREAD = 0.05
"""Minimum standard deviation of the estimated abilities; below it models do not differ."""

MAX_STEPS = 100
TOLERANCE = 2e-3
"""Largest change of a parameter in one step at which the search ends."""

LEAST_WEIGHT = 1e-7
"""Grid points with a smaller weight over all models are left out."""

MAX_CHANGE = 0.5
"""Maximum change of a parameter in one step."""


def fit_items(right: Floats, chance: Floats) -> ItemFit:
    """Fit items and models by expectation maximisation over the models' abilities.

    Args:
        right: [models, items], 1 right, 0 wrong, NaN not answered or unreadable.
        chance: [items], probability of guessing the right answer, from 0 to below 1.

    Raises:
        ValueError: shapes differ, fewer than two models, or a chance outside [0, 1).
    """
    if right.ndim != 2 or right.shape[1] != len(chance) or right.shape[0] < 2:
        raise ValueError(
            f"right has shape {right.shape}, chance {chance.shape}. Give [models >= 2, items] and [items]."
        )
    if not ((chance >= 0) & (chance < 1)).all():
        raise ValueError("chance has values outside [0, 1). Leave out questions with one option.")
    answers = _Answers(np.nan_to_num(right), ~np.isnan(right), chance)
    grid = np.linspace(-MAX_ABILITY, MAX_ABILITY, GRID_POINTS)
    search = _Search(_choose_start(answers))
    for _ in range(MAX_STEPS):
        posterior = _compute_posteriors(answers, search.parameters, grid)
        used = posterior.sum(axis=0) > LEAST_WEIGHT
        if search.advance(_compute_step(search.parameters, answers, posterior[:, used], grid[used])) < TOLERANCE:
            break
    posterior = _compute_posteriors(answers, search.parameters, grid)
    used = posterior.sum(axis=0) > LEAST_WEIGHT
    curves = _summarize_curves(search.parameters, answers, posterior[:, used], grid[used])
    return _standardize(curves, *_summarize_posteriors(posterior, grid))


def fit_curves(right: Floats, chance: Floats, abilities: Floats) -> ItemCurves:
    """Fit the curves of items to models of known abilities.

    Args:
        right: [models, items], as for `fit_items`.
        chance: [items].
        abilities: [models].
    """
    answers = _Answers(np.nan_to_num(right), ~np.isnan(right), chance)
    search, posterior = _Search(_choose_start(answers)), np.eye(len(abilities))
    for _ in range(MAX_STEPS):
        if search.advance(_compute_step(search.parameters, answers, posterior, abilities)) < TOLERANCE:
            break
    return _summarize_curves(search.parameters, answers, posterior, abilities)


def _compute_slopes(probability: Floats, chance: Floats) -> Floats:
    """Compute the derivatives of probabilities by their logits."""
    share = (probability - chance[:, None]) / (1 - chance[:, None])
    return (1 - chance[:, None]) * share * (1 - share)


@dataclass(frozen=True, slots=True)
class _Answers:
    """Answers as arrays.

    Attributes:
        is_right: [models, items], 0 if not answered.
        is_asked: [models, items].
        chance: [items].
    """

    is_right: Floats
    is_asked: np.ndarray
    chance: Floats

    def count(self, posterior: Floats) -> tuple[Floats, Floats]:
        """Count expected answers and right answers, [items, grid] each."""
        return self.is_asked.T.astype(float) @ posterior, self.is_right.T @ posterior


class _Search:
    """Position of the search; an item whose steps change direction takes shorter ones."""

    def __init__(self, parameters: Floats) -> None:
        self.parameters = parameters
        self._last = np.zeros_like(parameters)
        self._shares = np.ones(parameters.shape[1])

    def advance(self, step: Floats) -> float:
        """Move every item by a share of its step, [2, items], and return the largest change."""
        has_turned = (step * self._last).sum(axis=0) < 0
        self._shares = np.where(has_turned, self._shares / 2, np.minimum(1.1 * self._shares, 1.0))
        self._last = step
        self.parameters = self.parameters + self._shares * step
        return float(np.abs(step).max(initial=0.0))


def _choose_start(answers: _Answers) -> Floats:
    """Return log discriminations and difficulties, [2, items]."""
    share = (answers.is_right.sum(axis=0) + 0.5) / (answers.is_asked.sum(axis=0) + 1)
    above_chance = np.clip((share - answers.chance) / (1 - answers.chance), 0.05, 0.95)
    return np.stack([np.zeros(len(share)), -np.log(above_chance / (1 - above_chance))])


def _compute_posteriors(answers: _Answers, parameters: Floats, grid: Floats) -> Floats:
    """Compute each model's posterior over the grid of abilities, [models, grid]."""
    probability = compute_probabilities(parameters, answers.chance, grid)
    log_likelihood = answers.is_right @ np.log(probability)
    log_likelihood += (answers.is_asked - answers.is_right) @ np.log1p(-probability)
    log_posterior = log_likelihood - grid**2 / 2
    weights = np.exp(log_posterior - log_posterior.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _summarize_posteriors(posterior: Floats, grid: Floats) -> tuple[Floats, Floats]:
    means = posterior @ grid
    return means, np.sqrt(np.maximum(posterior @ grid**2 - means**2, 0.0))


def _standardize(curves: ItemCurves, abilities: Floats, errors: Floats) -> ItemFit:
    """Return the fit on a scale on which the models' abilities have mean 0 and standard deviation 1."""
    mean, spread = float(abilities.mean()), max(float(abilities.std()), MIN_SPREAD)
    scaled = replace(
        curves,
        log_discriminations=curves.log_discriminations + np.log(spread),
        difficulties=(curves.difficulties - mean) / spread,
        difficulty_errors=curves.difficulty_errors / spread,
    )
    return ItemFit(scaled, (abilities - mean) / spread, errors / spread)


def _compute_step(parameters: Floats, answers: _Answers, posterior: Floats, grid: Floats) -> Floats:
    """Return one bounded step of Fisher scoring, [2, items]."""
    counts, hits = answers.count(posterior)
    probability = compute_probabilities(parameters, answers.chance, grid)
    by_parameter = _compute_derivatives(parameters, probability, answers.chance, grid)
    variance = probability * (1 - probability)
    residual, weight = (hits - counts * probability) / variance, counts / variance
    prior_sds = np.array([LOG_DISCRIMINATION_SD, DIFFICULTY_SD])[:, None]
    gradient = (residual * by_parameter).sum(axis=2) - parameters / prior_sds**2
    information = _sum_products(weight, by_parameter)
    step = np.linalg.solve(information, gradient.T[:, :, None])[:, :, 0].T
    return np.clip(step, -MAX_CHANGE, MAX_CHANGE)


def _compute_derivatives(parameters: Floats, probability: Floats, chance: Floats, grid: Floats) -> Floats:
    """Compute the derivatives of probabilities by both parameters, [2, items, grid]."""
    discrimination = np.exp(parameters[0])[:, None]
    by_logit = _compute_slopes(probability, chance)
    by_slope = by_logit * discrimination * (grid[None, :] - parameters[1][:, None])
    return np.stack([by_slope, -by_logit * discrimination])


def _sum_products(weight: Floats, by_parameter: Floats) -> Floats:
    """Return the expected information including that of the priors, [items, 2, 2]."""
    information = np.empty((weight.shape[0], 2, 2))
    information[:, 0, 0] = (weight * by_parameter[0] ** 2).sum(axis=1) + LOG_DISCRIMINATION_SD**-2
    information[:, 1, 1] = (weight * by_parameter[1] ** 2).sum(axis=1) + DIFFICULTY_SD**-2
    information[:, 0, 1] = information[:, 1, 0] = (weight * by_parameter[0] * by_parameter[1]).sum(axis=1)
    return information


def _summarize_curves(parameters: Floats, answers: _Answers, posterior: Floats, grid: Floats) -> ItemCurves:
    counts, hits = answers.count(posterior)
    probability = compute_probabilities(parameters, answers.chance, grid)
    by_parameter = _compute_derivatives(parameters, probability, answers.chance, grid)
    information = _sum_products(counts / (probability * (1 - probability)), by_parameter)
    information -= _measure_missing_information(answers, posterior, probability, by_parameter)
    errors = _compute_errors(information)
    likelihood = (hits * np.log(probability) + (counts - hits) * np.log1p(-probability)).sum(axis=1)
    prior_sds = np.array([LOG_DISCRIMINATION_SD, DIFFICULTY_SD])[:, None]
    log_posteriors = likelihood - 0.5 * ((parameters / prior_sds) ** 2).sum(axis=0)
    return ItemCurves(parameters[0], parameters[1], errors[0], errors[1], log_posteriors)


def _measure_missing_information(
    answers: _Answers, posterior: Floats, probability: Floats, by_parameter: Floats
) -> Floats:
    """Return the information that is lost because abilities are estimated, [items, 2, 2].

    Source: T. A. Louis, "Finding the observed information matrix when using the EM algorithm" (1982), equation 3.2.
    """
    if_right, if_wrong = by_parameter / probability, -by_parameter / (1 - probability)
    counts, hits = answers.count(posterior)
    is_wrong = answers.is_asked - answers.is_right
    means = [answers.is_right * (posterior @ if_right[k].T) + is_wrong * (posterior @ if_wrong[k].T) for k in (0, 1)]
    missing = np.empty((probability.shape[0], 2, 2))
    for k in (0, 1):
        for m in (0, 1):
            squares = hits * if_right[k] * if_right[m] + (counts - hits) * if_wrong[k] * if_wrong[m]
            missing[:, k, m] = squares.sum(axis=1) - (means[k] * means[m]).sum(axis=0)
    return missing


def _compute_errors(information: Floats) -> Floats:
    """Return the standard errors of both parameters, [2, items], at most those of the priors."""
    values, vectors = np.linalg.eigh(information)
    least = DIFFICULTY_SD**-2
    covariance = np.einsum("ikj,ij,imj->ikm", vectors, 1 / np.maximum(values, least), vectors)
    return np.asarray(np.sqrt(np.stack([covariance[:, 0, 0], covariance[:, 1, 1]])))
