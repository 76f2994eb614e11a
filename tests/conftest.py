"""Fixtures: a tiny release made from nothing, its warehouse, and the real dataset if it is available."""

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

from core.generators import registry
from core.generators.threedsr.write import SCENES_OF_ROUND, synthesize
from core.runs.journal import LIVE_SOURCE
from core.settings import REPOSITORY, Settings
from core.warehouse.build import build
from core.warehouse.generations import find_current_generation
from core.warehouse.read import open_current
from core.workflows.generated_sets import prepare_default_set
from core.workspace import Workspace
from tests.hostile_benchmark import fill_hostile, write_hostile_runs
from tests.made_journals import read_sample, write_journals
from tests.made_runs import GPT_5, write_pass, write_run
from tests.small_fields import fill_fields
from tests.tilted_release import write_tilted_release
from tests.tiny_release import write_tiny_release

hypothesis.settings.register_profile("trilens", derandomize=True, deadline=None)
hypothesis.settings.load_profile("trilens")


DATASET_FOLDERS = (REPOSITORY.parent / "shared" / "tri-bench", REPOSITORY / "data" / "tri-bench")

SAMPLES = REPOSITORY.parent / "shared" / "samples"
"""Real logs of other programs."""


NEEDS_REAL_WAREHOUSE = "real_workspace"
"""The fixture that builds the warehouse of the real dataset, which takes a minute."""

BROWSER_TESTS = "tests/browser/test_"
OTHER_BROWSER_TESTS = "tiny release in a browser"


def _list_browser_tests(*names: str) -> tuple[str, ...]:
    return tuple(f"{BROWSER_TESTS}{name}.py" for name in names)


