"""Tests of item response curves on simulated models and items, and against a general optimiser."""

import numpy as np
import pytest
from scipy import optimize

from core.statistics.item_curves import compute_flat_log_likelihoods, compute_probabilities
from core.statistics.item_response import DIFFICULTY_SD, LOG_DISCRIMINATION_SD, fit_curves, fit_items


def simulate(generator, n_models, n_items, chance=0.25, missing=0.0):
    """Return answers [models, items], chances, and the true abilities, log discriminations and difficulties."""
    abilities = generator.normal(size=n_models)
    abilities = (abilities - abilities.mean()) / abilities.std()
    slopes, difficulties = generator.normal(0, 0.5, n_items), generator.normal(0, 1.2, n_items)
    chances = np.full(n_items, chance)
    probability = compute_probabilities(np.stack([slopes, difficulties]), chances, abilities).T
    right = (generator.random((n_models, n_items)) < probability).astype(float)
    right[generator.random(right.shape) < missing] = np.nan
    return right, chances, abilities, slopes, difficulties


@pytest.mark.parametrize(("n_models", "n_items"), [(14, 400), (60, 200)])
def test_parameters_are_recovered(n_models, n_items):
    """Estimates correlate with the true parameters, and about 95% of the intervals contain them."""
    covered = {"difficulty": [], "discrimination": []}
    for seed in range(4):
        right, chance, abilities, slopes, difficulties = simulate(
            np.random.default_rng(seed), n_models, n_items, missing=0.05
        )
        fit = fit_items(right, chance)
        assert np.corrcoef(fit.abilities, abilities)[0, 1] > 0.96
        assert np.corrcoef(fit.curves.difficulties, difficulties)[0, 1] > (0.75 if n_models == 14 else 0.85)
        assert np.corrcoef(fit.curves.log_discriminations, slopes)[0, 1] > (0.25 if n_models == 14 else 0.55)
        for name, (low, high), truth in (
            ("difficulty", fit.curves.difficulty_interval, difficulties),
            ("discrimination", fit.curves.discrimination_interval, np.exp(slopes)),
        ):
            covered[name].append(np.mean((low <= truth) & (truth <= high)))
    for shares in covered.values():
        assert 0.91 < np.mean(shares) < 0.985, covered


def test_known_abilities_give_the_optimum_of_a_general_optimiser():
    """Each item's curve maximises the log posterior as well as SciPy's optimiser does."""
    right, chance, abilities, _, _ = simulate(np.random.default_rng(5), 40, 25, missing=0.1)
    curves = fit_curves(right, chance, abilities)

    def lose(parameters, item):
        answered = ~np.isnan(right[:, item])
        slope, difficulty = parameters
        p = chance[item] + (1 - chance[item]) / (1 + np.exp(-np.exp(slope) * (abilities[answered] - difficulty)))
        answers = right[answered, item]
        likelihood = np.sum(answers * np.log(p) + (1 - answers) * np.log(1 - p))
        return -likelihood + (slope / LOG_DISCRIMINATION_SD) ** 2 / 2 + (difficulty / DIFFICULTY_SD) ** 2 / 2

    for item in range(25):
        best = optimize.minimize(lose, [0.0, 0.0], args=(item,), method="Nelder-Mead", options={"xatol": 1e-6})
        assert curves.log_posteriors[item] == pytest.approx(-best.fun, abs=2e-3)
        assert curves.difficulties[item] == pytest.approx(best.x[1], abs=0.05)


def test_scale_order_and_unanswered_items():
    """Abilities have mean 0 and standard deviation 1, and the order of models is irrelevant.

    An item without answers has the widest interval.
    """
    right, chance, *_ = simulate(np.random.default_rng(7), 20, 60)
    right[:, 0] = np.nan
    fit, other = fit_items(right, chance), fit_items(right[::-1], chance)
    assert fit.abilities.mean() == pytest.approx(0, abs=1e-12)
    assert fit.abilities.std() == pytest.approx(1)
    np.testing.assert_allclose(other.abilities[::-1], fit.abilities, atol=1e-6)
    low, high = fit.curves.difficulty_interval
    assert high[0] - low[0] > (high - low)[1:].max()


def test_flat_likelihood_is_at_least_chance():
    """All models share one probability: the observed share, or chance if that is higher."""
    right = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, np.nan]])
    expected = [2 * np.log(2 / 3) + np.log(1 / 3), 2 * np.log(0.75)]
    np.testing.assert_allclose(compute_flat_log_likelihoods(right, np.array([0.25, 0.25])), expected)


@pytest.mark.parametrize(
    ("shape", "chance", "message"),
    [((3, 2), [0.2], "Give"), ((1, 2), [0.2, 0.2], "Give"), ((3, 2), [0.2, 1.0], "outside")],
)
def test_invalid_item_responses_raise(shape, chance, message):
    """Different shapes, a single model, and a chance of 1 raise an error."""
    with pytest.raises(ValueError, match=message):
        fit_items(np.ones(shape), np.array(chance))
