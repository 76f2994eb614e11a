"""Tests of the context of a mean score, on hand-made estimates."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from core.analyses.score_context import compute_score_context
from core.records import Question

NAMES = ["run_id", "model_id", "label", "kind"]


def estimates(rows):
    """Return estimates by run: value in percent, standard error, n, and the value with unreadable ones as wrong."""
    table = pd.DataFrame(rows, columns=["run_id", "value", "standard_error", "n", "least"])
    named = table.assign(model_id=table["run_id"], label=table["run_id"], kind="vlm", n_groups=table["n"])
    return named.assign(n_cases=[42, 40][: len(table)], all_cases=42)


def measured(kind="choice", chance=None):
    """Return two runs: one with 70% beside blinds of 25 and 40%, one that is below both and answered other cases."""
    found = SimpleNamespace(
        scores=estimates([("good", 70, 10, 42, 60), ("poor", 20, 5, 40, 20)]),
        skill=estimates([("good", 45, 0, 42, 0), ("poor", -5, 0, 40, 0)]),
        looking=estimates([("good", 30, 0, 42, 0), ("poor", -20, 0, 30, 0)]),
        chance=chance,
        about=SimpleNamespace(questions={"Q": Question("Q", "", "Q", "", kind)}),
    )
    return compute_score_context(found).set_index("run_id")


def test_skill_is_what_is_gained_of_what_a_blind_leaves():
    """(70 - 25) / (100 - 25) and (70 - 40) / (100 - 40); below the blind it is negative."""
    table = measured()
    assert table.loc["good", ["over_constant", "over_text"]].tolist() == pytest.approx([60, 50])
    assert table.loc["poor", "over_constant"] == pytest.approx(100 * -5 / 75)


def test_chance_adjusted_accuracy_is_that_of_site():
    """Hits minus expected guesses over cases minus expected guesses, of 10,000 questions with 2 to 6 options."""
    generator = np.random.default_rng(5)
    options = generator.integers(2, 7, 10_000)
    hits = generator.random(10_000) < 0.6
    found = SimpleNamespace(
        scores=estimates([("all", 100 * hits.mean(), 1, 42, 100 * hits.mean())]),
        skill=estimates([("all", 0, 0, 42, 0)]),
        looking=estimates([("all", 0, 0, 42, 0)]),
        chance=100 * (1 / options).mean(),
        about=SimpleNamespace(questions={"Q": Question("Q", "", "Q", "", "choice")}),
    )
    by_hand = (hits.sum() - (1 / options).sum()) / (len(hits) - (1 / options).sum())
    assert compute_score_context(found)["over_chance"].tolist() == pytest.approx([100 * by_hand])
    assert np.isnan(measured(chance=25.0).loc["poor", "over_chance"])  # it answered 40 of 42 cases
    assert measured()["over_chance"].isna().all()


def test_a_blind_that_answered_other_cases_gives_no_skill():
    """If the blind reader answered fewer cases, the difference is over other cases than the score."""
    assert np.isnan(measured().loc["poor", "over_text"])


def test_the_design_effect_is_of_shares_only():
    """0.1 squared times 42 over 0.7 times 0.3 is 2; if answers are numbers no share is counted."""
    assert measured().loc["good", "design_effect"] == pytest.approx(2.0)
    assert measured("angle")["design_effect"].isna().all()
    assert measured()["least"].tolist() == [60, 20]
