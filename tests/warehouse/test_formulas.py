"""Formulas that exist in SQL and Python give the same results on the tiny release."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from core.records import SCORED
from core.scoring import metrics
from core.scoring.answer_codes import is_correct
from core.warehouse.build import build
from core.warehouse.read import NO_FILTERS, open_current
from tests.made_runs import write_run
from tests.scoring.definitions import compute_difficulty, compute_disagreement

KEYS = ["run_id", "case_id", "question_id"]


@pytest.mark.slow
@pytest.mark.parametrize("right_at", [0.9, 0.5, 1.0])
def test_right_is_the_same_in_sql_and_python(tiny_warehouse, right_at):
    """Macro and function agree on every answer against both truths, unreadable ones included."""
    answers = tiny_warehouse.query("answers", filters=NO_FILTERS)
    in_3d, in_2d = (is_correct(answers, against, right_at) for against in SCORED)
    expected = answers[KEYS].assign(is_right=in_3d, in_2d_only=(1 - in_3d) * in_2d).set_index(KEYS).sort_index()
    photographs = answers["case_id"].unique()
    in_sql = pd.concat(
        tiny_warehouse.query("case_answers", case_id=case_id, right_at=right_at, of_runs=None).assign(case_id=case_id)
        for case_id in photographs
    )
    in_sql = in_sql.set_index(KEYS).sort_index()
    for in_python, name in (("is_right", "is_right"), ("in_2d_only", "is_right_in_2d_only")):
        told = in_sql[name].map({True: 1.0, False: 0.0}).to_numpy(dtype=float)
        assert np.array_equal(told, expected[in_python].to_numpy(), equal_nan=True)
    assert set(expected["is_right"].dropna()) == {0.0, 1.0}


def test_reliance_and_skill_are_the_same_in_sql_and_python(tiny_warehouse):
    """The scored answers equal the functions of kappas and of the constant baseline's kappas."""
    scored = tiny_warehouse.load_table("scored_answers").set_index(KEYS).sort_index()
    blind = tiny_warehouse.load_table("blind_scores").pivot_table("score", KEYS[1:], "frame")
    diagnosed = scored[[]].join(blind.rename(columns={"3d": "blind_score", "2d": "blind_foil_score"}), on=KEYS[1:])
    assert diagnosed.notna().all(axis=None)
    expected = {
        "reliance": metrics.compute_reliance(scored["foil_score"], scored["score"]),
        "skill": metrics.compute_skill(scored["score"], diagnosed["blind_score"]),
        "foil_skill": metrics.compute_skill(scored["foil_score"], diagnosed["blind_foil_score"]),
    }
    for name, values in expected.items():
        assert scored[name].to_numpy() == pytest.approx(values.to_numpy(), nan_ok=True, abs=1e-15)
        assert scored[name].abs().max() > 0
    back = metrics.compute_blind_score(scored["score"], scored["skill"])
    assert back.to_numpy() == pytest.approx(diagnosed["blind_score"].where(back.notna()).to_numpy(), nan_ok=True)


def test_robust_deviation_is_scaled_to_the_normal(tiny_warehouse):
    """The macro is the median absolute error scaled by the quartile of the normal distribution."""
    errors = np.random.default_rng(1).normal(0.0, 0.3, 501)
    cursor = tiny_warehouse._connection.cursor()
    sql = "select robust_deviation(error) from (select unnest($1) as error)"
    [(found,)] = cursor.execute(sql, [errors.tolist()]).fetchall()
    assert found == pytest.approx(np.median(np.abs(errors)) / stats.norm.ppf(0.75), rel=1e-4)


@pytest.mark.slow
def test_difficulty_and_disagreement_are_the_same_in_sql_and_python(workspace, tiny_release):
    """The build's table equals the functions of the pooled runs' answers, one of them partial."""
    write_run(workspace, "partly", 11)
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        answers = warehouse.query("answers", filters=NO_FILTERS)
        found = warehouse.load_table("case_difficulties").set_index("case_id").sort_index()
    pooled = answers[answers["is_pooled"] & (answers["model_kind"] == "vlm")]
    expected = (
        compute_difficulty(pooled).merge(compute_disagreement(pooled), on="case_id", how="left").set_index("case_id")
    )
    assert found.index.tolist() == expected.index.tolist()
    for name in ("share_right", "disagreement", "n_answers"):
        assert found[name].to_numpy(dtype=float) == pytest.approx(expected[name].to_numpy(dtype=float), abs=1e-12)