BROWSERS = {
    "without the tiny release in a browser": _list_browser_tests(
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
    "read-only too in a browser": _list_browser_tests(
        "every_page", "read_only", "frame", "meetings", "overview", "ways_back", "cases", "keys"
    ),
}
"""Files of browser tests by the dashboards that they need; the others need only that of the tiny release.

Each of the three groups takes about as long. A process keeps its browser and dashboards to the end.
"""


LONGEST = (
    *(path for paths in BROWSERS.values() for path in paths),
    BROWSER_TESTS,
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
"""Test files that take longest, by the beginning of their paths.

The first file without a browser builds the warehouse of the real dataset; others that need it come late.
"""


class SharedServerScheduling(LoadFileScheduling):
    """Scheduling by file; browser tests that need the same dashboards share a process, so that each starts once."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(BROWSER_TESTS):
            return next((name for name, paths in BROWSERS.items() if nodeid.startswith(paths)), OTHER_BROWSER_TESTS)
        return super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Use one process more than cores, since each waits for a browser, a server or the disk a third of its time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Start with the three groups of browser tests, which take nearly half of the time.

    Meanwhile one process builds the warehouse of the real dataset, which a group needs at its end.
    """
    return SharedServerScheduling(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Let one process compile every module on a fresh clone, which takes 18 seconds, while the others wait."""
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
    """Mark tests that need the real dataset's warehouse as slow, and start with the files that take longest."""
    for item in items:
        if NEEDS_REAL_WAREHOUSE in item.name or NEEDS_REAL_WAREHOUSE in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
    items.sort(
        key=lambda item: next((n for n, path in enumerate(LONGEST) if item.nodeid.startswith(path)), len(LONGEST))
    )


def pytest_collection_finish():
    """Exclude modules and tests from Python's search for cycles, since they stay to the end.

    The other objects are searched rarely; otherwise this takes a twentieth of the time of page tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_sessionfinish():
    """Let objects be freed as usual at the end, so that no library reports leaks."""
    gc.unfreeze()


def find_dataset() -> Path | None:
    """Return the real dataset's folder, or None if it is missing."""
    return next((folder for folder in DATASET_FOLDERS if (folder / "data").is_dir()), None)


@pytest.fixture(autouse=True)
def _isolate_settings(monkeypatch, request, tmp_path_factory):
    """Hide the user's settings from tests. Only tests that write get a folder, since creating it takes milliseconds."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"TRILENS_{name.upper()}", raising=False)
    is_written = "tmp_path" in request.fixturenames
    folder = request.getfixturevalue("tmp_path") if is_written else tmp_path_factory.getbasetemp() / "nowhere"
    monkeypatch.setenv("TRILENS_DATA", str(folder / "data"))


MAIN = sys.modules["__main__"]


@pytest.fixture(autouse=True)
def _restore_main_module():
    """Restore the tests' main module: AppTest leaves the dashboard there, and spawned processes would run it."""
    sys.modules["__main__"] = MAIN


@pytest.fixture(scope="session")
def dataset():
    """Return the real dataset's folder, or skip tests that need it."""
    folder = find_dataset()
    if folder is None:
        pytest.skip("Tri-Bench is neither in ../shared/tri-bench nor in data/tri-bench")
    return folder


@pytest.fixture(scope="session")
def fill_once(tmp_path_factory):
    """Return a function that fills a data folder once for all test processes and returns its workspace."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def fill_data_folder(name, fill):
        workspace = Workspace(shared / name / "data")
        with FileLock(shared / f"{name}.lock"):
            if not (shared / name / "filled").exists():
                fill(workspace)
                (shared / name / "filled").touch()
        return workspace

    return fill_data_folder


@pytest.fixture(scope="session")
def real_workspace(dataset, fill_once):
    """Return a workspace with a warehouse of the real dataset; read-only."""
    return fill_once("real", lambda workspace: build(workspace, dataset))


@pytest.fixture(scope="session")
def tilted_workspace(fill_once):
    """Return a workspace with a warehouse of drawn boards under known tilts; read-only."""
    return fill_once(
        "tilted", lambda workspace: build(workspace, write_tilted_release(workspace.data.parent / "release"))
    )


@pytest.fixture
def workspace(tmp_path):
    """Return a workspace with an empty data folder."""
    return Workspace(tmp_path / "data")


IMMUTABLE_SUFFIXES = (".duckdb", ".webp")
"""Suffixes of files in a data folder that are replaced but never changed: copies of a folder may share them."""


def copy_data(source: Path, target: Path) -> None:
    """Copy a data folder; immutable files are linked, which saves four megabytes per warehouse.

    Spill folders belong to running processes and are not copied.
    """

    def link_or_copy(one: str, other: str) -> None:
        if not one.endswith(IMMUTABLE_SUFFIXES):
            shutil.copy2(one, other)
        elif not Path(other).exists():
            os.link(one, other)

    spill = shutil.ignore_patterns("spill")
    shutil.copytree(source, target, ignore=spill, copy_function=link_or_copy, dirs_exist_ok=True)


def read_folder_state(folder: Path) -> dict[Path, tuple[str, int] | None]:
    """Return the checksum and time of every file in a folder, and its folders."""
    return {
        path.relative_to(folder): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        if path.is_file()
        else None
        for path in folder.rglob("*")
    }


@pytest.fixture(scope="session")
def tiny_workspace(fill_once):
    """Return a workspace with a warehouse of the tiny release; read-only."""
    return fill_once("tiny", lambda workspace: build(workspace, write_tiny_release(workspace.data.parent / "release")))


def copy_built_release(built: Workspace, release: Path) -> Path:
    """Copy a built release to a test's folder, and the build's stored parts to the data folder next to it.

    Its photographs are already measured and its journals read, which is half the work of a build.
    """
    for name in ("derived", "parts"):
        copy_data(built.data / name, release.with_name("data") / name)
    copy_data(built.data.parent / "release", release)
    return release


@pytest.fixture
def tiny_release(tmp_path, tiny_workspace):
    """Return a folder with the tiny release, which has been built before."""
    return copy_built_release(tiny_workspace, tmp_path / "release")


@pytest.fixture(scope="session")
def bare_workspace(fill_once):
    """Return a workspace with the tiny release built without answers; read-only."""
    return fill_once(
        "without-answers",
        lambda workspace: build(workspace, write_tiny_release(workspace.data.parent / "release", with_answers=False)),
    )


@pytest.fixture(scope="session")
def twice_workspace(fill_once, tiny_workspace):
    """Return a workspace with the tiny release and two more runs of GPT-5, one of them live; read-only."""

    def fill(workspace):
        write_run(workspace, "second", model=GPT_5)
        write_run(workspace, "live", 3, model=GPT_5, source=LIVE_SOURCE)
        build(workspace, copy_built_release(tiny_workspace, workspace.data.parent / "release"))

    return fill_once("twice", fill)


@pytest.fixture(scope="session")
def crowd_workspace(fill_once, tiny_workspace):
    """Return a workspace with the tiny release and sixty made-up runs of fifteen models; read-only."""

    def fill(workspace):
        release = copy_built_release(tiny_workspace, workspace.data.parent / "release")
        sample = read_sample(workspace, release)
        write_journals(workspace, sample, answers=60 * sum(map(len, sample.truths.values())))
        build(workspace, release)

    return fill_once("crowd", fill)


@pytest.fixture(scope="session")
def viewed_workspace(fill_once, tiny_workspace):
    """Return a workspace with the tiny release and two runs on rectified views, one with another prompt."""

    def fill(workspace):
        write_run(workspace, "asked", 6, model=GPT_5, prompt="Another prompt.", view="rectified")
        write_run(workspace, "shown", 3, view="rectified")
        build(workspace, copy_built_release(tiny_workspace, workspace.data.parent / "release"))

    return fill_once("viewed", fill)


@pytest.fixture(scope="session")
def repeated_workspace(fill_once, tiny_workspace):
    """Return a workspace with the tiny release and two passes of one run, which differ in one answer."""

    def fill(workspace):
        write_pass(workspace, "mine-1", [0] * 12)
        write_pass(workspace, "mine-2", [0] * 11 + [3])
        build(workspace, copy_built_release(tiny_workspace, workspace.data.parent / "release"))

    return fill_once("repeated", fill)


@pytest.fixture(scope="session")
def threedsr_set(fill_once):
    """Return the folder of a small set of 3DSRBench with a pair of scenes per subtype, drawn once; read-only."""

    def fill(workspace):
        written = synthesize(workspace.data / "set", SCENES_OF_ROUND)
        assert (written.pictures, written.questions) == (96, 112)

    return fill_once("threedsr-set", fill).data / "set"


@pytest.fixture(scope="session")
def fields_workspace(fill_once, threedsr_set):
    """Return a workspace with built small sets of MMPerspective, GIQ and 3DSRBench; read-only."""
    return fill_once("fields", lambda workspace: fill_fields(workspace, threedsr_set))


@pytest.fixture(scope="session")
def hostile_workspace(fill_once, tiny_workspace):
    """Return a workspace with the hostile benchmark and Tri-Bench with hostile runs; read-only."""

    def fill(workspace):
        fill_hostile(workspace)
        write_hostile_runs(workspace)
        build(workspace, copy_built_release(tiny_workspace, workspace.data.parent / "release"))

    return fill_once("hostile", fill)


@pytest.fixture(scope="session")
def scenes_workspace(fill_once):
    """Return a workspace with a warehouse of two synthetic triangles; read-only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.GENERATORS, "synthetic", registry.GeneratorEntry("triangles", False, {"photographs": 8}))
        return fill_once("scenes", prepare_default_set)


@pytest.fixture
def tiny_data(workspace, tiny_workspace):
    """Return the test's own data folder with the built tiny release."""
    copy_data(tiny_workspace.data, workspace.data)
    return workspace.data


@pytest.fixture
def two_benchmarks(workspace, tiny_data, scenes_workspace):
    """Return a workspace with a warehouse of the tiny release and one of two synthetic triangles."""
    copy_data(scenes_workspace.data, workspace.data)
    return workspace


@pytest.fixture
def tiny_warehouse(workspace, tiny_data):
    """Open the test's own warehouse of the tiny release."""
    with open_current(workspace) as warehouse:
        yield warehouse


@pytest.fixture
def tokyo(workspace, tiny_data, monkeypatch):
    """Set the machine's time zone to Tokyo and return the time of the tiny release's build."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        st.cache_data.clear()
        with duckdb.connect(str(find_current_generation(workspace.warehouse)), read_only=True) as connection:
            build_row = connection.execute("select built_at, epoch(built_at) as seconds from builds").df().iloc[0]
        assert build_row["built_at"].utcoffset() == timedelta(hours=9), "DuckDB is in another zone: nothing is tested"
        yield datetime.fromtimestamp(build_row["seconds"], UTC)
    time.tzset()
    st.cache_data.clear()


@pytest.fixture(scope="session")
def samples():
    """Return the folder of real logs, or skip tests that need it."""
    if not SAMPLES.is_dir():
        pytest.skip("../shared/samples is not here")
    return SAMPLES


@pytest.fixture(scope="session")
def recorded_items(samples):
    """Return the items of the sample logs by photograph: truth, options and recorded replies."""
    items = json.loads((samples / "photos" / "items.json").read_text(encoding="utf-8"))
    return {item["id"]: item for item in items}
