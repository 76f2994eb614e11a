"""Speed and size of the build, the pages and the server as a table: `make bench`. Nothing is asserted here."""

import dataclasses
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import ButtonGroup, Multiselect

from core.benchmarks.gepbench.vocabulary import ASPECTS
from core.benchmarks.mmperspective.vocabulary import TASKS
from core.benchmarks.threedsr.vocabulary import SUBTYPES
from core.generators.gepbench.write import synthesize as gepbench
from core.generators.giq.write import synthesize as giq
from core.generators.mmperspective.write import synthesize as mmperspective
from core.generators.photo_scenes.sampling import frame_scene
from core.generators.threedsr.write import SCENES_OF_ROUND
from core.generators.threedsr.write import synthesize as threedsr
from core.settings import REPOSITORY
from core.warehouse.build import build
from core.workspace import Workspace
from dashboard.page_files import PAGE_FILES
from dashboard.pages.lab.scene_controls import START
from dashboard.pages.lab.scene_view import render_scene
from tests.bench_clicks import bench_clicks
from tests.bench_expensive_links import bench_expensive_links
from tests.bench_logs import bench_logs
from tests.bench_slow_network import bench_slow_network
from tests.bench_table import bench_table
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.serving import dashboard
from tests.conftest import find_dataset
from tests.load import VIEWERS, load, record
from tests.soak import measure_soak
from tests.tiny_release import write_tiny_release

Row = tuple[str, str, str]
QUESTIONS_OF_UNIT = 8
"""Lowest number of 3DSRBench questions of a unit: two scenes, two views of each, and their mirror images."""

READY = '[data-testid=stApp][data-test-script-state="notRunning"]'


def main() -> None:
    """Measure everything and print the table."""
    dataset = find_dataset()
    with tempfile.TemporaryDirectory() as folder:
        source = dataset or write_tiny_release(Path(folder) / "release", triangles=4)
        workspace = Workspace(Path(folder) / "data")
        os.environ["TRILENS_DATA"] = str(workspace.data)
        rows = [*bench_build(workspace, source), *bench_logs(source, Path(folder)), *bench_reruns()]
        rows += bench_generators(Path(folder))
        rows += bench_table(Path(folder))
        rows += bench_expensive_links(workspace.data)
        rows += bench_memory(workspace)
        if CHROMIUM:
            rows += bench_browser(workspace.data)
            rows += bench_clicks(workspace.data)
            rows += bench_slow_network(workspace.data)
            rows += bench_viewers(workspace.data, Path(folder))
        else:
            rows.append(("everything in a browser", "not measured: there is no Chromium", ""))
    table = Table("measured", "result", "to reach", title=f"Trilens on {os.cpu_count()} cores, {source}")
    for row in rows:
        table.add_row(*row)
    Console(width=120).print(table)


def bench_build(workspace: Workspace, source: Path) -> Iterator[Row]:
    """Measure the build with and without images, and the start of the command line."""
    started = time.perf_counter()
    first = build(workspace, source)
    yield "build, all photographs new", f"{time.perf_counter() - started:.1f} s", ""
    yield "build from the release without images", f"{first.build_s:.2f} s", "below 10 s"
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "core", "status"], cwd=REPOSITORY, check=True, capture_output=True)
    yield "trilens status", f"{time.perf_counter() - started:.2f} s", ""


