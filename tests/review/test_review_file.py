"""Tests that review entries are appended, never lost, and merged by author."""

from multiprocessing import get_context

import pytest

from core.errors import ReviewError
from core.review.codebook import replay_entries
from core.review.review_file import append_entries, merge_entries, read_entries
from tests.review.made_entries import ADA, BOB, decide, decide_many, define, make_key

A, B = "a" * 16, "b" * 16


def test_entries_are_read_in_order(tmp_path):
    """Entries are read as they were written, with any text."""
    define(tmp_path, "Mirrored", A, definition="two\nlines")
    decide(tmp_path, 1, A, text="<script>alert(1)</script>")
    review = read_entries(tmp_path)
    assert [entry.kind for entry in review.entries] == ["code", "answer"]
    assert review.entries[0].definition == "two\nlines"
    assert review.entries[1].text == "<script>alert(1)</script>"
    assert review.unreadable == 0


def test_a_folder_without_a_file_has_no_entries(tmp_path):
    """Reading a folder without a review file gives no entries."""
    assert read_entries(tmp_path).entries == ()


@pytest.mark.parametrize(
    ("fields", "part"),
    [({"kind": "code", "code_id": A, "name": " "}, "name"), ({"kind": "code", "code_id": "?", "name": "x"}, "code_id"),
     ({"kind": "code", "code_id": A, "name": "x" * 61}, "name"), ({"kind": "code", "code_id": A, "name": "x",
      "colour": 8}, "colour"), ({"kind": "answer", **make_key(1).to_fields(), "verdict": "maybe"}, "verdict")],
)  # fmt: skip
def test_invalid_entries_are_refused(tmp_path, fields, part):
    """The error names the empty, too long or unknown field, and none of the entries is written."""
    good = {"kind": "code", "code_id": B, "name": "good"}
    with pytest.raises(ReviewError, match=part):
        append_entries(tmp_path, ADA, [good, fields])
    assert read_entries(tmp_path).entries == ()


def test_an_author_without_a_name_is_refused(tmp_path):
    """Decisions are stored by coder."""
    with pytest.raises(ReviewError, match="author"):
        decide(tmp_path, 1, author=ADA.__class__("dots", " "))


def test_a_truncated_line_does_not_affect_others(tmp_path):
    """After a kill in the middle of a line, the next entry starts a new line."""
    decide(tmp_path, 1)
    path = tmp_path / "codes.jsonl"
    path.write_bytes(path.read_bytes() + b'{"entry_id": "00')
    decide(tmp_path, 2)
    review = read_entries(tmp_path)
    assert [entry.key for entry in review.entries] == [make_key(1), make_key(2)]
    assert review.unreadable == 1


@pytest.mark.slow
def test_no_decision_of_twenty_concurrent_writers_is_lost(tmp_path):
    """Twenty processes write at the same time, and all their decisions are in the file."""
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
    """The merged file has the decisions of both authors; merging again changes nothing."""
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
    assert {coder: state.get_code(one) for coder, one in state.decisions[make_key(1)].items()} == {
        "Ada": A,
        "Bob": "unsure",
    }
