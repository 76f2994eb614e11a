"""Tests that restoring merges: neither archive nor folder loses data, and repeating it changes nothing."""

import json
import shutil

import pytest

from core.backup.archive import open_archive, write_archive
from core.backup.restore import restore
from core.backup.user_files import list_user_files
from core.benchmarks.registry import list_entries
from core.notes import change_note, hash_writer_secret, read_notes
from core.review.review_file import read_entries
from core.runs.batch_ledger import get_ledger_path, make_batch, make_batch_mark, read_ledger
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.workspace import Workspace
from tests.backup.made_data import make_dots
from tests.backup.test_archive import read_all_files
from tests.made_runs import PHOTOGRAPHS, write_run
from tests.notes_writer import WHEN, write
from tests.review.made_entries import BOB, decide


def read_archive(archive):
    with open_archive(archive) as opened:
        return {file.path: opened.read(file) for file in opened.manifest.files}


def backup(workspace, name):
    path = workspace.home.parent / name
    write_archive(path, list_user_files(workspace))
    return path


def read_visible_files(workspace):
    return {path: body for path, body in read_all_files(workspace.data).items() if not path.endswith(".lock")}


def test_restore_into_an_empty_folder(archive, empty):
    """Every file of the archive is restored byte by byte, and nothing else is written."""
    done = restore(empty, archive)
    assert read_visible_files(empty) == read_archive(archive)
    assert (done.n_notes, done.n_equal, done.sentences) == (1, 0, [])
    assert done.benchmarks == ["", "dots", "gepbench"]


def test_repeated_restore_changes_nothing(filled, archive, empty):
    """If all files exist already, none is added or changed."""
    restore(empty, archive)
    for workspace in (filled, empty):
        before = read_visible_files(workspace)
        done = restore(workspace, archive)
        assert (done.written, done.n_notes, done.sentences) == ([], 0, [])
        assert read_visible_files(workspace) == before


def test_longer_journal_keeps_its_lines(filled, archive):
    """A journal longer than the archive's is kept; a shorter one gets the missing lines."""
    longer, shorter = filled.runs / "asked.jsonl", filled.select_benchmark("gepbench").runs / "asked.jsonl"
    longer.write_bytes(longer.read_bytes() + b'{"case_id": "003_P0", "reply": "more"}\n')
    whole, grown = shorter.read_bytes(), longer.read_bytes()
    shorter.write_bytes(whole[: whole.index(b"\n") + 1])
    done = restore(filled, archive)
    assert longer.read_bytes() == grown
    assert shorter.read_bytes() == whole
    assert (done.written, done.sentences) == (["gepbench/runs/asked.jsonl"], [])


def test_different_files_are_kept_side_by_side(filled, archive):
    """A different journal or price table is kept, and the archive's file is stored next to it and reported."""
    kept = read_archive(archive)
    write_run(filled, "asked", 2, prompt="Another prompt.")
    (filled.data / "prices.csv").write_text("model,as_of\nother,2026-11\n")
    mine = read_visible_files(filled)
    done = restore(filled, archive)
    after = read_visible_files(filled)
    assert mine.items() <= after.items()
    assert set(kept.values()) <= set(after.values())
    assert len(after) == len(mine) + 2
    assert sorted(sentence.partition(" ")[0] for sentence in done.sentences) == ["prices.csv", "runs/asked.jsonl"]
    again = restore(filled, archive)
    assert (again.written, again.sentences) == ([], [])
    assert read_visible_files(filled) == after


def test_a_later_backup_has_both_versions(filled, archive, tmp_path, command):
    """The restored file is backed up with the existing one."""
    (filled.data / "prices.csv").write_text("model,as_of\nother,2026-11\n")
    restore(filled, archive)
    assert command(filled, "backup", tmp_path / "later.zip").exit_code == 0
    assert len([path for path in read_archive(tmp_path / "later.zip") if path.startswith("prices")]) == 2


