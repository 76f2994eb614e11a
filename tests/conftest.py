"""Fixtures: a tiny release made from nothing, its warehouse, and the real dataset where it is on the disk."""

import gc
import hashlib
import json
import os
import shutil
import sys
import time
from datetime import UTC, datetime, timedelta
from importlib.util import cache_from_source
from pathlib import Path

import duckdb
import hypothesis
import pytest
import streamlit as st
from filelock import FileLock
from xdist.scheduler import LoadFileScheduling

from core.generators.triangles import default_set
from core.runs.journal import LIVE_SOURCE
from core.settings import REPOSITORY, Settings
from core.warehouse.build import build
from core.warehouse.generations import find_current_generation
from core.warehouse.read import open_current
from core.workflows.generated_sets import prepare_default_set
from tests.hostile_benchmark import fill_hostile, write_hostile_runs
from tests.made_journals import sample_of, write_journals
from tests.made_runs import GPT_5, write_pass, write_run
from tests.small_fields import fill_fields
from tests.tilted_release import write_tilted_release
from tests.tiny_release import write_tiny_release

hypothesis.settings.register_profile("trilens", derandomize=True, deadline=None)
hypothesis.settings.load_profile("trilens")


DATASET_PLACES = (REPOSITORY.parent / "shared" / "tri-bench", REPOSITORY / "data" / "tri-bench")

SAMPLES = REPOSITORY.parent / "shared" / "samples"
"""Real logs of other programs."""


NEEDS_REAL_WAREHOUSE = "real_settings"
"""The fixture that builds the warehouse of the real dataset, which takes a minute."""

IN_A_BROWSER = "tests/browser/test_"
REST_IN_A_BROWSER = "tiny release in a browser"


def _in_a_browser(*names: str) -> tuple[str, ...]:
    return tuple(f"{IN_A_BROWSER}{name}.py" for name in names)


BROWSERS = {
    "without the tiny release in a browser": _in_a_browser(
        "gepbench",
        "fields",
        "first_start",
        "labels",
        "real_photographs",
        "case_marks",
        "board_lines",
        "ask_choices",
        "partial_runs",
        "raw_reply",
    ),
    "read-only too in a browser": _in_a_browser(
        "every_page", "read_only", "frame", "meetings", "overview", "ways_back", "cases", "keys"
    ),
}
"""Files of tests in a browser by what they need; the rest needs the dashboard of the tiny release alone.

Each of the three takes about as long. Whose process has a browser and a dashboard keeps them to the end.
"""


LONGEST = (
    *(path for paths in BROWSERS.values() for path in paths),
    IN_A_BROWSER,
    "tests/tools/test_geometry_robustness.py",
    "tests/warehouse/test_build.py",
    "tests/cli/test_run.py",
    "tests/warehouse/test_run_roles.py",
    "tests/workflows/test_prepare.py",
    "tests/test_hosted.py",
    "tests/test_odd_places.py",
    "tests/warehouse/run_cache/",
    "tests/backup/test_accidents.py",
    "tests/dashboard/test_ask_a_model.py",
    "tests/dashboard/test_benchmarks.py",
)
"""Files of tests that take longest, by the beginning of their paths.

The first without a browser builds the warehouse of the real dataset; what needs it too comes late, and finds it built.
"""


