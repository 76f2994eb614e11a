"""Restoring merges: neither archive nor folder loses data, and repeating it changes nothing."""

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
from core.settings import Settings
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.backup.made_data import make_dots
from tests.backup.test_archive import everything_below
from tests.made_runs import PHOTOGRAPHS, write_run
from tests.notes_writer import WHEN, write
from tests.review.made_entries import BOB, decide


def contents_of(archive):
    with open_archive(archive) as opened:
        return {file.path: opened.read(file) for file in opened.manifest.files}


def backup(settings, name):
    path = settings.home.parent / name
    write_archive(path, list_user_files(settings))
    return path


def visible(settings):
    return {path: body for path, body in everything_below(settings.data).items() if not path.endswith(".lock")}


def test_restore_into_an_empty_folder(archive, empty):
    """Every file of the archive is restored byte by byte, and nothing else."""
    done = restore(empty, archive)
    assert visible(empty) == contents_of(archive)
    assert (done.n_notes, done.n_equal, done.sentences) == (1, 0, [])
    assert done.benchmarks == ["", "dots", "gepbench"]


def test_repeated_restore_changes_nothing(made, archive, empty):
    """If everything exists, or on a second restore, no file is new and none changed."""
    restore(empty, archive)
    for settings in (made, empty):
        before = visible(settings)
        done = restore(settings, archive)
        assert (done.written, done.n_notes, done.sentences) == ([], 0, [])
        assert visible(settings) == before


def test_longer_journal_keeps_its_lines(made, archive):
    """A journal longer than the archive's stays; a shorter one gets the missing lines."""
    longer, shorter = made.runs / "asked.jsonl", made.select_benchmark("gepbench").runs / "asked.jsonl"
    longer.write_bytes(longer.read_bytes() + b'{"case_id": "003_P0", "reply": "more"}\n')
    whole, grown = shorter.read_bytes(), longer.read_bytes()
    shorter.write_bytes(whole[: whole.index(b"\n") + 1])
    done = restore(made, archive)
    assert longer.read_bytes() == grown
    assert shorter.read_bytes() == whole
    assert (done.written, done.sentences) == (["gepbench/runs/asked.jsonl"], [])


def test_different_files_are_kept_side_by_side(made, archive):
    """A different journal or price table stays, and the archive's is kept next to it, each reported."""
    kept = contents_of(archive)
    write_run(made, "asked", 2, prompt="Another prompt.")
    (made.data / "prices.csv").write_text("model,as_of\nother,2026-11\n")
    mine = visible(made)
    done = restore(made, archive)
    after = visible(made)
    assert mine.items() <= after.items()
    assert set(kept.values()) <= set(after.values())
    assert len(after) == len(mine) + 2
    assert sorted(sentence.partition(" ")[0] for sentence in done.sentences) == ["prices.csv", "runs/asked.jsonl"]
    again = restore(made, archive)
    assert (again.written, again.sentences) == ([], [])
    assert visible(made) == after


def test_what_was_put_beside_is_backed_up_too(made, archive, tmp_path, command):
    """A later archive has both sides."""
    (made.data / "prices.csv").write_text("model,as_of\nother,2026-11\n")
    restore(made, archive)
    assert command(made, "backup", tmp_path / "later.zip").exit_code == 0
    assert len([path for path in contents_of(tmp_path / "later.zip") if path.startswith("prices")]) == 2


def test_notes_are_merged(made):
    """Notes of both sides occur once; a changed one is kept in both versions."""
    ada = hash_writer_secret("Ada's")
    note = write(made.data, "before", writer=ada)
    write(made.data, "another")
    archive = backup(made, "later.zip")
    change_note(made.data, note.note_id, ada, "good example", "after", WHEN)
    write(made.data, "here only")
    for _ in range(2):
        restore(made, archive)
        texts = [one.text for one in read_notes(made.data).notes]
        assert sorted(texts) == ["after", "another", "before", "first", "here only"]
        ids = [one.note_id for one in read_notes(made.data).notes]
        assert len(set(ids)) == len(ids)


def test_lines_that_are_no_notes_are_kept_too(made, empty):
    """A line that a kill cut off, and a note of a former version, come back as they are."""
    former = b'{"photograph_id": "001_P0", "label": "to discuss", "text": "old", "author": "Bob", ' \
             b'"written_at": "2026-01-01T00:00:00Z"}'  # fmt: skip
    (made.data / "notes.jsonl").write_bytes(former + b'\n{"case_id": "00\n')
    empty.data.mkdir(parents=True)
    write(empty.data, "here")
    restore(empty, backup(made, "later.zip"))
    found = read_notes(empty.data)
    assert [note.text for note in found.notes] == ["here", "old"]
    assert found.unreadable == 1


@pytest.mark.slow
def test_an_own_benchmark_that_differs_comes_under_another_name(made, archive):
    """Both are on the list, each with its own pictures and runs, and the same again adds none."""
    shutil.rmtree(made.select_benchmark("dots").release)
    make_dots(made, "blue")
    before = visible(made)
    done = restore(made, archive)
    assert len(done.sentences) == 1
    other = next(name for name in list_entries(made) if name.startswith("dots_"))
    assert list_entries(made)[other].title == "Dots (restored)"
    facts = json.loads((made.select_benchmark(other).release / "benchmark.json").read_text())["facts"]
    assert facts["benchmark_id"] == other
    assert made.select_benchmark(other).runs.joinpath("asked.jsonl").is_file()
    assert before.items() <= visible(made).items()
    built = build(made.select_benchmark(other))
    assert built.counts["cases"] == 1
    after = visible(made)
    assert not restore(made, archive).written
    assert visible(made) == after


