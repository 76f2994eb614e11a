"""Tests of aggregation over sets, pairs and replies in SQL against that of a data frame of all answers."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.analyses import compare, robustness
from core.records import SCORED
from core.scoring.answer_codes import decode_categories, get_score_column
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import OF_REPLIES, build_pair_aggregation, build_set_aggregation
from core.warehouse.read import NO_FILTERS, open_current
from tests.analyses.summed import summed, summed_pairs, summed_replies, summed_sets
from tests.scoring.definitions import rescore_classes

OF_SETS = (*robustness.SUMMED_COLUMNS, "mirrored", "first", "every")
FILTERS = [{}, {"pose": ["tilted"]}, {"condition": ["P0"]}, {"question": ["Q1", "Q4"]}, {"model": ["blind_constant"]}]


@pytest.fixture(scope="module")
def scenes_of_choices(fields_workspace):
    """Return questions with options in every order and with mirror images, answered by solvers and two models."""
    with open_current(fields_workspace.select_benchmark("3dsrbench")) as warehouse:
        yield warehouse


def assert_same(found, expected, by):
    """Both tables have the same rows by these columns, numbers within 1e-9."""
    by = list(by)
    ordered = [
        frame.astype(dict.fromkeys(by, "string")).sort_values(by, ignore_index=True)[sorted(frame.columns)]
        for frame in (found, expected)
    ]
    assert [len(frame) for frame in ordered] == [len(expected)] * 2
    assert list(ordered[0]) == list(ordered[1])
    for name in ordered[0]:
        values = [frame[name] for frame in ordered]
        if name in by:
            assert values[0].fillna("").tolist() == values[1].fillna("").tolist()
        else:
            np.testing.assert_allclose(*(pd.to_numeric(one).to_numpy(dtype=float) for one in values), atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("right_at", [0.9, 0.5])
@pytest.mark.parametrize("filters", FILTERS)
def test_set_measures_equal_python(tiny_warehouse, filters, right_at):
    """For classes, ratios and angles every measure and its bounds equal the arrays', under every protocol."""
    chosen = {**NO_FILTERS, **filters}
    answers, sets = (tiny_warehouse.query(name, filters=chosen) for name in ("answers", "set_cases"))
    found = tiny_warehouse.aggregate(chosen, build_set_aggregation(robustness.SUMMED_BY, OF_SETS, right_at))
    assert_same(found, summed_sets(answers, sets, right_at), robustness.SUMMED_BY)
    assert len(found)


def test_option_sets_compare_texts(scenes_of_choices):
    """For rotations, mirror images and both, answers are compared by their texts, whatever their letters."""
    warehouse = scenes_of_choices
    answers, sets = (warehouse.query(name, filters=NO_FILTERS) for name in ("answers", "set_cases"))
    found = warehouse.aggregate(NO_FILTERS, build_set_aggregation(robustness.SUMMED_BY, OF_SETS))
    assert_same(found, summed_sets(answers, sets, meanings=warehouse.query("meanings")), robustness.SUMMED_BY)
    assert set(found["protocol"]) >= {"circular", "flip"}
    assert (found["mirrored"] != found["stable"]).any(), "no option means something else of a mirrored picture"
    assert (found["first"] > found["every"]).any()


@pytest.mark.slow
@pytest.mark.parametrize("against", SCORED)
@pytest.mark.parametrize("by", [("group_id",), ("case_id", "slot"), ("question_id", "truth"), ("pose", "group_id")])
def test_pairs_are_what_both_runs_answered(tiny_warehouse, against, by):
    """Scores, differences and outcomes of every two runs, with the first filtered run first."""
    answers = tiny_warehouse.query("answers", filters=NO_FILTERS)
    runs = sorted(answers["run_id"].unique(), reverse=True)
    chosen, keys = {**NO_FILTERS, "runs": runs}, ("first", "second", *by)
    found = tiny_warehouse.aggregate(chosen, build_pair_aggregation(keys, compare.SUMMED_COLUMNS, against, 0.7))
    assert_same(found, summed_pairs(answers, runs, keys, against, 0.7), keys)
    assert found["pairs"].sum() > 100


def test_pairs_respect_filters(tiny_warehouse):
    """Filtering two runs and one question returns only their pairs."""
    chosen = {**NO_FILTERS, "question": ["Q3"], "pose": ["tilted"]}
    answers = tiny_warehouse.query("answers", filters=chosen)
    runs = sorted(answers.dropna(subset=["value"])["run_id"].unique())[-2:]
    by = ("first", "second", "question_id", "pose")
    found = tiny_warehouse.aggregate({**chosen, "runs": runs}, build_pair_aggregation(by, compare.SUMMED_COLUMNS))
    assert_same(found, summed_pairs(answers, runs, by), by)
    assert len(found) == 1


@pytest.mark.parametrize("against", SCORED)
def test_answers_and_pairs_are_scored_against_other_classes(tiny_warehouse, against):
    """Answers about a changed class are re-scored, others keep their score, in both aggregations."""
    answers, score = tiny_warehouse.query("answers", filters=NO_FILTERS), get_score_column(against)
    cases = sorted(answers["case_id"].unique())[::2]
    codes = tuple((case_id, "Q2", 1.0) for case_id in cases)
    classes = pd.DataFrame(codes, columns=["case_id", "question_id", "class_code"])
    again = rescore_classes(decode_categories(answers), classes, against)
    by = ("run_id", "question_kind", "group_id")
    found = tiny_warehouse.aggregate(NO_FILTERS, Aggregation(by, (score,), against=against, changed=codes))
    assert_same(found, summed(again, by, [score]), by)
    assert found[score].sum() != pytest.approx(answers[score].sum())
    runs, keys = sorted(answers["run_id"].unique()), ("first", "second", "group_id")
    pairs = replace(build_pair_aggregation(keys, ("difference",), against), changed=codes)
    expected = summed_pairs(again, runs, keys, against)[[*keys, "pairs", "difference", "difference_counted"]]
    assert_same(tiny_warehouse.aggregate({**NO_FILTERS, "runs": runs}, pairs), expected, keys)


@pytest.mark.parametrize("filters", FILTERS[:2])
def test_reply_contradictions_are_counted(tiny_warehouse, filters):
    """Per run, group and kind, the sums count replies with all answers of the kind, and contradictory ones."""
    chosen = {**NO_FILTERS, **filters}
    answers, contradictions = (tiny_warehouse.query(name, filters=chosen) for name in ("answers", "contradictions"))
    found = tiny_warehouse.aggregate(chosen, OF_REPLIES)
    assert_same(found, summed_replies(answers, contradictions), OF_REPLIES.by)
    assert found["shows"].sum() > 0
