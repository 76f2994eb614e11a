"""Memory, threads and files of a read-only server under sessions that come and go: `make soak`.

Nothing is asserted here. All traffic stays on this machine, and the run ends without intervention.
"""

import argparse
import asyncio
import gc
import random
import tempfile
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import psutil
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect

from core.cli.serve import GIVES_BACK
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.workspace import Workspace
from tests.browser.serving import dashboard
from tests.conftest import find_dataset
from tests.sessions import get_page_result, make_page_request
from tests.tiny_release import write_tiny_release

PAGES = ("", "cases", "heatmaps", "compare", "bias", "robustness", "tilt", "data")
AT_ONCE = 8
MOST_S = 120.0
"""Longest duration of a session; a longer session is cancelled and counted as failed."""

REPORTS = 10
MB = 2**20


def main() -> None:
    """Measure and print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sessions", type=int, default=1000, help="opened and closed, each with its own link")
    options.add_argument("--links", type=int, default=5000, help="different filters, five to a session")
    options.add_argument("--idle-s", type=float, default=600.0, help="seconds without a visitor at the end")
    arguments = options.parse_args()
    dataset = find_dataset()
    table = Table("after", "RSS, MB", "threads", "files", "sessions that failed", title=f"Trilens, {dataset}")
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder) / "data")
        build(workspace, dataset or write_tiny_release(Path(folder) / "release", triangles=4))
        gc.collect()
        for row in measure_soak(workspace, arguments.sessions, arguments.links, arguments.idle_s):
            table.add_row(*row)
    Console(width=120).print(table)


def measure_soak(
    workspace: Workspace, sessions: int, links: int, idle_s: float
) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield rows of the table: at the start, ten times on the way, and after the idle time."""
    addresses = make_different_links(workspace, links)
    with dashboard(workspace.data, TRILENS_READ_ONLY="1", **GIVES_BACK) as (url, process):
        server = psutil.Process(process.pid)
        asyncio.run(_run_sessions(url, [["", "bias"]]))
        yield _make_row("the first visitor", server, 0)
        visits = [addresses[number::sessions] for number in range(sessions)]
        failed = 0
        for number in range(REPORTS):
            part = visits[number * sessions // REPORTS : (number + 1) * sessions // REPORTS]
            failed += asyncio.run(_run_sessions(url, part))
            done = (number + 1) * sessions // REPORTS
            yield _make_row(f"{done} sessions, {sum(map(len, visits[:done]))} links", server, failed)
        time.sleep(idle_s)
        yield _make_row(f"{idle_s:.0f} s without a visitor", server, failed)


def make_different_links(workspace: Workspace, count: int) -> list[str]:
    """Return links to pages with filters, all different."""
    with open_current(workspace) as warehouse:
        levels = warehouse.load_table("case_factors")[["factor", "level"]].drop_duplicates()
    by_factor = {str(key): sorted(own["level"]) for key, own in levels.groupby("factor")}
    chance = random.Random(1)
    found: dict[str, None] = {}
    for _ in range(20 * count):
        if len(found) == count:
            break
        chosen = chance.sample(sorted(by_factor), k=min(3, len(by_factor)))
        pairs = [(key, level) for key in chosen for level in chance.sample(by_factor[key], k=1)]
        found[f"{chance.choice(PAGES)}?{urllib.parse.urlencode(pairs)}"] = None
    return list(found)


async def _run_sessions(url: str, visits: list[list[str]]) -> int:
    """Run sessions, some at the same time; return how many failed."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def visit(links: list[str]) -> bool:
        async with turn:
            try:
                await asyncio.wait_for(_run_session(url, links), MOST_S)
            except (OSError, TimeoutError):
                return False
            return True

    return sum(not done for done in await asyncio.gather(*map(visit, visits)))


async def _run_session(url: str, links: list[str]) -> None:
    """Run one session: each link is opened like an address in a new tab."""
    stream = f"ws://{urllib.parse.urlsplit(url).netloc}/_stcore/stream"
    async with connect(stream, origin=url, subprotocols=["streamlit"], max_size=None) as socket:
        for address in links:
            await socket.send(make_page_request(address))
            while get_page_result(await socket.recv(decode=False)) is None:
                pass


def _make_row(after: str, server: psutil.Process, failed: int) -> tuple[str, str, str, str, str]:
    memory = server.memory_info().rss / MB
    return after, f"{memory:.0f}", str(server.num_threads()), str(server.num_fds()), str(failed)


if __name__ == "__main__":
    main()
