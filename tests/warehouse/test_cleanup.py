"""Cleanup removes what no build needs and keeps everything else."""

import os

import pytest
from typer.testing import CliRunner

from core.atomic_files import lock_folder
from core.cli.app import app
from core.errors import TrilensError
from core.runs.journal import list_journal_paths
from core.warehouse.build import build, is_current
from core.warehouse.cleanup import clean
from core.warehouse.generations import find_current_generation
from core.warehouse.run_cache.workers import build_locally
from core.workspace import Workspace
from tests.conftest import copy_built_release, copy_data
from tests.made_runs import write_run


def build_twice(workspace, release):
    """Build twice, the second time with another version of a run."""
    for n_photographs in (11, 12):
        write_run(workspace, "mine", n_photographs)
        build(workspace, release)


def write_partial_files(workspace):
    """Write what a killed writer leaves."""
    (workspace.warehouse / ".CURRENT.ab12.part").write_text("half")
    (workspace.data / ".notes.jsonl.cd34.part").write_text("a deleted note")
    (workspace.data / ".release.ef56.part").mkdir()


@pytest.fixture(scope="module")
def rebuilt_data(tmp_path_factory, tiny_workspace):
    """Return a data folder after two builds; read-only."""
    workspace = Workspace(tmp_path_factory.mktemp("rebuilt") / "data")
    build_twice(workspace, copy_built_release(tiny_workspace, workspace.data.parent / "release"))
    return workspace.data


@pytest.fixture
def used(workspace, rebuilt_data):
    """Return a copy of this folder's workspace after a killed writer."""
    copy_data(rebuilt_data, workspace.data)
    write_partial_files(workspace)
    return workspace


def files(workspace):
    return {path for path in workspace.data.rglob("*") if path.is_file() and path.suffix != ".lock"}


@pytest.mark.slow
def test_cleanup_removes_unneeded_files(workspace, tiny_release):
    """The old journal's cached run, the old warehouse and partial files are removed; the next build is current."""
    build_twice(workspace, tiny_release)
    write_partial_files(workspace)
    before, notes = files(workspace), workspace.runs / "notes.md"
    notes.write_text("mine")
    found = clean(workspace)
    gone = before - files(workspace)
    assert {one.path for one in found} == gone | {workspace.data / ".release.ef56.part"}
    assert not (workspace.data / ".release.ef56.part").exists()
    assert {one.kind for one in found} == {"old parts", "old warehouses", "half-written files"}
    assert {path.parent for path in gone} == {workspace.parts, workspace.warehouse, workspace.data}
    assert notes.is_file()
    assert len(list_journal_paths(workspace.runs)) == 8
    assert is_current(workspace, tiny_release)
    made = []
    build(workspace, tiny_release, make=lambda order, journals: made.extend(journals) or build_locally(order, journals))
    assert made == []
    assert clean(workspace) != []  # the generation before this one
    assert clean(workspace) == []


def test_a_dry_run_removes_nothing(used):
    """A dry run reports the same and keeps every file."""
    before = files(used)
    would = clean(used, is_dry=True)
    assert files(used) == before
    assert clean(used) == would != []


def test_cached_runs_of_a_stopped_build_are_kept(used):
    """A cached run newer than the last build is kept; older unused ones are not."""
    clean(used)
    noted = (used.parts / "IN_USE").stat().st_mtime_ns
    newer, older = used.parts / f"{'a' * 40}.json", used.parts / f"{'b' * 40}.lifts.parquet"
    for path, time_ns in ((newer, noted + 10**9), (older, noted - 10**9)):
        path.write_text("part")
        os.utime(path, ns=(time_ns, time_ns))
    assert [one.path for one in clean(used)] == [older]


def test_empty_data_folder_has_nothing_to_clean(workspace):
    """An empty data folder has nothing to remove."""
    assert clean(workspace) == []


def test_cleanup_during_a_build_raises(used):
    """While a build holds the lock, an error is raised and nothing is removed."""
    with lock_folder(used.data, "build"), pytest.raises(TrilensError, match="Another process"):
        clean(used)
    assert find_current_generation(used.warehouse) is not None


def test_command_reports_what_it_removes(used, monkeypatch):
    """`clean --dry-run` lists files and size by kind, `clean` removes them, and a second `clean` finds nothing."""
    monkeypatch.setenv("TRILENS_DATA", str(used.data))
    would, done, again = (CliRunner().invoke(app, ["clean", *more]) for more in (["--dry-run"], [], []))
    assert [one.exit_code for one in (would, done, again)] == [0, 0, 0]
    assert "Would remove 1 old warehouses" in would.output
    assert done.output == would.output.replace("Would remove", "Removed")
    assert again.output == "There is nothing to remove.\n"
