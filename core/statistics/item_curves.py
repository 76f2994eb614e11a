"""Curves of items: the probability of a right answer by ability, from chance to 1."""

from dataclasses import dataclass, fields

import numpy as np

from core.scoring.metrics import Floats

NORMAL_95 = 1.959963984540054
LEAST_PROBABILITY = 1e-9


@dataclass(frozen=True, slots=True)
class ItemCurves:
    """Fitted curves of items.

    Attributes:
        log_discriminations: [items].
        difficulties: [items], in standard deviations of the models' abilities.
        log_discrimination_errors: [items], standard errors.
        difficulty_errors: [items], standard errors.
        log_posteriors: [items], log likelihood plus log priors (without their constants) at the estimates.
    """

    log_discriminations: Floats
    difficulties: Floats
    log_discrimination_errors: Floats
    difficulty_errors: Floats
    log_posteriors: Floats

    @property
    def parameters(self) -> Floats:
        """Return log discriminations and difficulties, [2, items]."""
        return np.stack([self.log_discriminations, self.difficulties])

    @property
    def discriminations(self) -> Floats:
        """Return the discriminations, [items]."""
        return np.exp(self.log_discriminations)

    @property
    def difficulty_interval(self) -> tuple[Floats, Floats]:
        """Return both ends of the 95% intervals, [items] each."""
        half = NORMAL_95 * self.difficulty_errors
        return self.difficulties - half, self.difficulties + half

    @property
    def discrimination_interval(self) -> tuple[Floats, Floats]:
        """Return both ends of the 95% intervals, [items] each."""
        half = NORMAL_95 * self.log_discrimination_errors
        return np.exp(self.log_discriminations - half), np.exp(self.log_discriminations + half)


@dataclass(frozen=True, slots=True)
class ItemFit:
    """Items and models on one scale: abilities [models] with mean 0 and standard deviation 1, and their errors."""

    curves: ItemCurves
    abilities: Floats
    ability_errors: Floats


def compute_probabilities(parameters: Floats, chance: Floats, abilities: Floats) -> Floats:
    """Compute the probability of a correct answer, [items, abilities].

    Args:
        parameters: log discriminations and difficulties, [2, items].
        chance: [items].
        abilities: any number of them.
    """
    logits = np.exp(parameters[0])[:, None] * (abilities[None, :] - parameters[1][:, None])
    return np.clip(
        chance[:, None] + (1 - chance[:, None]) * _logistic(logits), LEAST_PROBABILITY, 1 - LEAST_PROBABILITY
    )


def select_curves(curves: ItemCurves, is_chosen: np.ndarray) -> ItemCurves:
    """Return the curves of some items; `is_chosen` is a boolean per item."""
    return ItemCurves(*(getattr(curves, field.name)[is_chosen] for field in fields(ItemCurves)))


def compute_flat_log_likelihoods(right: Floats, chance: Floats) -> Floats:
    """Compute the log likelihoods of items with one probability for all models, at least chance, [items]."""
    counts = (~np.isnan(right)).sum(axis=0)
    hits = np.nansum(right, axis=0)
    share = np.clip(np.maximum(hits / np.maximum(counts, 1), chance), LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
    return np.asarray(hits * np.log(share) + (counts - hits) * np.log1p(-share))


def _logistic(values: Floats) -> Floats:
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * values)))
