"""Codes against the words and numbers that they stand for."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.errors import StatisticsError
from core.records import SIDE_CLASSES, TRIANGLE_QUESTION_BY_ID, Question
from core.scoring.answer_codes import decode_value, encode_value, is_correct
from tests.scoring.definitions import with_truths
from tests.scoring.made_answers import made_answers, made_benchmark, random_answers

ANSWERS, TRUTHS = made_answers(seed=2, unreadable=0.2)


def test_a_code_stands_for_its_value():
    """Decoding gives the class word or the number that was read."""
    for row in ANSWERS[ANSWERS["status"] == "ok"].itertuples():
        value = decode_value(TRIANGLE_QUESTION_BY_ID[row.question_id], row.value)
        assert value == (row.value_class if isinstance(value, str) else row.value_number)


def test_a_word_is_coded_by_its_question():
    """Two questions with the same words in another order code each word by its own order."""
    side = TRIANGLE_QUESTION_BY_ID["Q1"]
    turned = replace(side, question_id="Q7", options=SIDE_CLASSES[::-1])
    assert [encode_value(question, "scalene") for question in (side, turned)] == [0.0, 2.0]


def test_letters_are_coded_by_their_place():
    """The letter of an option is its place from 0, and comes back as the letter."""
    choice = Question("task", "answer", "Task", "which", "choice")
    assert [encode_value(choice, letter) for letter in "ABZ"] == [0.0, 1.0, 25.0]
    assert [decode_value(choice, code) for code in (0.0, 3.0)] == ["A", "D"]


@pytest.mark.parametrize(("question_id", "word"), [("Q1", "round"), ("Q2", "scalene"), ("Q3", "1.5")])
def test_words_of_no_option_are_refused(question_id, word):
    """A word that the question does not have is no code."""
    with pytest.raises(StatisticsError, match=question_id):
        encode_value(TRIANGLE_QUESTION_BY_ID[question_id], word)


def test_rows_keep_their_order_and_index():
    """Truths add columns and move nothing."""
    mixed = ANSWERS.drop(columns=["truth", "foil"]).sample(frac=1, random_state=0)
    found = with_truths(mixed, TRUTHS)
    assert found.index.equals(mixed.index)
    pd.testing.assert_frame_equal(found[mixed.columns], mixed)
    pd.testing.assert_frame_equal(found.sort_index(), ANSWERS)


def test_two_answers_to_one_question_are_refused():
    """Answers that are there twice would count twice."""
    with pytest.raises(StatisticsError, match="two answers"):
        with_truths(pd.concat([ANSWERS, ANSWERS.iloc[:1]]), TRUTHS)


def test_answers_without_a_truth_are_refused():
    """A photograph that has no truth is named."""
    answers = ANSWERS.drop(columns=["truth", "foil"])
    with pytest.raises(StatisticsError, match="001_T0"):
        with_truths(answers, TRUTHS[TRUTHS["case_id"] != "001_T0"])


def test_right_is_equality_for_classes_and_a_threshold_for_numbers():
    """Classes are right at kappa 1 whatever the threshold, numbers from the threshold on, unreadable ones neither."""
    kinds = ["class", "class", "choice", "choice", "ratio", "ratio", "angle"]
    scores = [1.0, 0.9, 1.0, 0.0, 0.8, 0.79, np.nan]
    right = is_correct(pd.DataFrame({"question_kind": kinds, "score": scores}), right_at=0.8)
    assert right.tolist()[:6] == [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    assert np.isnan(right.iloc[6])


def test_made_answers_have_the_columns_of_the_warehouse(tiny_warehouse):
    """The made answers of these tests have the types and columns that the real tables have."""
    real = tiny_warehouse.load_table("scored_answers").assign(stated=tiny_warehouse.load_table("answers")["stated"])
    rng = np.random.default_rng(0)
    made = random_answers(rng, *made_benchmark(rng, 2))
    assert set(made.columns) <= set(real.columns)
