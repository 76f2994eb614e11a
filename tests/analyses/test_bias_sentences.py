"""Sentences of the findings on the Bias page."""

from dataclasses import replace

import pandas as pd
import pytest

from core.analyses.bias_sentences import (
    HabitSentence,
    describe_confusion,
    describe_habits,
    describe_ranking_change,
    format_letter,
    has_single_preference,
)
from tests.analyses.answers import ABOUT

NO_SHARES = pd.DataFrame({"class": [], "said": [], "in_truth": [], "value": [], "verdict": []})


def habits(**columns):
    """Return habits over Q1, Q3 and Q4 of a run below the constant on Q3, with these columns replaced."""
    table = {"question_id": ["Q1", "Q3", "Q4"], "commonest": ["scalene", "1.4142", "15°"], "n": 400,
             "commonest_share": [99.0, 82.5, 55.0], "n_different": [2, 3, 5], "n_groups": 100,
             "commonest_value": [0.0, 1.4142, 15.0], "value": [0.5, -14.4, 0.4],
             "verdict": ["not distinguishable", "lower", "not distinguishable"]}  # fmt: skip
    return pd.DataFrame(table | columns)


def test_habits_in_sentences():
    """The most overused class, the most repeated number and the constant's wins are named."""
    shares = pd.DataFrame({"question_id": ["Q1", "Q1"], "class": ["scalene", "isosceles"],
                           "said": [99.0, 1.0], "in_truth": [64.0, 36.0], "value": [35.0, -35.0],
                           "low": [30.0, -40.0], "high": [40.0, -30.0], "n_groups": 100,
                           "verdict": ["higher", "lower"]})  # fmt: skip
    assert describe_habits("M", shares, habits(), ABOUT) == [
        HabitSentence(
            "M prefers scalene: it calls 99% of the triangles so; in 3D 64% are (+35.0 points, 95% CI +30.0 to +40.0).",
            ("Q1",),
            "scalene",
        ),
        HabitSentence(
            "On AB / AC, M says 1.4142 in 83% of its 400 answers; it gives 3 different ones.", ("Q3",), 1.4142
        ),
        HabitSentence(
            "Compared with the best constant answer, which never looks, M is worse on AB / AC; elsewhere they do not "
            "differ significantly.",
            ("Q3",),
        ),
    ]


def test_the_overused_class_is_compared_with_the_flat_image():
    """Against the foil, the sentence states how often the class is true in the image."""
    shares = pd.DataFrame({"question_id": ["Q1"], "class": ["scalene"], "said": [99.0], "in_truth": [64.0],
                           "in_foil": [80.6], "value": [18.4], "low": None, "high": None, "n_groups": 100,
                           "verdict": ["higher"]})  # fmt: skip
    first, *_ = describe_habits("M", shares, habits(), ABOUT, against="foil")
    assert first.text == "M prefers scalene: it calls 99% of the triangles so; in 2D 81% are (+18.4 points)."


def test_run_without_habits_has_its_sentence():
    """Without an overused class or a repeated number, the sentences say so."""
    shares = pd.DataFrame({"class": ["acute"], "said": [40.0], "in_truth": [38.0], "value": [2.0],
                           "verdict": ["not distinguishable"]})  # fmt: skip
    some = habits(commonest_share=[40.0, 0.5, 1.0], verdict="not distinguishable")
    assert [habit.text for habit in describe_habits("M", shares, some, ABOUT)] == [
        "No significant preference: M gives no single class significantly more often than it is correct.",
        "M rarely repeats a number (most common: 1.0% of answers).",
        "On no question does M differ significantly from the best constant answer, which never looks.",
    ]


def test_a_preference_for_letters_has_its_interval():
    """If the letters together deviate, the sentence says so, and that none does so by itself."""
    shares = pd.DataFrame({"class": ["A"], "said": [40.0], "in_truth": [38.0], "value": [2.0],
                           "verdict": ["not distinguishable"]})  # fmt: skip
    (habit, *_) = describe_habits("M", shares, habits(), ABOUT, (5.94, 3.0, 8.0))
    assert habit.text == (
        "M prefers some option letters over all questions, but none significantly within one kind of question: 5.9% of "
        "its answers (95% CI 3.0–8.0) would have to change for each letter to be as frequent as among the correct "
        "answers."
    )


def test_distinct_numbers_are_not_linked():
    """If all numbers differ, the sentence names none and has no link."""
    (habit, _) = describe_habits("M", NO_SHARES, habits(n_different=400, commonest_share=0.25), ABOUT)
    assert habit == HabitSentence("M gives no number twice to a question.")


