"""Tests of shares of the other run's wrong answers: a slow ratio, its jackknife by group, and sentences."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.right_where_other_wrong import describe_right_where_other_wrong, estimate_right_where_other_wrong
from core.benchmarks.triangles.benchmark_data import WORDS

COLUMNS = ["only_first", "only_second", "none"]


def sample_sums(n_groups, rng):
    """Return counts by group, with groups of different difficulty."""
    hard = rng.beta(2, 2, n_groups)
    counts = [rng.multinomial(6, [0.4 * (1 - h), 0.2, 0.2 + 0.2 * h, 0.2 + 0.2 * h]) for h in hard]
    return pd.DataFrame(np.array(counts)[:, 1:], columns=COLUMNS).assign(group_id=[f"g{n}" for n in range(n_groups)])


def test_shares_are_ratios_of_sums():
    """Either share is right answers over the other's wrong ones, and both directions mirror each other."""
    sums = sample_sums(40, np.random.default_rng(1))
    table = estimate_right_where_other_wrong(sums)
    total = sums[COLUMNS].sum()
    assert table.loc["first", "value"] == pytest.approx(
        100 * total["only_first"] / (total["only_first"] + total["none"])
    )
    assert table.loc["second", "n"] == total["only_second"] + total["none"]
    mirrored = sums.rename(columns={"only_first": "only_second", "only_second": "only_first"})
    assert estimate_right_where_other_wrong(mirrored).loc["first"].equals(table.loc["second"])


@pytest.mark.slow
def test_intervals_cover_the_true_share():
    """Over 400 simulated benchmarks of 60 groups the 95% interval holds the true share in 92 to 98 of 100."""
    rng = np.random.default_rng(7)
    large = sample_sums(200_000, rng)[COLUMNS].sum()
    true = 100 * large["only_first"] / (large["only_first"] + large["none"])
    held = [
        row["low"] <= true <= row["high"]
        for _ in range(400)
        for row in [estimate_right_where_other_wrong(sample_sums(60, rng)).loc["first"]]
    ]
    assert 0.92 <= np.mean(held) <= 0.98


def test_sentences_have_an_interval_or_say_why_not():
    """A run without errors and too few groups are stated; otherwise an interval follows."""
    never = pd.DataFrame({"only_first": [3.0] * 12, "only_second": [0.0] * 12, "none": [0.0] * 12})
    told = describe(never.assign(group_id=range(12)))
    assert "A is never wrong." in told
    assert "Where B is wrong, A is right on 100.0%" in told
    assert "3 triangles are too few to tell how often: a claim needs 10." in describe(
        sample_sums(3, np.random.default_rng(3))
    )
    assert describe(sample_sums(30, np.random.default_rng(3))).count("95% CI") == 2


def describe(sums):
    """Return the sentences about runs A and B."""
    return describe_right_where_other_wrong(estimate_right_where_other_wrong(sums), "A", "B", WORDS)
