"""Tests of lift against its slow definition, which moves every answer to other triangles and scores it there."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest

from core.errors import StatisticsError
from core.records import SCORED, TRIANGLE_QUESTIONS
from core.scoring.answer_codes import build_answer_array, get_score_column, get_truth_column, map_question_kinds
from core.statistics import permutation_scores as moving
from core.statistics.intervals import SIGNIFICANCE, apply_holm_correction
from core.statistics.lift import PERMUTATIONS, draw_permutations
from tests.scoring.definitions import add_truths, compute_lift_table
from tests.scoring.made_answers import (
    make_run_answers,
    pivot_truths,
    score_coded_answer,
    simulate_answers,
    simulate_run,
    simulate_triangle_benchmark,
)

ANSWERS, _ = simulate_answers(seed=4, n_groups=6, unreadable=0.15, missing_views={("001", "T1"), ("004", "P0")})


ANSWER_BY_KEY = {(r.group_id, r.slot, r.question_id): r for r in ANSWERS.itertuples()}


def score_moved_answers(order, score, question_ids):
    """Return the sum and number of scores after the answers of triangle order[t] are moved to t, one by one."""
    group_ids = sorted(ANSWERS["group_id"].unique())
    scores = []
    for t, question_id in itertools.product(range(len(group_ids)), question_ids):
        for slot in ("P0", "P1", "T0", "T1"):
            target = ANSWER_BY_KEY.get((group_ids[t], slot, question_id))
            moved = ANSWER_BY_KEY.get((group_ids[order[t]], slot, question_id))
            if target is not None and moved is not None and not math.isnan(moved.value):
                kappa = {
                    role: score_coded_answer(question_id, moved.value, getattr(target, get_truth_column(role)))
                    for role in SCORED
                }
                scores.append(kappa["foil"] - kappa["truth"] if score == "reliance" else kappa[score])
    return sum(scores), len(scores)


@pytest.mark.parametrize("few", [0, moving.FEW])
@pytest.mark.parametrize("score", ["truth", "foil", "reliance"])
def test_lift_and_p_value_equal_moving_each_answer(score, few, monkeypatch):
    """Mean, chance and p-value equal those of moving answers one by one, without unreadable and absent ones.

    Both methods agree: scoring all pairs of groups (few groups) and pairs of values (many groups).
    """
    monkeypatch.setattr(moving, "FEW", few)
    table = compute_lift_table(ANSWERS, score, n_permutations=60).set_index("question_id")
    orders = draw_permutations(6, 60)
    shifts = [[(t + step) % 6 for t in range(6)] for step in range(1, 6)]  # every pair of different triangles once
    for question_id in [*(q.question_id for q in TRIANGLE_QUESTIONS), "all"]:
        asked = [q.question_id for q in TRIANGLE_QUESTIONS] if question_id == "all" else [question_id]
        total, n = score_moved_answers(range(6), score, asked)
        away = [score_moved_answers(shift, score, asked) for shift in shifts]
        chance = sum(t for t, _ in away) / sum(n for _, n in away)
        row = table.loc[question_id]
        assert (row["mean"], row["chance"], row["n"]) == (pytest.approx(total / n), pytest.approx(chance), n)
        assert row["lift"] == pytest.approx(total / n - chance)
        permuted = [t / n for t, n in (score_moved_answers(order, score, asked) for order in orders)]
        if score == "reliance":
            reached = sum(abs(p - chance) >= abs(row["lift"]) - 1e-12 for p in permuted)
        else:
            reached = sum(p >= total / n - 1e-12 for p in permuted)
        assert row["p_value"] == pytest.approx((reached + 1) / 61)


def test_mean_is_mean_kappa():
    """The mean of answers that are not moved is the plain mean of kappa."""
    for score in SCORED:
        expected = ANSWERS.groupby("question_id")[get_score_column(score)].mean()
        table = compute_lift_table(ANSWERS, score, n_permutations=1).set_index("question_id")["mean"]
        assert table.drop("all").to_numpy() == pytest.approx(expected.to_numpy())
        assert table["all"] == pytest.approx(ANSWERS[get_score_column(score)].mean())


def test_chance_is_the_limit_of_derangements():
    """The mean over seeded derangements agrees with the mean over all pairs of different triangles."""
    answers, _ = simulate_answers(seed=5, n_groups=12)
    orders = draw_permutations(12, 20_000)
    deranged = orders[(orders != np.arange(12)).all(axis=1)]
    kinds = map_question_kinds(answers)
    values, truths = build_answer_array(answers, ["value", "truth"], list(kinds))
    sums, counts = sum(
        moved.permuted
        for moved in moving.score_at_all_groups(
            list(kinds.values()), values, truths, moving.GroupPermutations(deranged)
        )
    )
    means = sums / counts
    chance = compute_lift_table(answers, n_permutations=1).set_index("question_id").loc["all", "chance"]
    assert len(deranged) > 5000
    assert means.mean() == pytest.approx(chance, abs=4 * means.std() / len(deranged) ** 0.5)


def test_standard_error_is_the_jackknife_over_triangles():
    """The standard error equals the spread of lift when leaving out one triangle's answers and truths at a time."""
    row = compute_lift_table(ANSWERS, n_permutations=1).set_index("question_id").loc["all"]
    without = []
    for group_id in ANSWERS["group_id"].unique():
        table = compute_lift_table(ANSWERS[ANSWERS["group_id"] != group_id], n_permutations=1)
        without.append(table.set_index("question_id").loc["all", "lift"])
    assert row["standard_error"] == pytest.approx(np.sqrt(5 / 6 * np.square(without - np.mean(without)).sum()))


