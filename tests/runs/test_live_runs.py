"""Tests that runs are listed as live while a process writes their journals."""

import os
import time

from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.runs.live_runs import MAX_SILENCE_S, list_live_runs
from core.runs.open_journal import open_journal

RUN = Run("mine", Model("m", "Looker"), "p", "What?", "original", "a test")


def test_a_run_is_listed_while_its_journal_is_open(tmp_path):
    """Replies and failed requests are counted while the run writes; nothing is listed before or after."""
    path = tmp_path / "mine.jsonl"
    other = Run("other", Model("m", "Looker"), "p", "What?", "original", "a test")
    write_journal(tmp_path / "other.jsonl", other, [Reply("other", "1", "x")])
    assert list_live_runs(tmp_path) == []
    with open_journal(path, RUN) as journal:
        journal.append(Reply("mine", "1", "x"))
        journal.append(Reply("mine", "2", None, "api_error", "down"))
        (run,) = list_live_runs(tmp_path)
        assert (run.run_id, run.label, run.n_replies, run.n_failed) == ("mine", "Looker · p", 1, 1)
        assert 0 <= run.silent_s < 60
    assert list_live_runs(tmp_path) == []


def test_listing_live_runs_does_not_block_them(tmp_path):
    """A journal can be opened and continued after live runs were listed."""
    path = tmp_path / "mine.jsonl"
    for case_id in ("1", "2"):
        with open_journal(path, RUN) as journal:
            journal.append(Reply("mine", case_id, "x"))
        list_live_runs(tmp_path)
    assert path.read_text().count("case_id") == 2


def test_a_silent_journal_is_not_listed(tmp_path):
    """An open journal is left out if it has not changed for longer than any request takes."""
    path = tmp_path / "mine.jsonl"
    with open_journal(path, RUN) as journal:
        journal.append(Reply("mine", "1", "x"))
        past = time.time() - MAX_SILENCE_S - 60
        os.utime(path, (past, past))
        assert list_live_runs(tmp_path) == []
