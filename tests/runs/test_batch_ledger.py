"""Tests of the ledger of pending batches: it survives any kill, and an invalid ledger raises."""

import pytest

from core.errors import JournalError
from core.runs.batch_ledger import (
    get_journal_path,
    get_ledger_path,
    list_ledger_paths,
    make_batch,
    make_batch_mark,
    read_ledger,
)
from core.runs.journal import list_journal_paths


@pytest.fixture
def journal(tmp_path):
    """Return the path of a journal."""
    return tmp_path / "runs" / "a-run.jsonl"


def test_ledger_entries_round_trip(journal):
    """Marks, ids, cases and unknown fields are restored from disk."""
    book = read_ledger(journal, "a-run")
    first = make_batch(make_batch_mark(), {"n-0": "001_P0"})
    book.enter(first)
    book.enter(make_batch(make_batch_mark(), {"n-1": "001_P1", "n-2": "002_P0"}))
    book.enter(first.model_copy(update={"batch_id": "batch_1", "is_sure": False}))
    again = read_ledger(journal, "a-run")
    assert (again.sent, again.cases) == (book.sent, {"001_P0", "001_P1", "002_P0"})
    without = again.refuse(again.sent[first.mark])
    assert (without.batch_id, without.is_sure) == (None, True)
    assert read_ledger(journal, "a-run").known_ids == {"batch_1"}


def test_empty_ledger_is_deleted(journal):
    """Removing the last batch removes the file."""
    book = read_ledger(journal, "a-run")
    batch = make_batch(make_batch_mark(), {"n": "001_P0"})
    book.enter(batch)
    assert book.path.is_file()
    book.remove_batch(batch)
    assert list(journal.parent.iterdir()) == []


def test_builds_ignore_the_ledger(journal):
    """Its hidden name does not have the extension of a journal."""
    read_ledger(journal, "a-run").enter(make_batch(make_batch_mark(), {"n": "001_P0"}))
    assert get_ledger_path(journal).is_file()
    assert list_journal_paths(journal.parent) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda whole: whole[:-9], "cannot be read"),
        (lambda whole: whole.replace('"batches": 1', '"batches": 2'), "cannot be read"),
        (lambda whole: whole.replace("trilens-", "other-"), "cannot be read"),
        (lambda whole: whole.replace('"a-run"', '"b-run"'), "belongs to another run, b-run"),
    ],
)
def test_invalid_ledger_raises(journal, change, words):
    """Broken files, later versions and ledgers of other runs raise an error: their batches are paid for."""
    read_ledger(journal, "a-run").enter(make_batch(make_batch_mark(), {"n": "001_P0"}))
    path = get_ledger_path(journal)
    path.write_text(change(path.read_text()))
    with pytest.raises(JournalError, match=words) as error:
        read_ledger(journal, "a-run")
    assert "Check the provider's list before you move it away" in str(error.value)


def test_marks_are_unique_valid_names():
    """Marks are unique; request names have at most 64 letters, digits and dashes."""
    marks = {make_batch_mark() for _ in range(100)}
    assert len(marks) == 100
    assert all(len(f"{mark}-00000") <= 64 and mark.replace("-", "").isalnum() for mark in marks)


def test_ledgers_of_one_run_are_merged(journal, tmp_path):
    """Batches of both ledgers occur once, a known id is kept, and completed batches are left out."""
    here, there = read_ledger(journal, "a-run"), read_ledger(tmp_path / "other" / "a-run.jsonl", "a-run")
    both, completed, pending = (make_batch(make_batch_mark(), {f"n-{case_id}": case_id}) for case_id in ("1", "2", "3"))
    here.enter(both)
    for batch in (both.model_copy(update={"batch_id": "batch_1"}), completed, pending):
        there.enter(batch)
    assert here.take_over(there, {"2"})
    again = read_ledger(journal, "a-run")
    assert {batch.mark: batch.batch_id for batch in again.sent.values()} == {both.mark: "batch_1", pending.mark: None}
    assert not here.take_over(there, {"2"})
    assert get_journal_path(get_ledger_path(journal)) == journal
    assert list_ledger_paths(tmp_path) == sorted([here.path, there.path])


def test_ledger_of_completed_batches_is_not_written(journal, tmp_path):
    """Merging completed batches leaves no empty ledger."""
    there = read_ledger(tmp_path / "other" / "a-run.jsonl", "a-run")
    there.enter(make_batch(make_batch_mark(), {"n": "1"}))
    there.refuse(there.sent[min(there.sent)].model_copy(update={"batch_id": "batch_7"}))
    assert not read_ledger(journal, "a-run").take_over(there, {"1"})
    assert not get_ledger_path(journal).exists()
