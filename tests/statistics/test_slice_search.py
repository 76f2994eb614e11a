"""Tests of the search for weak slices, on simulated models of known behaviour and by a slow definition."""

import numpy as np
import pandas as pd
import pytest

from core.statistics import slice_cells
from core.statistics.min_p import compute_min_p_values
from core.statistics.slice_search import find_weak_slices

FACTORS = ("question_id", "pose", "occlusion", "shape", "size")


def draw_answers(generator, n_groups=100, planted=0.0, lowered=("pose",)):
    """Draw answers of a model that is right in 60% of cases, and less often by `planted` in the lowered slice."""
    shapes, sizes = generator.integers(0, 3, n_groups), generator.integers(0, 2, n_groups)
    rows = []
    for group in range(n_groups):
        level = 0.6 + generator.normal(0, 0.1)
        for pose in ("planar", "tilted"):
            for occlusion in ("no", "yes"):
                for question in ("Q1", "Q2", "Q3"):
                    is_lowered = pose == "tilted" and ("shape" not in lowered or shapes[group] == 1)
                    right = float(generator.random() < level - planted * is_lowered)
                    rows.append((group, question, pose, occlusion, f"s{shapes[group]}", f"n{sizes[group]}", right, 1))
    return pd.DataFrame(rows, columns=["group_id", *FACTORS, "value", "n"])


def list_levels(search):
    """Return the levels of each slice found."""
    return [dict(found.levels) for found in search.slices]


def test_planted_slices_are_found_and_others_are_not():
    """At least 36 of 40 planted slices are found; at most 5 of 40 searches without one find any."""
    generator = np.random.default_rng(7)
    planted = {"pose": "tilted", "shape": "s1"}
    found = [
        find_weak_slices(draw_answers(generator, planted=0.3, lowered=("pose", "shape")), FACTORS, seed=k)
        for k in range(40)
    ]
    assert sum(planted in list_levels(search) for search in found) >= 36
    null = [find_weak_slices(draw_answers(generator), FACTORS, seed=k) for k in range(40)]
    assert sum(bool(search.slices) for search in null) <= 5
    assert all(search.n_tried > 100 and search.n_factors == 3 for search in null)


@pytest.mark.slow
def test_a_planted_slice_is_found_in_95_of_100_searches_and_shuffled_data_has_none():
    """Slices of two conditions are found that are 35 points lower on a sixth of the answers of 100 groups.

    5% of 200 searches in shuffled data may confirm a slice: at most 16, two standard errors above 10.
    """
    generator = np.random.default_rng(11)
    planted = {"pose": "tilted", "shape": "s1"}
    n_found = n_by_chance = 0
    for seed in range(100):
        rows = draw_answers(generator, planted=0.35, lowered=("pose", "shape"))
        n_found += planted in list_levels(find_weak_slices(rows, FACTORS, seed=seed))
        for _ in range(2):
            shuffled = rows.assign(value=generator.permutation(rows["value"]))
            n_by_chance += bool(find_weak_slices(shuffled, FACTORS, seed=seed).slices)
    assert n_found >= 95
    assert n_by_chance <= 16


def test_intervals_contain_the_planted_difference():
    """At least 95% of intervals of a planted slice contain the true difference, minus three standard errors."""
    generator = np.random.default_rng(8)
    slices = [
        found
        for k in range(120)
        for found in find_weak_slices(draw_answers(generator, planted=0.4), ("pose", "occlusion"), seed=k).slices
        if dict(found.levels) == {"pose": "tilted"}
    ]
    assert len(slices) >= 110
    covered = np.mean([found.low <= -0.4 <= found.high for found in slices])
    assert 0.95 - 3 * np.sqrt(0.05 * 0.95 / 120) <= covered <= 1


def test_a_slice_that_is_always_wrong_is_found_if_all_else_is_right():
    """The slice has no interval, because it has no spread, but a small p-value."""
    rows = draw_answers(np.random.default_rng(3))
    rows["value"] = (rows["pose"] != "tilted").astype(float)
    (found,) = find_weak_slices(rows, FACTORS).slices
    assert dict(found.levels) == {"pose": "tilted"}
    assert (found.mean, found.difference) == (0.0, -1.0)
    assert np.isnan(found.low)
    assert np.isnan(found.high)
    assert found.p_value <= 0.01


def test_neither_parts_nor_supersets_of_a_slice_are_listed():
    """If all tilted views are lower, no narrower combination and no wider one is listed."""
    search = find_weak_slices(draw_answers(np.random.default_rng(3), planted=0.35), FACTORS)
    assert list_levels(search) == [{"pose": "tilted"}]
    (found,) = search.slices
    rows = draw_answers(np.random.default_rng(3), planted=0.35)
    inside = rows[rows["pose"] == "tilted"]
    assert found.mean == pytest.approx(inside["value"].mean(), abs=1e-12)
    assert (found.n_groups, found.n_answers) == (100, len(inside))
    assert found.low < found.difference < found.high < 0


