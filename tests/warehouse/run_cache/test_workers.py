"""Making parts: only what is new, whole or not at all, in this process as in others."""

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
    """What the tiny release brings."""
    return BENCHMARK.read(tiny_release)


@pytest.fixture
def runs(settings):
    """The journals of three runs."""
    for name in ("one", "two", "three"):
        write_run(settings, name)
    return sorted(settings.runs.glob("*.jsonl"))


class Counted:
    """Makes parts, and notes of which journals."""

    def __init__(self):
        self.made = []

    def __call__(self, order, journals):
        """Makes them as a build does."""
        self.made = [path.name for path in journals]
        return build_locally(order, journals)


def written(settings):
    """Every file among the parts with its content."""
    return {path.name: path.read_bytes() for path in settings.parts.iterdir()}


def test_only_a_new_journal_is_read(settings, tiny_release, runs):
    """The first build reads every journal, the second none, the third the one that changed."""
    make = Counted()
    build(settings, tiny_release, make=make)
    assert len(make.made) == len(list_journal_paths(settings.runs)) == 3 + 7
    before = written(settings)
    build(settings, tiny_release, make=make)
    assert make.made == []
    assert written(settings) == before
    write_run(settings, "two", 11)
    build(settings, tiny_release, make=make)
    assert make.made == ["two.jsonl"]
    with open_current(settings) as warehouse:
        assert warehouse.count("case_replies", run_id=["two"]) == 11


@pytest.mark.slow
def test_a_warehouse_of_kept_parts_is_that_of_new_ones(settings, tiny_release, runs):
    """What journals gave has the same rows in the same order, whether parts were made for it or were there."""
    names = ("runs", "scored_answers", "case_replies", "contradictions", "lifts", "run_estimates", "sources")
    found = []
    for _ in range(2):
        build(settings, tiny_release)
        with open_current(settings) as warehouse:
            found.append({name: warehouse.load_table(name) for name in names})
    for name, table in found[0].items():
        assert len(table) > 0
        assert table.equals(found[1][name]), name


def test_another_truth_makes_parts_anew(settings, contents, runs):
    """Parts are of contents: with another truth each is made again; with another title of a run's prompt none is."""
    accept_journals(settings, contents, ())
    make = Counted()
    contents.prompt = "Another prompt."
    accept_journals(settings, contents, (), make)
    assert make.made == []
    contents.truths.reverse()
    accept_journals(settings, contents, (), make)
    assert sorted(make.made) == [path.name for path in runs]


@pytest.mark.slow
@pytest.mark.parametrize("table", ["answers_made", "replies_made", "lifts"])
@pytest.mark.parametrize("damage", [lambda body: body[:-9], lambda body: body[:50] + b"x" + body[51:], None])
def test_a_damaged_part_is_made_again(settings, contents, runs, table, damage):
    """A table of a part that was cut, changed or removed is noticed, and the part is made as it was."""
    order = prepare_build_spec(settings, contents)
    part = make_part(order, runs[0])
    whole, path = written(settings), get_table_path(settings.parts, part.key, table)
    if damage:
        path.write_bytes(damage(path.read_bytes()))
    else:
        path.unlink()
    make = Counted()
    accept_journals(settings, contents, (), make)
    assert runs[0].name in make.made
    assert {name: body for name, body in written(settings).items() if name in whole} == whole


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage", [lambda body: body[:-3], lambda body: body.replace(b'"n_readable":', b'"n_readable":1')]
)
def test_a_damaged_manifest_is_made_again(settings, contents, runs, damage):
    """A manifest that was cut, or that says another number, is none."""
    part = make_part(prepare_build_spec(settings, contents), runs[0])
    path = settings.parts / f"{part.key}.json"
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert path.read_bytes() != whole
    make = Counted()
    accept_journals(settings, contents, (), make)
    assert runs[0].name in make.made
    assert path.read_bytes() == whole


