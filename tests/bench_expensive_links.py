"""Rows of `make bench`: the cost of the most expensive links, and how long other visitors wait meanwhile.

Each link has new filters, so that nothing it shows is cached.
"""

import asyncio
import dataclasses
import statistics
import time
import urllib.parse
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import psutil
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from core.generators.photo_scenes.sampling import frame_scene
from core.records import ANGLE_CLASSES, SIDE_CLASSES
from dashboard.pages.lab.scene_controls import START
from tests.browser.serving import dashboard
from tests.sessions import get_page_result, make_page_request

Row = tuple[str, str, str]

CHANGES, OCCLUSIONS = ("none", "side", "angle", "both"), ("none", "square", "edge", "vertex")

EXPENSIVE_LINKS = (
    "robustness?right_at=0.8",
    "compare?right_at=0.8",
    "bias?about=Q4+%7CB+%E2%88%92+C%7C",
    "heatmaps?measure=Lift&rows=Model&columns=Question&panels=Object",
    "tilt?lines=Questions",
    "cases?outcome=wrong",
)
"""Most expensive parameters of each page."""

LEFT_OUT = {"occlusion": OCCLUSIONS, "change": CHANGES, "side_2d": SIDE_CLASSES, "angle_2d": ANGLE_CLASSES}
"""Filters without one level of each factor: there are many of them, and each selects many cases."""

SIMPLE = ("glossary", "data", "cases", "heatmaps")
"""Pages that the other visitor opens one after the other."""

PAGES = len(EXPENSIVE_LINKS) + 1
SECONDS, EVERY_S = 8.0, 0.2
TIMES = 3


def bench_expensive_links(data: Path) -> Iterator[Row]:
    """Measure the expensive links alone, then beside another visitor, whose incomplete pages are counted."""
    with dashboard(data, TRILENS_READ_ONLY="1") as (url, process):
        server = psutil.Process(process.pid)
        costs = asyncio.run(_measure_costs(url, server))
        dearest = max(costs, key=costs.__getitem__)
        yield "the dearest link, processor time", f"{costs[dearest]:.2f} s ({dearest or 'overview'})", "at most 1 s"
        waited, failed = asyncio.run(_measure_waits(url))
        result = f"{statistics.median(waited):.0f} ms (slowest {max(waited):.0f})"
        result += f", {failed} not shown" if failed else ""
        yield "a page while another visitor sends dear links in a row", result, "below 1 s"


def _make_links() -> Iterator[str]:
    """Yield the expensive links and new scenes of the Lab, each only once."""
    for number, left_out in enumerate(product(*LEFT_OUT.values())):
        kept = [(key, level) for (key, levels), out in zip(LEFT_OUT.items(), left_out, strict=True)
                for level in levels if level != out]  # fmt: skip
        yield from (f"{address}&{urllib.parse.urlencode(kept)}" for address in EXPENSIVE_LINKS)
        scene = frame_scene(dataclasses.replace(START, tilt_deg=20.0 + number / 4))
        yield f"lab?scene={urllib.parse.quote(scene.to_link())}"


async def _measure_costs(url: str, server: psutil.Process) -> dict[str, float]:
    """Return processor seconds by page: the median of links with new filters, after one that imports modules."""
    taken: dict[str, list[float]] = {}
    links = _make_links()
    async with _open_session(url) as socket:
        for number in range((TIMES + 1) * PAGES):
            address = next(links)
            before = server.cpu_times()
            await _show_page(socket, address)
            after = server.cpu_times()
            if number >= PAGES:
                used = after.user + after.system - before.user - before.system
                taken.setdefault(address.partition("?")[0], []).append(used)
    return {page: statistics.median(costs) for page, costs in taken.items()}


async def _measure_waits(url: str) -> tuple[list[float], int]:
    """Return milliseconds until a visitor's pages are complete while another opens expensive links, and failures."""
    waited, failed = [], 0
    async with _open_session(url) as dear, _open_session(url) as simple:
        for page in SIMPLE:
            await _show_page(simple, page)
        sending, listening = asyncio.create_task(_send(dear)), asyncio.create_task(_listen(dear))
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            for page in SIMPLE:
                started = time.perf_counter()
                failed += not await _show_page(simple, page)
                waited.append(1000 * (time.perf_counter() - started))
        for task in (sending, listening):
            task.cancel()
    return waited, failed


async def _send(socket: ClientConnection) -> None:
    for address in _make_links():
        await socket.send(make_page_request(address))
        await asyncio.sleep(EVERY_S)


async def _listen(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def _show_page(socket: ClientConnection, address: str) -> bool:
    """Show a page and return whether it was completed."""
    await socket.send(make_page_request(address))
    while (result := get_page_result(await socket.recv(decode=False))) is None:
        pass
    return result == ForwardMsg.FINISHED_SUCCESSFULLY


def _open_session(url: str) -> connect:
    stream = f"ws://{urllib.parse.urlsplit(url).netloc}/_stcore/stream"
    return connect(stream, origin=url, subprotocols=["streamlit"], max_size=None, proxy=None)
