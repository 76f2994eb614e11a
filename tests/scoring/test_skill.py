"""The interval of skill that chooses the constants again, against one draw after another and against known spreads."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from core.scoring import skill as module
from core.scoring.baselines import blind_scores
from core.scoring.choice.blind_letter import blind_letter
from core.scoring.halves import halves
from core.scoring.skill import DRAWS, SEED, constants_of
from core.scoring.slices import mean_table
from tests.scoring.definitions import skill_table, with_truths
from tests.scoring.made_answers import answers_of, made_answers, made_benchmark, wide_truths
from tests.scoring.slow import with_skill

ANSWERS, TRUTHS = made_answers(seed=31, n_groups=9, n_runs=3, unreadable=0.1, missing_views={("002", "P1")})
ASKED = with_skill(ANSWERS, TRUTHS)


def skill_of_draw(weights):
    """Mean skill of every run on a draw of triangles, constants chosen on the other drawn triangles: row after row."""
    triangles = sorted(ASKED["group_id"].unique())
    drawn_truths, drawn_answers = [], []
    for triangle, times in zip(triangles, weights, strict=True):
        for copy in range(times):
            suffix = f" copy {copy}"
            for table, parts in ((TRUTHS, drawn_truths), (ASKED, drawn_answers)):
                part = table[table["group_id"] == triangle]
                parts.append(part.assign(case_id=part["case_id"] + suffix))
    truths, answers = pd.concat(drawn_truths), pd.concat(drawn_answers).drop(columns="skill")
    blind = blind_scores(truths)[["case_id", "question_id", "score"]].rename(columns={"score": "blind"})
    joined = answers.merge(blind, on=["case_id", "question_id"])
    return (joined["score"] - joined["blind"]).groupby(joined["run_id"]).mean()


def test_each_draw_chooses_the_constants_again():
    """The standard error is the spread over draws whose constants are those of the draw's other triangles."""
    draws = 12
    weights = np.random.default_rng(SEED).multinomial(9, np.full(9, 1 / 9), size=draws)
    expected = pd.DataFrame([skill_of_draw(row) for row in weights]).std(ddof=0) * np.sqrt(9 / 8)
    table = skill_table(ASKED, draws).set_index("run_id")
    assert table["standard_error"].to_dict() == pytest.approx(expected.to_dict())


def test_the_value_is_the_mean_skill():
    """Mean, number of answers and of triangles are those of the interval that takes the constants as given."""
    given, table = mean_table(ASKED, "skill", ["run_id"]), skill_table(ASKED, 20)
    for name in ("run_id", "value", "n", "n_groups", "degrees_of_freedom"):
        assert list(table[name]) == pytest.approx(list(given[name]))


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
    given = mean_table(answers, "skill")["standard_error"].iloc[0]
    assert given > 0.01
    assert skill_table(answers, 4000)["standard_error"].iloc[0] == pytest.approx(given, rel=0.05)


def test_almost_equal_classes_widen_the_interval():
    """Where constants change from draw to draw, the interval is wider than one that takes them as given."""
    given = mean_table(ASKED, "skill", ["run_id"])["standard_error"]
    assert (skill_table(ASKED, 200)["standard_error"] > given).all()


@pytest.mark.parametrize("n_groups", [1, 2])
def test_too_few_triangles_to_choose_on(n_groups):
    """Two triangles leave one to choose on, in the same way in every draw: there is no interval, and no certainty."""
    few = ASKED[ASKED["group_id"].isin(["000", "001"][:n_groups])]
    table = skill_table(few, 50)
    assert table[["standard_error", "low", "high", "p_value"]].isna().all(axis=None)


def test_what_large_sets_leave_out_hardly_matters(monkeypatch):
    """Fewer truths to choose from, or one constant for a whole draw, change the interval by less than a fifth.

    That is with 110 triangles; the more there are, the less one of them decides.
    """
    answers, truths = made_answers(seed=8, n_groups=110, n_runs=1)
    asked = with_skill(answers, truths)
    exact = skill_table(asked, 100)["standard_error"]
    for limit, value in (("MAX_CANDIDATES", 40), ("MAX_LEFT_OUT", 100)):
        with monkeypatch.context() as patch:
            patch.setattr(module, limit, value)
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
    letters = blind_letter(cases)["score"]
    runs = [
        cases.assign(run_id=name, score=rng.integers(0, 2, len(cases)).astype(float)).assign(
            skill=lambda table: table["score"] - letters
        )
        for name in "xy"
    ]
    return pd.concat(runs, ignore_index=True)


def letters_of_draw(cases, times):
    """Case to what the other half's commonest letter scores in a draw; without cases whose other half is empty."""
    half_of = dict(zip(cases["group_id"], halves(cases["group_id"]), strict=True))
    scores = {}
    for case in cases.itertuples():
        votes = Counter()
        for one in cases[
            (cases["question_id"] == case.question_id) & (cases["n_options"] == case.n_options)
        ].itertuples():
            if half_of[one.group_id] != half_of[case.group_id]:
                votes[one.truth] += times[one.group_id]
        if votes.total():
            best = min(votes, key=lambda letter: (-votes[letter], letter))
            scores[case.case_id] = float(best == case.truth)
    return scores


def test_each_draw_chooses_the_letters_of_its_halves_again():
    """Of options a draw's half has the letter of its other half, and what has none does not count in that draw."""
    draws, n_groups = 12, 8
    answers = made_choices(n_groups)
    cases = answers[answers["run_id"] == "x"]
    drawn = np.random.default_rng(SEED).multinomial(n_groups, np.full(n_groups, 1 / n_groups), size=draws)
    found, n_without = [], 0
    for row in drawn:
        times = dict(zip(sorted(cases["group_id"].unique()), row, strict=True))
        scores = letters_of_draw(cases, times)
        n_without += len(cases) - len(scores)
        counted = answers[answers["case_id"].isin(scores)]
        weights = counted["group_id"].map(times)
        skill = (counted["score"] - counted["case_id"].map(scores)) * weights
        found.append(skill.groupby(counted["run_id"]).sum() / weights.groupby(counted["run_id"]).sum())
    expected = pd.DataFrame(found).std(ddof=0) * np.sqrt(n_groups / (n_groups - 1))
    table = skill_table(answers, draws).set_index("run_id")
    assert n_without > 0
    assert table["standard_error"].to_dict() == pytest.approx(expected.to_dict())


def test_draws_of_choices_are_small_numbers():
    """Of choices alone the tables of draws take a byte per question and draw, and are those of one draw of all."""
    asked = pd.DataFrame(
        {"group_id": [f"g{n // 2:03d}" for n in range(600)], "case_id": [f"c{n:03d}" for n in range(600)],
         "question_id": "q", "question_kind": "choice", "n_options": 4, "truth": [n * n % 4 for n in range(600)]}
    )  # fmt: skip
    found = constants_of(asked)
    assert found.blind.nbytes == found.drawn.nbytes * 2 == DRAWS * 600
    expected = np.random.default_rng(SEED).multinomial(300, np.full(300, 1 / 300), size=DRAWS)
    assert (found.drawn == expected).all()
