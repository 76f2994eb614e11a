"""Tests of estimates of runs against their definitions."""

import numpy as np
import pandas as pd
import pytest

from core.solvers import blind_text
from core.statistics import run_estimates as module
from core.statistics.run_estimates import ContrastLevels, build_basis, compute_run_estimates
from core.statistics.skill import DRAWS
from tests.analyses.answers import ABOUT, queried_answers
from tests.analyses.slow_overview import slow_estimates
from tests.scoring.made_answers import simulate_triangle_benchmark

KEYS = ["run_id", "measure", "slice"]
NUMBERS = ["value", "standard_error", "low", "high", "p_value", "degrees_of_freedom", "n", "n_groups"]
BOUNDS = ["share_missing", "least", "most"]


@pytest.fixture(scope="module")
def answers():
    """Make five runs with unreadable answers: one covers part of the cases, one acts as the text-only baseline."""
    rows = queried_answers(7, n_groups=9, n_runs=5, unreadable=0.15)
    photographs, _ = simulate_triangle_benchmark(np.random.default_rng(7), 9)
    by_case = photographs.set_index("case_id")
    rows = rows.assign(**{name: rows["case_id"].map(by_case[name]) for name in ("pose", "object")}, chance=np.nan)
    rows = rows.assign(reliance=rows["foil_score"] - rows["score"])
    rows.loc[rows["run_id"] == "d", "model_id"] = blind_text.MODEL.model_id
    is_left_out = (rows["run_id"] == "b") & rows["group_id"].isin(["001", "004"])
    return rows[~is_left_out].sample(frac=1, random_state=3).reset_index(drop=True)


@pytest.fixture(scope="module")
def basis(answers):
    """Make the basis from all questions that any run was asked."""
    asked = answers.drop_duplicates(["case_id", "question_id"])
    text = answers[answers["model_id"] == blind_text.MODEL.model_id]
    sides = {
        contrast.contrast: ContrastLevels(contrast.factor, contrast.first, contrast.second)
        for contrast in ABOUT.contrasts
    }
    return build_basis(asked, text, sides)


def sort_table(table):
    """Return a table with its rows in a fixed order."""
    return table.sort_values(KEYS).set_index(KEYS)[[*NUMBERS, *BOUNDS]].astype(float)


def test_estimates_equal_their_definitions(answers, basis):
    """Every mean, difference, interval, p-value, count and bound equals its slow definition."""
    found, slow = sort_table(compute_run_estimates(answers, basis)), sort_table(slow_estimates(answers, ABOUT))
    assert set(found.index) == set(slow.index)
    assert len(found) > 4 * 8
    pd.testing.assert_frame_equal(found, slow.loc[found.index], rtol=1e-9, atol=1e-12)


def test_estimates_do_not_depend_on_other_runs(answers, basis, monkeypatch):
    """A run's estimates depend neither on other runs nor on the number of runs held in memory."""
    together = compute_run_estimates(answers, basis)
    alone = [compute_run_estimates(rows, basis) for _, rows in answers.groupby("run_id")]
    pd.testing.assert_frame_equal(pd.concat(alone, ignore_index=True), together, rtol=1e-12)
    monkeypatch.setattr(module, "RUNS_AT_ONCE", 2)
    pd.testing.assert_frame_equal(compute_run_estimates(answers, basis), together, rtol=1e-12)


def test_all_questions_are_counted(answers, basis):
    """Answers, cases and groups are counted whether or not they are readable."""
    found = compute_run_estimates(answers, basis).query("measure == 'score'").set_index("run_id")
    for run_id, rows in answers.groupby("run_id"):
        sizes = (len(rows), rows["case_id"].nunique(), rows["group_id"].nunique())
        assert tuple(found.loc[run_id, ["n_asked", "n_cases", "n_asked_groups"]]) == sizes


def test_unreadable_run_has_no_estimates(answers, basis):
    """A run without readable answers has no values, a missing share of 1, and bounds from 0 to 1."""
    unreadable = answers[answers["run_id"] == "a"].assign(**dict.fromkeys(["value", "score", "foil_score"], np.nan))
    found = compute_run_estimates(unreadable, basis).set_index(["measure", "slice"])
    assert found["value"].isna().all()
    assert tuple(found.loc[("score", ""), BOUNDS]) == (1.0, 0.0, 1.0)
    assert "looking" not in found.index.get_level_values("measure")
    assert compute_run_estimates(answers.head(0), basis).empty


def test_basis_has_one_constant_per_draw(basis):
    """The basis holds one constant per draw for every question."""
    assert basis.constants.blind.shape == (1 + DRAWS, len(basis.places))
