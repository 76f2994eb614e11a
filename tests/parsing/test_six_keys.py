"""Tests of replies in the style of current models, by kind, and of the position of each answer."""

import json
from pathlib import Path

import pytest

from core.parsing.triangle_replies import find_deciding_spans, parse_triangle_reply
from core.records import TRIANGLE_QUESTIONS, Reply
from core.scoring.answers import parse_answers
from tests.each_row import check_each_row

ROWS = [json.loads(line) for line in Path(__file__).with_name("six_keys.jsonl").read_text("utf-8").splitlines()]
KINDS = ("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "kept")
QUESTION_IDS = [question.question_id for question in TRIANGLE_QUESTIONS]
ANSWER = (
    '{"side_type": "scalene", "angle_type": "acute", "ab_over_ac": 1.25, "abs_b_minus_c_deg": 12.5, '
    '"max_over_min_side": 1.5, "angle_range_deg": 30.0}'
)


def select_rows(kind):
    """Return the rows of a kind, each with its name in messages."""
    return [(f"{kind}-{number}: {row['reply']!r}", row) for number, row in enumerate(ROWS) if row["kind"] == kind]


@pytest.mark.parametrize("kind", KINDS)
def test_reply_is_read_as_a_careful_person_would(kind):
    """Each reply gives the values that a careful person reads; null is unread."""

    def check(row):
        answers = parse_triangle_reply(row["reply"]).values()
        values = [answer.value if answer.status == "ok" else None for answer in answers]
        expected = row["right"] or [None] * len(QUESTION_IDS)
        assert [value is None for value in values] == [value is None for value in expected]
        for value, right in zip(values, expected, strict=True):
            assert value == right if isinstance(right, str | None) else value == pytest.approx(right, abs=1e-9)

    check_each_row(check, select_rows(kind))


def test_each_kind_has_several_replies():
    """Every kind of reply is in the table at least three times, and no row has another kind."""
    assert all(len(select_rows(kind)) >= 3 for kind in KINDS)
    assert {row["kind"] for row in ROWS} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_spans_contain_the_stated_value(kind):
    """The span of every answer is in the reply and contains a part of the stated value."""

    def check(row):
        reply = row["reply"]
        spans = find_deciding_spans(reply)
        for question_id, answer in parse_triangle_reply(reply).items():
            if answer.status == "ok":
                start, stop = spans[question_id]
                assert 0 <= start < stop <= len(reply)

    check_each_row(check, select_rows(kind))


@pytest.mark.parametrize(
    ("reply", "question_id", "words"),
    [
        (ANSWER, "Q3", '"ab_over_ac": 1.25'),
        (f"<think>ab_over_ac: 9</think>\n{ANSWER}", "Q6", '"angle_range_deg": 30.0'),
        (f"{ANSWER}\nCorrection: angle_range_deg: 31", "Q6", "angle_range_deg: 31"),
        (f"{ANSWER}\nWait, ab_over_ac should be 1.3.", "Q3", "ab_over_ac should be 1.3"),
        ("side_type: scalene\nab_over_ac: 1.25\n", "Q1", "side_type: scalene"),
        ("<side_type>scalene</side_type>", "Q1", "side_type>scalene"),
        ("| side_type | scalene |", "Q1", "side_type | scalene"),
        ("The triangle is scalene. AB/AC is about 1.25 here.", "Q3", "AB/AC is about 1.25"),
        ("1. scalene\n2. acute\n3. 1.25\n4. 12.5\n5. 1.5\n6. 30", "Q4", "12.5"),
        (f'{{"answers": {ANSWER}, "confidence": {{"ab_over_ac": 0.7}}}}', "Q3", '"ab_over_ac": 1.25'),
        ("{&quot;side_type&quot;: &quot;scalene&quot;}", "Q1", "&quot;side_type&quot;: &quot;scalene&quot;"),
    ],
)
def test_the_deciding_span_is_key_and_value(reply, question_id, words):
    """The span of an answer covers exactly its key and value in the raw reply."""
    start, stop = find_deciding_spans(reply)[question_id]
    assert words.startswith(reply[start:stop])
    assert stop - start >= len(words) - len("&quot;")


def test_a_reply_without_answers_has_no_spans():
    """No words decide an unread reply."""
    assert find_deciding_spans("I cannot tell.") == find_deciding_spans(None) == {}


LINES = "side_type: scalene\nangle_type: acute\nab_over_ac: 1.25\nabs_b_minus_c_deg: 12.5\nmax_over_min_side: 1.5"


@pytest.mark.parametrize(
    ("last_line", "status", "expected"),
    [
        ("angle_range_deg: 30", "ok", ("ok", 30.0)),
        ("angle_range_deg: 30", "cut", ("unparsed", None)),
        ("angle_range_deg: 30\n", "cut", ("ok", 30.0)),
    ],
)
def test_the_last_number_counts_unless_the_reply_was_cut(last_line, status, expected):
    """A number at the very end is read if the reply ended normally; a truncated number may lack digits."""
    answer = parse_answers(Reply("r", "001_P0", f"{LINES}\n{last_line}", status), QUESTION_IDS, parse_triangle_reply)[5]
    assert (answer.status, answer.value) == expected


def test_a_numbered_key_after_a_heading_is_not_a_next_turn():
    """Keys "Q1:" to "Q6:" begin answers to our prompt, whatever precedes them."""
    values = ["scalene", "acute", "1.25", "12.5", "1.5", "30"]
    reply = "My answer:\n" + "\n".join(f"Q{number}: {value}" for number, value in enumerate(values, 1))
    assert all(answer.status == "ok" for answer in parse_triangle_reply(reply).values())
