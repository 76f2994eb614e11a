"""Tests of the constant baseline against a dense grid search, and of leaving out one triangle at a time."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.records import SCORED, TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS
from core.scoring.answer_codes import decode_value, get_score_column, get_truth_column
from core.scoring.constant_baseline import choose_baseline_constants, find_best_constants, score_baseline_constants
from core.scoring.metrics import compute_scores
from core.statistics.grouped_means import compute_grouped_means
from tests.scoring.made_answers import score_coded_answer, simulate_answers
from tests.scoring.slow import add_skill

ANSWERS, TRUTHS = simulate_answers(seed=3, n_groups=12, n_runs=2, unreadable=0.1, missing_views={("002", "P1")})


@pytest.mark.slow
@pytest.mark.parametrize("against", SCORED)
@pytest.mark.parametrize("question_id", ["Q3", "Q4", "Q5", "Q6"])
def test_no_number_of_a_dense_grid_is_better(question_id, against):
    """No number of a fine grid has a higher mean score on the other triangles, and the grid's best is close."""
    question = TRIANGLE_QUESTION_BY_ID[question_id]
    asked = TRUTHS[TRUTHS["question_id"] == question_id]
    constants = (
        choose_baseline_constants(TRUTHS, against).query("question_id == @question_id").set_index("group_id")["value"]
    )
    grid = np.linspace(0.0, 180.0 if question.kind == "angle" else 15.0, 20_001)
    for group_id, constant in constants.items():
        others = asked.loc[asked["group_id"] != group_id, get_truth_column(against)].to_numpy()
        best = compute_scores(question.kind, grid[:, None], others[None, :]).mean(axis=1).max()
        mine = compute_scores(question.kind, np.array([constant]), others).mean()
        assert mine >= best - 1e-12
        assert mine == pytest.approx(best, abs=2e-3)


@given(
    st.sampled_from([TRIANGLE_QUESTION_BY_ID["Q3"], TRIANGLE_QUESTION_BY_ID["Q4"]]),
    st.lists(st.tuples(st.integers(0, 4), st.floats(0.01, 100.0)), min_size=2, max_size=25),
)
def test_constant_is_optimal_with_clipped_errors(question, photographs):
    """No constant of a grid is better if truths are far apart and many errors are clipped at 1."""
    triangles, truths = (np.array(column) for column in zip(*photographs, strict=True))
    grid = np.append(np.geomspace(1e-3, 300.0, 3000), truths)
    for triangle, constant in enumerate(find_best_constants(question.kind, truths, triangles, 5)):
        others = truths[triangles != triangle]
        if len(others) == 0:
            assert np.isnan(constant)
        else:
            best = compute_scores(question.kind, grid[:, None], others[None, :]).mean(axis=1).max()
            assert compute_scores(question.kind, np.array([constant]), others).mean() >= best - 1e-8


@pytest.mark.parametrize("question_id", ["Q1", "Q2"])
def test_class_constant_is_the_most_common(question_id):
    """The constant of a class question is the most common class among the other triangles' photographs."""
    question = TRIANGLE_QUESTION_BY_ID[question_id]
    asked = TRUTHS[TRUTHS["question_id"] == question_id]
    for row in choose_baseline_constants(TRUTHS).query("question_id == @question_id").itertuples():
        counts = Counter(asked.loc[asked["group_id"] != row.group_id, "truth"])
        assert counts[row.value] == max(counts.values())
        assert decode_value(question, row.value) == question.options[int(row.value)]
        assert row.question_kind == "class"


def test_constants_exclude_their_own_triangle():
    """A triangle's own truths do not affect its constants."""
    before = choose_baseline_constants(TRUTHS)
    changed = TRUTHS.copy()
    is_own = changed["group_id"] == "004"
    changed.loc[is_own & changed["question_id"].isin(["Q1", "Q2"]), "truth"] = 2.0
    changed.loc[is_own & ~changed["question_id"].isin(["Q1", "Q2"]), "truth"] = 3.21
    after = choose_baseline_constants(changed)
    own = before["group_id"] == "004"
    assert before[own].equals(after[own])
    assert not before[~own].equals(after[~own])


def test_ties_give_the_smallest_constant():
    """All constants between two equally frequent truths are equally good; the smaller truth is chosen."""
    truths = np.array([10.0, 10.0, 50.0, 50.0, 90.0])
    constants = find_best_constants("angle", truths, np.array([0, 0, 1, 1, 2]), 3)
    assert constants.tolist() == [50.0, 10.0, 10.0]


def test_single_triangle_has_no_constant():
    """A single triangle has no other triangle to select a constant on."""
    alone = TRUTHS[TRUTHS["group_id"] == "000"]
    assert len(choose_baseline_constants(alone)) == len(TRIANGLE_QUESTIONS)
    assert choose_baseline_constants(alone)["value"].isna().all()
    assert score_baseline_constants(alone)["score"].isna().all()


@pytest.mark.parametrize("against", SCORED)
def test_constant_kappas_equal_the_definition(against):
    """Each photograph's baseline kappa equals the scalar definition's, against the constant's own frame."""
    blind = score_baseline_constants(TRUTHS, against).merge(TRUTHS, on=["case_id", "question_id"])
    constants = choose_baseline_constants(TRUTHS, against).set_index(["group_id", "question_id"])["value"]
    assert len(blind) == len(TRUTHS)
    for row in blind.itertuples():
        assert row.value == constants[row.group_id_x, row.question_id]
        assert row.score == score_coded_answer(row.question_id, row.value, getattr(row, against))


def test_every_question_of_every_triangle_has_its_constant():
    """The table has one row per triangle and question, with a number or a class code."""
    constants = choose_baseline_constants(TRUTHS)
    assert len(constants) == 12 * len(TRIANGLE_QUESTIONS)
    assert constants["value"].notna().all()
    kinds = {q.question_id: q.kind for q in TRIANGLE_QUESTIONS}
    assert constants["question_kind"].tolist() == [kinds[question_id] for question_id in constants["question_id"]]
    assert constants.loc[constants["question_kind"] == "class", "value"].isin([0.0, 1.0, 2.0]).all()


@pytest.mark.parametrize("against", SCORED)
def test_skill_is_kappa_minus_baseline_kappa(against):
    """Mean skill is the mean score minus the mean baseline kappa over readable answers."""
    skilled = add_skill(ANSWERS, TRUTHS, against)
    read = skilled[skilled[get_score_column(against)].notna()]
    assert len(read) < len(skilled)
    assert skilled["skill"].mean() == pytest.approx(read[get_score_column(against)].mean() - read["blind_score"].mean())
    assert compute_grouped_means(skilled, "skill")["n"].item() == len(read)


def test_constant_baseline_has_no_skill():
    """A run that gives the constants has skill 0 on every answer."""
    blind = score_baseline_constants(TRUTHS)
    assert add_skill(blind, TRUTHS)["skill"].abs().max() == 0.0