def test_notes_are_merged_by_restoring(filled):
    """Notes of both sides occur once; a changed note is kept in both versions."""
    ada = hash_writer_secret("Ada's")
    note = write(filled.data, "before", writer=ada)
    write(filled.data, "another")
    archive = backup(filled, "later.zip")
    change_note(filled.data, note.note_id, ada, "good example", "after", WHEN)
    write(filled.data, "here only")
    for _ in range(2):
        restore(filled, archive)
        texts = [note.text for note in read_notes(filled.data).notes]
        assert sorted(texts) == ["after", "another", "before", "first", "here only"]
        ids = [note.note_id for note in read_notes(filled.data).notes]
        assert len(set(ids)) == len(ids)


def test_unreadable_and_former_notes_are_kept(filled, empty):
    """A truncated line, and a note of an earlier version, are restored unchanged."""
    former = b'{"photograph_id": "001_P0", "label": "to discuss", "text": "old", "author": "Bob", ' \
             b'"written_at": "2026-01-01T00:00:00Z"}'  # fmt: skip
    (filled.data / "notes.jsonl").write_bytes(former + b'\n{"case_id": "00\n')
    empty.data.mkdir(parents=True)
    write(empty.data, "here")
    restore(empty, backup(filled, "later.zip"))
    restored = read_notes(empty.data)
    assert [note.text for note in restored.notes] == ["here", "old"]
    assert restored.unreadable == 1


@pytest.mark.slow
def test_a_different_custom_benchmark_is_restored_under_another_name(filled, archive):
    """Both are listed with their own images and runs, and a second restore adds nothing."""
    shutil.rmtree(filled.select_benchmark("dots").release)
    make_dots(filled, "blue")
    before = read_visible_files(filled)
    done = restore(filled, archive)
    assert len(done.sentences) == 1
    other = next(name for name in list_entries(filled) if name.startswith("dots_"))
    assert list_entries(filled)[other].title == "Dots (restored)"
    facts = json.loads((filled.select_benchmark(other).release / "benchmark.json").read_text())["facts"]
    assert facts["benchmark_id"] == other
    assert filled.select_benchmark(other).runs.joinpath("asked.jsonl").is_file()
    assert before.items() <= read_visible_files(filled).items()
    built = build(filled.select_benchmark(other))
    assert built.counts["cases"] == 1
    after = read_visible_files(filled)
    assert not restore(filled, archive).written
    assert read_visible_files(filled) == after


@pytest.mark.slow
def test_a_restored_run_is_in_the_next_warehouse(tiny_data, workspace, tiny_release, tmp_path, command):
    """A run backed up on one machine, restored on another and built is in the warehouse."""
    write_run(workspace, "asked", 3)
    assert command(workspace, "backup", tmp_path / "kept.zip").exit_code == 0
    (workspace.runs / "asked.jsonl").unlink()
    assert command(workspace, "restore", tmp_path / "kept.zip").exit_code == 0
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        assert "asked" in set(warehouse.query("runs")["run_id"])


def test_a_moved_folder_matches_its_archive(filled, archive, tmp_path):
    """In a moved folder without fetched and built files, restoring the archive changes nothing."""
    moved = Workspace(tmp_path / "ein anderer Ort" / "Daten")
    shutil.copytree(filled.data, moved.data)
    for name in ("warehouse", "derived", "tri-bench"):
        shutil.rmtree(moved.data / name)
    before = read_visible_files(moved)
    done = restore(moved, archive)
    assert (done.written, done.sentences) == ([], [])
    assert read_visible_files(moved) == before


def add_pending_batch(workspace, run_id, batch_id=None, **cases):
    """Add a batch to the ledger of a run."""
    ledger = read_ledger(workspace.runs / f"{run_id}.jsonl", run_id)
    batch = make_batch(make_batch_mark(), cases).model_copy(update={"batch_id": batch_id})
    ledger.enter(batch)
    return batch


