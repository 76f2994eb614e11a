"""Tests of the three clients through the vendors' libraries, against a real server that behaves and misbehaves."""

import asyncio
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import core.inference.send_request
from core.errors import CallError
from core.inference.clients.connections import connect
from core.inference.clients.providers import resolve_endpoint
from core.inference.request_content import build_request
from core.inference.send_request import ask_with_retries
from core.parsing.triangle_replies import parse_triangle_reply
from core.runs.journal import encode_reply, parse_reply
from tests.inference.clients.conftest import KEY, VENDORS
from tests.inference.clients.server import FAULTS, HUGE, REPLY, SCRIPT


@pytest.mark.parametrize("provider", [*VENDORS, "fireworks", "openrouter", "local"])
def test_a_reply_streams_in_with_its_tokens(put, server, provider):
    """The text arrives in pieces that add up to the reply, with tokens, time and the answering model."""
    outcome, pieces, retries = put(provider)
    assert (outcome.status, outcome.raw, outcome.error) == ("ok", REPLY, None)
    assert "".join(pieces) == REPLY
    assert len(pieces) > 10
    assert (outcome.input_tokens, outcome.output_tokens, outcome.api_model) == (1000, 100, "test-2026")
    assert outcome.latency_s > 0
    assert retries == []
    assert [asked.prompt for asked in server.asked] == ["What is it?"]


@pytest.mark.parametrize("provider", VENDORS)
def test_the_picture_is_sent_upright_and_bare(put, server, photograph, provider):
    """The server receives the photograph as JPEG with its EXIF orientation applied and without metadata."""
    put(provider)
    image = Image.open(io.BytesIO(server.asked[0].image))
    assert (image.format, image.size) == ("JPEG", (192, 256))
    turned = np.rot90(np.asarray(Image.open(photograph).convert("RGB"), dtype=float), -1)  # orientation 6
    assert np.abs(np.asarray(image, dtype=float) - turned).mean() < 5
    assert len(image.getexif()) == 0
    assert "Somebody" not in server.asked[0].image.decode("latin-1")


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
@pytest.mark.parametrize("fault", [*FAULTS, "503", "529", "429_date"])
def test_a_passing_fault_is_got_over(put, server, provider, fault):
    """After 429, 5xx, a stall, a lost connection, broken JSON or an error in the stream the next attempt counts."""
    outcome, _, retries = put(provider, fault)
    assert (outcome.status, outcome.raw) == ("ok", REPLY)
    assert len(server.asked) == 2
    assert [(retry.attempt, retry.attempts) for retry in retries] == [(1, 3)]


@pytest.mark.parametrize("provider", VENDORS)
@pytest.mark.parametrize("fault", ["500", "close"])
def test_a_lasting_fault_ends_as_an_outcome(put, server, provider, fault):
    """After the last attempt the failure is the outcome; the library makes no attempts itself."""
    outcome, _, retries = put(provider, *[fault] * 9)
    assert outcome.status == "api_error"
    assert outcome.raw is None
    assert outcome.error
    assert len(server.asked) == 3
    assert len(retries) == 2


@pytest.mark.parametrize("provider", VENDORS)
@pytest.mark.parametrize("act", ["400", "408", "409", "redirect", "stream_400"])
def test_permanent_failures_are_not_retried(put, server, provider, act):
    """Any other 4xx is the outcome at once; a redirect is not followed, least of all with the key."""
    outcome, _, _ = put(provider, act)
    assert outcome.status == "api_error"
    assert len(server.asked) == 1


@pytest.mark.parametrize("provider", VENDORS)
@pytest.mark.parametrize("act", ["401", "404", "no_credit"])
def test_what_every_question_would_meet_is_an_error(put, server, provider, act):
    """A wrong key, an unknown model and an empty account stop at once, without another attempt."""
    with pytest.raises(CallError) as caught:
        put(provider, act)
    assert caught.value.is_fatal
    assert not caught.value.is_temporary
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("provider", "act", "status", "reason"),
    [
        ("openai", "refusal", "refused", "refusal"), ("anthropic", "refusal", "refused", "refusal"),
        ("openai", "filter", "filtered", "content_filter"), ("gemini", "filter", "filtered", "SAFETY"),
        ("gemini", "refusal", "filtered", "SAFETY"), ("openai", "cut", "cut", "length"),
        ("gemini", "cut", "cut", "MAX_TOKENS"), ("anthropic", "cut", "cut", "max_tokens"),
        ("openai", "empty", "empty", "no text"), ("gemini", "empty", "empty", "no text"),
        ("anthropic", "empty", "empty", "no text"),
    ],
)  # fmt: skip
def test_each_way_to_end_is_a_status_of_its_own(put, server, provider, act, status, reason):
    """A refusal, a content filter, a truncated and an empty reply are distinct statuses.

    Each is asked once and costs tokens.
    """
    outcome, _, _ = put(provider, act)
    assert outcome.status == status
    assert reason in outcome.error
    assert outcome.output_tokens == 100
    assert len(server.asked) == 1


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
@pytest.mark.parametrize(("act", "text"), [("script", SCRIPT), ("huge", HUGE)])
def test_text_of_any_kind_is_kept_as_it_came(put, provider, act, text):
    """A script tag and two megabytes are text like any other, and are read."""
    outcome, pieces, _ = put(provider, act)
    assert outcome.raw == "".join(pieces) == text
    assert parse_triangle_reply(outcome.raw)["Q3"].value == 1.25


