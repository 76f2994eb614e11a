"""Tests of tables of estimates against the same estimates computed one at a time."""

import itertools

import numpy as np
import pandas as pd
import pytest

from core.errors import StatisticsError
from core.statistics.grouped_means import (
    compute_grouped_differences,
    compute_grouped_means,
    compute_mean_of_group_means,
    compute_pairwise_differences,
    pair_answers,
)
from core.statistics.intervals import apply_holm_correction
from tests.scoring.definitions import Estimate, as_estimate
from tests.scoring.made_answers import simulate_answers
from tests.scoring.slow import clustered_mean, clustered_share, difference_of_means

ANSWERS, _ = simulate_answers(seed=1, n_groups=10, n_runs=2, unreadable=0.1, missing_views={("003", "T1")})


def has_estimate(row, estimate):
    """Return whether a row of a table holds an estimate."""
    mine = as_estimate(row)
    return all(
        getattr(mine, name) == pytest.approx(getattr(estimate, name), rel=1e-9, abs=1e-12)
        for name in Estimate.__dataclass_fields__
        if getattr(estimate, name) is not None or getattr(mine, name) is not None
    )


@pytest.mark.parametrize("by", [["run_id"], ["run_id", "question_id", "pose"], ["object"]])
def test_each_slice_is_the_clustered_mean_of_its_answers(by):
    """A table's row equals the estimate of that slice alone."""
    table = compute_grouped_means(ANSWERS, "score", by)
    slices = dict(list(ANSWERS.groupby(by)))
    assert len(table) == len(slices)
    for row in table.to_dict("records"):
        answers = slices[tuple(row[name] for name in by)]
        assert has_estimate(pd.Series(row), clustered_share(answers["score"], answers["group_id"]))


def test_no_factors_give_one_slice():
    """Without factors the table has one row over all answers."""
    table = compute_grouped_means(ANSWERS, "score")
    assert len(table) == 1
    assert has_estimate(table.iloc[0], clustered_share(ANSWERS["score"], ANSWERS["group_id"]))


def test_an_empty_selection_has_no_slices():
    """An empty selection gives no rows with a factor, and one empty estimate without one."""
    nothing = ANSWERS.iloc[:0]
    assert compute_grouped_means(nothing, "score", ["run_id"]).empty
    assert as_estimate(compute_grouped_means(nothing, "score").iloc[0]).value is None


def test_null_factor_excludes_the_answer():
    """Answers with an unknown factor belong to no slice."""
    occlusion = np.where(ANSWERS["group_id"] == "000", None, "none")
    table = compute_grouped_means(ANSWERS.assign(occlusion=occlusion), "score", ["occlusion"])
    assert list(table["occlusion"]) == ["none"]
    assert table["n_groups"].item() == 9


def test_each_difference_is_that_of_its_slice():
    """Each row equals the difference of that slice alone, for factors within and between triangles."""
    answers = ANSWERS.assign(half=ANSWERS["group_id"] < "004")
    for factor, first, second in (("pose", "tilted", "planar"), ("half", True, False)):
        table = compute_grouped_differences(answers, "score", factor, first, second, ["run_id"])
        for run_id, rows in answers.groupby("run_id"):
            estimate = difference_of_means(rows["score"], rows[factor] == first, rows["group_id"])
            assert has_estimate(table[table["run_id"] == run_id].iloc[0], estimate)


def test_other_levels_are_ignored():
    """A difference of two conditions ignores the other two."""
    table = compute_grouped_differences(ANSWERS, "score", "condition", "P0", "T0")
    alone = compute_grouped_differences(ANSWERS[ANSWERS["object"] == "none"], "score", "condition", "P0", "T0")
    pd.testing.assert_frame_equal(table, alone)


def test_difference_with_an_empty_group_is_missing():
    """If one of two groups is empty the difference is missing, not the other group's mean."""
    table = compute_grouped_differences(ANSWERS[ANSWERS["pose"] == "planar"], "score", "pose", "planar", "tilted")
    assert np.isnan(table["value"].item())
    assert as_estimate(table.iloc[0]).low is None


def test_runs_are_paired_by_photograph_and_question():
    """Every pair has both answers, and the difference is that of the answers."""
    keys = ["case_id", "question_id"]
    pairs = pair_answers(ANSWERS, "score", "run_id", "a", "b", keys)
    a, b = (ANSWERS[ANSWERS["run_id"] == run].set_index(keys)["score"] for run in "ab")
    expected = (a - b).dropna()
    assert len(pairs) == len(expected) < len(a)
    assert pairs.set_index(keys)["difference"].sort_index().to_numpy() == pytest.approx(expected.sort_index())


def test_ambiguous_pairs_raise():
    """Keys that match two answers of one run raise an error."""
    with pytest.raises(StatisticsError, match="add a key"):
        pair_answers(ANSWERS, "score", "run_id", "a", "b", ["case_id"])
    with pytest.raises(StatisticsError, match="add a key"):
        compute_pairwise_differences(ANSWERS, "score", "run_id", ["case_id"])


def test_table_of_pairs_equals_single_pairs():
    """Every pair of runs has the paired estimate of these two alone, with Holm's correction for the number of pairs."""
    answers, _ = simulate_answers(seed=17, n_groups=8, n_runs=4, unreadable=0.1)
    keys = ["case_id", "question_id"]
    table = compute_pairwise_differences(answers, "score", "run_id", keys)
    pairs = list(itertools.combinations("abcd", 2))
    assert list(zip(table["first"], table["second"], strict=True)) == pairs
    for (first, second), (_, row) in zip(pairs, table.iterrows(), strict=True):
        alone = compute_grouped_means(pair_answers(answers, "score", "run_id", first, second, keys), "difference")
        assert has_estimate(row, as_estimate(alone.iloc[0]))
    assert table["corrected_p"].to_numpy() == pytest.approx(apply_holm_correction(table["p_value"]))


def test_fewer_than_two_runs_make_no_pairs():
    """One run or none gives no pairs."""
    keys = ["case_id", "question_id"]
    assert compute_pairwise_differences(ANSWERS[ANSWERS["run_id"] == "a"], "score", "run_id", keys).empty
    assert compute_pairwise_differences(ANSWERS.iloc[:0], "score", "run_id", keys).empty


def test_balanced_mean_averages_group_means():
    """Each group has the same weight in a slice; a group that is absent from the slice is ignored."""
    answers = ANSWERS[ANSWERS["question_id"] == "Q2"]
    table = compute_mean_of_group_means(answers, "score", "truth", ["run_id"])
    for row in table.itertuples():
        groups = answers[answers["run_id"] == row.run_id].groupby("truth")["score"].mean().dropna()
        assert row.value == pytest.approx(groups.mean())
        assert row.n_means == len(groups)


def test_balanced_standard_error_sums_group_variances():
    """Without a common triangle, the squared standard error is the groups' sum divided by their squared number."""
    answers = ANSWERS[(ANSWERS["question_id"] == "Q3") & (ANSWERS["run_id"] == "a")]
    answers = answers.assign(third=answers["group_id"].astype(int) % 3)
    errors = [clustered_mean(g["score"], g["group_id"]).standard_error for _, g in answers.groupby("third")]
    assert compute_mean_of_group_means(answers, "score", "third")["standard_error"].item() == pytest.approx(
        np.sqrt(np.square(errors).sum()) / 3
    )