def test_slices_of_the_same_answers_are_listed_once():
    """A factor that repeats another adds no second slice."""
    rows = draw_answers(np.random.default_rng(3), planted=0.35)
    rows["camera"] = rows["pose"].map({"planar": "above", "tilted": "aside"})
    assert len(find_weak_slices(rows, (*FACTORS, "camera")).slices) == 1


def test_the_result_depends_on_the_seed_alone():
    """The same rows in another order give the same slices and p-values."""
    rows = draw_answers(np.random.default_rng(5), planted=0.3)
    first, second = (find_weak_slices(part, FACTORS, seed=2) for part in (rows, rows.sample(frac=1, random_state=1)))
    assert [(dict(found.levels), found.p_value) for found in first.slices] == [
        (dict(found.levels), found.p_value) for found in second.slices
    ]


@pytest.mark.parametrize("n_groups", [0, 1, 2, 9, 12])
def test_few_groups_give_no_slice(n_groups):
    """With fewer than ten groups on each side no slice is tried."""
    rows = draw_answers(np.random.default_rng(1), n_groups=max(n_groups, 1), planted=0.6)
    search = find_weak_slices(rows if n_groups else rows[:0], ("shape", "size"))
    assert search.slices == ()
    assert search.n_groups == n_groups


def test_one_group_with_several_levels_gives_no_slice():
    """A single group leaves the confirming half empty."""
    rows = pd.DataFrame({"group_id": "g", "value": [1.0, 0.0], "n": 1, "shape": ["round", "flat"]})
    assert find_weak_slices(rows, ["shape"]).slices == ()


def test_missing_levels_and_empty_rows_are_left_out():
    """A missing level belongs to no slice; a row without answers is ignored."""
    rows = draw_answers(np.random.default_rng(3), planted=0.35)
    rows.loc[rows["occlusion"] == "yes", "occlusion"] = None
    empty = rows.assign(pose="sideways", n=0, value=0.0)
    found = find_weak_slices(pd.concat([rows, empty]), FACTORS)
    assert {"pose": "tilted"} in list_levels(found)
    assert all(levels.get("pose") != "sideways" for levels in list_levels(found))


def test_large_searches_combine_fewer_factors():
    """A limit on slices times groups lowers the number of combined factors, which the result states."""
    rows = draw_answers(np.random.default_rng(3), planted=0.35)
    assert find_weak_slices(rows, FACTORS, max_cells=100 * 60).n_factors == 2
    assert find_weak_slices(rows, FACTORS, max_cells=1).n_factors == 1


def test_pooling_groups_keeps_the_planted_slice(monkeypatch):
    """A search in pooled groups finds the same planted slice; counts are those of single groups."""
    rows = draw_answers(np.random.default_rng(3), n_groups=300, planted=0.35)
    monkeypatch.setattr(slice_cells, "MAX_CLUSTERS", 60)
    search = find_weak_slices(rows, FACTORS)
    assert list_levels(search) == [{"pose": "tilted"}]
    assert (search.n_groups, search.slices[0].n_groups) == (300, 300)


def test_p_values_equal_a_slow_definition():
    """The corrected p-values equal those computed draw by draw and slice by slice."""
    generator = np.random.default_rng(4)
    counts = generator.integers(0, 4, (3, 12)).astype(float)
    other = generator.integers(1, 4, (3, 12)).astype(float)
    sums, other_sums = counts * generator.random((3, 12)), other * generator.random((3, 12))
    signs = np.vstack([np.ones(12), np.random.default_rng(9).choice((-1.0, 1.0), size=(1999, 12))])
    t = np.empty((2000, 3))
    for k in range(3):
        mean = (sums[k].sum() + other_sums[k].sum()) / (counts[k].sum() + other[k].sum())
        for draw, sign in enumerate(signs):
            inside = sign * (sums[k] - counts[k] * mean)
            outside = sign * (other_sums[k] - other[k] * mean)
            a, b = inside.sum() / counts[k].sum(), outside.sum() / other[k].sum()
            parts = (inside - counts[k] * a) / counts[k].sum() - (outside - other[k] * b) / other[k].sum()
            t[draw, k] = (a - b) / np.sqrt((parts**2).sum())
    own = np.array([[(t[:, k] <= value).mean() for value in t[:, k]] for k in range(3)])
    slow = [(own.min(axis=0) <= own[k, 0]).mean() for k in range(3)]
    assert compute_min_p_values(sums, counts, other_sums, other, np.random.default_rng(9)) == pytest.approx(
        slow, abs=2e-3
    )
