"""Tests that cached runs are made for new journals only, completely or not at all, in this process and in others."""

import os
import signal
import subprocess
import sys

import duckdb
import pytest

from core.benchmarks.tri_bench import BENCHMARK
from core.errors import BuildError, JournalError
from core.runs.journal import list_journal_paths
from core.settings import REPOSITORY
from core.warehouse.build import build
from core.warehouse.journals import accept_journals
from core.warehouse.read import open_current
from core.warehouse.run_cache import workers
from core.warehouse.run_cache.entry import get_table_path
from core.warehouse.run_cache.task import make_part, prepare_build_spec
from core.warehouse.run_cache.workers import build_locally, make_in_processes, make_in_this_process
from tests.made_runs import write_run


@pytest.fixture
def contents(tiny_release):
    """Return the contents of the tiny release."""
    return BENCHMARK.read(tiny_release)


@pytest.fixture
def runs(workspace):
    """Return the journals of three runs."""
    for name in ("one", "two", "three"):
        write_run(workspace, name)
    return sorted(workspace.runs.glob("*.jsonl"))


class Counted:
    """Builder that makes cached runs and records their journals."""

    def __init__(self):
        self.made = []

    def __call__(self, order, journals):
        """Make them as a build does."""
        self.made = [path.name for path in journals]
        return build_locally(order, journals)


def written(workspace):
    """Return every file among the cached runs with its content."""
    return {path.name: path.read_bytes() for path in workspace.parts.iterdir()}


def test_only_changed_journals_are_read(workspace, tiny_release, runs):
    """The first build reads every journal, the second none, the third the changed one."""
    make = Counted()
    build(workspace, tiny_release, make=make)
    assert len(make.made) == len(list_journal_paths(workspace.runs)) == 3 + 7
    before = written(workspace)
    build(workspace, tiny_release, make=make)
    assert make.made == []
    assert written(workspace) == before
    write_run(workspace, "two", 11)
    build(workspace, tiny_release, make=make)
    assert make.made == ["two.jsonl"]
    with open_current(workspace) as warehouse:
        assert warehouse.count("case_replies", run_id=["two"]) == 11


@pytest.mark.slow
def test_reused_and_new_runs_give_the_same_warehouse(workspace, tiny_release, runs):
    """Rows and their order do not depend on whether cached runs were reused."""
    names = ("runs", "scored_answers", "case_replies", "contradictions", "lifts", "run_estimates", "sources")
    found = []
    for _ in range(2):
        build(workspace, tiny_release)
        with open_current(workspace) as warehouse:
            found.append({name: warehouse.load_table(name) for name in names})
    for name, table in found[0].items():
        assert len(table) > 0
        assert table.equals(found[1][name]), name


def test_changed_truth_rebuilds_cached_runs(workspace, contents, runs):
    """A changed truth rebuilds every cached run; a changed title of a prompt rebuilds none."""
    accept_journals(workspace, contents, ())
    make = Counted()
    contents.prompt = "Another prompt."
    accept_journals(workspace, contents, (), make)
    assert make.made == []
    contents.truths.reverse()
    accept_journals(workspace, contents, (), make)
    assert sorted(make.made) == [path.name for path in runs]


@pytest.mark.slow
@pytest.mark.parametrize("table", ["answers", "replies", "lifts"])
@pytest.mark.parametrize("damage", [lambda body: body[:-9], lambda body: body[:50] + b"x" + body[51:], None])
def test_damaged_cached_run_is_rebuilt(workspace, contents, runs, table, damage):
    """A cut, changed or missing table of a cached run is detected and rebuilt identically."""
    order = prepare_build_spec(workspace, contents)
    part = make_part(order, runs[0])
    whole, path = written(workspace), get_table_path(workspace.parts, part.key, table)
    if damage:
        path.write_bytes(damage(path.read_bytes()))
    else:
        path.unlink()
    make = Counted()
    accept_journals(workspace, contents, (), make)
    assert runs[0].name in make.made
    assert {name: body for name, body in written(workspace).items() if name in whole} == whole


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage", [lambda body: body[:-3], lambda body: body.replace(b'"n_readable":', b'"n_readable":1')]
)
def test_damaged_manifest_is_rebuilt(workspace, contents, runs, damage):
    """A truncated manifest or one with a wrong number is invalid."""
    part = make_part(prepare_build_spec(workspace, contents), runs[0])
    path = workspace.parts / f"{part.key}.json"
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert path.read_bytes() != whole
    make = Counted()
    accept_journals(workspace, contents, (), make)
    assert runs[0].name in make.made
    assert path.read_bytes() == whole