def bench_reruns() -> Iterator[Row]:
    """Measure warm changes of filters on the server."""
    empty = AppTest.from_string("import streamlit as st\nst.checkbox('x', key='x')", default_timeout=60).run()
    yield (
        "rerun of an empty page, server",
        _measure_median_ms(lambda on: empty.checkbox(key="x").set_value(on).run()),
        "",
    )
    for page in ("cases", "heatmaps", "compare", "bias", "tilt", "robustness"):
        app = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=60).run()
        app.switch_page(PAGE_FILES[page]).run()
        # Read only once: on Cases a filter reruns a fragment of the page that does not contain them.
        pose, object_ = app.pills(key="pose"), app.multiselect(key="object")
        values = iter(object_.options)

        def change(is_odd: bool, pose: ButtonGroup = pose) -> None:
            pose.set_value(["tilted"] if is_odd else []).run()

        change(True), change(False)
        yield f"warm change of a filter on {page.capitalize()}, server", _measure_median_ms(change), "below 300 ms"

        def narrow(_: bool, object_: Multiselect = object_, values: Iterator[str] = values) -> None:
            object_.set_value([next(values)]).run()

        yield (
            f"change to a new filter on {page.capitalize()}, server",
            _measure_median_ms(narrow, times=6),
            "below 300 ms",
        )

    lab = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=60).run()
    lab.switch_page("dashboard/pages/lab/lab.py").run()
    tilts = iter(range(20, 60))
    yield "new tilt on Lab: picture, truths, solvers, server", _measure_median_ms(
        lambda _: lab.slider(key="lab-tilt_deg").set_value(float(next(tilts))).run()
    ), ""  # fmt: skip
    yield "of that, until the picture is drawn", _measure_median_ms(_draw_next(iter(range(20, 60)))), "below 300 ms"
    app = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=60)
    app.query_params["photograph"] = "037_T0"
    app.run()
    runs = app.selectbox(key="implied").options
    yield "another model's implied triangle on a case, server", _measure_median_ms(
        lambda is_odd: app.selectbox(key="implied").set_value(runs[is_odd]).run()
    ), "below 300 ms"  # fmt: skip
    audit = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=60).run()
    audit.switch_page("dashboard/pages/truth_audit/truth_audit.py").run()
    triangles = audit.selectbox(key="triangle").options
    yield "another triangle on Truth audit, server", _measure_median_ms(
        lambda is_odd: audit.selectbox(key="triangle").set_value(triangles[is_odd]).run()
    ), "below 300 ms"  # fmt: skip


def _draw_next(tilts: Iterator[int]) -> Callable[[bool], object]:
    """Return a function that draws a new scene of the Lab without its cache."""

    def draw(_: bool) -> object:
        scene = frame_scene(dataclasses.replace(START, tilt_deg=float(next(tilts))))
        return render_scene.__wrapped__(scene.to_link())

    return draw


def _measure_median_ms(change: Callable[[bool], object], times: int = 15) -> str:
    durations = []
    for number in range(times):
        started = time.perf_counter()
        change(number % 2 == 0)
        durations.append(1000 * (time.perf_counter() - started))
    return f"{statistics.median(durations):.0f} ms (slowest {max(durations):.0f})"


