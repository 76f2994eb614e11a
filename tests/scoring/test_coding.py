"""Codes against the words and numbers that they stand for."""

import importlib.util
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.errors import StatisticsError
from core.records import SIDE_CLASSES, TRIANGLE_QUESTION_BY_ID
from core.scoring import coding
from core.scoring.coding import coded_answers, decoded, is_right
from tests.scoring.made_answers import made_answers, made_benchmark, random_answers

ANSWERS, TRUTHS = made_answers(seed=2, unreadable=0.2)


def test_a_code_stands_for_its_value():
    """Decoding gives the class word or the number that was read."""
    for row in ANSWERS[ANSWERS["status"] == "ok"].itertuples():
        value = decoded(TRIANGLE_QUESTION_BY_ID[row.question_id], row.value)
        assert value == (row.value_class if isinstance(value, str) else row.value_number)


def test_a_word_is_coded_by_its_question(monkeypatch):
    """Two questions with the same words in another order code each word by its own order."""
    turned = replace(TRIANGLE_QUESTION_BY_ID["Q1"], question_id="Q7", options=SIDE_CLASSES[::-1])
    monkeypatch.setattr("core.records.TRIANGLE_QUESTIONS", (*TRIANGLE_QUESTION_BY_ID.values(), turned))
    spec = importlib.util.spec_from_file_location("fresh_coding", coding.__file__)
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    table = pd.DataFrame({"question_id": ["Q1", "Q7"], "value_number": math.nan, "value_class": "scalene"})
    assert fresh.coded_values(table).tolist() == [0.0, 2.0]


def test_what_could_not_be_read_has_no_value():
    """An answer that is not `ok` has no value, even where the warehouse keeps the number that no triangle has."""
    answers = ANSWERS.drop(columns=["value", "truth", "foil"])
    answers.loc[answers["question_id"] == "Q3", ["status", "value_number"]] = ["invalid", -1.0]
    assert coded_answers(answers, TRUTHS)["value"].isna().equals(answers["status"] != "ok")


def test_rows_keep_their_order_and_index():
    """Coding adds columns and moves nothing."""
    mixed = ANSWERS.drop(columns=["value", "truth", "foil"]).sample(frac=1, random_state=0)
    coded = coded_answers(mixed, TRUTHS)
    assert coded.index.equals(mixed.index)
    pd.testing.assert_frame_equal(coded[mixed.columns], mixed)
    pd.testing.assert_frame_equal(coded.sort_index(), ANSWERS)


def test_two_answers_to_one_question_are_refused():
    """Answers that are there twice would count twice."""
    with pytest.raises(StatisticsError, match="two answers"):
        coded_answers(pd.concat([ANSWERS, ANSWERS.iloc[:1]]), TRUTHS)


def test_answers_without_a_truth_are_refused():
    """A photograph that has no truth is named."""
    answers = ANSWERS.drop(columns=["value", "truth", "foil"])
    with pytest.raises(StatisticsError, match="001_T0"):
        coded_answers(answers, TRUTHS[TRUTHS["case_id"] != "001_T0"])


def test_right_is_equality_for_classes_and_a_threshold_for_numbers():
    """Classes are right at kappa 1 whatever the threshold, numbers from the threshold on, unreadable ones neither."""
    answers = pd.DataFrame({"question_id": ["Q1", "Q1", "Q3", "Q3", "Q4"], "score": [1.0, 0.0, 0.8, 0.79, np.nan]})
    right = is_right(answers, right_at=0.8)
    assert right.tolist()[:4] == [1.0, 0.0, 1.0, 0.0]
    assert np.isnan(right.iloc[4])


def test_made_answers_have_the_columns_of_the_warehouse(tiny_warehouse):
    """The made answers of these tests have the types and columns that the real tables have."""
    real = tiny_warehouse.table("scored_answers").assign(stated=tiny_warehouse.table("answers")["stated"])
    rng = np.random.default_rng(0)
    made = random_answers(rng, *made_benchmark(rng, 2))
    assert set(made.columns) <= set(real.columns)
