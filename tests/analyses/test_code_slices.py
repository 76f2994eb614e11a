"""Tests of slices of a failure code: planted ones are found, shuffled codes have none, shares are weighted."""

from datetime import UTC, datetime

import numpy as np
import pandas as pd
import pytest

from core.analyses.code_rates import weigh_reviewed_answers
from core.analyses.code_slices import find_code_slices
from core.review.entries import AnswerKey, SampleDrawn, SampleStratum

N_GROUPS = 120
PLANTED = {"light": "dark"}


def draw_coded_answers(generator, frequent, rare):
    """Two coded answers of each group: with the code more often in the dark, the second stratum standing for more."""
    rows = [
        (group, generator.choice(["dark", "bright"]), generator.choice(["near", "far"])) for group in range(N_GROUPS)
    ] * 2
    levels = pd.DataFrame(rows, columns=["group", "light", "distance"]).astype({"group": str})
    answers = tuple(AnswerKey("model", f"case-{number}", "Q1") for number in range(len(levels)))
    strata = tuple(
        SampleStratum(run_id="model", label=label, n_answers=n, n_groups=200) for label, n in (("a", 400), ("b", 800))
    )
    sample = SampleDrawn(
        entry_id="0" * 16, benchmark_id="dots", author="Ada", written_at=datetime(2026, 11, 29, tzinfo=UTC), name="s",
        kind="sample", strata=strata, answers=answers,
        stratum_of=tuple(number % 2 for number in range(len(levels))), group_of=tuple(levels["group"]),
    )  # fmt: skip
    share = np.where(levels["light"] == "dark", frequent, rare)
    has_code = generator.random(len(levels)) < share
    codes = {answer: "blurred" if own else "other" for answer, own in zip(answers, has_code, strict=True)}
    return sample, codes, levels[["light", "distance"]]


def list_levels(result):
    """Return the levels of each slice found."""
    return [dict(found.levels) for found in result.search.slices]


@pytest.mark.slow
def test_a_planted_code_is_found_in_95_of_100_searches_and_shuffled_codes_have_no_slice():
    """Of 240 coded answers, a slice of 65% against 20% is found.

    Of 100 searches in shuffled codes, at most ten confirm one.
    """
    generator = np.random.default_rng(4)
    n_found = n_by_chance = 0
    for seed in range(100):
        sample, codes, levels = draw_coded_answers(generator, 0.65, 0.2)
        n_found += PLANTED in list_levels(find_code_slices(sample, codes, "blurred", levels, seed))
        shuffled = dict(zip(codes, generator.permutation(list(codes.values())), strict=True))
        n_by_chance += bool(list_levels(find_code_slices(sample, shuffled, "blurred", levels, seed)))
    assert n_found >= 95
    assert n_by_chance <= 10


def test_shares_are_weighted_by_the_sampling():
    """The shares beside a slice use the weights: an answer of the second stratum counts twice."""
    sample, codes, levels = draw_coded_answers(np.random.default_rng(1), 0.8, 0.2)
    result = find_code_slices(sample, codes, "blurred", levels)
    weights = weigh_reviewed_answers(sample, codes)
    assert weights.to_numpy() == pytest.approx(np.resize([400 / 120, 800 / 120], 240))
    has_code = np.array([codes[answer] == "blurred" for answer in sample.answers])
    is_dark = levels["light"].to_numpy() == "dark"
    expected = [100 * np.average(has_code[part], weights=weights[part]) for part in (is_dark, ~is_dark)]
    assert list_levels(result) == [PLANTED]
    assert result.means[0] == pytest.approx(tuple(expected))
    assert -result.search.slices[0].high < -result.search.slices[0].difference < -result.search.slices[0].low


def test_a_code_that_is_always_and_only_in_a_slice_is_found():
    """Without any spread there is no interval, but the slice is listed with its p-value."""
    sample, codes, levels = draw_coded_answers(np.random.default_rng(2), 1.0, 0.0)
    result = find_code_slices(sample, codes, "blurred", levels)
    assert list_levels(result) == [PLANTED]
    assert np.isnan(result.search.slices[0].low)
    assert result.search.slices[0].p_value <= 0.01


def test_few_coded_groups_are_not_searched():
    """With 15 coded answers nothing is compared; answers without a code are ignored."""
    sample, codes, levels = draw_coded_answers(np.random.default_rng(3), 1.0, 0.0)
    few = dict(list(codes.items())[:15])
    result = find_code_slices(sample, few, "blurred", levels)
    assert result.search.n_tried == 0
    assert result.search.n_groups == 15