class TogetherScheduling(LoadFileScheduling):
    """A file of tests is for one process. So are those in a browser that need the same dashboards: each starts once."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(IN_A_BROWSER):
            return next((name for name, paths in BROWSERS.items() if nodeid.startswith(paths)), REST_IN_A_BROWSER)
        return super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One process more than cores: each waits for a browser, a server or the disk for a third of its time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tests in a browser are three heaps, which begin first: they take nearly half of the time.

    Beside them one process begins with what builds the warehouse of the real dataset, which a heap needs at its end.
    """
    return TogetherScheduling(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """On a fresh clone one process compiles every module, 18 seconds of work, and the others find them compiled."""
    compiled = Path(cache_from_source(str(REPOSITORY / "tests" / "warehouse" / "test_build.py"))).parent
    if "PYTEST_XDIST_WORKER" not in os.environ or sys.dont_write_bytecode or compiled.is_dir():
        return (yield)
    (REPOSITORY / "tests" / "output").mkdir(exist_ok=True)
    with FileLock(REPOSITORY / "tests" / "output" / "compiling.lock") as lock:
        if compiled.is_dir():
            lock.release()
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what needs the warehouse of the real dataset as slow, and begin with the files that take longest."""
    for item in items:
        if NEEDS_REAL_WAREHOUSE in item.name or NEEDS_REAL_WAREHOUSE in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
    items.sort(
        key=lambda item: next((n for n, path in enumerate(LONGEST) if item.nodeid.startswith(path)), len(LONGEST))
    )


def pytest_collection_finish():
    """Modules and tests stay to the end: Python does not look through them for cycles again and again.

    For the rest it looks seldom, which takes a twentieth of the time of tests of pages otherwise.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_sessionfinish():
    """At the end they go as usual, so that no library says that they leak."""
    gc.unfreeze()


def find_dataset() -> Path | None:
    """The real dataset's folder, None where there is none."""
    return next((folder for folder in DATASET_PLACES if (folder / "data").is_dir()), None)


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch, request, tmp_path_factory):
    """Tests see no settings but their own. A folder is made for those that write only: that takes milliseconds."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"TRILENS_{name.upper()}", raising=False)
    is_written = "tmp_path" in request.fixturenames
    folder = request.getfixturevalue("tmp_path") if is_written else tmp_path_factory.getbasetemp() / "of nobody"
    monkeypatch.setenv("TRILENS_DATA", str(folder / "data"))


MAIN = sys.modules["__main__"]


@pytest.fixture(autouse=True)
def _main_is_not_a_page():
    """The main module is that of the tests: AppTest leaves the dashboard there, and a spawned process would run it."""
    sys.modules["__main__"] = MAIN


@pytest.fixture(scope="session")
def dataset():
    """The real dataset; tests that need it are skipped where it is not on the disk."""
    folder = find_dataset()
    if folder is None:
        pytest.skip("Tri-Bench is neither in ../shared/tri-bench nor in data/tri-bench")
    return folder


@pytest.fixture(scope="session")
def once(tmp_path_factory):
    """Fills a data folder by a function of its settings, once for all processes of the tests; returns the settings."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def fill_once(name, fill):
        settings = Settings(data=shared / name / "data")
        with FileLock(shared / f"{name}.lock"):
            if not (shared / name / "filled").exists():
                fill(settings)
                (shared / name / "filled").touch()
        return settings

    return fill_once


@pytest.fixture(scope="session")
def real_settings(dataset, once):
    """Settings whose data folder holds a warehouse of the real dataset; only to be read."""
    return once("real", lambda made: build(made, dataset))


@pytest.fixture(scope="session")
def tilted_settings(once):
    """Settings whose data folder holds a warehouse of drawn boards under known tilts; only to be read."""
    return once("tilted", lambda made: build(made, write_tilted_release(made.data.parent / "release")))


@pytest.fixture
def settings(tmp_path):
    """Settings with an empty data folder."""
    return Settings(data=tmp_path / "data", fetch_timeout_s=2.0)


NEVER_CHANGED = (".duckdb", ".webp")
"""Kinds of files in a data folder that are replaced, never written to: copies of a folder may share them."""


def copy_data(source: Path, target: Path) -> None:
    """Copies a data folder; what is never changed is linked, which spares the disk four megabytes a warehouse.

    Places for what does not fit into memory belong to the processes that have them, and go with these.
    """

    def link_or_copy(one: str, other: str) -> None:
        if not one.endswith(NEVER_CHANGED):
            shutil.copy2(one, other)
        elif not Path(other).exists():
            os.link(one, other)

    spill = shutil.ignore_patterns("spill")
    shutil.copytree(source, target, ignore=spill, copy_function=link_or_copy, dirs_exist_ok=True)


def contents(folder: Path) -> dict[Path, tuple[str, int] | None]:
    """Checksum and time of every file in a folder, and its folders."""
    return {
        path.relative_to(folder): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        if path.is_file()
        else None
        for path in folder.rglob("*")
    }


@pytest.fixture(scope="session")
def tiny_settings(once):
    """Settings whose data folder holds a warehouse of the tiny release; only to be read."""
    return once("tiny", lambda made: build(made, write_tiny_release(made.data.parent / "release")))


def as_once_built(built: Settings, release: Path) -> Path:
    """Copies a built release to a folder of a test, and into the data folder beside it what builds keep of it.

    Its photographs are measured and its journals read already, which is half the work of a build.
    """
    for kept in ("derived", "parts"):
        copy_data(built.data / kept, release.with_name("data") / kept)
    copy_data(built.data.parent / "release", release)
    return release


@pytest.fixture
def tiny_release(tmp_path, tiny_settings):
    """A folder in the release's layout, made from nothing; it has been built before."""
    return as_once_built(tiny_settings, tmp_path / "release")


