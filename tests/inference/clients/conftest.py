"""Fixtures: the loopback server, a request about a drawn photograph, keys, and short waits."""

import asyncio

import numpy as np
import pytest
from PIL import Image

import core.inference.send_request
from core.inference.clients.connections import connect
from core.inference.clients.providers import PROVIDERS, resolve_endpoint
from core.inference.request_content import build_request
from core.inference.send_request import ask_with_retries
from core.limits import RequestLimits
from tests.inference.clients.server import answering

KEY = "sk-test-0123456789abcdef"
VENDORS = ("openai", "gemini", "anthropic")


@pytest.fixture(autouse=True)
def _no_keys_from_outside(monkeypatch):
    """Remove all API keys but those that a test sets."""
    for provider in PROVIDERS.values():
        if provider.key_variable:
            monkeypatch.delenv(provider.key_variable, raising=False)


@pytest.fixture
def server():
    """Start the loopback server."""
    with answering() as running:
        yield running


@pytest.fixture
def quick(monkeypatch):
    """Return limits that detect a stall soon and hardly wait between attempts."""
    monkeypatch.setattr(core.inference.send_request, "FIRST_WAIT_S", 0.01)
    return RequestLimits(idle_timeout_s=0.4, timeout_s=10.0, attempts=3)


@pytest.fixture
def photograph(tmp_path):
    """Return a photograph rotated by EXIF: 256 x 192 pixels in the file, 192 x 256 upright."""
    pixels = np.random.default_rng(5).integers(0, 255, (24, 32, 3), dtype=np.uint8)
    image = Image.fromarray(pixels).resize((256, 192), Image.Resampling.NEAREST)
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Somebody"
    path = tmp_path / "photograph.jpg"
    image.save(path, quality=95, exif=exif)
    return path


@pytest.fixture
def put(server, quick, photograph):
    """Ask once through the vendor's library: `put("openai", "429", "ok")` gives the outcome and the reported events."""

    def put_question(provider, *acts, limits=quick, limit=None, extra=None, is_streaming=True):
        server.acts = list(acts)
        target = resolve_endpoint(f"{provider}:test", server.url(provider), {provider: KEY}, limits=limits)
        request = build_request([photograph], "What is it?", "original", limits.max_side_px, limit, (), extra)
        pieces, retries = [], []

        async def run():
            client = connect(target, is_streaming=is_streaming)
            try:
                return await ask_with_retries(client, target, request, on_text=pieces.append, on_retry=retries.append)
            finally:
                await client.close()

        return asyncio.run(run()), pieces, retries

    return put_question
