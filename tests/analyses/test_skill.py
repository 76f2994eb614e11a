"""Every page that compares with the constant baseline shows the interval of the build."""

import numpy as np
import pandas as pd
import pytest

from core.analyses import bias, compare
from core.analyses.skill import ASKED, compute_benchmark_constants, estimate_skill
from core.records import RUN_COLUMNS, TRIANGLE_QUESTION_BY_ID
from core.solvers import blind_constant
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.read import NO_FILTERS


@pytest.fixture
def constants(tiny_warehouse):
    return compute_benchmark_constants(tiny_warehouse.query("asked_truths"))


@pytest.fixture
def built(tiny_warehouse):
    """Return the skill of each run, in percent, as the build computed it."""
    rows = tiny_warehouse.load_table("run_estimates").query("measure == 'skill'").set_index("run_id")
    return 100 * rows[["value", "low", "high"]]


def test_compare_has_the_skill_of_overview(tiny_warehouse, constants, built):
    """The difference of every run from the constant baseline is its skill, in either direction."""
    runs = tiny_warehouse.query("answers", filters=NO_FILTERS)[list(RUN_COLUMNS)].drop_duplicates("run_id")
    kinds = [(str(one), str(kind)) for one, kind in zip(runs["run_id"], runs["model_kind"], strict=True)]
    (baseline,) = runs.loc[runs["model_id"] == blind_constant.MODEL.model_id, "run_id"]
    skills = estimate_skill(
        tiny_warehouse.aggregate(NO_FILTERS, Aggregation(("run_id", *ASKED), ("score",))), ["run_id"], constants
    )
    sums = tiny_warehouse.aggregate(
        NO_FILTERS, build_pair_aggregation(("first", "second", "group_id"), ("difference",), "truth")
    )
    for order in (kinds, kinds[::-1]):
        given = compare.compare_run_pairs(turned(sums, [run_id for run_id, _ in order]), order)
        pairs = compare.replace_by_skill(given, skills, str(baseline), order)
        for run_id in set(runs["run_id"]) - {baseline}:
            row = compare.get_difference(pairs, str(run_id), str(baseline))
            expected = built.loc[str(run_id)]
            assert [row[name] for name in built] == pytest.approx(expected.tolist(), abs=1e-9, nan_ok=True)
        is_other = (pairs["first"] != baseline) & (pairs["second"] != baseline)
        pd.testing.assert_frame_equal(pairs[is_other], given[is_other], check_dtype=False)


def turned(sums, order):
    """Orient the sums of pairs so that the run that is earlier in the order comes first."""
    place = {run_id: number for number, run_id in enumerate(order)}
    rows = sums.astype({"first": object, "second": object})
    is_turned = rows["first"].map(place) > rows["second"].map(place)
    other = rows.assign(first=rows["second"], second=rows["first"], difference=-rows["difference"])
    return rows.where(~is_turned, other)


def test_bias_has_the_skill_of_heatmaps(tiny_warehouse, constants):
    """Per question, the difference from the constant is the skill of that cell, with its verdict by Holm."""
    answers = tiny_warehouse.query("answers", filters=NO_FILTERS)
    run_id = str(answers.loc[answers["model_kind"] == "vlm", "run_id"].iloc[0])
    own = answers[answers["run_id"] == run_id]
    given = bias.compute_habits(answers, run_id, "truth", TRIANGLE_QUESTION_BY_ID)
    found = bias.choose_constants_again(given, own, constants).set_index("question_id")
    sums = tiny_warehouse.aggregate({**NO_FILTERS, "runs": [run_id]}, Aggregation(("question_id", *ASKED), ("score",)))
    expected = estimate_skill(sums, ["question_id"], constants).set_index("question_id")
    names = ["value", "standard_error", "low", "high", "p_value"]
    pd.testing.assert_frame_equal(found[names].sort_index(), expected[names].sort_index(), check_names=False)
    assert list(found.columns.sort_values()) == list(given.set_index("question_id").columns.sort_values())
    assert found["verdict"].notna().all()
    np.testing.assert_allclose(found["score"] - found["blind_score"], found["value"], atol=1e-9)
