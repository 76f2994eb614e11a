"""Tests of answer codes against the words and numbers they encode."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.errors import StatisticsError
from core.records import SIDE_CLASSES, TRIANGLE_QUESTION_BY_ID, Question
from core.scoring.answer_codes import decode_value, encode_value, is_correct
from tests.scoring.definitions import add_truths
from tests.scoring.made_answers import simulate_answers, simulate_run, simulate_triangle_benchmark

ANSWERS, TRUTHS = simulate_answers(seed=2, unreadable=0.2)


def test_codes_round_trip():
    """Decoding returns the class word or the number."""
    for row in ANSWERS[ANSWERS["status"] == "ok"].itertuples():
        value = decode_value(TRIANGLE_QUESTION_BY_ID[row.question_id], row.value)
        assert value == (row.value_class if isinstance(value, str) else row.value_number)


def test_words_are_coded_per_question():
    """Questions with the same words in another order encode each word by its position in their order."""
    side = TRIANGLE_QUESTION_BY_ID["Q1"]
    reversed_side = replace(side, question_id="Q7", options=SIDE_CLASSES[::-1])
    assert [encode_value(question, "scalene") for question in (side, reversed_side)] == [0.0, 2.0]


def test_letters_are_coded_by_position():
    """An option letter is encoded as its position from 0 and decodes to the letter."""
    choice = Question("task", "answer", "Task", "which", "choice")
    assert [encode_value(choice, letter) for letter in "ABZ"] == [0.0, 1.0, 25.0]
    assert [decode_value(choice, code) for code in (0.0, 3.0)] == ["A", "D"]


@pytest.mark.parametrize(("question_id", "word"), [("Q1", "round"), ("Q2", "scalene"), ("Q3", "1.5")])
def test_unknown_words_raise(question_id, word):
    """A word that the question does not have raises an error."""
    with pytest.raises(StatisticsError, match=question_id):
        encode_value(TRIANGLE_QUESTION_BY_ID[question_id], word)


def test_rows_keep_their_order_and_index():
    """Adding truths adds columns and keeps rows and index."""
    mixed = ANSWERS.drop(columns=["truth", "foil"]).sample(frac=1, random_state=0)
    joined = add_truths(mixed, TRUTHS)
    assert joined.index.equals(mixed.index)
    pd.testing.assert_frame_equal(joined[mixed.columns], mixed)
    pd.testing.assert_frame_equal(joined.sort_index(), ANSWERS)


def test_duplicate_answers_raise():
    """Duplicate answers raise an error, because they would count twice."""
    with pytest.raises(StatisticsError, match="two answers"):
        add_truths(pd.concat([ANSWERS, ANSWERS.iloc[:1]]), TRUTHS)


def test_answers_without_a_truth_raise():
    """The error names the photograph without a truth."""
    answers = ANSWERS.drop(columns=["truth", "foil"])
    with pytest.raises(StatisticsError, match="001_T0"):
        add_truths(answers, TRUTHS[TRUTHS["case_id"] != "001_T0"])


def test_right_is_equality_for_classes_and_a_threshold_for_numbers():
    """Classes are right only at kappa 1, numbers from the threshold, and unreadable answers never."""
    kinds = ["class", "class", "choice", "choice", "ratio", "ratio", "angle"]
    scores = [1.0, 0.9, 1.0, 0.0, 0.8, 0.79, np.nan]
    right = is_correct(pd.DataFrame({"question_kind": kinds, "score": scores}), right_at=0.8)
    assert right.tolist()[:6] == [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    assert np.isnan(right.iloc[6])


def test_simulated_answers_have_the_columns_of_the_warehouse(tiny_warehouse):
    """Simulated answers have no columns that the real tables lack."""
    real = tiny_warehouse.load_table("scored_answers").assign(stated=tiny_warehouse.load_table("answers")["stated"])
    rng = np.random.default_rng(0)
    made = simulate_run(rng, *simulate_triangle_benchmark(rng, 2))
    assert set(made.columns) <= set(real.columns)