def test_pending_batches_are_restored(filled, empty):
    """A ledger is restored byte by byte, with or without its journal, and the next step is reported once."""
    add_pending_batch(filled, "asked", "batch_1", a="009_P0")
    add_pending_batch(filled, "without-a-journal", b="001_P0")
    archive = backup(filled, "later.zip")
    kept = read_archive(archive)
    assert {"runs/.asked.jsonl.batches", "runs/.without-a-journal.jsonl.batches"} <= set(kept)
    done = restore(empty, archive)
    assert read_visible_files(empty) == kept
    assert sorted(sentence.partition(":")[0] for sentence in done.sentences) == ["asked", "without-a-journal"]
    assert "1 requests are under way at their provider" in done.sentences[0]
    again = restore(empty, archive)
    assert (again.written, again.sentences) == ([], [])
    assert read_visible_files(empty) == kept


def test_a_collected_batch_does_not_become_pending_again(filled):
    """Batches collected since the backup stay collected; other pending batches are kept."""
    collected = add_pending_batch(filled, "asked", "batch_1", a=PHOTOGRAPHS[0])
    waiting = add_pending_batch(filled, "asked", "batch_2", b="009_P0")
    archive = backup(filled, "later.zip")
    ledger = read_ledger(filled.runs / "asked.jsonl", "asked")
    ledger.remove_batch(collected)
    later = add_pending_batch(filled, "asked", "batch_3", c="009_P1")
    assert restore(filled, archive).written == []
    assert set(read_ledger(filled.runs / "asked.jsonl", "asked").sent) == {waiting.mark, later.mark}
    get_ledger_path(filled.runs / "asked.jsonl").unlink()
    assert restore(filled, archive).written == ["runs/.asked.jsonl.batches"]
    assert set(read_ledger(filled.runs / "asked.jsonl", "asked").sent) == {waiting.mark}


def test_invalid_ledger_is_kept(filled):
    """An invalid ledger is not overwritten; the archive's is stored next to it and reported."""
    add_pending_batch(filled, "asked", "batch_1", a="009_P0")
    archive = backup(filled, "later.zip")
    get_ledger_path(filled.runs / "asked.jsonl").write_bytes(b"broken")
    done = restore(filled, archive)
    assert get_ledger_path(filled.runs / "asked.jsonl").read_bytes() == b"broken"
    assert "runs/.asked.jsonl.batches here differs" in done.sentences[0]
    assert restore(filled, archive).sentences == []


def test_doctor_and_status_list_pending_batches(workspace, tiny_data, command):
    """Run, number and time are listed and are not a problem; an unreadable ledger is one."""
    batch = add_pending_batch(workspace, "asked", "batch_1", a="009_P0", b="009_P1")
    sentence = f"asked: 2 requests are under way in 1 batch, the oldest sent {batch.began_at:%Y-%m-%d %H:%M} UTC."
    assert sentence in " ".join(command(workspace, "status").output.split())
    done = command(workspace, "doctor")
    assert (done.exit_code, f"tri_bench, {sentence}" in " ".join(done.output.split())) == (0, True)
    get_ledger_path(workspace.runs / "asked.jsonl").write_bytes(b"broken")
    assert "cannot be read" in command(workspace, "status").output
    broken = command(workspace, "doctor")
    assert broken.exit_code == 1
    assert "Check the provider's list" in " ".join(broken.output.split())


def test_codes_of_two_machines_are_merged(filled, empty):
    """Restoring adds the review file's lines once, next to those of other coders."""
    decide(filled.home, 1)
    archive = backup(filled, "codes.zip")
    assert "codes.jsonl" in read_archive(archive)
    empty.home.mkdir(parents=True, exist_ok=True)
    decide(empty.home, 1, author=BOB)
    assert restore(empty, archive).n_codes == 1
    assert restore(empty, archive).n_codes == 0
    assert [entry.author for entry in read_entries(empty.home).entries] == ["Ada", "Bob"]
