"""The book of batches under way: whole after any kill, and refused where it cannot be believed."""

import pytest

from core.errors import JournalError
from core.runs.batch_ledger import book_path, book_paths, journal_of, new_batch, new_mark, read_book
from core.runs.journal import journal_paths


@pytest.fixture
def journal(tmp_path):
    """The path of a journal."""
    return tmp_path / "runs" / "a-run.jsonl"


def test_what_is_entered_is_read_again(journal):
    """Marks, ids, cases and what is somebody else's come back from the disk."""
    book = read_book(journal, "a-run")
    first = new_batch(new_mark(), {"n-0": "001_P0"})
    book.enter(first)
    book.enter(new_batch(new_mark(), {"n-1": "001_P1", "n-2": "002_P0"}))
    book.enter(first.model_copy(update={"batch_id": "batch_1", "is_sure": False}))
    again = read_book(journal, "a-run")
    assert (again.sent, again.cases) == (book.sent, {"001_P0", "001_P1", "002_P0"})
    without = again.refuse(again.sent[first.mark])
    assert (without.batch_id, without.is_sure) == (None, True)
    assert read_book(journal, "a-run").known_ids == {"batch_1"}


def test_an_empty_book_is_no_file(journal):
    """Once its last batch is struck out nothing is left."""
    book = read_book(journal, "a-run")
    batch = new_batch(new_mark(), {"n": "001_P0"})
    book.enter(batch)
    assert book.path.is_file()
    book.strike(batch)
    assert list(journal.parent.iterdir()) == []


def test_builds_do_not_take_it_for_a_journal(journal):
    """Its hidden name has another ending than journals have."""
    read_book(journal, "a-run").enter(new_batch(new_mark(), {"n": "001_P0"}))
    assert book_path(journal).is_file()
    assert journal_paths(journal.parent) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda whole: whole[:-9], "cannot be read"),
        (lambda whole: whole.replace('"batches": 1', '"batches": 2'), "cannot be read"),
        (lambda whole: whole.replace("trilens-", "other-"), "cannot be read"),
        (lambda whole: whole.replace('"a-run"', '"b-run"'), "belongs to another run, b-run"),
    ],
)
def test_a_book_that_cannot_be_believed_is_refused(journal, change, words):
    """A broken file, a later version and another run's book are errors, since batches in them are paid for."""
    read_book(journal, "a-run").enter(new_batch(new_mark(), {"n": "001_P0"}))
    path = book_path(journal)
    path.write_text(change(path.read_text()))
    with pytest.raises(JournalError, match=words) as error:
        read_book(journal, "a-run")
    assert "look at the provider's list before you move it away" in str(error.value)


def test_its_marks_differ_and_are_names_that_providers_take():
    """No two batches have the same mark, and the names of requests have at most 64 letters, digits and dashes."""
    marks = {new_mark() for _ in range(100)}
    assert len(marks) == 100
    assert all(len(f"{mark}-00000") <= 64 and mark.replace("-", "").isalnum() for mark in marks)


def test_two_books_of_one_run_come_together(journal, tmp_path):
    """Batches of both are there once; an id that one of them knows counts, and what has all its replies is left out."""
    here, there = read_book(journal, "a-run"), read_book(tmp_path / "other" / "a-run.jsonl", "a-run")
    both, taken, open_one = (new_batch(new_mark(), {f"n-{case_id}": case_id}) for case_id in ("1", "2", "3"))
    here.enter(both)
    for batch in (both.model_copy(update={"batch_id": "batch_1"}), taken, open_one):
        there.enter(batch)
    assert here.take_over(there, {"2"})
    again = read_book(journal, "a-run")
    assert {batch.mark: batch.batch_id for batch in again.sent.values()} == {both.mark: "batch_1", open_one.mark: None}
    assert not here.take_over(there, {"2"})
    assert journal_of(book_path(journal)) == journal
    assert book_paths(tmp_path) == sorted([here.path, there.path])


def test_a_book_whose_batches_all_have_their_replies_is_no_file(journal, tmp_path):
    """Nothing is entered, and no empty book is left."""
    there = read_book(tmp_path / "other" / "a-run.jsonl", "a-run")
    there.enter(new_batch(new_mark(), {"n": "1"}))
    there.refuse(there.sent[min(there.sent)].model_copy(update={"batch_id": "batch_7"}))
    assert not read_book(journal, "a-run").take_over(there, {"1"})
    assert not book_path(journal).exists()
