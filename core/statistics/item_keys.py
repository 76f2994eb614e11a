"""Items whose key is in doubt: strong models agree on another option, which explains all models' answers better.

An answer that models prefer on every image is not evidence: wrong answers are taken to spread
over the options as all answers to the same question do.
"""

from dataclasses import dataclass

import numpy as np

from core.scoring.metrics import Floats
from core.statistics.item_curves import ItemFit, compute_probabilities
from core.statistics.item_response import fit_curves

STRONG_SHARE = 1 / 3
"""Share of the models that count as strong: those of the highest ability."""

MIN_STRONG = 4
MIN_AGREEING = 2 / 3
"""Minimum share of the strong models that must agree on another option."""

MIN_EVIDENCE = float(np.log(100.0))
"""Minimum logarithm of how much better another key explains the answers of all models."""

DRAWS = 10
SEED = 0


@dataclass(frozen=True, slots=True)
class ItemChoices:
    """Answers to items with options.

    Attributes:
        values: [models, items], codes of the chosen options, NaN without a readable answer.
        keys: [items], codes of the right options.
        chance: [items].
        questions: [items], codes of the questions, which items share.
    """

    values: Floats
    keys: Floats
    chance: Floats
    questions: np.ndarray


@dataclass(frozen=True, slots=True)
class KeyCheck:
    """Result for each item.

    Attributes:
        other_keys: [items], code of the other option; NaN if the strong models do not agree on one.
        n_strong: [items], strong models that answered.
        n_agreeing: [items], how many of them gave the most common wrong answer.
        is_in_doubt: [items].
    """

    other_keys: Floats
    n_strong: np.ndarray
    n_agreeing: np.ndarray
    is_in_doubt: np.ndarray


def check_keys(choices: ItemChoices, abilities: Floats) -> KeyCheck:
    """Check the keys of items.

    Args:
        choices: the answers, of at least one model.
        abilities: [models].
    """
    values, keys = choices.values, choices.keys
    strong = np.argsort(-abilities)[: max(MIN_STRONG, round(STRONG_SHARE * len(abilities)))]
    other_keys, n_agreeing = _find_common_wrong_answers(values[strong], keys)
    n_strong = (~np.isnan(values[strong])).sum(axis=0)
    agrees = (n_strong >= MIN_STRONG) & (n_agreeing >= MIN_AGREEING * np.maximum(n_strong, 1))
    evidence = np.full(len(keys), -np.inf)
    if agrees.any():
        codes, shares = _measure_preferences(choices)
        explained = [
            _explain(values[:, agrees], key[agrees], choices.chance[agrees], abilities, codes, shares[agrees])
            for key in (other_keys, keys)
        ]
        evidence[agrees] = explained[0] - explained[1]
    return KeyCheck(np.where(agrees, other_keys, np.nan), n_strong, n_agreeing, evidence >= MIN_EVIDENCE)


def count_doubts_by_luck(choices: ItemChoices, fit: ItemFit) -> float:
    """Return the mean number of keys in doubt in answers drawn from a fit of the same items, all keys being right."""
    generator = np.random.default_rng(SEED)
    probability = compute_probabilities(fit.curves.parameters, choices.chance, fit.abilities).T
    codes, shares = _measure_preferences(choices)
    wrong = np.where(codes[None, :] == choices.keys[:, None], 0.0, shares)
    limits = np.cumsum(wrong / np.maximum(wrong.sum(axis=1, keepdims=True), 1e-12), axis=1)
    counts = []
    for _ in range(DRAWS):
        places = (generator.random(probability.shape)[:, :, None] > limits[None]).sum(axis=2)
        drawn = codes[np.minimum(places, len(codes) - 1)]
        drawn = np.where(generator.random(probability.shape) < probability, choices.keys[None, :], drawn)
        drawn = np.where(np.isnan(choices.values), np.nan, drawn)
        drawn_choices = ItemChoices(drawn, choices.keys, choices.chance, choices.questions)
        counts.append(check_keys(drawn_choices, fit.abilities).is_in_doubt.sum())
    return float(np.mean(counts))


def _find_common_wrong_answers(values: Floats, keys: Floats) -> tuple[Floats, np.ndarray]:
    """Return the most common wrong answer to each item and how many models gave it."""
    wrong = np.where(values != keys[None, :], values, np.nan)
    codes = np.unique(wrong[~np.isnan(wrong)])
    if not len(codes):
        return np.full(len(keys), np.nan), np.zeros(len(keys), int)
    counts = np.stack([(wrong == code).sum(axis=0) for code in codes])
    return codes[counts.argmax(axis=0)], counts.max(axis=0)


def _measure_preferences(choices: ItemChoices) -> tuple[Floats, Floats]:
    """Return all codes, and their shares among all answers to the question of each item, [items, codes]."""
    is_known = ~np.isnan(choices.values)
    codes = np.unique(np.append(choices.values[is_known], choices.keys))
    counts = np.stack([(choices.values == code).sum(axis=0) for code in codes], axis=1)
    of_question = np.zeros((int(choices.questions.max()) + 1, len(codes)))
    np.add.at(of_question, choices.questions, counts)
    shares = of_question[choices.questions] + 1.0
    return codes, shares / shares.sum(axis=1, keepdims=True)


def _explain(values: Floats, keys: Floats, chance: Floats, abilities: Floats, codes: Floats, shares: Floats) -> Floats:
    """Return how well keys explain the choices of all models, as log posteriors, [items]."""
    is_known = ~np.isnan(values)
    is_key = np.where(is_known, (values == keys[None, :]).astype(float), np.nan)
    items = np.arange(values.shape[1])
    places = np.searchsorted(codes, np.where(is_known, values, codes[0]))
    log_shares = np.log(shares[items[None, :], places])
    of_key = shares[items, np.searchsorted(codes, keys)]
    is_wrong = is_key == 0
    spread = (log_shares * is_wrong).sum(axis=0) - is_wrong.sum(axis=0) * np.log1p(-of_key)
    return np.asarray(fit_curves(is_key, chance, abilities).log_posteriors + spread)
