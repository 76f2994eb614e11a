"""Tests of bodies of any length, compressed or not, through the vendors' libraries: reading stops at the limit."""

from dataclasses import replace

import pytest

from core.inference.clients import bounded_body
from tests.inference.clients.conftest import VENDORS
from tests.inference.clients.server import ENDLESS, REPLY

MOST_BYTES = 20_000_000
"""What a server gets rid of at most: the bounds here, and what the two sockets hold. Each of these bodies is longer."""


@pytest.fixture
def low(monkeypatch, quick):
    """Return low limits with one attempt, which wait for a slow server."""
    monkeypatch.setattr(bounded_body, "MAX_EVENT_BYTES", 1_000_000)
    monkeypatch.setattr(bounded_body, "MAX_STREAM_BYTES", 4_000_000)
    return replace(quick, attempts=1, idle_timeout_s=30.0, timeout_s=60.0)


@pytest.mark.slow
@pytest.mark.parametrize("provider", [*VENDORS, "local"])
@pytest.mark.parametrize("act", ENDLESS)
def test_what_has_no_end_is_not_held(put, server, low, provider, act):
    """An endless error body, line, event or comment is abandoned, and the connection is closed."""
    outcome, pieces, _ = put(provider, act, limits=low)
    assert (outcome.status, outcome.raw, pieces) == ("api_error", None, [])
    known = "answered 500" if "error" in act else "bytes in one"
    is_odd = provider == "gemini" and act == "endless_comments"  # this library takes no comments at all
    assert (known if not is_odd else "its API does not define") in outcome.error
    assert server.sent_bytes < MOST_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("provider", [*VENDORS, "local"])
@pytest.mark.parametrize("act", [f"{act}_zipped" for act in ENDLESS])
def test_what_is_compressed_is_not_unpacked(put, low, server, provider, act):
    """A reply that is compressed although we did not ask for it is refused; for such an error the status decides."""
    twice = replace(low, attempts=2)
    outcome, _, retries = put(provider, act, act, limits=twice)
    assert outcome.status == "api_error"
    assert ("answered 500" if "error" in act else "compressed its reply (gzip)") in outcome.error
    assert len(retries) == (1 if "error" in act else 0)
    assert {asked.headers["accept-encoding"] for asked in server.asked} == {"identity"}


@pytest.mark.parametrize("provider", VENDORS)
def test_a_reply_that_becomes_too_long_keeps_what_came(put, monkeypatch, provider):
    """If text arrived before the byte limit, the reply is truncated there and its text is kept."""
    monkeypatch.setattr(bounded_body, "MAX_STREAM_BYTES", 1_500)
    outcome, pieces, retries = put(provider)
    assert outcome.status == "cut"
    assert "more than 1500 bytes in one reply" in outcome.error
    assert REPLY.startswith(outcome.raw)
    assert outcome.raw == "".join(pieces) != REPLY
    assert retries == []


@pytest.mark.parametrize("provider", VENDORS)
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_an_event_ends_however_it_is_cut(put, server, monkeypatch, provider, size):
    """The bytes of an event are counted from zero after each empty line, even if chunks split it."""
    monkeypatch.setattr(bounded_body, "MAX_EVENT_BYTES", 700)
    server.cut_bytes = size
    outcome, _, _ = put(provider)
    assert (outcome.status, outcome.raw) == ("ok", REPLY)
