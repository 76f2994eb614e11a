"""Tests of the skill interval that re-selects constants, against a loop over draws and known spreads."""

from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest

from core.scoring.metrics import compute_scores
from core.scoring.split_halves import split_halves_repeatedly
from core.statistics import skill as module
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.skill import SEED, bootstrap_constants
from tests.scoring.choice.test_constant_baseline import score_constant
from tests.scoring.definitions import add_truths, compute_skill_table
from tests.scoring.made_answers import make_run_answers, pivot_truths, simulate_answers, simulate_triangle_benchmark
from tests.scoring.slow import add_skill

ANSWERS, TRUTHS = simulate_answers(seed=31, n_groups=9, n_runs=3, unreadable=0.1, missing_views={("002", "P1")})
ASKED = add_skill(ANSWERS, TRUTHS)


def score_best_constants(truths):
    """Return the mean score of each question's best constant on these cases."""
    best = {}
    for question_id, rows in truths.groupby("question_id"):
        kind, true = rows["question_kind"].iloc[0], rows["truth"].to_numpy(dtype=float)
        best[question_id] = max(
            compute_scores(kind, np.full(len(true), constant), true).mean() for constant in true
        ) * len(true)
    return sum(best.values()) / len(truths)


def draw_rows(table, weights):
    """Return the rows of the drawn triangles, repeated as often as each is drawn."""
    parts = [table[table["group_id"] == group_id] for group_id in sorted(TRUTHS["group_id"].unique())]
    return pd.concat([part for part, times in zip(parts, weights, strict=True) for _ in range(times)])


def compute_slow_skills(draws, answered):
    """Compute skill and its standard error for a complete run by selecting the constants in every draw."""
    weights = np.random.default_rng(SEED).multinomial(9, np.full(9, 1 / 9), size=draws)
    constants = [score_best_constants(draw_rows(TRUTHS, row)) for row in weights]
    means = [draw_rows(answered, row)["score"].mean() for row in weights]
    raw = answered["score"].mean() - score_best_constants(TRUTHS)
    return raw + np.mean(constants) - score_best_constants(TRUTHS), np.std(np.subtract(means, constants)) * np.sqrt(
        9 / 8
    )


def test_constants_are_selected_per_draw():
    """The value excludes the average hindsight gain; the standard error is the spread over the draws."""
    answered = TRUTHS.assign(run_id="r", score=np.random.default_rng(3).random(len(TRUTHS)))
    row = compute_skill_table(answered, 12).iloc[0]
    assert tuple(row[["value", "standard_error"]]) == pytest.approx(compute_slow_skills(12, answered))
    assert (row["n"], row["n_groups"], row["degrees_of_freedom"]) == (len(TRUTHS), 9, 8)


@pytest.mark.slow
def test_population_constant_has_no_skill():
    """Few of 200 simulated benchmarks give the population's best constant an interval above 0.

    A better model's interval contains its true distance to the constant in at least 92%.
    """
    rng = np.random.default_rng(12)
    classes = rng.choice([0.0, 1.0, 2.0], p=[0.36, 0.34, 0.3], size=80)
    sees = rng.random(80) < 0.4
    population = pd.DataFrame({"truth": classes, "constant": (classes == 0.0) * 1.0})
    population["model"] = np.where(sees, 1.0, population["constant"])
    best = max((classes == constant).mean() for constant in (0.0, 1.0, 2.0))
    above, held = [], []
    for _ in range(200):
        drawn = population.iloc[rng.integers(80, size=80)].reset_index(drop=True)
        ids = [f"{index:03d}" for index in range(80)]
        asked = drawn.assign(group_id=ids, case_id=ids, question_id="q", question_kind="class")
        runs = pd.concat([asked.assign(run_id=name, score=asked[name]) for name in ("constant", "model")])
        table = compute_skill_table(runs, 100).set_index("run_id")
        above.append(table.loc["constant", "low"] > 0)
        distance = population["model"].mean() - best
        held.append(table.loc["model", "low"] <= distance <= table.loc["model", "high"])
    assert np.mean(above) <= 0.04
    assert np.mean(held) >= 0.92


def test_constant_run_has_zero_skill():
    """A run that always gives a clearly most common class is the best constant of every draw, so its skill is 0."""
    rng = np.random.default_rng(4)
    classes = rng.choice([0.0, 1.0, 2.0], p=[0.8, 0.1, 0.1], size=60)
    ids = [f"{index:03d}" for index in range(60)]
    asked = pd.DataFrame({"group_id": ids, "case_id": ids, "question_id": "q", "question_kind": "class",
                          "truth": classes, "run_id": "r", "score": (classes == 0.0) * 1.0})  # fmt: skip
    row = compute_skill_table(asked, 200).iloc[0]
    assert row["value"] == 0
    assert row["p_value"] == 1.0


