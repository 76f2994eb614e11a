"""Texts of gallery tiles, from made rows."""

import pandas as pd
import pytest

from core.analyses.gallery_tiles import build_strips, format_captions, format_short
from core.records import TRIANGLE_QUESTION_BY_ID, Question

QUESTIONS = {**TRIANGLE_QUESTION_BY_ID, "size": Question("size", "size", "Size", "the letter", "choice")}

TRUTHS = pd.DataFrame(
    [
        ["a", "Q1", None, None, "isosceles", None, "scalene"],
        ["b", "Q4", None, 12.44, None, 150.0, None],
        ["c", "size", ["seven", "nine"], None, "B", None, None],
        ["d", "size", ["a very long option indeed", "nine"], None, "A", None, None],
    ],
    columns=["case_id", "question_id", "options", "true_number", "true_class", "foil_number", "foil_class"],
)


def answer(case_id, run_id="one", value=None, status="ok", asked=1, right=0, foil_only=0, unreadable=0):
    """Return a row of the query `tile_answers`."""
    return {
        "case_id": case_id, "run_id": run_id, "model_id": run_id, "n_asked": asked, "n_right": right,
        "n_foil_only": foil_only, "n_unreadable": unreadable, "status": status,
        "value_number": value if isinstance(value, float) else float("nan"),
        "value_class": value if isinstance(value, str) else None,
    }  # fmt: skip


def test_strip_has_a_mark_per_run():
    """Answers are counted by verdict, the best first; a run without an answer has an empty mark."""
    rows = pd.DataFrame(
        [answer("a", "two", asked=6, right=3, foil_only=1, unreadable=1), answer("b", "one", asked=1, foil_only=1)]
    )
    found = build_strips(rows, ["a", "b"], ["one", "two"])
    assert [mark.run_id for mark in found["a"]] == ["one", "two"]
    assert list(found["a"][1].counts.items()) == [("right", 3), ("foil_only", 1), ("wrong", 1), ("unreadable", 1)]
    assert [mark.n_asked for mark in found["b"]] == [1, 0]
    assert [mark.verdict for mark in (*found["a"], *found["b"])] == [None, None, "foil_only", None]


def test_no_answers_leave_empty_strips():
    """Cases without any answer have only empty marks."""
    rows = pd.DataFrame([answer("a")]).iloc[:0]
    assert [mark.n_asked for mark in build_strips(rows, ["a"], ["one", "two"])["a"]] == [0, 0]


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        (["one"], ["said scalene · is isosceles · looks scalene", "said 30.0° · is 12.4° · looks 150.0°",
                   "said A (seven) · correct: B (nine)", "said (unparsed) · correct: A"]),
        (["one", "two"], ["is isosceles · looks scalene", "is 12.4° · looks 150.0°",
                          "correct: B (nine)", "correct: A"]),
    ],
)  # fmt: skip
def test_caption_has_answer_truth_and_foil(runs, expected):
    """With one run its answer comes first, with its unit; a choice has a letter, and its option if that is short."""
    rows = pd.DataFrame(
        [answer("a", value="scalene"), answer("b", value=30.0), answer("c", value="A"), answer("d", status="unparsed")]
    )
    found = format_captions(TRUTHS, rows, QUESTIONS, runs)
    assert [found[case_id].replace("\u00a0", " ") for case_id in "abcd"] == expected
    assert found["a"].endswith("is\u00a0isosceles · looks\u00a0scalene")


def test_unanswered_case_has_a_caption():
    """The truth is shown without an answer."""
    found = format_captions(TRUTHS.head(1), pd.DataFrame([answer("z")]), QUESTIONS, ["one"])
    assert found == {"a": "is\u00a0isosceles · looks\u00a0scalene"}


def test_an_option_is_one_line_of_text():
    """Characters that hide or reorder the surrounding text are removed."""
    assert format_short("A", "choice", ["two\n\u202ewords", "x"]) == "A (two words)"
    assert format_short("D", "choice", ["x", "y"]) == "D"
