"""Tests of open journals: replies are written at once, truncated files are repaired, and one process can write."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from core.errors import JournalError, TrilensError
from core.records import Model, Reply, Run
from core.runs.journal import encode_manifest, encode_reply, read_journal
from core.runs.open_journal import open_journal
from core.settings import REPOSITORY

RUN = Run("run-1", Model("m", "M"), "p", "What?", "original", "a test", settings={"repeat": 1}, versions={"a": "1"})
REPLIES = [Reply("run-1", f"00{n}_P0", f"reply {n} °\n", input_tokens=n, api_model="m-2026") for n in (1, 2, 3)]
WHOLE = encode_manifest(RUN) + b"".join(map(encode_reply, REPLIES))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs" / "run-1.jsonl"


def test_replies_are_on_disk_before_the_journal_is_closed(path):
    """Other processes can read appended replies at once, unchanged."""
    with open_journal(path, RUN) as journal:
        for reply in REPLIES:
            journal.append(reply)
            assert read_journal(path).replies[-1] == reply
        assert list(journal.replies.values()) == REPLIES
    assert path.read_bytes() == WHOLE
    assert read_journal(path).run == RUN


def test_reopened_journal_continues(path):
    """A reopened journal appends after its last line; the last reply for a photograph counts."""
    path.parent.mkdir()
    path.write_bytes(WHOLE)
    with open_journal(path, replace(RUN, versions={"a": "2"})) as journal:
        assert journal.repair is None
        assert journal.run.versions == {"a": "1"}
        journal.append(replace(REPLIES[0], raw="again"))
        assert journal.replies["001_P0"].raw == "again"
    assert [reply.raw for reply in read_journal(path).replies] == ["again", "reply 2 °\n", "reply 3 °\n"]


def test_truncated_journal_is_repaired(tmp_path):
    """Truncated at any byte, it keeps every whole reply, and the partial line's bytes go to a separate file."""
    ends = [number for number, byte in enumerate(WHOLE) if byte == ord("\n")]
    for cut in sorted({*range(0, len(WHOLE), 9), *(end + step for end in ends for step in (-1, 0, 1))}):
        path = tmp_path / str(cut) / "run-1.jsonl"
        path.parent.mkdir()
        path.write_bytes(WHOLE[:cut])
        whole_lines = WHOLE[:cut].count(b"\n")
        lacks_line_break = whole_lines > 0 and WHOLE[cut : cut + 1] == b"\n"
        with open_journal(path, RUN) as journal:
            assert len(journal.replies) == max(whole_lines - 1, 0) + lacks_line_break
            assert journal.refusals == []
            for reply in REPLIES[len(journal.replies) :]:
                journal.append(reply)
        assert path.read_bytes() == WHOLE
        aside = path.with_name("run-1.jsonl.cut")
        rest = b"" if lacks_line_break else WHOLE[:cut].rpartition(b"\n")[2]
        assert (aside.read_bytes() if aside.exists() else b"") == (rest and rest + b"\n")


def test_broken_line_in_the_middle_is_asked_again(path):
    """Only the end is repaired; other broken lines are rejected, and their photographs count as not asked."""
    path.parent.mkdir()
    lines = WHOLE.splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1] + b"\x00\x00\n" + lines[3])
    with open_journal(path, RUN) as journal:
        assert list(journal.replies) == ["001_P0", "003_P0"]
        assert [refusal.location for refusal in journal.refusals] == ["line 3"]


@pytest.mark.parametrize(
    "other",
    [replace(RUN, run_id="run-2"), replace(RUN, prompt="Why?"), replace(RUN, image_view="mirrored"),
     replace(RUN, model=Model("m", "N")), replace(RUN, settings={"repeat": 2})],
)  # fmt: skip
def test_a_journal_of_another_run_is_not_changed(path, other):
    """Replies to another prompt, view or model are never mixed in."""
    path.parent.mkdir()
    path.write_bytes(WHOLE)
    with pytest.raises(JournalError, match="contains another run"), open_journal(path, other):
        pass
    assert path.read_bytes() == WHOLE


def test_other_file_is_not_changed(path):
    """A file of another kind under the journal's name is rejected."""
    path.parent.mkdir()
    path.write_text("my notes\n")
    with pytest.raises(JournalError, match="not a valid manifest"), open_journal(path, RUN):
        pass
    assert path.read_text() == "my notes\n"


def test_only_one_process_can_open_a_journal(path):
    """While one process has the journal open, another gets an error and changes nothing."""
    code = """
import sys; from pathlib import Path; from core.runs.open_journal import open_journal
from core.runs.journal import read_journal
path = Path(sys.argv[1])
with open_journal(path, read_journal(path).run): pass
"""
    with open_journal(path, RUN) as journal:
        journal.append(REPLIES[0])
        command = [sys.executable, "-c", code, str(path)]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        assert "Another process is using" in done.stderr
        with pytest.raises(TrilensError), open_journal(path, RUN):
            pass
        journal.append(REPLIES[1])
    assert len(read_journal(path).replies) == 2


def test_a_journal_without_replies_is_deleted(path):
    """The warehouse has no empty runs."""
    with open_journal(path, RUN):
        assert path.exists()
    assert not path.exists()


def test_manifest_has_settings_and_versions(path):
    """The first line has the request settings and versions."""
    with open_journal(path, RUN) as journal:
        journal.append(REPLIES[0])
    manifest = json.loads(path.read_text().splitlines()[0])
    assert (manifest["settings"], manifest["versions"]) == ({"repeat": 1}, {"a": "1"})