def bench_generators(folder: Path) -> Iterator[Row]:
    """Measure a hundred items of each kind of each generator as `synthesize` makes them, with images."""
    most = "at most 30 s a kind"
    seconds = {task: _measure_seconds(lambda task=task: mmperspective(folder / task, {task: 100})) for task in TASKS}
    slowest = max(seconds, key=seconds.__getitem__)
    each = sum(seconds.values()) / len(seconds)
    yield "100 items of a task of MMPerspective", f"{each:.0f} s, {slowest} {seconds[slowest]:.0f} s", most
    rounds = -(-100 // QUESTIONS_OF_UNIT)
    each = _measure_seconds(lambda: threedsr(folder / "3dsr", rounds * SCENES_OF_ROUND, with_table=False)) / len(
        SUBTYPES
    )
    yield "100 questions of a subtype of 3DSRBench", f"{each:.0f} s on average", most
    each = _measure_seconds(lambda: gepbench(folder / "gep", 100 * len(ASPECTS))) / len(ASPECTS)
    yield "100 items of an aspect of GePBench", f"{each:.1f} s on average", most
    whole = _measure_seconds(lambda: giq(folder / "giq", views=1))
    yield "GIQ's 195 names, 309 symmetries and 71 pairs", f"{whole:.0f} s", "at most 30 s a task"


def _measure_seconds(make: Callable[[], object]) -> float:
    started = time.perf_counter()
    make()
    return time.perf_counter() - started


def bench_memory(workspace: Workspace, sessions: int = 20, links: int = 100, idle_s: float = 100.0) -> Iterator[Row]:
    """Run a short `make soak`, until the sessions of closed pages are removed."""
    first, *_, busy, rested = measure_soak(workspace, sessions, links, idle_s)
    for after, memory, threads, files, failed in (first, busy, rested):
        text = f"{memory} MB, {threads} threads, {files} files, {failed} sessions failed"
        yield f"a read-only server, {after}", text, "never above 500 MB"


def bench_browser(data: Path) -> list[Row]:
    """Measure the first page, the gallery's size, reruns in the browser, and the server's memory."""
    rows: list[Row] = []
    with dashboard(data) as (url, process), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        rows.append(("first page of a fresh browser, server just up", _measure_first_page(chromium, url), "below 2 s"))
        for _ in range(2):
            _measure_first_page(chromium, url)
        rows.append(("first page of a fresh browser, server warm", _measure_first_page(chromium, url), "below 2 s"))
        rows.append(("gallery of 48, photographs on the wire", _measure_gallery(chromium, url), "below 1.5 MB"))
        rows.append(("filter on Heatmaps until the chart is drawn, browser", _measure_filter(chromium, url), ""))
        for page in ("", "cases", "heatmaps", "tilt", "robustness", "truth_audit", "data", "cases?photograph=037_T0"):
            _visit(chromium.new_page(), f"{url}/{page}")
        memory = psutil.Process(process.pid).memory_info().rss / 2**20
        rows.append(("memory of the server after all that", f"{memory:.0f} MB", "below 500 MB"))
        chromium.close()
    return rows


def bench_viewers(data: Path, folder: Path) -> Iterator[Row]:
    """Measure a hundred viewers who click every two to six seconds on an empty page, Cases and Heatmaps."""
    empty = folder / "empty.py"
    empty.write_text('import streamlit as st\nst.pills("Pose", ["tilted"], selection_mode="multi", key="pose")\n')
    for name, path, entry, limit in (
        ("an empty page", "/", str(empty), ""), ("Cases", "/cases", "serve.py", "p95 below 300 ms"),
        ("Heatmaps", "/heatmaps", "serve.py", "p95 below 300 ms"),
    ):  # fmt: skip
        with dashboard(data, entry) as (url, process):
            with sync_playwright() as playwright:
                chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
                recording = record(chromium, url + path, "tilted")
                chromium.close()
            yield f"{VIEWERS} viewers, a click on {name}", load(url, recording), limit
            memory = psutil.Process(process.pid).memory_info().rss / 2**20
            yield f"memory of the server with {VIEWERS} viewers on {name}", f"{memory:.0f} MB", "below 700 MB"


def _visit(page: Page, url: str) -> None:
    page.goto(url)
    page.wait_for_selector(READY)


def _measure_first_page(chromium: Browser, url: str) -> str:
    page = chromium.new_context().new_page()
    started = time.perf_counter()
    page.goto(url)
    page.locator(".ranking tbody tr").first.wait_for()
    headline_s = time.perf_counter() - started
    page.locator(".st-key-ranking-chart .scatterlayer .point").first.wait_for()
    chart_s = time.perf_counter() - started
    page.context.close()
    return f"{headline_s:.2f} s headline, {chart_s:.2f} s chart"


def _measure_gallery(chromium: Browser, url: str) -> str:
    page = chromium.new_context(viewport={"width": 1440, "height": 4000}).new_page()
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"])
            if "/photographs/" in request.url else None)  # fmt: skip
    _visit(page, f"{url}/cases")
    page.wait_for_timeout(2500)
    tiles = page.locator(".gallery a").count()
    page.context.close()
    return f"{sum(sizes) / 2**20:.2f} MB for {len(sizes)} photographs in {tiles} tiles"


def _measure_filter(chromium: Browser, url: str) -> str:
    page = chromium.new_context(viewport={"width": 1440, "height": 1000}).new_page()
    _visit(page, f"{url}/heatmaps")
    page.locator(".st-key-heatmap-chart .barlayer .point").first.wait_for(state="attached")
    page.wait_for_timeout(1000)
    caption = page.locator("[data-testid=stMain] [data-testid=stCaptionContainer]").first
    durations = []
    for _ in range(7):
        before = caption.inner_text()
        started = time.perf_counter()
        page.locator("[data-testid=stSidebar]").get_by_role("button", name="tilted").click()
        while caption.inner_text() == before and time.perf_counter() - started < 20:
            time.sleep(0.005)
        page.wait_for_selector(READY)
        durations.append(1000 * (time.perf_counter() - started))
        page.wait_for_timeout(300)
    page.context.close()
    return f"{statistics.median(durations):.0f} ms (slowest {max(durations):.0f})"


if __name__ == "__main__":
    main()