def make_run(seed, n_groups, answer):
    """Make a run from a function of the photograph's truth and the question."""
    rng = np.random.default_rng(seed)
    photographs, truths = simulate_triangle_benchmark(rng, n_groups)
    true = {(t.case_id, t.question_id): t for t in truths.itertuples() if t.role == "truth"}
    answers = make_run_answers("a", photographs, truths, lambda p, q: answer(true[p.case_id, q.question_id], q))
    return add_truths(answers, pivot_truths(truths, photographs))


def test_constant_answers_have_no_lift():
    """A constant model has lift 0, p = 1 and no interval."""
    table = compute_lift_table(make_run(6, 10, lambda _, q: q.options[0] if q.options else 1.25))
    assert table["lift"].abs().max() < 1e-12
    assert (table["p_value"] == 1.0).all()
    assert table["low"].isna().all()


def test_right_answers_have_maximal_lift():
    """Right answers have kappa 1 and an interval above 0; no permutation is as good, so Student's p-value is used."""
    table = compute_lift_table(make_run(7, 20, lambda t, q: t.value_class if q.options else t.value_number))
    row = table[table["question_id"] == "all"].iloc[0]
    assert row["mean"] == 1.0
    assert row["low"] > 0
    assert row["p_value"] < 1e-6 < 1 / (PERMUTATIONS + 1)


@pytest.mark.slow
def test_guessing_is_rarely_significant():
    """At most 10% of 120 runs that guess without the image have a p-value of at most 5%."""
    rng = np.random.default_rng(8)
    photographs, truths = simulate_triangle_benchmark(rng, 10)
    wide = pivot_truths(truths, photographs)
    runs = [simulate_run(rng, photographs, truths, f"{number:03d}") for number in range(120)]
    table = compute_lift_table(add_truths(pd.concat(runs, ignore_index=True), wide), n_permutations=199)
    p_values = table.loc[table["question_id"] == "all", "p_value"]
    assert 0.0 < (p_values <= 0.05).mean() <= 0.1
    assert p_values.mean() == pytest.approx(0.5, abs=0.08)


@pytest.mark.slow
def test_an_image_plane_reader_is_significant_among_150_models():
    """Reliance survives correction for 150 models, which permutation p-values alone would not."""
    rng = np.random.default_rng(11)
    photographs, truths = simulate_triangle_benchmark(rng, 40)
    foils = {(t.case_id, t.question_id): t for t in truths[truths["role"] == "foil"].itertuples()}

    def read_image_plane(photograph, question):
        foil = foils[photograph.case_id, question.question_id]
        return foil.value_class if question.options else foil.value_number

    guessers = [simulate_run(rng, photographs, truths, f"{number:03d}") for number in range(149)]
    runs = pd.concat([*guessers, make_run_answers("plane", photographs, truths, read_image_plane)], ignore_index=True)
    table = compute_lift_table(add_truths(runs, pivot_truths(truths, photographs)), "reliance")
    p_values = table[table["question_id"] == "all"].set_index("run_id")["p_value"]
    corrected = pd.Series(apply_holm_correction(p_values.to_numpy(dtype=float)), p_values.index)
    assert len(p_values) == 150
    assert list(corrected.index[corrected < SIGNIFICANCE]) == ["plane"]
    assert 150 / (PERMUTATIONS + 1) > SIGNIFICANCE


def test_the_same_seed_gives_the_same_p_values():
    """Two calls agree to the last digit."""
    pd.testing.assert_frame_equal(compute_lift_table(ANSWERS), compute_lift_table(ANSWERS))


def test_runs_are_independent():
    """Several runs in one table give the same rows as each run alone."""
    answers, _ = simulate_answers(seed=9, n_runs=2)
    together = compute_lift_table(answers, n_permutations=20)
    apart = [compute_lift_table(answers[answers["run_id"] == run], n_permutations=20) for run in "ab"]
    pd.testing.assert_frame_equal(together, pd.concat(apart, ignore_index=True))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("n_groups", [0, 1])
def test_single_triangle_has_no_lift(n_groups):
    """A single triangle cannot be moved, and an empty table has no rows."""
    answers = ANSWERS[ANSWERS["group_id"].isin(["000"][:n_groups])]
    table = compute_lift_table(answers)
    assert table["lift"].isna().all()
    assert table["p_value"].isna().all()
    assert len(table) == 7 * n_groups


@pytest.mark.filterwarnings("error")
def test_a_run_without_a_readable_answer_has_no_lift():
    """If no answer is readable all values are missing and n is 0."""
    table = compute_lift_table(ANSWERS.assign(value=np.nan), n_permutations=20)
    assert table[["mean", "lift", "p_value"]].isna().all(axis=None)
    assert (table["n"] == 0).all()


def test_duplicate_answers_raise():
    """Two answers of one run to one photograph and question raise an error."""
    with pytest.raises(StatisticsError, match="one slot"):
        compute_lift_table(pd.concat([ANSWERS, ANSWERS.iloc[:1]]))
