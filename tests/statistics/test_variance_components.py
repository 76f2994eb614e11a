"""Tests of variance components against slow definitions, an analysis of variance, and simulated designs."""

from itertools import permutations, product

import numpy as np
import pytest

from core.errors import StatisticsError
from core.statistics.pass_stability import compute_item_stability
from core.statistics.variance_components import (
    CASES,
    FACET,
    GROUPS,
    INTERACTION,
    NOISE,
    REST,
    TOTAL,
    CrossedScores,
    compute_variance_components,
)
from tests.statistics.simulate_components import DESIGNS, draw_design, simulate_components


def draw_uneven(seed=3, levels=(0, 0, 1, 1, 1)):
    """Draw right and wrong answers in groups of one to five questions."""
    random = np.random.default_rng(seed)
    groups = np.repeat(np.arange(12), random.integers(1, 6, 12))
    scores = random.integers(0, 2, (len(groups), len(levels))).astype(float)
    return CrossedScores(scores, groups, np.asarray(levels))


def average_products(crossed, first, second, kind):
    """Return the mean product of two runs' scores over all ordered pairs of questions of a kind."""
    scores, groups = crossed.scores, crossed.groups
    pairs = product(range(len(groups)), repeat=2)
    kinds = {
        "same": lambda i, j: i == j,
        "near": lambda i, j: i != j and groups[i] == groups[j],
        "far": lambda i, j: groups[i] != groups[j],
    }
    return np.mean([scores[i, first] * scores[j, second] for i, j in pairs if kinds[kind](i, j)])


def test_components_equal_their_definitions():
    """Components equal averages over pairs of levels, runs and questions, one pair at a time."""
    crossed = draw_uneven()
    runs = {level: np.flatnonzero(crossed.levels == level) for level in (0, 1)}

    def average(kind, *, same_level):
        pairs = [(a, b) for a, b in product((0, 1), repeat=2) if (a == b) == same_level]
        return np.mean([
            np.mean([average_products(crossed, r, s, kind) for r in runs[a] for s in runs[b]]) for a, b in pairs
        ])  # fmt: skip

    own = np.mean([np.mean([average_products(crossed, r, r, "same") for r in runs[level]]) for level in (0, 1)])
    noise = np.mean([
        np.mean([((crossed.scores[:, r] - crossed.scores[:, s]) ** 2).mean() / 2 for r, s in permutations(runs[a], 2)])
        for a in (0, 1)
    ])  # fmt: skip
    other = {kind: average(kind, same_level=False) for kind in ("same", "near", "far")}
    facet = average("far", same_level=True) - other["far"]  # half of m0 m0 + m1 m1 - 2 m0 m1
    rest = own - other["same"] - facet
    expected = {
        GROUPS: other["near"] - other["far"], CASES: other["same"] - other["near"], FACET: facet,
        REST: rest, NOISE: noise, INTERACTION: rest - noise, TOTAL: own - other["far"],
    }  # fmt: skip
    found = compute_variance_components(crossed)
    assert {name: part.raw for name, part in found.items()} == pytest.approx(expected, abs=1e-12)


def test_components_of_passes_agree_with_an_analysis_of_variance():
    """With one question per group, mean squares of questions, passes and rest give the same components."""
    random = np.random.default_rng(4)
    n_cases, n_runs = 80, 4
    scores = random.normal(0, 1, (n_cases, 1)) + random.normal(0, 0.5, (n_cases, n_runs))
    found = compute_variance_components(CrossedScores(scores, np.arange(n_cases), np.zeros(n_runs, int)))
    of_cases, of_runs = scores.mean(axis=1), scores.mean(axis=0)
    residuals = scores - of_cases[:, None] - of_runs + scores.mean()
    mean_square = (residuals**2).sum() / ((n_cases - 1) * (n_runs - 1))
    assert found[NOISE].raw == pytest.approx(mean_square, abs=1e-12)
    assert found[CASES].raw == pytest.approx(of_cases.var(ddof=1) - mean_square / n_runs, abs=1e-12)
    assert found[FACET].raw == pytest.approx(of_runs.var(ddof=1) - mean_square / n_cases, abs=1e-12)
    assert not {GROUPS, INTERACTION} & set(found)


def test_noise_and_shift_are_the_internal_variance():
    """Noise plus the shift between passes is what lmms-eval calls internal variance."""
    crossed = draw_uneven(levels=(0, 0, 0))
    found = compute_variance_components(crossed)
    assert found[NOISE].raw + found[FACET].raw == pytest.approx(
        np.nanmean(compute_item_stability(crossed.scores).variance), abs=1e-12
    )


@pytest.mark.parametrize("title", ["two prompts, two passes each", "no shift", "three passes"])
def test_known_components_are_recovered(title):
    """Estimates are unbiased, and about 95% of the intervals contain the true component, up to chance."""
    design = DESIGNS[title]
    for name, (mean, coverage) in simulate_components(design, 400).items():
        true = design.list_components()[name]
        assert mean == pytest.approx(true, abs=0.005), name
        assert 0.92 <= coverage <= (0.99 if true == 0 else 0.98), (name, coverage)


def test_equal_passes_have_no_noise():
    """A model that always repeats itself has no noise, and no interval, because nothing varies."""
    scores = np.repeat(np.random.default_rng(5).integers(0, 2, (60, 1)), 3, axis=1).astype(float)
    found = compute_variance_components(CrossedScores(scores, np.arange(60) // 3, np.zeros(3, int)))
    assert found[NOISE].value == found[FACET].value == 0
    assert np.isnan([found[NOISE].low, found[FACET].high]).all()
    assert found[CASES].value > 0


def test_few_groups_have_no_interval():
    """A single group has only estimates of variation within it, and no interval."""
    crossed = draw_design(DESIGNS["three passes"], np.random.default_rng(6))
    one_group = CrossedScores(crossed.scores[:4], crossed.groups[:4], crossed.levels)
    found = compute_variance_components(one_group)
    assert np.isnan(found[NOISE].low)
    assert np.isnan([found[GROUPS].value, found[FACET].value]).all()


@pytest.mark.parametrize("broken", ["one run", "missing"])
def test_unusable_scores_raise(broken):
    """A single run, or a missing score, raises an error that names the remedy."""
    scores = np.ones((4, 1 if broken == "one run" else 2))
    if broken == "missing":
        scores[0, 0] = np.nan
    with pytest.raises(StatisticsError, match="add a run" if broken == "one run" else "keep the questions"):
        compute_variance_components(CrossedScores(scores, np.arange(4), np.arange(scores.shape[1])))
