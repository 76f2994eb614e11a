"""Tests of constant orders of other items: they score like guessing, so that a random model has no skill."""

import numpy as np
import pandas as pd
import pytest

from core.question_types.orders import build_order
from core.question_types.value_codes import encode_text
from core.scoring.constant_baseline import score_baseline_constants
from core.scoring.constant_scores import compute_guess_scores, score_constant_answers
from core.scoring.metrics import compute_scores
from core.statistics.skill import bootstrap_constants, compute_skills

N_CASES = 120
CHANCES = {"order:kendall": 0.5, "order:exact": 1 / 6}


def draw_orders(kind, items_of_case, seed=0):
    """Return one case per group with a random order as truth, and the codes of random answers."""
    chance = np.random.default_rng(seed)
    truths, answers = (
        np.array([encode_text(build_order(tuple(chance.permutation(items_of_case(n))))) for n in range(N_CASES)])
        for _ in range(2)
    )
    cases = pd.DataFrame(
        {
            "case_id": [f"c{n:03d}" for n in range(N_CASES)],
            "group_id": [f"g{n:03d}" for n in range(N_CASES)],
            "question_id": "order",
            "question_kind": kind,
            "truth": truths,
            "foil": np.nan,
        }
    )
    return cases, answers


def name_own_items(number):
    return [f"{name}{number}" for name in "abc"]


@pytest.mark.parametrize("kind", CHANCES)
def test_orders_of_other_items_score_like_guessing(kind):
    """No constant orders the items of two cases, so each constant scores chance on the other cases."""
    cases, _ = draw_orders(kind, name_own_items)
    blind = score_baseline_constants(cases)
    assert blind["score"].tolist() == pytest.approx([CHANCES[kind]] * N_CASES)
    assert compute_guess_scores(kind, cases["truth"].to_numpy()).tolist() == pytest.approx([CHANCES[kind]] * N_CASES)


@pytest.mark.parametrize("kind", CHANCES)
def test_a_random_model_has_no_skill(kind):
    """The expected skill is 0; a model that orders all items correctly has 1 minus chance."""
    cases, _ = draw_orders(kind, name_own_items)
    truths = cases["truth"].to_numpy()
    rows = [compute_scores(kind, draw_orders(kind, name_own_items, seed)[1], truths) for seed in range(40)]
    skills = compute_skills(np.stack([*rows, np.ones(N_CASES)]), bootstrap_constants(cases, 100))
    assert skills["value"][:40].mean() == pytest.approx(0, abs=0.02)
    assert skills["value"].iloc[40] == pytest.approx(1 - CHANCES[kind])


@pytest.mark.parametrize("kind", CHANCES)
def test_orders_of_the_same_items_are_constants(kind):
    """If every case orders the same items, a constant has its actual score, and guessing is not used."""
    cases, _ = draw_orders(kind, lambda number: list("abc"))
    truths = cases["truth"].to_numpy()
    scores = score_constant_answers(kind, truths[:3, None], truths[None, :])
    assert (scores == compute_scores(kind, truths[:3, None], truths[None, :])).all()
    assert np.isnan(compute_guess_scores(kind, truths)).all()


def test_a_constant_is_used_for_the_cases_it_fits():
    """If some cases share their items, a right constant is better than guessing there."""
    kind, same = "order:kendall", encode_text(build_order(("a", "b", "c")))
    cases, _ = draw_orders(kind, name_own_items)
    cases.loc[:59, "truth"] = same
    blind = score_baseline_constants(cases)
    assert blind["score"][:60].tolist() == [1.0] * 60
    assert blind["score"][60:].tolist() == [0.5] * 60


@pytest.mark.parametrize("kind", ["number:mra", "text:exact", "choice", "angle"])
def test_other_kinds_have_no_guess(kind):
    """Constants of all other kinds can be given to every case."""
    truths = np.array([encode_text("red"), encode_text("blue")]) if kind == "text:exact" else np.array([1.0, 2.0])
    assert np.isnan(compute_guess_scores(kind, truths)).all()
    assert (score_constant_answers(kind, truths, truths) == compute_scores(kind, truths, truths)).all()
