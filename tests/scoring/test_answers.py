"""Tests of the effect of a reply's status on its answers."""

import pytest

from core.parsing.triangle_replies import parse_triangle_reply
from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS, Answer, Reply, Truth
from core.scoring.answers import parse_answers, score_answer, score_reply
from tests.inference.clients.server import REPLY

QUESTION_IDS = [question.question_id for question in TRIANGLE_QUESTIONS]


@pytest.mark.parametrize(
    ("status", "expected", "words"),
    [
        ("api_error", "api_error", "no luck"), ("refused", "missing", "the model refused: no luck"),
        ("filtered", "missing", "content filter"), ("empty", "missing", "the reply is empty"),
        ("missing", "missing", "there is no reply"),
    ],
)  # fmt: skip
def test_failed_replies_have_no_answers(status, expected, words):
    """A status without a reply gives six empty answers with the reason, for any text."""
    answers = parse_answers(Reply("r", "001_P0", REPLY, status, error="no luck"), QUESTION_IDS, parse_triangle_reply)
    assert [answer.question_id for answer in answers] == [q.question_id for q in TRIANGLE_QUESTIONS]
    assert {answer.status for answer in answers} == {expected}
    assert all(answer.value is None and words in answer.reason for answer in answers)


def test_truncated_reply_keeps_complete_values():
    """Complete values of a truncated reply count, with a note; a number at the cut and all later ones do not."""
    end = REPLY.index("12.5") + 3
    answers = {
        a.question_id: a
        for a in parse_answers(Reply("r", "001_P0", REPLY[:end], "cut"), QUESTION_IDS, parse_triangle_reply)
    }
    assert {question_id: answer.status for question_id, answer in answers.items()} == {
        "Q1": "ok", "Q2": "ok", "Q3": "ok", "Q4": "unparsed", "Q5": "missing", "Q6": "missing",
    }  # fmt: skip
    assert answers["Q3"].value == 1.25
    assert answers["Q3"].note.endswith("; the reply was cut off at its limit")
    assert answers["Q6"].reason == "the reply was cut off at its limit before it states the answer"


def test_complete_reply_has_no_truncation_note():
    """An ok reply is parsed without a note."""
    answers = parse_answers(Reply("r", "p", REPLY), QUESTION_IDS, parse_triangle_reply)
    assert len(answers) == len(QUESTION_IDS)
    assert all(answer.note is None and answer.status == "ok" for answer in answers)


def test_only_ok_answers_have_a_score():
    """Kappa is None unless the answer is ok."""
    question = TRIANGLE_QUESTION_BY_ID["Q3"]
    assert score_answer(question, Answer("Q3", "ok", 1.0), 1.0) == 1.0
    assert score_answer(question, Answer("Q3", "invalid", -1.0), 1.0) is None
    assert score_answer(question, Answer("Q3", "missing"), 1.0) is None
    assert question.kind == "ratio"


def test_only_the_questions_of_the_case_are_answered():
    """A case with fewer questions has fewer answers, in the order of its questions."""
    answers = parse_answers(Reply("r", "p", REPLY), ["Q5", "Q1"], parse_triangle_reply)
    assert [answer.question_id for answer in answers] == ["Q5", "Q1"]


def test_answers_are_joined_with_the_truths_of_their_case():
    """Truths of other cases are ignored, and every frame with a truth has a score."""
    question = TRIANGLE_QUESTION_BY_ID["Q1"]
    right = parse_triangle_reply(REPLY)["Q1"].value
    truths = [Truth("p", "3d", "Q1", right), Truth("p", "2d", "Q1", "no class"), Truth("other", "3d", "Q1", "no class")]
    [found] = score_reply(Reply("r", "p", REPLY), [question], parse_triangle_reply, truths)
    assert found.truths == {"3d": right, "2d": "no class"}
    assert found.scores == {"3d": 1.0, "2d": 0.0}
    assert found.title == question.title
