"""Speed and size of builds and pages by number of answers, as a table: `make bench SCALE=ANSWERS`.

The runs are made up (`tests/made_journals.py`) and answer Tri-Bench. Nothing is asserted here.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import psutil
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table
from streamlit.testing.v1 import AppTest

from core.settings import REPOSITORY
from core.warehouse.build import build, is_current
from core.workspace import Workspace
from dashboard.page_files import PAGE_FILES
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.serving import dashboard
from tests.conftest import find_dataset
from tests.made_journals import read_sample, write_journals

Row = tuple[str, str]

FILTERED = ("cases", "heatmaps", "compare", "bias", "tilt", "robustness", "slices")
PAGES = ("overview", "case", *FILTERED, "data", "truth_audit")
ADDRESSES = {"overview": "", "case": "cases?photograph=037_T0"}
READY = '[data-testid=stApp][data-test-script-state="notRunning"]'

RAW = """
select count(distinct block) * (select block_size from pragma_database_size())
from (
    select block_id as block from pragma_storage_info('star.replies') where column_name = 'raw' and block_id >= 0
    union all
    select unnest(additional_block_ids) from pragma_storage_info('star.replies') where column_name = 'raw'
)
"""
"""Query of the bytes of the blocks with raw texts."""


def main(answers: int) -> None:
    """Measure and print the table."""
    source = find_dataset()
    if source is None:
        sys.exit("There is no Tri-Bench to make runs about: see the README, section Data.")
    with tempfile.TemporaryDirectory() as folder:
        table = Table("measured", "result", title=f"Builds of {answers:,} answers on {os.cpu_count()} cores")
        workspace = Workspace(Path(folder))
        for row in (*bench_builds(workspace, source, answers), *bench_pages(workspace.data)):
            table.add_row(*row)
        Console().print(table)


def bench_builds(workspace: Workspace, source: Path, answers: int) -> Iterator[Row]:
    """Measure a build from nothing, a build after a new run of 400 replies, and what they leave on disk."""
    _run_build(workspace, source)  # makes the copies of the images once
    sample = read_sample(workspace, source)
    n_runs = write_journals(workspace, sample, answers)
    first = _run_build(workspace, source)
    yield "build from nothing", _describe_build(first)
    write_journals(workspace, sample, 1, first=n_runs)
    yield "build after one new run", _describe_build(_run_build(workspace, source))
    started = time.perf_counter()
    is_new = is_current(workspace, source)
    yield f"is the warehouse current: {is_new}", f"{time.perf_counter() - started:.1f} s"
    yield "bytes an answer besides raw texts", f"{(first['file_bytes'] - first['raw_bytes']) / first['answers']:.0f}"
    parts = sum(path.stat().st_size for path in workspace.parts.iterdir())
    yield "bytes an answer of the parts", f"{parts / first['answers']:.0f}"


def bench_pages(data: Path) -> Iterator[Row]:
    """Measure each page in its own process: the first visit, new filters, and a repeated filter; then ten viewers."""
    environment = {**os.environ, "TRILENS_DATA": str(data)}
    for page in PAGES:
        command = [sys.executable, "-m", "tests.bench_scale", "--page", page]
        done = subprocess.run(command, cwd=REPOSITORY, env=environment, check=True, stdout=subprocess.PIPE)
        yield f"page {page}", json.loads(done.stdout)
    if CHROMIUM:
        yield "memory of the server with ten viewers", f"{_measure_memory_of_ten_viewers(data):.0f} MB"


def _measure_page(page: str) -> str:
    app = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=600)
    if page == "case":
        app.query_params["photograph"] = "037_T0"
    first_s = _measure_seconds(app.run)
    if page != "overview":
        name = {"case": "cases"}.get(page, page)
        first_s = _measure_seconds(lambda: app.switch_page(PAGE_FILES[name]).run())
    text = f"first visit {first_s:.2f} s"
    if page in FILTERED:
        # Set in the session and not by an element, which knows only the lists of its own run: lists may change.
        new = [_measure_filter_s(app, "object", [one]) for one in app.multiselect(key="object").options[:5]]
        app.session_state["object"] = []
        warm = [_measure_filter_s(app, "pose", ["tilted"] if on else []) for on in (1, 0) * 4][2:]
        text += f", new filter {statistics.median(new):.2f} s, warm {1000 * statistics.median(warm):.0f} ms"
    else:
        text += f", warm {1000 * statistics.median(_measure_seconds(app.run) for _ in range(5)):.0f} ms"
    failures = f", FAILED: {app.exception[0].message}" if app.exception else ""
    return f"{text}, {psutil.Process().memory_info().rss / 2**20:.0f} MB{failures}"


def _measure_memory_of_ten_viewers(data: Path) -> float:
    """Return the server's memory in megabytes with a page open in each of ten browsers."""
    with dashboard(data) as (url, process), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for place in range(10):
            page = chromium.new_context().new_page()
            path = PAGES[place % len(PAGES)]
            page.goto(f"{url}/{ADDRESSES.get(path, path)}")
            page.wait_for_selector(READY, timeout=120_000)
        memory = psutil.Process(process.pid).memory_info().rss / 2**20
        chromium.close()
    return memory


def _measure_filter_s(app: AppTest, key: str, chosen: list[str]) -> float:
    app.session_state[key] = chosen
    return _measure_seconds(app.run)


def _measure_seconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _describe_build(built: dict[str, Any]) -> str:
    return (
        f"{built['wall_s']:.1f} s, {built['cpu_s']:.1f} s of CPU in workers and {built['own_cpu_s']:.1f} in the build, "
        f"{built['memory_mb']:.0f} MB ({built['worker_memory_mb']:.0f} a worker)"
    )


def _run_build(workspace: Workspace, source: Path) -> dict[str, Any]:
    """Build in a separate process and return its time, memory and sizes."""
    command = [sys.executable, "-m", "tests.bench_scale", "--build", str(workspace.data), str(source)]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def _build(data: Path, source: Path) -> dict[str, Any]:
    started = time.perf_counter()
    result = build(Workspace(data), source)
    wall_s = time.perf_counter() - started
    own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    with duckdb.connect(str(result.generation), read_only=True) as connection:
        raw_bytes = connection.execute(RAW).fetchall()[0][0]
    return {
        "wall_s": wall_s,
        "own_cpu_s": own.ru_utime + own.ru_stime,
        "cpu_s": workers.ru_utime + workers.ru_stime,
        "memory_mb": own.ru_maxrss / 1024,
        "worker_memory_mb": workers.ru_maxrss / 1024,
        "answers": result.counts["case_answers"],
        "file_bytes": result.generation.stat().st_size,
        "raw_bytes": raw_bytes,
    }


if __name__ == "__main__":
    if sys.argv[1:2] == ["--build"]:
        print(json.dumps(_build(Path(sys.argv[2]), Path(sys.argv[3]))))
    elif sys.argv[1:2] == ["--page"]:
        print(json.dumps(_measure_page(sys.argv[2])))
    elif len(sys.argv) == 2 and sys.argv[1].replace("_", "").isdecimal():
        main(int(sys.argv[1]))
    else:
        sys.exit("How many answers? .venv/bin/python -m tests.bench_scale 1_000_000")
