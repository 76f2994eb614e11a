"""Rows of `make bench`: what the dearest links cost, and what another visitor waits while somebody sends them in a row.

Each link has filters that nobody has asked for, so that nothing is kept of what it shows.
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
from tests.sessions import ended, link

Row = tuple[str, str, str]

CHANGES, OCCLUSIONS = ("none", "side", "angle", "both"), ("none", "square", "edge", "vertex")

DEAR = (
    "robustness?right_at=0.8",
    "compare?right_at=0.8",
    "bias?about=Q4+%7CB+%E2%88%92+C%7C",
    "heatmaps?measure=Lift&rows=Model&columns=Question&panels=Object",
    "tilt?lines=Questions",
    "cases?outcome=wrong",
)
"""By page its dearest parameters."""

LEFT_OUT = {"occlusion": OCCLUSIONS, "change": CHANGES, "side_2d": SIDE_CLASSES, "angle_2d": ANGLE_CLASSES}
"""Filters that leave one level of each out are many, and each of them selects much."""

SIMPLE = ("glossary", "data", "cases", "heatmaps")
"""What the other visitor looks at, one after the other."""

PAGES = len(DEAR) + 1
SECONDS, EVERY_S = 8.0, 0.2
TIMES = 3


def bench_dear(data: Path) -> Iterator[Row]:
    """The dearest links alone, then beside another visitor; pages that were not shown whole are named."""
    with dashboard(data, TRILENS_READ_ONLY="1") as (url, process):
        server = psutil.Process(process.pid)
        costs = asyncio.run(_costs(url, server))
        dearest = max(costs, key=costs.__getitem__)
        yield "the dearest link, processor time", f"{costs[dearest]:.2f} s ({dearest or 'overview'})", "at most 1 s"
        waited, failed = asyncio.run(_beside(url))
        result = f"{statistics.median(waited):.0f} ms (slowest {max(waited):.0f})"
        result += f", {failed} not shown" if failed else ""
        yield "a page while another visitor sends dear links in a row", result, "below 1 s"


def _links() -> Iterator[str]:
    """The dear links and new scenes of the Lab, none twice."""
    for number, left_out in enumerate(product(*LEFT_OUT.values())):
        kept = [(key, level) for (key, levels), out in zip(LEFT_OUT.items(), left_out, strict=True)
                for level in levels if level != out]  # fmt: skip
        yield from (f"{dear}&{urllib.parse.urlencode(kept)}" for dear in DEAR)
        scene = frame_scene(dataclasses.replace(START, tilt_deg=20.0 + number / 4))
        yield f"lab?scene={urllib.parse.quote(scene.to_link())}"


async def _costs(url: str, server: psutil.Process) -> dict[str, float]:
    """Seconds of the processor by page: the median of links with other filters, after one that imports modules."""
    taken: dict[str, list[float]] = {}
    links = _links()
    async with _session(url) as socket:
        for number in range((TIMES + 1) * PAGES):
            address = next(links)
            before = server.cpu_times()
            await _shown(socket, address)
            after = server.cpu_times()
            if number >= PAGES:
                used = after.user + after.system - before.user - before.system
                taken.setdefault(address.partition("?")[0], []).append(used)
    return {page: statistics.median(costs) for page, costs in taken.items()}


async def _beside(url: str) -> tuple[list[float], int]:
    """Milliseconds until pages of one visitor stand while another sends dear links, and how many were not shown."""
    waited, failed = [], 0
    async with _session(url) as dear, _session(url) as simple:
        for page in SIMPLE:
            await _shown(simple, page)
        sending, listening = asyncio.create_task(_send(dear)), asyncio.create_task(_listen(dear))
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            for page in SIMPLE:
                started = time.perf_counter()
                failed += not await _shown(simple, page)
                waited.append(1000 * (time.perf_counter() - started))
        for task in (sending, listening):
            task.cancel()
    return waited, failed


async def _send(socket: ClientConnection) -> None:
    for address in _links():
        await socket.send(link(address))
        await asyncio.sleep(EVERY_S)


async def _listen(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def _shown(socket: ClientConnection, address: str) -> bool:
    """Whether a page was shown to its end."""
    await socket.send(link(address))
    while (how := ended(await socket.recv(decode=False))) is None:
        pass
    return how == ForwardMsg.FINISHED_SUCCESSFULLY


def _session(url: str) -> connect:
    stream = f"ws://{urllib.parse.urlsplit(url).netloc}/_stcore/stream"
    return connect(stream, origin=url, subprotocols=["streamlit"], max_size=None, proxy=None)