@pytest.fixture(scope="session")
def bare_settings(once):
    """Settings whose data folder holds the tiny release built without answers; only to be read."""
    return once(
        "without-answers",
        lambda made: build(made, write_tiny_release(made.data.parent / "release", with_answers=False)),
    )


@pytest.fixture(scope="session")
def twice_settings(once, tiny_settings):
    """Settings whose data folder holds the tiny release and GPT-5 asked a second time, and live; only to be read."""

    def fill(made):
        write_run(made, "second", model=GPT_5)
        write_run(made, "live", 3, model=GPT_5, source=LIVE_SOURCE)
        build(made, as_once_built(tiny_settings, made.data.parent / "release"))

    return once("twice", fill)


@pytest.fixture(scope="session")
def crowd_settings(once, tiny_settings):
    """Settings whose data folder holds the tiny release and sixty made runs of fifteen models; only to be read."""

    def fill(made):
        release = as_once_built(tiny_settings, made.data.parent / "release")
        sample = sample_of(made, release)
        write_journals(made, sample, answers=60 * sum(map(len, sample.truths.values())))
        build(made, release)

    return once("crowd", fill)


@pytest.fixture(scope="session")
def viewed_settings(once, tiny_settings):
    """Settings whose data folder holds the tiny release and two runs on rectified views, of which one has a prompt."""

    def fill(made):
        write_run(made, "asked", 6, model=GPT_5, prompt="Another prompt.", view="rectified")
        write_run(made, "shown", 3, view="rectified")
        build(made, as_once_built(tiny_settings, made.data.parent / "release"))

    return once("viewed", fill)


@pytest.fixture(scope="session")
def repeated_settings(once, tiny_settings):
    """Settings whose data folder holds the tiny release and two passes of one run, with one answer that differs."""

    def fill(made):
        write_pass(made, "mine-1", [0] * 12)
        write_pass(made, "mine-2", [0] * 11 + [3])
        build(made, as_once_built(tiny_settings, made.data.parent / "release"))

    return once("repeated", fill)


@pytest.fixture(scope="session")
def fields_settings(once):
    """Settings whose data folder holds small sets of MMPerspective, GIQ and 3DSRBench, built; only to be read."""
    return once("fields", fill_fields)


@pytest.fixture(scope="session")
def hostile_settings(once, tiny_settings):
    """Settings whose data folder holds the hostile benchmark and Tri-Bench with hostile runs; only to be read."""

    def fill(made):
        fill_hostile(made)
        write_hostile_runs(made)
        build(made, as_once_built(tiny_settings, made.data.parent / "release"))

    return once("hostile", fill)


@pytest.fixture(scope="session")
def scenes_settings(once):
    """Settings whose data folder holds a warehouse of two synthetic triangles; only to be read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(default_set, "SET_PHOTOGRAPHS", 8)
        return once("scenes", prepare_default_set)


@pytest.fixture
def tiny_data(settings, tiny_settings):
    """The test's own data folder with the tiny release, built."""
    copy_data(tiny_settings.data, settings.data)
    return settings.data


@pytest.fixture
def both(settings, tiny_data, scenes_settings):
    """Settings of a data folder with a warehouse of the tiny release and one of two synthetic triangles."""
    copy_data(scenes_settings.data, settings.data)
    return settings


@pytest.fixture
def tiny_warehouse(settings, tiny_data):
    """A real warehouse of the tiny release."""
    with open_current(settings) as warehouse:
        yield warehouse


@pytest.fixture
def tokyo(settings, tiny_data, monkeypatch):
    """A machine nine hours east of UTC with the tiny release, built; gives the moment of the build."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        st.cache_data.clear()
        with duckdb.connect(str(find_current_generation(settings.warehouse)), read_only=True) as connection:
            build_row = connection.execute("select built_at, epoch(built_at) as seconds from builds").df().iloc[0]
        assert build_row["built_at"].utcoffset() == timedelta(hours=9), "DuckDB is in another zone: nothing is tested"
        yield datetime.fromtimestamp(build_row["seconds"], UTC)
    time.tzset()
    st.cache_data.clear()


@pytest.fixture(scope="session")
def samples():
    """The folder of real logs; tests that need it are skipped where it is not on the disk."""
    if not SAMPLES.is_dir():
        pytest.skip("../shared/samples is not here")
    return SAMPLES


@pytest.fixture(scope="session")
def recorded(samples):
    """The items that the samples' models were asked, by photograph: truth, options and the replies recorded."""
    items = json.loads((samples / "photos" / "items.json").read_text(encoding="utf-8"))
    return {item["id"]: item for item in items}
