"""A hundred viewers of one server process: clicks that a real browser made, sent again by a hundred connections."""

import asyncio
import random
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlparse

from playwright.sync_api import Browser
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

VIEWERS = 100
SECONDS = 30.0
PAUSE_S = (2.0, 6.0)
READY = '[data-testid=stApp][data-test-script-state="notRunning"]'


@dataclass(slots=True)
class Recording:
    """What a browser sent: the first message of the session, then one per click, which undo each other."""

    first: bytes
    clicks: list[bytes] = field(default_factory=list)


def record(chromium: Browser, url: str, button: str) -> Recording:
    """Opens a page in a real browser, clicks a button twice, and keeps what went over the wire.

    Args:
        chromium: the browser.
        url: of the page.
        button: name of a button that switches something on and off.
    """
    page = chromium.new_context(viewport={"width": 1440, "height": 1200}).new_page()
    sent: list[bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(_bytes(data))))
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


def _bytes(data: str | bytes) -> bytes:
    return data if isinstance(data, bytes) else data.encode("latin-1")


def load(url: str, recording: Recording) -> str:
    """Median and 95th percentile of the time from a click to the end of its rerun, over all viewers."""
    with ThreadPoolExecutor(1) as pool:  # Playwright's loop runs in this thread
        durations = pool.submit(asyncio.run, _viewers(url, recording)).result()
    if len(durations) < VIEWERS:
        return f"only {len(durations)} clicks were answered"
    p95 = statistics.quantiles(durations, n=20)[-1]
    return f"{statistics.median(durations):.0f} ms, 95th percentile {p95:.0f} ms ({len(durations)} clicks)"


async def _viewers(url: str, recording: Recording) -> list[float]:
    chance = random.Random(1)
    groups = await asyncio.gather(*(_viewer(url, recording, chance.random()) for _ in range(VIEWERS)))
    return [duration for group in groups for duration in group]


async def _viewer(url: str, recording: Recording, seed: float) -> list[float]:
    """One viewer: comes, looks, clicks on and off with pauses; returns milliseconds per click."""
    chance = random.Random(seed)
    durations = []
    await asyncio.sleep(8 * seed)
    address = f"ws://{urlparse(url).netloc}/_stcore/stream"
    async with connect(address, origin=url, subprotocols=["streamlit"], max_size=None) as socket:
        await socket.send(recording.first)
        await _finished(socket)
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            await asyncio.sleep(chance.uniform(*PAUSE_S))
            started = time.perf_counter()
            await socket.send(recording.clicks[len(durations) % 2])
            await _finished(socket)
            durations.append(1000 * (time.perf_counter() - started))
    return durations


async def _finished(socket: ClientConnection) -> None:
    while True:
        message = ForwardMsg()
        data = await socket.recv()
        message.ParseFromString(data if isinstance(data, bytes) else data.encode("latin-1"))
        if message.WhichOneof("type") == "script_finished":
            return
