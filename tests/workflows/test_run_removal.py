"""Runs are hidden, deleted and restored: a build leaves out the removed ones, and no file is lost."""

import pytest

from core.atomic_files import lock_folder
from core.errors import JournalError, TrilensError
from core.records import Model, Reply, Run
from core.runs.journal import list_journal_paths, write_journal
from core.workflows.run_removal import list_removed_runs, remove_run, restore_run

RUN = Run("mine", Model("m", "Looker <b>"), "p", "What?", "original", "a test")


@pytest.fixture
def journal(workspace):
    """Return a user's run, beside one of the release."""
    path = workspace.runs / "mine.jsonl"
    write_journal(path, RUN, [Reply("mine", "001_P0", "x")])
    release = Run("tri_bench-a", Model("a", "A"), "p", "What?", "original", "the release")
    write_journal(workspace.runs / "tri_bench" / "a.jsonl", release, [Reply("tri_bench-a", "001_P0", "x")])
    return path


@pytest.mark.parametrize("removal", ["hidden", "deleted"])
def test_a_removed_run_can_be_restored(workspace, journal, removal):
    """No build lists its journal until it is restored, with the same content."""
    body = journal.read_bytes()
    removed = remove_run(workspace, "mine", removal)
    assert (removed.run_id, removed.label, removed.removal) == ("mine", "Looker <b> · p", removal)
    assert [path.name for path in list_journal_paths(workspace.runs)] == ["a.jsonl"]
    assert list_removed_runs(workspace) == [removed]
    assert restore_run(workspace, "mine") == journal
    assert journal.read_bytes() == body
    assert list_removed_runs(workspace) == []


def test_runs_of_the_benchmark_stay(workspace, journal):
    """A released run and an unknown one cannot be removed, and the error says why."""
    with pytest.raises(JournalError, match="belongs to the benchmark"):
        remove_run(workspace, "tri_bench-a", "deleted")
    with pytest.raises(JournalError, match="No journal of the run nothing"):
        remove_run(workspace, "nothing", "hidden")
    with pytest.raises(JournalError, match="neither hidden nor deleted"):
        restore_run(workspace, "mine")
    assert journal.exists()


def test_nothing_is_overwritten(workspace, journal):
    """A run that was asked again after its removal keeps both journals, and the error says what to do."""
    body = journal.read_bytes()
    removed = remove_run(workspace, "mine", "deleted")
    write_journal(journal, RUN, [Reply("mine", "001_P0", "y")])
    with pytest.raises(JournalError, match="already exists"):
        remove_run(workspace, "mine", "deleted")
    with pytest.raises(JournalError, match="exists again"):
        restore_run(workspace, "mine")
    assert removed.path.read_bytes() == body


def test_a_run_under_way_is_not_removed(workspace, journal):
    """If another process is writing the journal, it stays."""
    with lock_folder(journal.parent, journal.name), pytest.raises(TrilensError, match="Another process"):
        remove_run(workspace, "mine", "hidden")
    assert journal.exists()
