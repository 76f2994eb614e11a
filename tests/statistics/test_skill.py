"""The interval of skill that chooses the constants again, against one draw after another and against known spreads."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from core.scoring.metrics import compute_kappas
from core.scoring.split_halves import split_halves
from core.statistics import skill as module
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.skill import SEED
from tests.scoring.choice.test_constant_baseline import slow_score
from tests.scoring.definitions import skill_table, with_truths
from tests.scoring.made_answers import answers_of, made_answers, made_benchmark, wide_truths
from tests.scoring.slow import with_skill

ANSWERS, TRUTHS = made_answers(seed=31, n_groups=9, n_runs=3, unreadable=0.1, missing_views={("002", "P1")})
ASKED = with_skill(ANSWERS, TRUTHS)


def in_hindsight(truths):
    """The score of each question's best constant on these cases, the mean over all of them."""
    best = {}
    for question_id, rows in truths.groupby("question_id"):
        kind, true = rows["question_kind"].iloc[0], rows["truth"].to_numpy(dtype=float)
        best[question_id] = max(compute_kappas(kind, np.full(len(true), one), true).mean() for one in true) * len(true)
    return sum(best.values()) / len(truths)


def draw(table, weights):
    """The rows of drawn triangles, each as often as it is drawn."""
    parts = [table[table["group_id"] == one] for one in sorted(TRUTHS["group_id"].unique())]
    return pd.concat([part for part, times in zip(parts, weights, strict=True) for _ in range(times)])


def slow_skills(draws, answered):
    """Skill of a run that has answered everything, and the standard error: constants in hindsight, draw after draw."""
    weights = np.random.default_rng(SEED).multinomial(9, np.full(9, 1 / 9), size=draws)
    constants = [in_hindsight(draw(TRUTHS, row)) for row in weights]
    means = [draw(answered, row)["score"].mean() for row in weights]
    raw = answered["score"].mean() - in_hindsight(TRUTHS)
    return raw + np.mean(constants) - in_hindsight(TRUTHS), np.std(np.subtract(means, constants)) * np.sqrt(9 / 8)


def test_each_draw_chooses_the_constants_again():
    """The value is without what hindsight adds on average; the standard error is the spread over the draws."""
    answered = TRUTHS.assign(run_id="r", score=np.random.default_rng(3).random(len(TRUTHS)))
    row = skill_table(answered, 12).iloc[0]
    assert tuple(row[["value", "standard_error"]]) == pytest.approx(slow_skills(12, answered))
    assert (row["n"], row["n_groups"], row["degrees_of_freedom"]) == (len(TRUTHS), 9, 8)


@pytest.mark.slow
def test_the_best_constant_of_the_population_is_not_above_itself():
    """Of 200 benchmarks that are drawn from one, the constant that is best in all has an interval above 0 in few.

    The interval holds 0 nearly always, and that of a model which answers better holds its distance to the constant.
    """
    rng = np.random.default_rng(12)
    classes = rng.choice([0.0, 1.0, 2.0], p=[0.36, 0.34, 0.3], size=80)
    sees = rng.random(80) < 0.4
    population = pd.DataFrame({"truth": classes, "constant": (classes == 0.0) * 1.0})
    population["model"] = np.where(sees, 1.0, population["constant"])
    best = max((classes == one).mean() for one in (0.0, 1.0, 2.0))
    above, held = [], []
    for _ in range(200):
        drawn = population.iloc[rng.integers(80, size=80)].reset_index(drop=True)
        ids = [f"{place:03d}" for place in range(80)]
        asked = drawn.assign(group_id=ids, case_id=ids, question_id="q", question_kind="class")
        runs = pd.concat([asked.assign(run_id=name, score=asked[name]) for name in ("constant", "model")])
        table = skill_table(runs, 100).set_index("run_id")
        above.append(table.loc["constant", "low"] > 0)
        distance = population["model"].mean() - best
        held.append(table.loc["model", "low"] <= distance <= table.loc["model", "high"])
    assert np.mean(above) <= 0.04
    assert np.mean(held) >= 0.92


def test_whoever_is_the_constant_has_no_skill():
    """A run that says by far the commonest class is the best constant of every draw: its skill is 0, not more."""
    rng = np.random.default_rng(4)
    classes = rng.choice([0.0, 1.0, 2.0], p=[0.8, 0.1, 0.1], size=60)
    ids = [f"{place:03d}" for place in range(60)]
    asked = pd.DataFrame({"group_id": ids, "case_id": ids, "question_id": "q", "question_kind": "class",
                          "truth": classes, "run_id": "r", "score": (classes == 0.0) * 1.0})  # fmt: skip
    row = skill_table(asked, 200).iloc[0]
    assert row["value"] == 0
    assert row["p_value"] == 1.0


def same_constants(n_groups=40):
    """A run over triangles whose truths are the same everywhere, so that every draw has the same constants."""
    rng = np.random.default_rng(5)
    photographs, truths = made_benchmark(rng, n_groups)
    of_first = truths[truths["case_id"] == "000_P0"]
    truths = pd.concat(of_first.assign(case_id=name) for name in photographs["case_id"])
    hard = {name: rng.random() for name in photographs["group_id"].unique()}

    def answer(photograph, question):
        truth = of_first[(of_first["role"] == "truth") & (of_first["question_id"] == question.question_id)].iloc[0]
        return truth["value_class"] if question.options else truth["value_number"] * (1 - hard[photograph.group_id])

    wide = wide_truths(truths, photographs)
    return with_skill(with_truths(answers_of("a", photographs, truths, answer), wide), wide)