def make_run_with_fixed_constants(n_groups=40):
    """Make a run over triangles with identical truths, so that every draw has the same constants."""
    rng = np.random.default_rng(5)
    photographs, truths = simulate_triangle_benchmark(rng, n_groups)
    of_first = truths[truths["case_id"] == "000_P0"]
    truths = pd.concat(of_first.assign(case_id=name) for name in photographs["case_id"])
    hard = {name: rng.random() for name in photographs["group_id"].unique()}

    def answer(photograph, question):
        truth = of_first[(of_first["role"] == "truth") & (of_first["question_id"] == question.question_id)].iloc[0]
        return truth["value_class"] if question.options else truth["value_number"] * (1 - hard[photograph.group_id])

    wide = pivot_truths(truths, photographs)
    return add_skill(add_truths(make_run_answers("a", photographs, truths, answer), wide), wide)


def test_fixed_constants_give_the_clustered_interval():
    """If all draws have the same constants, the bootstrap gives the clustered standard error."""
    answers = make_run_with_fixed_constants()
    given = compute_grouped_means(answers, "skill")["standard_error"].iloc[0]
    assert given > 0.01
    assert compute_skill_table(answers, 4000)["standard_error"].iloc[0] == pytest.approx(given, rel=0.05)


def test_almost_equal_classes_widen_the_interval():
    """If constants vary between draws, the interval is wider than with fixed constants."""
    given = compute_grouped_means(ASKED, "skill", ["run_id"])["standard_error"]
    assert (compute_skill_table(ASKED, 200)["standard_error"] > given).all()


def test_rounding_does_not_choose_among_equally_good_constants(monkeypatch):
    """Scores that differ by rounding only give the same constants.

    If the number of truths is even, all constants between the two middle truths are equally good.
    """
    exact = module.bootstrap_constants(TRUTHS, 200).blind
    rng = np.random.default_rng(6)
    monkeypatch.setattr(
        module,
        "score_constant_answers",
        lambda *given: (kappas := compute_scores(*given)) + 1e-14 * rng.choice([-1, 1], kappas.shape),
    )
    np.testing.assert_allclose(module.bootstrap_constants(TRUTHS, 200).blind, exact, rtol=0, atol=1e-9)


@pytest.mark.parametrize("n_groups", [1, 2])
def test_two_triangles_have_no_interval(n_groups):
    """With at most two triangles there is no interval."""
    few = ASKED[ASKED["group_id"].isin(["000", "001"][:n_groups])]
    table = compute_skill_table(few, 50)
    assert table[["standard_error", "low", "high", "p_value"]].isna().all(axis=None)


def test_subsampling_truths_hardly_changes_the_interval(monkeypatch):
    """Selecting on fewer truths changes the interval by less than a fifth."""
    answers, truths = simulate_answers(seed=8, n_groups=110, n_runs=1)
    asked = add_skill(answers, truths)
    exact = compute_skill_table(asked, 100)["standard_error"]
    monkeypatch.setattr(module, "MAX_CANDIDATES", 40)
    quick = compute_skill_table(asked, 100)["standard_error"]
    assert quick.tolist() != exact.tolist()
    assert quick.tolist() == pytest.approx(exact.tolist(), rel=0.2)


def make_choice_runs(n_groups=8):
    """Make two runs on choices of three and four options; one question occurs in two groups only."""
    rng = np.random.default_rng(17)
    asked = [
        {"group_id": f"{group:03}", "case_id": f"{group:03}-{case}", "question_id": question, "n_options": n_options}
        for group in range(n_groups)
        for question, n_options, last in (("a", 4, n_groups), ("a", 3, n_groups), ("b", 4, 2))
        for case in range(2)
        if group < last
    ]
    cases = pd.DataFrame(asked).assign(question_kind="choice")
    cases["case_id"] += cases["question_id"] + cases["n_options"].astype(str)
    cases["truth"] = [float(rng.integers(n_options)) for n_options in cases["n_options"]]
    cases["options"] = [tuple(f"{word}" for word in rng.permutation(list("uvwxyz"))[:n]) for n in cases["n_options"]]
    runs = [cases.assign(run_id=name, score=rng.integers(0, 2, len(cases)).astype(float)) for name in "xy"]
    return pd.concat(runs, ignore_index=True)


def score_draw_baseline(cases, times):
    """Map each case to the constants' mean score in a draw; leave out cases if the other half is always empty."""
    splits = [dict(zip(cases["group_id"], split, strict=True)) for split in split_halves_repeatedly(cases["group_id"])]
    found = {}
    for (_, n_options), same_question in cases.groupby(["question_id", "n_options"]):
        rows = list(same_question.itertuples())
        texts = sorted({row.options[int(row.truth)] for row in rows})
        by_split = {}
        for half_of, half in product(splits, (0, 1)):
            votes = {}
            for constant in [*sorted({int(row.truth) for row in rows}), *texts]:
                other = [row for row in rows if half_of[row.group_id] != half]
                votes[constant] = sum(
                    (times[row.group_id] * score_constant(constant, row) for row in other), Fraction(0)
                )
            if sum(times[row.group_id] for row in rows if half_of[row.group_id] != half):
                best = max(votes, key=votes.get)
                for row in rows:
                    if half_of[row.group_id] == half:
                        by_split.setdefault(row.case_id, []).append(score_constant(best, row))
        scores = {case_id: sum(of_case) / len(of_case) for case_id, of_case in by_split.items()}
        counted = {row.case_id: times[row.group_id] for row in rows if row.case_id in scores}
        total = sum(times * scores[case_id] for case_id, times in counted.items())
        is_better = total > Fraction(sum(int(n_drawn) for n_drawn in counted.values()), n_options)
        found |= {case_id: float(score) if is_better else 1 / n_options for case_id, score in scores.items()}
    return found


