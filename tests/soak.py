"""`make soak`: a read-only server under sessions that come and go with ever other filters; memory, threads and files.

Nothing here is asserted. All traffic stays on this machine, and it ends by itself.
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
from core.settings import Settings
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.browser.serving import dashboard
from tests.conftest import find_dataset
from tests.sessions import ended, link
from tests.tiny_release import write_tiny_release

PAGES = ("", "cases", "heatmaps", "compare", "bias", "robustness", "tilt", "data")
AT_ONCE = 8
MOST_S = 120.0
"""That one session may take before it is given up and counted."""

REPORTS = 10
MB = 2**20


def main() -> None:
    """Measures and prints the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sessions", type=int, default=1000, help="opened and closed, each with its own link")
    options.add_argument("--links", type=int, default=5000, help="different filters, five to a session")
    options.add_argument("--idle-s", type=float, default=600.0, help="seconds without a visitor at the end")
    given = options.parse_args()
    dataset = find_dataset()
    table = Table("after", "RSS, MB", "threads", "files", "sessions that failed", title=f"Trilens, {dataset}")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder) / "data")
        build(settings, dataset or write_tiny_release(Path(folder) / "release", triangles=4))
        gc.collect()
        for row in soaked(settings, given.sessions, given.links, given.idle_s):
            table.add_row(*row)
    Console(width=120).print(table)


def soaked(settings: Settings, sessions: int, links: int, idle_s: float) -> Iterator[tuple[str, str, str, str, str]]:
    """Rows of the table: fresh, ten times on the way, and at the end of the rest."""
    addresses = different_links(settings, links)
    with dashboard(settings.data, TRILENS_READ_ONLY="1", **GIVES_BACK) as (url, process):
        server = psutil.Process(process.pid)
        asyncio.run(_visits(url, [["", "bias"]]))
        yield _row("the first visitor", server, 0)
        visits = [addresses[place::sessions] for place in range(sessions)]
        failed = 0
        for place in range(REPORTS):
            part = visits[place * sessions // REPORTS : (place + 1) * sessions // REPORTS]
            failed += asyncio.run(_visits(url, part))
            done = (place + 1) * sessions // REPORTS
            yield _row(f"{done} sessions, {sum(map(len, visits[:done]))} links", server, failed)
        time.sleep(idle_s)
        yield _row(f"{idle_s:.0f} s without a visitor", server, failed)


def different_links(settings: Settings, count: int) -> list[str]:
    """Pages with filters, no two alike."""
    with open_current(settings) as warehouse:
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


async def _visits(url: str, visits: list[list[str]]) -> int:
    """Sessions, some at once; how many failed."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def visit(links: list[str]) -> bool:
        async with turn:
            try:
                await asyncio.wait_for(_visit(url, links), MOST_S)
            except (OSError, TimeoutError):
                return False
            return True

    return sum(not done for done in await asyncio.gather(*map(visit, visits)))


async def _visit(url: str, links: list[str]) -> None:
    """One session: each link is a page of its own, as in a new tab's address."""
    stream = f"ws://{urllib.parse.urlsplit(url).netloc}/_stcore/stream"
    async with connect(stream, origin=url, subprotocols=["streamlit"], max_size=None) as socket:
        for address in links:
            await socket.send(link(address))
            while ended(await socket.recv(decode=False)) is None:
                pass


def _row(after: str, server: psutil.Process, failed: int) -> tuple[str, str, str, str, str]:
    memory = server.memory_info().rss / MB
    return after, f"{memory:.0f}", str(server.num_threads()), str(server.num_fds()), str(failed)


if __name__ == "__main__":
    main()
