"""Waiting times on networks: part of `make bench`, or alone `python -m tests.bench_slow_network`.

The browser emulates the networks; the slowest is Lighthouse's slow 4G. Each number is the median of browsers with an
empty cache. The server is hosted and idle.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import psutil
from playwright.sync_api import Browser, sync_playwright

from core.settings import REPOSITORY
from tests.bench_clicks import COMPILED, SCREEN, TILE
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.serving import dashboard

ROUNDS = 3
TIMEOUT_S = 60.0
NETWORKS = {1.6: (0.75, 150), 10: (5, 40), 100: (50, 10)}
"""Megabits per second up, and milliseconds for each request, by megabits per second down."""

HOSTED = {"TRILENS_READ_ONLY": "1", "TRILENS_HOSTS": "127.0.0.1,trilens.example", "PYTHONMALLOC": "malloc"}
"""A hosted server has its own host name."""

POINT = "[data-testid=stMain] .js-plotly-plot .point"
NOTE_FIRST_FRAME = """selector => {
    const roots = root => [root, ...[...root.querySelectorAll("*")].flatMap(one => one.shadowRoot ?? [])];
    const look = () => {
        const found = roots(document).map(root => root.querySelector(selector)).find(Boolean);
        const isThere = found && found.getBoundingClientRect().width > 0 && found.complete !== false;
        if (isThere) window.firstSeenMs = performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""
"""Script that records the first frame with the element, also in components; Playwright polls twice a second."""

PAGES = (
    ("", "Overview's verdicts", ".ranking tbody tr"),
    ("heatmaps", "the chart of Heatmaps", POINT),
    ("compare", "the first chart of Compare", POINT),
    ("tilt", "the first chart of Tilt", POINT),
    ("cases", "a picture of Cases", f"{TILE} img"),
)
"""Path, first content and its selector, by page."""


def bench_slow_network(data: Path) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the table of `make bench`.

    Args:
        data: a data folder with a warehouse of photographs.
    """
    with sync_playwright() as playwright, dashboard(data, **HOSTED, **COMPILED) as (url, process):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for path, _, there in PAGES:
            _measure_first_frame_s(chromium, f"{url}/{path}", there)
        _wait_until_idle(psutil.Process(process.pid))
        for (path, what, there), down_mbit in product(PAGES, NETWORKS):
            seconds = [_measure_first_frame_s(chromium, f"{url}/{path}", there, down_mbit) for _ in range(ROUNDS)]
            result = f"{statistics.median(seconds):.1f} s (slowest {max(seconds):.1f})"
            yield f"{what}, {down_mbit:g} Mbit/s", result, ""
        chromium.close()


def _measure_first_frame_s(chromium: Browser, url: str, there: str, down_mbit: float | None = None) -> float:
    """Return the seconds until a fresh browser shows the selected element, by the browser's clock.

    Args:
        chromium: the browser.
        url: of the page.
        there: selector of the element.
        down_mbit: the network, as in `NETWORKS`; None for that of this machine.
    """
    context = chromium.new_context(viewport=SCREEN)
    page = context.new_page()
    page.add_init_script(f"({NOTE_FIRST_FRAME})({json.dumps(there)})")
    if down_mbit is not None:
        up_mbit, latency_ms = NETWORKS[down_mbit]
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        limits = {"downloadThroughput": down_mbit * 125_000, "uploadThroughput": up_mbit * 125_000}
        session.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency_ms, **limits})
    page.goto(url, wait_until="commit")
    deadline = time.monotonic() + TIMEOUT_S
    while (seen_ms := page.evaluate("window.firstSeenMs")) is None:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{url} shows no {there} after {TIMEOUT_S:.0f} s")
        page.wait_for_timeout(100)
    context.close()
    return float(seen_ms) / 1000


def _wait_until_idle(server: psutil.Process) -> None:
    """Wait until the server has finished its background work."""
    deadline = time.monotonic() + TIMEOUT_S
    while server.cpu_percent(interval=1.0) > 5:
        if time.monotonic() > deadline:
            raise TimeoutError(f"the server still computes after {TIMEOUT_S:.0f} s")


def main() -> None:
    """Print the rows for the data folder from the command line or `TRILENS_DATA`."""
    named = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("TRILENS_DATA", "data")
    for what, result, most in bench_slow_network((REPOSITORY / named).resolve()):
        print(f"{what:45} {result:32} {most}", flush=True)


if __name__ == "__main__":
    main()