@pytest.mark.slow
def test_a_restored_run_is_in_the_next_warehouse(tiny_data, settings, tiny_release, tmp_path, command):
    """A run backed up on one machine, restored on another and built is in the warehouse."""
    write_run(settings, "asked", 3)
    assert command(settings, "backup", tmp_path / "kept.zip").exit_code == 0
    (settings.runs / "asked.jsonl").unlink()
    assert command(settings, "restore", tmp_path / "kept.zip").exit_code == 0
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        assert "asked" in set(warehouse.query("runs")["run_id"])


def test_a_folder_may_move_and_be_fetched_again(made, archive, tmp_path):
    """Moved to another place, without what can be fetched and built, the folder takes the archive as its own."""
    moved = Settings(data=tmp_path / "ein anderer Ort" / "Daten")
    shutil.copytree(made.data, moved.data)
    for name in ("warehouse", "derived", "tri-bench"):
        shutil.rmtree(moved.data / name)
    before = visible(moved)
    done = restore(moved, archive)
    assert (done.written, done.sentences) == ([], [])
    assert visible(moved) == before


def under_way(settings, run_id, batch_id=None, **cases):
    """Enters a batch into the book of a run."""
    book = read_ledger(settings.runs / f"{run_id}.jsonl", run_id)
    batch = make_batch(make_batch_mark(), cases).model_copy(update={"batch_id": batch_id})
    book.enter(batch)
    return batch


def test_pending_batches_are_restored(made, empty):
    """Their ledger is restored byte by byte, with or without its journal, and the next step is reported once."""
    under_way(made, "asked", "batch_1", a="009_P0")
    under_way(made, "without-a-journal", b="001_P0")
    archive = backup(made, "later.zip")
    kept = contents_of(archive)
    assert {"runs/.asked.jsonl.batches", "runs/.without-a-journal.jsonl.batches"} <= set(kept)
    done = restore(empty, archive)
    assert visible(empty) == kept
    assert sorted(one.partition(":")[0] for one in done.sentences) == ["asked", "without-a-journal"]
    assert "1 requests are under way at their provider" in done.sentences[0]
    again = restore(empty, archive)
    assert (again.written, again.sentences) == ([], [])
    assert visible(empty) == kept


def test_a_batch_whose_replies_are_here_is_not_under_way_again(made):
    """What was taken since the backup stays taken; another batch of the same book, and one of this folder, go on."""
    taken = under_way(made, "asked", "batch_1", a=PHOTOGRAPHS[0])
    waiting = under_way(made, "asked", "batch_2", b="009_P0")
    archive = backup(made, "later.zip")
    book = read_ledger(made.runs / "asked.jsonl", "asked")
    book.remove_batch(taken)
    own = under_way(made, "asked", "batch_3", c="009_P1")
    assert restore(made, archive).written == []
    assert set(read_ledger(made.runs / "asked.jsonl", "asked").sent) == {waiting.mark, own.mark}
    get_ledger_path(made.runs / "asked.jsonl").unlink()
    assert restore(made, archive).written == ["runs/.asked.jsonl.batches"]
    assert set(read_ledger(made.runs / "asked.jsonl", "asked").sent) == {waiting.mark}


def test_invalid_ledger_is_kept(made):
    """An invalid ledger here is not overwritten; the archive's is kept next to it, and reported."""
    under_way(made, "asked", "batch_1", a="009_P0")
    archive = backup(made, "later.zip")
    get_ledger_path(made.runs / "asked.jsonl").write_bytes(b"broken")
    done = restore(made, archive)
    assert get_ledger_path(made.runs / "asked.jsonl").read_bytes() == b"broken"
    assert "runs/.asked.jsonl.batches here differs" in done.sentences[0]
    assert restore(made, archive).sentences == []


def test_doctor_and_status_list_pending_batches(settings, tiny_data, command):
    """Run, number and time are listed without a problem; an unreadable ledger is a problem."""
    batch = under_way(settings, "asked", "batch_1", a="009_P0", b="009_P1")
    said = f"asked: 2 requests are under way in 1 batch, the oldest sent {batch.began_at:%Y-%m-%d %H:%M} UTC."
    assert said in " ".join(command(settings, "status").output.split())
    done = command(settings, "doctor")
    assert (done.exit_code, f"tri_bench, {said}" in " ".join(done.output.split())) == (0, True)
    get_ledger_path(settings.runs / "asked.jsonl").write_bytes(b"broken")
    assert "cannot be read" in command(settings, "status").output
    broken = command(settings, "doctor")
    assert broken.exit_code == 1
    assert "Check the provider's list" in " ".join(broken.output.split())


def test_codes_of_two_machines_are_merged(made, empty):
    """The archive has the review file; a restore adds its lines once, beside those of other coders."""
    decide(made.home, 1)
    archive = backup(made, "codes.zip")
    assert "codes.jsonl" in contents_of(archive)
    empty.home.mkdir(parents=True, exist_ok=True)
    decide(empty.home, 1, author=BOB)
    assert restore(empty, archive).n_codes == 1
    assert restore(empty, archive).n_codes == 0
    assert [entry.author for entry in read_entries(empty.home).entries] == ["Ada", "Bob"]
