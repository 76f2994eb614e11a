"""Entries are appended, never lost, and merged by author."""

from multiprocessing import get_context

import pytest

from core.errors import ReviewError
from core.review.codebook import replay_entries
from core.review.review_file import append_entries, merge_entries, read_entries
from tests.review.made_entries import ADA, BOB, decide, decide_many, define, key

A, B = "a" * 16, "b" * 16


def test_entries_come_back_in_order(tmp_path):
    """What was written is read again, with any text."""
    define(tmp_path, "Mirrored", A, definition="two\nlines")
    decide(tmp_path, 1, A, text="<script>alert(1)</script>")
    found = read_entries(tmp_path)
    assert [entry.kind for entry in found.entries] == ["code", "answer"]
    assert found.entries[0].definition == "two\nlines"
    assert found.entries[1].text == "<script>alert(1)</script>"
    assert found.unreadable == 0


def test_without_a_file_there_are_none(tmp_path):
    """A folder where nobody coded has no entries."""
    assert read_entries(tmp_path).entries == ()


@pytest.mark.parametrize(
    ("fields", "part"),
    [({"kind": "code", "code_id": A, "name": " "}, "name"), ({"kind": "code", "code_id": "?", "name": "x"}, "code_id"),
     ({"kind": "code", "code_id": A, "name": "x" * 61}, "name"), ({"kind": "code", "code_id": A, "name": "x",
      "colour": 8}, "colour"), ({"kind": "answer", **key(1).to_fields(), "verdict": "maybe"}, "verdict")],
)  # fmt: skip
def test_what_is_no_entry_is_refused(tmp_path, fields, part):
    """A field that is empty, too long or unknown is refused by name, and none of the entries is written."""
    good = {"kind": "code", "code_id": B, "name": "good"}
    with pytest.raises(ReviewError, match=part):
        append_entries(tmp_path, ADA, [good, fields])
    assert read_entries(tmp_path).entries == ()


def test_an_author_without_a_name_is_refused(tmp_path):
    """Codes are kept per coder."""
    with pytest.raises(ReviewError, match="author"):
        decide(tmp_path, 1, author=ADA.__class__("dots", " "))


def test_a_line_that_was_cut_off_costs_only_itself(tmp_path):
    """After a kill in the middle of a line the next entry stands on a line of its own."""
    decide(tmp_path, 1)
    path = tmp_path / "codes.jsonl"
    path.write_bytes(path.read_bytes() + b'{"entry_id": "00')
    decide(tmp_path, 2)
    found = read_entries(tmp_path)
    assert [entry.key for entry in found.entries] == [key(1), key(2)]
    assert found.unreadable == 1


@pytest.mark.slow
def test_twenty_writers_lose_nothing(tmp_path):
    """Twenty processes that code at once leave all of their decisions."""
    context = get_context("spawn")
    names = [f"coder {number}" for number in range(20)]
    writers = [context.Process(target=decide_many, args=(tmp_path, name)) for name in names]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    state = replay_entries(read_entries(tmp_path).entries, "dots")
    assert [set(decisions) for decisions in state.decisions.values()] == [set(names)] * 10


def test_files_of_two_machines_are_merged_by_author(tmp_path):
    """Each author's codes are there afterwards; the same again changes nothing."""
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir(), away.mkdir()
    define(home, "Mirrored", A)
    away.joinpath("codes.jsonl").write_bytes(home.joinpath("codes.jsonl").read_bytes())
    decide(home, 1, A)
    decide(away, 1, author=BOB)
    lines = away.joinpath("codes.jsonl").read_bytes()
    assert merge_entries(home, lines) == 1
    merged = home.joinpath("codes.jsonl").read_bytes()
    assert merge_entries(home, lines) == 0
    assert home.joinpath("codes.jsonl").read_bytes() == merged
    state = replay_entries(read_entries(home).entries, "dots")
    assert {coder: state.get_code(one) for coder, one in state.decisions[key(1)].items()} == {"Ada": A, "Bob": "unsure"}
