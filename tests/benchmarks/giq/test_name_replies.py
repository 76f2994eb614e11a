"""Tests of replies to "What is the name of this polyhedron?" in the style of current models, for every solid.

Each line of `tests/parsing/names/replies.jsonl` has a reply and its right reading: a name, null if nothing should be
read, `!x` for a solid that is not in the list, `~x` for a kind alone. All are written by hand.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.giq.benchmark import BENCHMARK
from core.benchmarks.giq.naming import (
    FAMILY,
    GROUP,
    NAME,
    NO_GROUP,
    build_name_book,
    build_questions,
    map_names_by_id,
    parse_name_reply,
)
from core.parsing.names.parser import parse_name
from core.parsing.names.result import NameReading
from core.records import UNLISTED_NAME
from core.scoring.answer_codes import encode_value
from core.scoring.metrics import compute_scores
from tests.each_row import check_each_row

REPLIES = Path(__file__).parents[2] / "parsing" / "names" / "replies.jsonl"
ROWS = [json.loads(line) for line in REPLIES.read_text(encoding="utf-8").splitlines()]

STYLES = {
    "name alone": "{name}",
    "it's": "It's a {small}.",
    "sentence about a cube, name on the last line": "It is like a cube with other faces, many of them.\n\n{name}",
    "reasons, box": "I considered the cube and the octahedron, which do not fit. \\boxed{{\\text{{{small}}}}}",
    "JSON": '{{"reasoning": "It looks like a cube with corners cut", "answer": "{small}"}}',
    "clearly": "The answer is {name} clearly.",
    "bold": "This solid has many faces. **{name}**",
    "small letters": "{small}",
    "capitals": "{capitals}",
    "plural": "{small}s",
    "period": "{name}.",
    "think block": "<think>A cube? Or an octahedron?</think>\n{name}",
    "wait": "The answer is a cube. Wait, actually {small}.",
    "first line": "{name}\n\nIt has many faces and derives from a cube.",
    "not": "It is not a cube but a {small}.",
    "label": "**Solid:** {name}",
    "hyphens": "{hyphens}",
}


def describe(reading: NameReading) -> str | None:
    """Return a reading in the table's notation."""
    if reading.meanings:
        return "|".join(map_names_by_id()[meaning] for meaning in reading.meanings)
    if reading.outside:
        return f"!{reading.outside}"
    return f"~{reading.wider}" if reading.wider else None


@pytest.mark.parametrize("kind", sorted({row["kind"] for row in ROWS}))
def test_a_reply_is_parsed_as_a_careful_person_reads_it(kind):
    """For `!x` any solid outside the list counts; a kind alone is not a name."""

    def check(row):
        got, right = describe(parse_name(row["reply"], build_name_book())), row["right"]
        if right is None:
            assert got is None or got.startswith("~")
        elif right.startswith("!"):
            assert got is not None
            assert got.startswith("!")
        else:
            assert got is not None
            assert right in got.split("|")

    check_each_row(check, [(f"{row['id']}: {row['reply']!r}", row) for row in ROWS if row["kind"] == kind])


def test_the_table_has_every_kind():
    """Each of the kinds N1 to N5 has at least three of our own replies."""
    own = Counter(row["kind"] for row in ROWS if row["id"].startswith("own"))
    assert min(own[kind] for kind in ("N1", "N2", "N3", "N4", "N5")) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_every_solid_is_read_in_every_style(style):
    """A right reply is parsed as right for at least 98% of the solids, and never as wrong."""
    right = wrong = 0
    for shape_id, name in map_names_by_id().items():
        reply = STYLES[style].format(
            name=name[0].upper() + name[1:], small=name, capitals=name.upper(), hyphens=name.replace(" ", "-")
        )
        reading = parse_name(reply, build_name_book())
        right += shape_id in reading.meanings
        wrong += reading.is_read and shape_id not in reading.meanings
    assert wrong == 0
    assert right >= 0.98 * len(map_names_by_id())


def test_a_name_outside_the_list_is_wrong_for_every_solid():
    """A hexagonal prism is readable, shown as written, scores 0 for every solid, and belongs to no group."""
    asked = {question.question_id: question for question in build_questions()}
    for shape_id, name in map_names_by_id().items():
        answers = parse_name_reply("Hexagonal prism", Case("case", shape_id, "case", (CaseQuestion(NAME),)))
        assert [answers[key].value for key in (NAME, GROUP, FAMILY)] == ["hexagonal prism", NO_GROUP, "prismatic"]
        assert {answer.status for answer in answers.values()} == {"ok"}
        codes = [encode_value(asked[NAME], value) for value in (answers[NAME].value, name)]
        assert compute_scores("name", *codes) == 0
    assert encode_value(asked[NAME], "hexagonal prism") == encode_value(asked[NAME], UNLISTED_NAME)


def test_the_page_can_highlight_the_name_that_decided():
    """The deciding words are the name's position in the raw reply, after the reasoning; an unread reply has none."""
    case = Case("case", "wid_2", "case", (CaseQuestion(NAME),))
    raw = "<think>a cube</think>Not a cube.\n\n**Octahedron**"
    (words,) = BENCHMARK.find_deciding_words(raw, case)
    assert (words.question_id, raw[words.start : words.stop], words.evidence) == (NAME, "Octahedron", "last line")
    assert BENCHMARK.find_deciding_words("no idea", case) == ()
