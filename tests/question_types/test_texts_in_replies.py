"""Tests of short texts in replies: the answer is read without the phrase around it."""

import pytest

from core.question_types.question_type import AnswerForm
from core.question_types.registry import find_question_type
from core.question_types.texts import build_text_truth

TEXT = find_question_type("text:exact")


def read(raw):
    return TEXT.parse(raw, AnswerForm("text:exact"), "q")


@pytest.mark.parametrize("raw", [
    "red cup", "The red cup.", "It is the red cup.", "It's a red cup", "This is the red cup.", "There is a red cup.",
    "I think it is the red cup.", "The object is a red cup.", "The object on the table is the red cup.",
    "It looks like a red cup in the image.", "It appears to be a **red cup**.", "Answer: It is the red cup.",
    'It is "the red cup".', '{"answer": "red cup"}', '{"answer": "It is the red cup."}', '{"object": "red cup"}',
    '```json\n{"object": "red cup", "confidence": 0.9}\n```', '{"reason": "I see it.", "object": "the red cup"}',
    "The answer is the red cup.", "<answer>red cup</answer>", r"\boxed{red cup}", "Red Cup",
])  # fmt: skip
def test_phrases_around_an_answer_are_removed(raw):
    """A sentence with a pronoun, a JSON object and a stated answer are read like the bare answer."""
    answer = read(raw)
    assert (answer.status, answer.value) == ("ok", "red cup")
    assert TEXT.score(answer.value, build_text_truth(("red cup",))) == 1


@pytest.mark.parametrize(("raw", "value"), [
    ("The colour of the cup is red.", "red"), ("It says STOP.", "stop"), ("The sign says STOP", "stop"),
    ("It is on the table.", "on table"), ("It is not visible.", "not visible"), ("It is made of wood.", "wood"),
    ("The cup is on the table.", "cup is on table"), ("The red cup is larger.", "red cup is larger"),
    ("The object in the middle is on the left.", "object in middle is on left"),
    ("left, behind the table", "left behind table"), ("-45", "-45"), ('{"count": 3}', "3"),
])  # fmt: skip
def test_only_known_phrases_are_removed(raw, value):
    """A sentence whose subject may be the answer is kept whole."""
    assert read(raw).value == value


@pytest.mark.parametrize("raw", [
    '{"color": "red", "object": "cup"}', '[{"object": "cup"}, {"object": "plate"}]', '{"confidence": 0.9}',
    "I see a cup.\nIt is red.\nOr blue.",
])  # fmt: skip
def test_several_texts_are_unread(raw):
    """Objects with several texts, or none, have no single answer."""
    assert read(raw).status == "unparsed"


@pytest.mark.parametrize(("truth", "raw", "score"), [
    ("It is raining.", "It is raining.", 1), ("It is raining.", "raining", 1), ("raining", "It is raining", 1),
    ("The cup is on the table", "The cup is on the table.", 1), ("red cup", "It is the blue cup.", 0),
    ("cup", "red cup", 0), ("-45", "45", 0),
])  # fmt: skip
def test_truths_that_are_sentences_are_accepted(truth, raw, score):
    """If a sentence is accepted, the answer within it is accepted too."""
    assert TEXT.score(read(raw).value, build_text_truth((truth,))) == score
