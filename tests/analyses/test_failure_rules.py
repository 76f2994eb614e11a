"""Tests of rules that suggest codes from known facts, and suggest nothing without them."""

from dataclasses import replace

import pytest

from core.analyses.answer_habits import CommonestAnswer
from core.analyses.failure_rules import FailedAnswer, suggest_codes

CHOICE = FailedAnswer("choice", "ok", "A", "B", None, ("left of it", "right of it", "behind it"), "A")
NUMBER = FailedAnswer("ratio", "ok", 2.0, 3.1, None, (), "2.0")


def names(answer):
    return [suggestion.name for suggestion in suggest_codes(answer)]


def test_a_mirrored_answer():
    """Left for right is suggested, also in class words, but not if the options differ in anything else."""
    assert names(CHOICE) == ["Mirrored answer"]
    assert names(replace(CHOICE, value="C")) == []
    assert names(replace(CHOICE, options=("upright of it", "right of it"))) == []
    assert names(FailedAnswer("class", "ok", "clockwise", "counterclockwise", None, (), "")) == ["Mirrored answer"]


@pytest.mark.parametrize(
    ("raw", "is_suggested"),
    [("The answer is A. right of it", True), ("(A) Right of it.", True), ("A. left of it", False),
     ("A", False), ("It is right of it, so B is wrong.", False), ("A. right of items", False)],
)  # fmt: skip
def test_right_text_with_a_wrong_letter(raw, is_suggested):
    """The code is suggested only if the right option's text is beside the parsed letter."""
    assert ("Right text, wrong letter" in names(replace(CHOICE, raw=raw))) == is_suggested


def test_an_image_plane_answer():
    """The foil's option, or a number close to the foil and not to the truth, suggests the code."""
    assert "Image-plane answer" in names(replace(CHOICE, value="C", foil="C"))
    assert "Image-plane answer" not in names(replace(CHOICE, value="C", foil="B"))
    assert names(replace(NUMBER, foil=2.2)) == ["Image-plane answer"]
    assert names(replace(NUMBER, foil=5.0)) == []
    assert names(replace(NUMBER, value=48.1, truth=16.6, foil=18.2)) == []


@pytest.mark.parametrize(
    ("value", "truth", "kind", "name"),
    [(310.0, 3.1, "ratio", "Off by a unit"), (1.22, 3.1, "ratio", "Off by a unit"),
     (1.0472, 60.0, "angle", "Off by a unit"), (30.0, 60.0, "angle", "Complementary angle"),
     (120.0, 60.0, "angle", "Complementary angle"), (4.0, 5.0, "ratio", "Off by one"), (2.0, 3.1, "ratio", None),
     (0.0, 3.1, "ratio", None)],
)  # fmt: skip
def test_numbers_in_another_unit(value, truth, kind, name):
    """Powers of ten, inches, radians, the other angle, and counts off by one each suggest a code."""
    assert names(replace(NUMBER, value=value, truth=truth, kind=kind)) == ([name] if name else [])


def test_numbers_in_options_count_too():
    """An option with one number is that number."""
    options = ("3 cubes", "4 cubes", "40 cubes", "3 of 4")
    assert names(replace(CHOICE, options=options)) == ["Off by one"]
    assert names(replace(CHOICE, options=options, value="C")) == ["Off by a unit"]
    assert names(replace(CHOICE, options=options, value="D")) == []


def test_habit_contradiction_and_unreadable_form():
    """The suggestions come from the run's most common answer, its reply's contradictions, and the status."""
    answer = replace(CHOICE, value="C", code=2.0)
    assert names(replace(answer, commonest=CommonestAnswer(2.0, 80, 100, 30))) == ["Habit"]
    assert names(replace(answer, commonest=CommonestAnswer(2.0, 80, 100, 75))) == []
    assert names(replace(answer, commonest=CommonestAnswer(2.0, 9, 10, 0))) == []
    assert names(replace(answer, is_contradicted=True)) == ["Contradiction"]
    assert names(replace(answer, status="unparsed", value=None, code=None)) == ["Unreadable form"]


def test_every_suggestion_has_a_definition_and_a_reason():
    """The definition enters the codebook; the reason is about this answer."""
    for suggestion in suggest_codes(replace(CHOICE, raw="A. right of it", foil="A", is_contradicted=True)):
        assert suggestion.definition.endswith(".")
        assert suggestion.reason.endswith(".")
