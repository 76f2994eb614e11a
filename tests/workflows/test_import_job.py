"""Uploaded files are imported in a thread and removed with the job."""

import gc
from pathlib import Path

import pytest

from core.runs.journal import list_journal_paths
from core.warehouse.generations import find_current_generation
from core.workflows.import_job import LogImportJob
from tests.dashboard.test_import_logs import LOG
from tests.tiny_release import write_tiny_release


@pytest.fixture
def here(workspace):
    """Return the files of the tiny release, with no warehouse yet."""
    write_tiny_release(workspace.release)
    return workspace


def folder_of(taking):
    """Return the folder of the uploaded files."""
    return Path(str(taking.planned.runs[0].file)).parent.parent


@pytest.mark.slow
def test_files_are_planned_then_taken(here):
    """Nothing is imported before `take`; afterwards the journals, a warehouse and the ranking exist."""
    taking = LogImportJob(here, [("out.json", LOG)])
    taking.wait()
    assert (taking.error, len(taking.planned.runs), taking.ranked) == (None, 2, None)
    assert find_current_generation(here.warehouse) is None
    taking.take()
    taking.wait()
    (ranked,) = taking.ranked
    assert ranked.run_ids <= set(ranked.rows["run_id"])
    assert {path.name for path in list_journal_paths(here.runs)} >= {f"{run_id}.jsonl" for run_id in ranked.run_ids}


@pytest.mark.slow
def test_failed_build_is_retried_without_importing_twice(here, monkeypatch):
    """Imported runs stay if the build fails, and the next `take` builds again."""
    from core.errors import BuildError
    from core.workflows import import_job

    real = import_job.build

    def build_once(*_):
        monkeypatch.setattr(import_job, "build", real)
        raise BuildError("no room")

    monkeypatch.setattr(import_job, "build", build_once)
    taking = LogImportJob(here, [("out.json", LOG)])
    taking.wait()
    taking.take()
    taking.wait()
    assert (taking.error, taking.ranked) == ("no room", None)
    taking.take()
    taking.wait()
    assert taking.error is None
    assert len(taking.ranked[0].run_ids) == 2


@pytest.mark.slow
def test_uploads_are_removed_with_the_job(here):
    """Files and hidden journals are removed with the object, as at the end of a session."""
    taking = LogImportJob(here, [("out.json", LOG)])
    taking.wait()
    folder = folder_of(taking)
    assert folder.is_dir()
    del taking
    gc.collect()
    assert not folder.exists()
    assert not (here.runs / ".importing").exists()


def test_files_of_one_name_and_names_of_any_kind_are_kept_apart(here):
    """Two files of one name are in two folders, and no name leaves the folder of the uploads."""
    names = ["out.json", "out.json", "../../etc/x.json", "..\\y.json", "...", "\x07", "a" * 300 + ".json"]
    taking = LogImportJob(here, [(name, b"") for name in names])
    taking.wait()
    folder = taking._folder
    kept = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert kept == sorted(["1/out.json", "2/out.json", "1/x.json", "1/y.json", "1/log", "2/log", f"1/{'a' * 145}.json"])
    assert str(folder) not in taking.error
    taking.close()
    assert not folder.exists()
