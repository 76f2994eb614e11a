"""A hundred viewers of one server process, which repeat the clicks of a real browser."""

import asyncio
import random
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from urllib.parse import urlparse

from playwright.sync_api import Browser
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

VIEWERS = 100
ARRIVAL_S, SECONDS = 8.0, 30.0
"""Seconds within which all viewers arrive, and seconds for which clicks then count."""
PAUSE_S = (2.0, 6.0)
READY = '[data-testid=stApp][data-test-script-state="notRunning"]'


@dataclass(slots=True)
class Recording:
    """What a browser sent: the first message of the session, then one message per click; clicks undo each other."""

    first: bytes
    clicks: list[bytes] = field(default_factory=list)


EARLY = ForwardMsg.FINISHED_EARLY_FOR_RERUN
"""Sent when a click reruns a fragment of the page, which starts then."""


def record(chromium: Browser, url: str, button: str) -> Recording:
    """Open a page in a real browser, click a button twice, and record the sent messages.

    Args:
        chromium: the browser.
        url: of the page.
        button: name of a button that switches something on and off.
    """
    page = chromium.new_context(viewport={"width": 1440, "height": 1200}).new_page()
    sent: list[bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(_to_bytes(data))))
    page.goto(url)
    page.wait_for_selector(READY)
    page.wait_for_timeout(1500)
    recording = Recording(sent[0])
    for _ in range(2):
        sent.clear()
        page.get_by_role("button", name=button, exact=True).first.click()
        page.wait_for_timeout(1500)
        recording.clicks.append(sent[-1])
    page.context.close()
    return recording


def _to_bytes(data: str | bytes) -> bytes:
    return data if isinstance(data, bytes) else data.encode("latin-1")


def load(url: str, recording: Recording) -> str:
    """Return the median and 95th percentile of the time from a click to the end of its rerun, and of first pages."""
    with ThreadPoolExecutor(1) as pool:  # Playwright's loop runs in this thread
        firsts, clicks = pool.submit(asyncio.run, _run_viewers(url, recording)).result()
    if len(clicks) < VIEWERS:
        return f"only {len(clicks)} clicks were answered"
    median, p95 = statistics.median(clicks), statistics.quantiles(clicks, n=20)[-1]
    first_p95 = statistics.quantiles(firsts, n=20)[-1]
    return (
        f"{median:.0f} ms, p95 {p95:.0f} ms ({len(clicks)} clicks); "
        f"first pages, all within {ARRIVAL_S:.0f} s: p95 {first_p95:.0f} ms"
    )


async def _run_viewers(url: str, recording: Recording) -> tuple[list[float], list[float]]:
    chance = random.Random(1)
    started = time.monotonic()
    viewers = await asyncio.gather(*(_run_viewer(url, recording, chance.random(), started) for _ in range(VIEWERS)))
    return [first for first, _ in viewers], [duration for _, clicks in viewers for duration in clicks]


async def _run_viewer(url: str, recording: Recording, seed: float, started: float) -> tuple[float, list[float]]:
    """Run a viewer who clicks on and off with pauses; return milliseconds of the first page and of each click."""
    chance = random.Random(seed)
    durations: list[float] = []
    await asyncio.sleep(ARRIVAL_S * seed)
    all_arrived = started + ARRIVAL_S + PAUSE_S[1]
    address = f"ws://{urlparse(url).netloc}/_stcore/stream"
    async with connect(address, origin=url, subprotocols=["streamlit"], max_size=None) as socket:
        first_ms = await _measure_rerun(socket, recording.first)
        clicks = cycle(recording.clicks)
        while time.monotonic() < all_arrived + SECONDS:
            await asyncio.sleep(chance.uniform(*PAUSE_S))
            is_counted = time.monotonic() > all_arrived
            duration_ms = await _measure_rerun(socket, next(clicks))
            durations += [duration_ms] if is_counted else []
    return first_ms, durations


async def _measure_rerun(socket: ClientConnection, message_sent: bytes) -> float:
    """Return the milliseconds until the rerun of a message has ended."""
    started = time.perf_counter()
    await socket.send(message_sent)
    while True:
        message = ForwardMsg()
        data = await socket.recv()
        message.ParseFromString(data if isinstance(data, bytes) else data.encode("latin-1"))
        if message.WhichOneof("type") == "script_finished" and message.script_finished != EARLY:
            return 1000 * (time.perf_counter() - started)
