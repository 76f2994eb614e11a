"""Time that a viewer waits for a click on Cases: part of `make bench`, or alone `python -m tests.bench_clicks`.

A click ends when the images in view are loaded and nothing on the page has changed for 0.6 seconds, which do not
count. Each number is the median over five newly started servers, whose only visitor makes each click once.
"""

import os
import statistics
import sys
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx
import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from core.settings import REPOSITORY
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.serving import dashboard

ROUNDS = 5
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""Compiled modules are stored, since otherwise each start would compile two thousand modules."""

STILL_MS = 600
TIMEOUT_S = 30.0
SCREEN = {"width": 1440, "height": 900}
NOTICED = Path(__file__).with_name("noticed.js").read_text(encoding="utf-8")
PARTS = ".st-key-case-head, .st-key-case-conditions, .st-key-case-subject, .st-key-answer-matrix, .st-key-case-facts"
"""Components of a case that a step draws before the server answers."""

PREVIEW = ".st-key-case-preview"
"""Components that are drawn over the gallery when a case is opened, before the server answers."""

DRAWN_S = "parts => (window.__noticed.drawn(parts) - window.__noticed.began) / 1000"

TILE, CASE = ".gallery .grid a", ".st-key-case-head h1"


@dataclass(frozen=True, slots=True)
class Round:
    """Seconds, megabytes and requests of one server and its visitor."""

    start_s: float
    warm_s: float
    filter_s: float
    open_s: float
    open_drawn_s: float
    next_s: float
    next_drawn_s: float
    image_ms: float
    wire_mb: float
    requests: float
    memory_mb: float


def bench_clicks(data: Path) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the table of `make bench`.

    Args:
        data: a data folder with a warehouse of photographs.
    """
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        rounds = [_measure_round(chromium, data) for _ in range(ROUNDS)]
        chromium.close()
    median = {name: statistics.median(asdict(one)[name] for one in rounds) for name in asdict(rounds[0])}
    for what, name, most in (
        ("server start until the grid of Cases", "start_s", "3.5 s"),
        ("the grid in a fresh browser, server warm", "warm_s", "1.3 s"),
        ("filter T1 on the grid", "filter_s", "0.24 s"),
        ("open a case", "open_s", "0.3 s"),
        ("open a case, until its components are drawn", "open_drawn_s", "0.15 s"),
        ("next case", "next_s", "0.2 s"),
        ("next case, until its components are drawn", "next_drawn_s", "0.08 s"),
    ):  # fmt: skip
        slowest = max(asdict(one)[name] for one in rounds)
        yield f"{what}, browser", f"{median[name]:.2f} s (slowest {slowest:.2f})", f"at most {most}"
    yield "a thumbnail, on a connection that is open", f"{median['image_ms']:.1f} ms", "at most 5 ms"
    wire = f"{median['wire_mb']:.2f} MB in {median['requests']:.0f} requests"
    yield "the grid in a fresh browser, on the wire", wire, "at most 2.5 MB"
    yield "memory of the server after these clicks", f"{median['memory_mb']:.0f} MB", "at most 300 MB"


def _measure_round(chromium: Browser, data: Path) -> Round:
    """Measure one server from its start to the last click."""
    started = time.time()
    with dashboard(data, **COMPILED) as (url, process):
        with open_fresh_page(chromium) as page:
            page.goto(f"{url}/cases")
            end_ms = _wait_for_end_ms(page, TILE)
            start_s = page.evaluate("performance.timeOrigin") / 1000 + end_ms / 1000 - started
        with open_fresh_page(chromium) as page:
            wire = _Wire(page)
            page.goto(f"{url}/cases")
            warm_s = _wait_for_end_ms(page, TILE) / 1000
            wire_mb, requests = wire.bytes / 1e6, wire.requests
            image_ms = _measure_image_ms(page)
            page.get_by_test_id("stSidebar").get_by_role("button", name="T1", exact=True).click()
            filter_s = measure_click_s(page, f'{TILE}[data-case$="T1"]')
            page.locator(TILE).nth(2).click()
            open_s = measure_click_s(page, CASE)
            open_drawn_s = page.evaluate(DRAWN_S, PREVIEW)
            title = page.locator(CASE).inner_text()
            page.keyboard.press("ArrowRight")
            next_s = measure_click_s(page, f'{CASE}:not(:text-is("{title}"))')
            next_drawn_s = page.evaluate(DRAWN_S, PARTS)
        memory_mb = psutil.Process(process.pid).memory_info().rss / 1e6
    clicks = (filter_s, open_s, open_drawn_s, next_s, next_drawn_s)
    return Round(start_s, warm_s, *clicks, image_ms, wire_mb, requests, memory_mb)


def _measure_image_ms(page: Page) -> float:
    """Return the median time of a response with an image of the gallery, one after the other on one connection."""
    urls = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    with httpx.Client() as client:
        thumbnails = [client.get(url) for url in urls if url.endswith("-thumb.webp")]
    return 1000 * statistics.median(one.elapsed.total_seconds() for one in thumbnails)


@contextmanager
def open_fresh_page(chromium: Browser) -> Iterator[Page]:
    """Open a page in a browser with an empty cache."""
    context = chromium.new_context(viewport=SCREEN)
    page = context.new_page()
    page.add_init_script(NOTICED)
    yield page
    context.close()


class _Wire:
    """Counter of what a page loads: bytes on the wire with headers, and messages after decompression."""

    def __init__(self, page: Page) -> None:
        self.bytes = self.requests = 0
        session = page.context.new_cdp_session(page)
        session.on("Network.responseReceived", self._begin)
        session.on("Network.loadingFinished", self._end)
        session.on("Network.webSocketFrameReceived", self._receive)
        session.send("Network.enable")

    def _begin(self, event: dict) -> None:
        self.requests += not event["response"]["url"].startswith(("data:", "blob:"))

    def _end(self, event: dict) -> None:
        self.bytes += int(event["encodedDataLength"])

    def _receive(self, event: dict) -> None:
        frame = event["response"]
        self.bytes += len(b64decode(frame["payloadData"])) if frame["opcode"] == 2 else len(frame["payloadData"])


def measure_click_s(page: Page, there: str) -> float:
    """Return the seconds from the last click or key until the page is ready and shows its result."""
    end_ms = _wait_for_end_ms(page, there)
    return float(end_ms - page.evaluate("window.__noticed.began")) / 1000


def _wait_for_end_ms(page: Page, there: str) -> float:
    """Return the time at which the page was ready, in milliseconds since its start.

    Args:
        page: with `noticed.js`.
        there: selector of an element that must be visible.

    Raises:
        TimeoutError: it is not ready after `TIMEOUT_S`.
    """
    deadline = time.monotonic() + TIMEOUT_S
    page.locator(there).first.wait_for()
    while time.monotonic() < deadline:
        end_ms = page.evaluate("still => window.__noticed.end(still)", STILL_MS)
        if end_ms is not None:
            return float(end_ms)
        page.wait_for_timeout(100)
    raise TimeoutError(f"{page.url} still changes after {TIMEOUT_S:.0f} s")


def main() -> None:
    """Print the rows for the data folder from the command line or `TRILENS_DATA`."""
    named = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("TRILENS_DATA", "data")
    for what, result, most in bench_clicks((REPOSITORY / named).resolve()):
        print(f"{what:45} {result:32} {most}", flush=True)


if __name__ == "__main__":
    main()