def test_kill_between_files_leaves_no_cached_run(workspace, contents, runs, monkeypatch):
    """Files without a manifest are not taken for a cached run."""
    order = prepare_build_spec(workspace, contents)

    def die(**_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("core.warehouse.run_cache.entry.RunCacheEntry", die)
        with pytest.raises(KeyboardInterrupt):
            make_part(order, runs[0])
    assert list(workspace.parts.glob("*.parquet"))
    make = Counted()
    accept_journals(workspace, contents, (), make)
    assert runs[0].name in make.made


@pytest.mark.slow
def test_killed_build_resumes(workspace, tiny_release, runs):
    """A build killed after two cached runs keeps both; the next build makes only the others."""
    code = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from core.settings import read_settings\n"
        "from core.warehouse.build import build\n"
        "from core.warehouse.run_cache.workers import make_in_this_process\n"
        "def make(order, journals):\n"
        "    for number, one in enumerate(make_in_this_process(order, journals)):\n"
        "        yield one\n"
        "        if number == 1: os.kill(os.getpid(), signal.SIGKILL)\n"
        "build(read_settings().workspace, Path(sys.argv[1]), make=make)\n"
    )
    environment = os.environ | {"TRILENS_DATA": str(workspace.data)}
    killed = subprocess.run(
        [sys.executable, "-c", code, str(tiny_release)], cwd=REPOSITORY, env=environment, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert len(list(workspace.parts.glob("*.json"))) == 2
    make = Counted()
    build(workspace, tiny_release, make=make)
    assert len(make.made) == 3 + 7 - 2
    assert list(workspace.parts.glob(".*")) == []


@pytest.mark.slow
def test_processes_make_identical_runs(workspace, contents, runs):
    """Two processes make byte-identical cached runs to this one."""
    order = prepare_build_spec(workspace, contents)
    here = dict(make_in_this_process(order, runs))
    files = written(workspace)
    for path in workspace.parts.glob("*.parquet"):
        path.unlink()
    assert dict(make_in_processes(order, runs, n_processes=2)) == here
    assert written(workspace) == files


@pytest.mark.slow
def test_killed_worker_is_replaced(workspace, contents, runs, monkeypatch):
    """A worker that dies midway is replaced, and the cached run is made."""
    once = workspace.data / "once"
    dies = (
        "import os, pickle, sys\n"
        "from pathlib import Path\n"
        "from core.warehouse.run_cache.workers import _serve_tasks\n"
        f"once = Path({str(once)!r})\n"
        "if not once.exists():\n"
        "    once.touch(); pickle.load(sys.stdin.buffer); os.kill(os.getpid(), 9)\n"
        "_serve_tasks()\n"
    )
    monkeypatch.setattr(workers, "COMMAND", [sys.executable, "-c", dies])
    made = dict(make_in_processes(prepare_build_spec(workspace, contents), runs, n_processes=1))
    assert once.exists()
    assert sorted(made) == runs


def test_repeated_worker_death_ends_the_build(workspace, contents, runs, monkeypatch):
    """After the third death the error names the journal and says that finished work is kept."""
    monkeypatch.setattr(workers, "COMMAND", [sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"])
    with pytest.raises(BuildError, match=r"reads \w+\.jsonl was killed 3 times.*build again"):
        list(make_in_processes(prepare_build_spec(workspace, contents), runs[:1]))


@pytest.mark.slow
@pytest.mark.parametrize("make", [make_in_this_process, make_in_processes])
def test_unreadable_journal_is_reported(workspace, contents, runs, make):
    """A folder with a journal's name is reported; the other journals are read."""
    odd = workspace.runs / "odd.jsonl"
    odd.mkdir()
    made = dict(make(prepare_build_spec(workspace, contents), [odd, runs[0]]))
    assert isinstance(made[odd], JournalError)
    assert made[runs[0]].counts["replies"] == 12


@pytest.mark.slow
@pytest.mark.parametrize("make", [make_in_this_process, make_in_processes])
def test_missing_contents_raise_a_clear_error(workspace, contents, runs, make):
    """The error says that every worker needs the data folder, and gives its path."""
    order = prepare_build_spec(workspace, contents)
    (workspace.parts / order.contents).unlink()
    with pytest.raises(BuildError, match="see the data folder under the same"):
        list(make(order, runs))


def test_worker_of_another_version_is_rejected(workspace, contents, runs, monkeypatch):
    """A worker with another code version than the order makes nothing."""
    order = prepare_build_spec(workspace, contents)
    monkeypatch.setattr("core.warehouse.run_cache.task.compute_code_version", lambda: "another")
    with pytest.raises(BuildError, match="another version of Trilens"):
        list(make_in_this_process(order, runs))


def test_cache_key_is_of_the_journal_as_read(workspace, contents, runs):
    """The cached run belongs to the journal as it was read; a line added later makes another one."""
    order = prepare_build_spec(workspace, contents)
    first = make_part(order, runs[0])
    with runs[0].open("ab") as file:
        file.write(b'{"case_id": "001_P0", "reply": "later"}\n')
    second = make_part(order, runs[0])
    assert first.key != second.key
    assert second.journal_bytes > first.journal_bytes
    rows = duckdb.execute("select raw from read_parquet($1) where raw = 'later'",
                          [str(get_table_path(workspace.parts, second.key, "replies"))]).fetchall()  # fmt: skip
    assert rows == [("later",)]