@pytest.mark.parametrize("provider", VENDORS)
def test_what_a_server_says_of_itself_is_not_trusted(put, provider):
    """Model names with any length or characters, or the key, and negative numbers still leave a readable line."""
    outcome, _, _ = put(provider, "odd")
    assert (outcome.status, outcome.raw) == ("ok", REPLY)
    assert outcome.api_model.startswith("[key]odd model")
    assert len(outcome.api_model) == 100
    assert None in (outcome.input_tokens, outcome.output_tokens)
    assert parse_reply(json.loads(encode_reply(outcome.as_reply("r", "001_P0"))), "r") == outcome.as_reply(
        "r", "001_P0"
    )


@pytest.mark.parametrize("provider", VENDORS)
def test_a_reply_that_does_not_end_is_cut(put, provider, monkeypatch):
    """A stream beyond the character limit ends as truncated, with the text so far."""
    monkeypatch.setattr(core.inference.send_request, "MAX_REPLY_CHARACTERS", 10_000)
    outcome, _, _ = put(provider, "huge")
    assert outcome.status == "cut"
    assert 10_000 < len(outcome.raw) < 20_000


@pytest.mark.parametrize("provider", VENDORS)
def test_a_reply_that_takes_too_long_is_given_up(put, quick, server, provider):
    """A server that keeps the connection open without finishing is abandoned after the time for one reply."""
    limits = replace(quick, idle_timeout_s=20.0, timeout_s=0.3, attempts=1)
    outcome, _, _ = put(provider, "stall", limits=limits)
    assert outcome.status == "api_error"
    assert "did not finish within 0.3 s" in outcome.error


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
def test_a_server_s_wish_to_wait_is_respected(put, provider):
    """The wait before the next attempt is that of `Retry-After` or of Google's body."""
    _, _, retries = put(provider, "429", "429_body")
    assert [retry.wait_s for retry in retries] == [0.0, 0.25]


@pytest.mark.parametrize("provider", VENDORS)
def test_a_server_that_is_not_there_is_said_so(quick, photograph, provider):
    """A refused connection is retried and then named; it cannot have cost anything."""
    target = resolve_endpoint(f"{provider}:test", "http://127.0.0.1:9/v1", {provider: KEY}, limits=quick)
    request = build_request([photograph], "What?", "original", quick.max_side_px)

    async def run():
        client = connect(target)
        try:
            with pytest.raises(CallError) as caught:
                await client.ask(request, lambda _: None)
            return caught.value, await ask_with_retries(client, target, request)
        finally:
            await client.close()

    error, outcome = asyncio.run(run())
    assert error.is_temporary
    assert not error.may_be_billed
    assert outcome.status == "api_error"
    assert "cannot be reached" in outcome.error


@pytest.mark.parametrize("provider", VENDORS)
def test_cancelling_closes_the_line(quick, server, photograph, provider):
    """If it is cancelled in mid-stream, the task ends at once and the server sees the client disconnect."""
    limits = replace(quick, idle_timeout_s=60.0)
    target = resolve_endpoint(f"{provider}:test", server.url(provider), {provider: KEY}, limits=limits)
    request = build_request([photograph], "What?", "original", limits.max_side_px)
    server.acts = ["stall"]

    async def run():
        client = connect(target)
        has_begun = asyncio.Event()
        task = asyncio.create_task(ask_with_retries(client, target, request, on_text=lambda _: has_begun.set()))
        await asyncio.wait_for(has_begun.wait(), 20)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        for _ in range(200):
            if server.disconnects:
                break
            await asyncio.sleep(0.02)
        await client.close()

    asyncio.run(run())
    assert server.disconnects == 1
    assert len(server.asked) == 1


@pytest.mark.parametrize("provider", VENDORS)
def test_the_key_is_sent_and_shown_to_nobody(put, server, provider):
    """The key reaches the server, and is in neither the errors nor a reply that repeats it."""
    outcome, pieces, retries = put(provider, "429", "echo_key")
    assert KEY in str(server.asked[0].headers)
    assert outcome.raw == f"[key]{REPLY}"
    assert KEY not in "".join(pieces) + repr(outcome) + repr(retries)
    with pytest.raises(CallError) as caught:
        put(provider, "401")
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("provider", VENDORS)
def test_the_environment_of_a_library_changes_nothing(put, server, monkeypatch, provider):
    """Settings that the libraries would read from the environment are not sent and do not change the address."""
    for name in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "ANTHROPIC_AUTH_TOKEN", "GOOGLE_API_KEY"):
        monkeypatch.setenv(name, "from-outside")
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    outcome, _, _ = put(provider)
    assert outcome.status == "ok"
    assert "from-outside" not in str(server.asked[0].headers)


@pytest.mark.parametrize(
    ("provider", "place"),
    [("openai", ("max_completion_tokens",)), ("local", ("max_tokens",)), ("anthropic", ("max_tokens",)),
     ("gemini", ("generationConfig", "maxOutputTokens"))],
)  # fmt: skip
def test_a_limit_of_tokens_is_sent_under_its_name(put, server, provider, place):
    """The limit is in each API's field; if none is requested, only Anthropic's API gets one."""
    put(provider, limit=77)
    put(provider)
    with_limit, without = (asked.body for asked in server.asked)
    for name in place:
        with_limit, without = with_limit[name], without.get(name, {})
    assert with_limit == 77
    assert without == (8192 if provider == "anthropic" else {})
