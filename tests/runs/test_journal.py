"""Tests of journals: written once, read line by line, with invalid lines rejected individually."""

import json
import os
from datetime import UTC, datetime

import pytest

from core.errors import JournalError
from core.records import Model, Reply, Run
from core.runs.journal import is_reply_line, read_journal, read_manifest, write_journal

RUN = Run(
    "run-1",
    Model("m", "Model M", "Somebody", "m-1"),
    "p",
    "What?",
    "original",
    "a test",
    datetime(2026, 11, 20, 12, tzinfo=UTC),
)
REPLIES = [
    Reply(
        "run-1",
        "001_P0",
        '{"side_type": "scalene"}\nline two\u2028 end',
        latency_s=1.5,
        input_tokens=10,
        output_tokens=5,
    ),
    Reply("run-1", "001_P1", None, "api_error", error="429"),
    Reply("run-1", "001_T0", "<script>alert('°')</script>"),
]


def test_journals_round_trip(tmp_path):
    """Reading returns what was written, including line breaks of every kind."""
    path = tmp_path / "run.jsonl"
    write_journal(path, RUN, REPLIES)
    journal = read_journal(path)
    assert journal.run == RUN
    assert journal.replies == REPLIES
    assert journal.refusals == []


def test_legacy_key_is_read(tmp_path):
    """Lines with `photograph_id` mean the same as lines with `case_id`, also within one journal."""
    path = tmp_path / "run.jsonl"
    write_journal(path, RUN, REPLIES)
    text = path.read_text(encoding="utf-8")
    assert text.count('"case_id"') == len(REPLIES)
    assert "photograph_id" not in text
    path.write_text(text.replace('"case_id"', '"photograph_id"'), encoding="utf-8")
    former = read_journal(path)
    assert (former.run, former.replies, former.refusals) == (RUN, REPLIES, [])
    mixed = text.replace('"case_id"', '"photograph_id"', 2)
    path.write_text(mixed, encoding="utf-8")
    assert read_journal(path).replies == REPLIES
    later = json.dumps({"photograph_id": "001_T0", "reply": "again"})
    path.write_text(f"{mixed}{later}\n", encoding="utf-8")
    assert [(r.case_id, r.raw) for r in read_journal(path).replies][-1] == ("001_T0", "again")
    assert all(is_reply_line(line.encode()) for line in mixed.splitlines()[1:])


def test_unchanged_journal_is_not_rewritten(tmp_path):
    """Writing the same content leaves the file alone."""
    path = tmp_path / "run.jsonl"
    write_journal(path, RUN, REPLIES)
    before = path.stat().st_mtime_ns
    write_journal(path, RUN, REPLIES)
    assert path.stat().st_mtime_ns == before


def test_last_line_of_a_photograph_counts(tmp_path):
    """A later line for the same photograph replaces the earlier one."""
    path = tmp_path / "run.jsonl"
    write_journal(path, RUN, [*REPLIES, Reply("run-1", "001_P1", "{}")])
    assert [(r.case_id, r.status) for r in read_journal(path).replies] == [
        ("001_P0", "ok"), ("001_P1", "ok"), ("001_T0", "ok"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", "null", '{"case_id": "001_P0", "reply": "x", "input_tokens": 9223372036854775808}',
     '{"case_id": "001_P0", "reply": "x", "latency_s": NaN}',
     '{"reply": "x"}', '{"case_id": 7, "reply": "x"}',
     '{"photograph_id": 7, "reply": "x"}', '{"case_id": "", "reply": "x"}',
     '{"case_id": "001_P0", "reply": 7}',
     '{"case_id": "001_P0", "reply": "x", "status": "fine"}', '{"case_id": "001_P0", "rep'],
)  # fmt: skip
def test_broken_line_is_rejected_alone(tmp_path, line):
    """An unreadable line is rejected with its number."""
    path = tmp_path / "run.jsonl"
    write_journal(path, RUN, REPLIES)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n" + json.dumps({"case_id": "002_P0", "reply": "x"}) + "\n")
    journal = read_journal(path)
    assert [refusal.location for refusal in journal.refusals] == ["line 5"]
    assert [reply.case_id for reply in journal.replies][-1] == "002_P0"


def test_a_lone_surrogate_is_written_as_a_replacement(tmp_path):
    """Half a surrogate pair in a reply is replaced, so that every program can read the journal."""
    path = tmp_path / "run.jsonl"
    write_journal(path, RUN, [Reply("run-1", "001_P0", "a\ud800b")])
    assert read_journal(path).replies[0].raw == "a?b"


@pytest.mark.parametrize(
    "change",
    [{"journal": 99}, {"run_id": ""}, {"run_id": "a\nb"}, {"run_id": "x" * 101}, {"prompt": None}, {"model": None},
     {"model": {"model_id": "m"}}, {"model": {"model_id": "m", "display_name": "  "}},
     {"model": {"model_id": "m", "display_name": "M\u202e"}},
     {"model": {"model_id": "m", "display_name": "M", "kind": "oracle"}}],
)  # fmt: skip
def test_invalid_manifest_rejects_the_journal(tmp_path, change):
    """A journal without a valid manifest is rejected as a whole, by name."""
    path = tmp_path / "run.jsonl"
    write_journal(path, RUN, REPLIES)
    first, *rest = path.read_text().split("\n")
    path.write_text("\n".join([json.dumps(json.loads(first) | change), *rest]))
    with pytest.raises(JournalError, match=r"run\.jsonl: the first line is not a valid manifest"):
        read_journal(path)


@pytest.mark.parametrize("content", [b"", b"no json\n", b"\xff\xfe\n", b"[1]\n"])
def test_other_files_are_rejected(tmp_path, content):
    """Files of another kind are rejected by name."""
    path = tmp_path / "run.jsonl"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=r"run\.jsonl"):
        read_journal(path)


def test_pipe_is_rejected(tmp_path):
    """A pipe with a journal's name is rejected without blocking."""
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(JournalError, match="pipe"):
        read_journal(tmp_path / "pipe.jsonl")


def test_read_manifest_returns_the_run(tmp_path):
    """The first line has the run; an invalid first line or a missing file raises an error with the reason."""
    run = Run("r", Model("m", "M"), "p", "What?", "original", "a test", settings={"a": 1})
    path = tmp_path / "r.jsonl"
    write_journal(path, run, [Reply("r", "c", "x")])
    assert read_manifest(path) == run == read_journal(path).run
    path.write_text('{"journal": 1}\n')
    with pytest.raises(JournalError, match=r"r.jsonl: the first line is not a valid manifest \(run_id"):
        read_manifest(path)
    with pytest.raises(JournalError, match="cannot be read"):
        read_manifest(tmp_path / "absent.jsonl")