@pytest.mark.parametrize(("draws", "n_groups"), [(12, 8), (6, 110)])
def test_constants_are_selected_per_half(draws, n_groups):
    """Each half of a draw uses the other half's constant; cases without a constant are ignored in that draw."""
    answers = make_choice_runs(n_groups)
    cases = answers[answers["run_id"] == "x"]
    drawn = np.random.default_rng(SEED).multinomial(n_groups, np.full(n_groups, 1 / n_groups), size=draws)
    found, n_without = [], 0
    for row in drawn:
        times = dict(zip(sorted(cases["group_id"].unique()), row.tolist(), strict=True))
        scores = score_draw_baseline(cases, times)
        n_without += len(cases) - len(scores)
        counted = answers[answers["case_id"].isin(scores)]
        weights = counted["group_id"].map(times)
        skill = (counted["score"] - counted["case_id"].map(scores)) * weights
        found.append(skill.groupby(counted["run_id"]).sum() / weights.groupby(counted["run_id"]).sum())
    expected = pd.DataFrame(found).std(ddof=0) * np.sqrt(n_groups / (n_groups - 1))
    table = compute_skill_table(answers, draws).set_index("run_id")
    assert n_without > 0
    assert table["standard_error"].to_dict() == pytest.approx(expected.to_dict())
    baseline = answers["case_id"].map(score_draw_baseline(cases, dict.fromkeys(cases["group_id"], 1)))
    means = (answers["score"] - baseline).groupby(answers["run_id"]).mean()
    assert table["value"].to_dict() == pytest.approx(means.to_dict())


def split_by_truth(kind, options):
    """Return 40 questions, three quarters with the first truth, and the weights of the cell of each truth."""
    truth = np.where(np.arange(40) % 4 == 0, 1.0, 0.0)
    asked = pd.DataFrame(
        {
            "case_id": [f"c{group:02}" for group in range(40)], "group_id": [f"g{group:02}" for group in range(40)],
            "question_id": "q", "question_kind": kind, "n_options": len(options) or np.nan, "options": [options] * 40,
            "truth": truth,
        }
    )  # fmt: skip
    return asked, np.stack([truth == 0, truth == 1]).astype(float)


@pytest.mark.parametrize(("kind", "options", "shares"), [
    ("choice", ("yes", "no"), (0.5, 0.5)), ("class", (), (0.75, 0.25)), ("name", (), (0.75, 0.25)),
])  # fmt: skip
def test_a_guesser_has_no_skill_if_a_factor_is_the_truth(kind, options, shares):
    """In the cell of the rarer truth the constant scores 0, but the score of guessing is not skill."""
    asked, cells = split_by_truth(kind, options)
    guessed = np.array(shares)[asked["truth"].to_numpy(dtype=int)]
    skills = module.compute_skills_from_sums(cells * guessed, cells, module.bootstrap_constants(asked, 100))
    assert skills["value"].iloc[1] == pytest.approx(0.0, abs=1e-9)
    assert skills["value"].iloc[0] < -0.1
    one_cell = np.ones((1, 40))
    whole = module.compute_skills_from_sums(guessed[None], one_cell, module.bootstrap_constants(asked, 100))
    assert whole["value"].iloc[0] < 0


@pytest.mark.parametrize("kind", ["choice", "class"])
def test_a_model_that_sees_has_skill_in_the_cell_of_the_rarer_truth(kind):
    """Only the score of guessing is subtracted from a model that is always right."""
    asked, cells = split_by_truth(kind, ("yes", "no") if kind == "choice" else ())
    skills = module.compute_skills_from_sums(cells, cells, module.bootstrap_constants(asked, 100))
    assert skills["value"].iloc[1] == pytest.approx(0.5 if kind == "choice" else 0.75, abs=1e-9)


@pytest.mark.parametrize(("n_questions", "n_draws"), [(600, 500), (20_000, 250), (60_000, 100)])
def test_large_benchmarks_use_fewer_draws(n_questions, n_draws):
    """From 10,000 questions on, the constants take 40 MB, down to 100 draws."""
    random = np.random.default_rng(2)
    asked = pd.DataFrame(
        {
            "group_id": np.sort(random.integers(0, 50, n_questions)),
            "question_id": "Q1",
            "question_kind": "class",
            "truth": random.integers(0, 3, n_questions).astype(float),
        }
    )
    assert bootstrap_constants(asked).blind.shape == (1 + n_draws, n_questions)
