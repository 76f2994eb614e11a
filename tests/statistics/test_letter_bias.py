"""Tests of letter bias against counts by hand, and of its interval on simulated runs with and without bias."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from core.parsing.choice.result import get_option_letter
from core.statistics import letter_bias
from core.statistics.letter_bias import compute_letter_bias, compute_letter_shares
from tests.scoring.choice.made_choices import simulate_choices

ANSWERS = simulate_choices(seed=12, n_groups=25, unreadable=0.1, runs=("a", "b"))


def make_letter_answers(seed, n_groups, *, bias, n_runs=1, per_group=2):
    """Make runs that answer A in a share of the groups and else a random letter of four, equal within a group."""
    rng = np.random.default_rng(seed)
    rows = []
    for run in range(n_runs):
        for group in range(n_groups):
            value = 0 if rng.random() < bias else int(rng.integers(4))
            rows += [
                {"run_id": run, "group_id": group, "value": float(value), "truth": int(rng.integers(4))}
            ] * per_group
    return pd.DataFrame(rows)


def test_shares_equal_counts():
    """Shares, recall and counts equal a loop over the answers."""
    table = compute_letter_shares(ANSWERS).set_index(["run_id", "letter"])
    for run_id in "ab":
        part = ANSWERS[ANSWERS["run_id"] == run_id]
        pairs = [(int(v), t) for v, t in zip(part["value"], part["truth"], strict=True) if not np.isnan(v)]
        said, true = Counter(v for v, _ in pairs), Counter(t for _, t in pairs)
        for code in range(4):
            row = table.loc[(run_id, get_option_letter(code))]
            found = sum(v == t == code for v, t in pairs)
            assert row["share_answered"] == pytest.approx(said[code] / len(pairs))
            assert row["share_true"] == pytest.approx(true[code] / len(pairs))
            assert row["recall"] == pytest.approx(found / true[code])
            assert (row["n"], row["n_unreadable"]) == (len(pairs), part["value"].isna().sum())


def test_the_distance_is_half_the_sum_of_differences():
    """The distance is computed from the table of shares."""
    shares = compute_letter_shares(ANSWERS)
    expected = (shares["share_answered"] - shares["share_true"]).abs().groupby(shares["run_id"]).sum() / 2
    table = compute_letter_bias(ANSWERS, n_draws=20).set_index("run_id")
    assert table["distance"].to_dict() == pytest.approx(expected.to_dict())


def test_interval_is_clustered_by_group():
    """Repeating every answer within its group leaves the interval unchanged."""
    once, twice = (
        compute_letter_bias(make_letter_answers(4, 60, bias=0.3, per_group=n), n_draws=500).iloc[0] for n in (1, 2)
    )
    assert (once["distance"], once["low"], once["high"]) == pytest.approx(
        (twice["distance"], twice["low"], twice["high"])
    )
    assert (once["n"], twice["n"], once["n_groups"]) == (60, 120, 60)


@pytest.mark.slow
def test_unbiased_runs_are_rarely_significant():
    """At most one in twenty of 200 unbiased runs has an interval above 0."""
    table = compute_letter_bias(make_letter_answers(5, 80, bias=0.0, n_runs=200), n_draws=300)
    assert (table["low"] > 0).mean() <= 0.05
    assert table["p_value"].mean() == pytest.approx(0.5, abs=0.08)
    assert ((table["low"] > 0) <= (table["p_value"] <= 0.05)).all()
    assert table["distance"].mean() > 0.1


@pytest.mark.slow
def test_bias_is_detected():
    """Changing four in ten answers to A gives a distance of 0.3, which about nine in ten intervals contain."""
    table = compute_letter_bias(make_letter_answers(6, 300, bias=0.4, n_runs=100), n_draws=300)
    assert table["distance"].mean() == pytest.approx(0.3, abs=0.02)
    assert ((table["low"] <= 0.3) & (table["high"] >= 0.3)).mean() > 0.88
    assert (table["low"] > 0.15).all()


@pytest.mark.filterwarnings("error")
def test_missing_data_has_no_distance():
    """Without readable answers there is no distance; with one group there is no interval."""
    nothing = compute_letter_bias(ANSWERS.assign(value=np.nan), n_draws=5)
    assert nothing[["distance", "low", "high"]].isna().all(axis=None)
    assert compute_letter_shares(ANSWERS.assign(value=np.nan)).empty
    one = compute_letter_bias(ANSWERS[ANSWERS["group_id"] == "g3"], n_draws=5)
    assert one["distance"].notna().all()
    assert one["low"].isna().all()


def test_letter_bias_by_number_of_options():
    """Further columns split runs into slices."""
    table = compute_letter_bias(ANSWERS, ["run_id", "n_options"], n_draws=5)
    assert set(zip(table["run_id"], table["n_options"], strict=True)) == {("a", 2), ("a", 4), ("b", 2), ("b", 4)}


def test_pooling_groups_keeps_distance_and_width(monkeypatch):
    """Pooling many groups changes neither the distance nor, by more than a fifth, the interval's width."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 4, 6000)
    value = np.where(rng.random(6000) < 0.3, 0, rng.integers(0, 4, 6000))
    answers = pd.DataFrame(
        {"run_id": "m", "group_id": np.arange(6000) // 2, "value": value.astype(float), "truth": truth.astype(float)}
    )
    pooled = compute_letter_bias(answers).iloc[0]
    monkeypatch.setattr(letter_bias, "MAX_CLUSTERS", 10_000)
    whole = compute_letter_bias(answers).iloc[0]
    assert pooled["n_groups"] == whole["n_groups"] == 3000
    assert pooled["distance"] == whole["distance"]
    assert pooled["high"] - pooled["low"] == pytest.approx(whole["high"] - whole["low"], rel=0.2)