def test_killed_between_two_files_there_is_no_part(settings, contents, runs, monkeypatch):
    """Whoever dies before the manifest is written leaves files that nobody takes for a part."""
    order = prepare_build_spec(settings, contents)

    def die(**_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("core.warehouse.run_cache.entry.RunCacheEntry", die)
        with pytest.raises(KeyboardInterrupt):
            make_part(order, runs[0])
    assert list(settings.parts.glob("*.parquet"))
    make = Counted()
    accept_journals(settings, contents, (), make)
    assert runs[0].name in make.made


@pytest.mark.slow
def test_a_build_killed_among_parts_goes_on_where_it_was(settings, tiny_release, runs):
    """Killed after two parts, a build leaves two whole parts; the next one makes the others and no more."""
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
        "build(read_settings(), Path(sys.argv[1]), make=make)\n"
    )
    environment = os.environ | {"TRILENS_DATA": str(settings.data)}
    killed = subprocess.run(
        [sys.executable, "-c", code, str(tiny_release)], cwd=REPOSITORY, env=environment, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert len(list(settings.parts.glob("*.json"))) == 2
    make = Counted()
    build(settings, tiny_release, make=make)
    assert len(make.made) == 3 + 7 - 2
    assert list(settings.parts.glob(".*")) == []


@pytest.mark.slow
def test_processes_make_the_same_parts(settings, contents, runs):
    """Parts of two processes are byte for byte those of this one."""
    order = prepare_build_spec(settings, contents)
    here = dict(make_in_this_process(order, runs))
    files = written(settings)
    for path in settings.parts.glob("*.parquet"):
        path.unlink()
    assert dict(make_in_processes(order, runs, n_processes=2)) == here
    assert written(settings) == files


@pytest.mark.slow
def test_a_killed_process_is_begun_anew(settings, contents, runs, monkeypatch):
    """A worker that dies in the middle of a part is replaced, and the part is made."""
    once = settings.data / "once"
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
    made = dict(make_in_processes(prepare_build_spec(settings, contents), runs, n_processes=1))
    assert once.exists()
    assert sorted(made) == runs


def test_a_process_that_is_always_killed_ends_the_build(settings, contents, runs, monkeypatch):
    """The third time is the last: the error names the journal and says that the rest is kept."""
    monkeypatch.setattr(workers, "COMMAND", [sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"])
    with pytest.raises(BuildError, match=r"reads \w+\.jsonl was killed 3 times.*build again"):
        list(make_in_processes(prepare_build_spec(settings, contents), runs[:1]))


@pytest.mark.slow
@pytest.mark.parametrize("make", [make_in_this_process, make_in_processes])
def test_a_journal_that_cannot_be_read_is_said_to_be(settings, contents, runs, make):
    """A folder with a journal's name is no journal; the others are read."""
    odd = settings.runs / "odd.jsonl"
    odd.mkdir()
    made = dict(make(prepare_build_spec(settings, contents), [odd, runs[0]]))
    assert isinstance(made[odd], JournalError)
    assert made[runs[0]].counts["replies_made"] == 12


@pytest.mark.slow
@pytest.mark.parametrize("make", [make_in_this_process, make_in_processes])
def test_contents_that_a_worker_cannot_find_are_said_to_be_missing(settings, contents, runs, make):
    """The error says that every worker has to see the data folder, and its path."""
    order = prepare_build_spec(settings, contents)
    (settings.parts / order.contents).unlink()
    with pytest.raises(BuildError, match="see the data folder under the same"):
        list(make(order, runs))


def test_a_part_of_other_code_is_refused(settings, contents, runs, monkeypatch):
    """A worker with another version of the code than whoever gave the order makes nothing."""
    order = prepare_build_spec(settings, contents)
    monkeypatch.setattr("core.warehouse.run_cache.task.compute_code_version", lambda: "another")
    with pytest.raises(BuildError, match="another version of Trilens"):
        list(make_in_this_process(order, runs))


def test_a_changed_journal_is_kept_by_what_was_read(settings, contents, runs):
    """The part is of the journal as it was when it was read; a line that comes later makes another part."""
    order = prepare_build_spec(settings, contents)
    first = make_part(order, runs[0])
    with runs[0].open("ab") as file:
        file.write(b'{"case_id": "001_P0", "reply": "later"}\n')
    second = make_part(order, runs[0])
    assert first.key != second.key
    assert second.journal_bytes > first.journal_bytes
    rows = duckdb.execute("select raw from read_parquet($1) where raw = 'later'",
                          [str(get_table_path(settings.parts, second.key, "replies_made"))]).fetchall()  # fmt: skip
    assert rows == [("later",)]