def test_difference_without_spread_counts():
    """An equal difference in every group is better or worse, although no spread can be estimated."""
    (*_, habit) = describe_habits("M", NO_SHARES, habits(verdict="no spread", value=[50.0, 50.0, -20.0]), ABOUT)
    assert habit.text.endswith(", M is better on Side class and AB / AC and worse on |B − C|.")


def test_only_worse_questions_link_to_cases():
    """Questions where a run is worse are named for a link; where it is only better, none are."""
    (*_, better) = describe_habits("M", NO_SHARES, habits(verdict="higher", value=20.0), ABOUT)
    (*_, mixed) = describe_habits("M", NO_SHARES, habits(verdict="no spread", value=[50.0, 50.0, -20.0]), ABOUT)
    assert "is better on" in better.text
    assert better.question_ids == ()
    assert len(mixed.question_ids) == 1


def test_many_questions_are_counted_and_commas_quoted():
    """More than three names have their number first; a name with a comma does not run into the next."""
    ids = list(ABOUT.questions)[:4]
    named = replace(ABOUT.questions[ids[0]], title=f"{ids[0]} Shapes, several right")
    about = replace(ABOUT, questions={**ABOUT.questions, ids[0]: named})
    rows = pd.DataFrame({"question_id": ids, "verdict": "higher", "value": 20.0, "n_groups": 100})
    text = describe_habits("M", NO_SHARES, habits().iloc[:0].merge(rows, how="right"), about)[-1].text
    assert "M is better on 4 of 4 questions (“Q1 Shapes, several right”, “" in text


@pytest.mark.parametrize(("verdicts", "expected"), [(["higher", "lower"], True), (["lower"], False), ([], False)])
def test_a_single_preference_needs_a_significant_excess(verdicts, expected):
    """An option that is chosen too rarely is not preferred."""
    shares = pd.DataFrame({"value": [5.0, -5.0][: len(verdicts)], "verdict": verdicts, "n_groups": 40})
    assert has_single_preference(shares) is expected


def test_few_groups_are_inconclusive():
    """With nine triangles the sentence says that they are too few."""
    (*_, habit) = describe_habits("M", NO_SHARES, habits(n_groups=9), ABOUT)
    assert habit.text.startswith("9 triangles are too few to tell whether M is better than the best constant answer")


def test_better_and_worse_are_both_reported():
    """A run above the constant on some questions and below on others gets both in one sentence."""
    (*_, habit) = describe_habits("M", NO_SHARES, habits(verdict=["higher", "lower", "higher"]), ABOUT)
    assert habit.text == (
        "Compared with the best constant answer, which never looks, M is better on Side class and |B − C| and worse "
        "on AB / AC."
    )


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "Over all questions, the ranking stays the same."),
        ([("B", "A", False, "lower", "higher")], "Over all questions the ranking changes: B overtakes A."),
        ([("B", "A", True, "not distinguishable", "not distinguishable")],
         "Over all questions only runs that are not significantly different swap ranks: "
         "B draws level with A."),
    ],
)  # fmt: skip
def test_ranking_changes_are_reported(rows, sentence):
    """Changes are named, and marked if the runs do not differ significantly."""
    table = pd.DataFrame(rows, columns=["ahead", "behind", "is_level", "verdict_before", "verdict_after"])
    assert describe_ranking_change(table, "all questions") == sentence


def test_options_are_named_by_fixed_text_or_by_place():
    """A letter has its option's text if this is fixed, else its place; classes are their own names."""
    choice = replace(ABOUT.questions["Q1"], question_id="q", kind="choice")
    wordings = {("q", "A"): "Yes", ("q", "B"): "No"}
    assert format_letter(choice, "A", wordings) == "Yes (A)"
    assert format_letter(choice, "B", {}) == "second option (B)"
    assert format_letter(ABOUT.questions["Q1"], "A", {}) == "A"
    assert describe_confusion(choice, "B", "A", "key", wordings) == "No (B) is correct, the model chose Yes (A)"
    assert describe_confusion(choice, "B", "A", "key", {}).startswith("the second option (B) is correct, ")


def test_an_answer_that_never_changes_is_said_to_be_given_always():
    """A run that chooses one letter only always chooses it; the end of its label is in brackets."""
    about = replace(ABOUT, questions=ABOUT.questions | {"Q1": replace(ABOUT.questions["Q1"], kind="choice")})
    shares = pd.DataFrame({"question_id": ["Q1"], "class": ["A"], "said": [100.0], "in_truth": [25.0],
                           "value": [75.0], "low": [float("nan")], "high": [float("nan")], "n_groups": [40],
                           "verdict": ["no spread"]})  # fmt: skip
    (habit, *_) = describe_habits("M · slow", shares, habits(), about)
    assert habit.text == "On “Side class”, M (slow) always chooses the first option (A): correct in 25% (+75.0 points)."
