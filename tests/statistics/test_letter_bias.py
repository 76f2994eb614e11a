"""Letter bias against counting by hand, and its interval against made runs with and without bias."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from core.parsing.choice.result import get_option_letter
from core.statistics.letter_bias import compute_letter_bias, compute_letter_shares
from tests.scoring.choice.made_choices import made_choices

ANSWERS = made_choices(seed=12, n_groups=25, unreadable=0.1, runs=("a", "b"))


def made_letters(seed, n_groups, *, bias, n_runs=1, per_group=2):
    """Runs that answer A in a share of the cases and else a letter of four at random, alike within a group."""
    rng = np.random.default_rng(seed)
    rows = []
    for run in range(n_runs):
        for group in range(n_groups):
            value = 0 if rng.random() < bias else int(rng.integers(4))
            rows += [
                {"run_id": run, "group_id": group, "value": float(value), "truth": int(rng.integers(4))}
            ] * per_group
    return pd.DataFrame(rows)


def test_shares_by_counting():
    """Shares, recall and counts are those of going through the answers one by one."""
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
    """The distance is that of the table of shares."""
    shares = compute_letter_shares(ANSWERS)
    expected = (shares["share_answered"] - shares["share_true"]).abs().groupby(shares["run_id"]).sum() / 2
    table = compute_letter_bias(ANSWERS, n_draws=20).set_index("run_id")
    assert table["distance"].to_dict() == pytest.approx(expected.to_dict())


def test_the_interval_is_of_groups():
    """Answers that are said twice in each group tell no more: the interval stays."""
    once, twice = (compute_letter_bias(made_letters(4, 60, bias=0.3, per_group=n), n_draws=500).iloc[0] for n in (1, 2))
    assert (once["distance"], once["low"], once["high"]) == pytest.approx(
        (twice["distance"], twice["low"], twice["high"])
    )
    assert (once["n"], twice["n"], once["n_groups"]) == (60, 120, 60)


@pytest.mark.slow
def test_no_bias_is_not_called_one():
    """Of 200 runs that answer letters as often as they are right, at most one in twenty has an interval above 0."""
    table = compute_letter_bias(made_letters(5, 80, bias=0.0, n_runs=200), n_draws=300)
    assert (table["low"] > 0).mean() <= 0.05
    assert table["p_value"].mean() == pytest.approx(0.5, abs=0.08)
    assert ((table["low"] > 0) <= (table["p_value"] <= 0.05)).all()
    assert table["distance"].mean() > 0.1


@pytest.mark.slow
def test_bias_is_found():
    """Four in ten answers turned to A are a distance of 0.3, and the interval holds it in nine of ten runs."""
    table = compute_letter_bias(made_letters(6, 300, bias=0.4, n_runs=100), n_draws=300)
    assert table["distance"].mean() == pytest.approx(0.3, abs=0.02)
    assert ((table["low"] <= 0.3) & (table["high"] >= 0.3)).mean() > 0.88
    assert (table["low"] > 0.15).all()


@pytest.mark.filterwarnings("error")
def test_what_is_not_there_has_no_distance():
    """Without readable answers there is no distance, with one group no interval."""
    nothing = compute_letter_bias(ANSWERS.assign(value=np.nan), n_draws=5)
    assert nothing[["distance", "low", "high"]].isna().all(axis=None)
    assert compute_letter_shares(ANSWERS.assign(value=np.nan)).empty
    one = compute_letter_bias(ANSWERS[ANSWERS["group_id"] == "g3"], n_draws=5)
    assert one["distance"].notna().all()
    assert one["low"].isna().all()


def test_any_column_slices():
    """Numbers of options have keys of their own, so they can be told apart."""
    table = compute_letter_bias(ANSWERS, ["run_id", "n_options"], n_draws=5)
    assert set(zip(table["run_id"], table["n_options"], strict=True)) == {("a", 2), ("a", 4), ("b", 2), ("b", 4)}