def test_where_the_constants_cannot_change_both_intervals_agree():
    """With the same constants in every draw the bootstrap gives the clustered standard error."""
    answers = same_constants()
    given = compute_grouped_means(answers, "skill")["standard_error"].iloc[0]
    assert given > 0.01
    assert skill_table(answers, 4000)["standard_error"].iloc[0] == pytest.approx(given, rel=0.05)


def test_almost_equal_classes_widen_the_interval():
    """Where constants change from draw to draw, the interval is wider than one that takes them as given."""
    given = compute_grouped_means(ASKED, "skill", ["run_id"])["standard_error"]
    assert (skill_table(ASKED, 200)["standard_error"] > given).all()


@pytest.mark.parametrize("n_groups", [1, 2])
def test_too_few_triangles_to_choose_on(n_groups):
    """Two triangles leave one to choose on, in the same way in every draw: there is no interval, and no certainty."""
    few = ASKED[ASKED["group_id"].isin(["000", "001"][:n_groups])]
    table = skill_table(few, 50)
    assert table[["standard_error", "low", "high", "p_value"]].isna().all(axis=None)


def test_what_large_sets_leave_out_hardly_matters(monkeypatch):
    """Fewer truths to choose from change the interval by less than a fifth."""
    answers, truths = made_answers(seed=8, n_groups=110, n_runs=1)
    asked = with_skill(answers, truths)
    exact = skill_table(asked, 100)["standard_error"]
    monkeypatch.setattr(module, "MAX_CANDIDATES", 40)
    quick = skill_table(asked, 100)["standard_error"]
    assert quick.tolist() != exact.tolist()
    assert quick.tolist() == pytest.approx(exact.tolist(), rel=0.2)


def made_choices(n_groups=8):
    """Two runs on choices of three and four options, one question asked in two groups only."""
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
    cases["truth"] = [float(rng.integers(one)) for one in cases["n_options"]]
    cases["options"] = [tuple(f"{word}" for word in rng.permutation(list("uvwxyz"))[:n]) for n in cases["n_options"]]
    runs = [cases.assign(run_id=name, score=rng.integers(0, 2, len(cases)).astype(float)) for name in "xy"]
    return pd.concat(runs, ignore_index=True)


def baseline_of_draw(cases, times):
    """Case to what not looking scores in a draw; without cases whose other half is empty."""
    half_of = dict(zip(cases["group_id"], split_halves(cases["group_id"]), strict=True))
    found = {}
    for (_, n_options), alike in cases.groupby(["question_id", "n_options"]):
        rows = list(alike.itertuples())
        texts = sorted({row.options[int(row.truth)] for row in rows})
        scores = {}
        for half in (0, 1):
            votes = {}
            for constant in [*sorted({int(row.truth) for row in rows}), *texts]:
                other = [row for row in rows if half_of[row.group_id] != half]
                votes[constant] = sum((times[row.group_id] * slow_score(constant, row) for row in other), Fraction(0))
            if sum(times[row.group_id] for row in rows if half_of[row.group_id] != half):
                best = max(votes, key=votes.get)
                scores |= {row.case_id: slow_score(best, row) for row in rows if half_of[row.group_id] == half}
        counted = {row.case_id: times[row.group_id] for row in rows if row.case_id in scores}
        total = sum(times * scores[case_id] for case_id, times in counted.items())
        is_better = total > Fraction(sum(int(one) for one in counted.values()), n_options)
        found |= {case_id: float(score) if is_better else 1 / n_options for case_id, score in scores.items()}
    return found


def test_each_draw_chooses_the_constants_of_its_halves_again():
    """Of options a draw's half has the constant of its other half, and what has none does not count in that draw."""
    draws, n_groups = 12, 8
    answers = made_choices(n_groups)
    cases = answers[answers["run_id"] == "x"]
    drawn = np.random.default_rng(SEED).multinomial(n_groups, np.full(n_groups, 1 / n_groups), size=draws)
    found, n_without = [], 0
    for row in drawn:
        times = dict(zip(sorted(cases["group_id"].unique()), row.tolist(), strict=True))
        scores = baseline_of_draw(cases, times)
        n_without += len(cases) - len(scores)
        counted = answers[answers["case_id"].isin(scores)]
        weights = counted["group_id"].map(times)
        skill = (counted["score"] - counted["case_id"].map(scores)) * weights
        found.append(skill.groupby(counted["run_id"]).sum() / weights.groupby(counted["run_id"]).sum())
    expected = pd.DataFrame(found).std(ddof=0) * np.sqrt(n_groups / (n_groups - 1))
    table = skill_table(answers, draws).set_index("run_id")
    assert n_without > 0
    assert table["standard_error"].to_dict() == pytest.approx(expected.to_dict())
    baseline = answers["case_id"].map(baseline_of_draw(cases, dict.fromkeys(cases["group_id"], 1)))
    means = (answers["score"] - baseline).groupby(answers["run_id"]).mean()
    assert table["value"].to_dict() == pytest.approx(means.to_dict())
