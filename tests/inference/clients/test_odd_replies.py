"""Tests of complete but odd replies: unusual endings, wrong types, no stream; each is an outcome with its reason."""

import logging

import pytest

from core.errors import ModelNameError
from core.inference.clients.connections import connect
from core.inference.clients.providers import resolve_endpoint
from tests.inference.clients.conftest import KEY, VENDORS
from tests.inference.clients.server import NO_STREAMS, REPLY, TEN_MEGABYTES

PATHS = {
    "openai": "/v1/chat/completions",
    "anthropic": "/v1/messages",
    "gemini": "/v1beta/models/test:streamGenerateContent?alt=sse",
}


@pytest.mark.parametrize("provider", VENDORS)
def test_each_vendor_is_asked_at_its_path(put, server, provider):
    """The path is the one in each API's documentation; Gemini's preview models are in v1beta only."""
    put(provider)
    assert server.asked[0].path == PATHS[provider]


@pytest.mark.parametrize("provider", VENDORS)
def test_an_unusual_end_is_a_note(put, server, provider):
    """A complete text with an unknown finish reason counts, with the reason as a note, and is asked for once."""
    outcome, _, _ = put(provider, "unusual")
    assert (outcome.status, outcome.raw, outcome.error.lower()) == ("ok", REPLY, "something_new")
    assert (outcome.output_tokens, len(server.asked)) == (100, 1)


@pytest.mark.parametrize(
    ("provider", "reason"), [("openai", "tool_calls"), ("anthropic", "tool_use"), ("gemini", "FUNCTION_CALL")]
)
def test_a_tool_instead_of_a_text_is_an_empty_reply(put, server, provider, reason):
    """A model that calls a tool has answered: the reply is empty, says why, and is asked for once."""
    outcome, _, _ = put(provider, "tools")
    assert (outcome.status, outcome.raw) == ("empty", "")
    thought = ": all 3 characters of the reply are reasoning; it has no final answer" if provider == "gemini" else ""
    assert outcome.error == f"the call succeeded, but the reply has no text{thought} ({reason})"
    assert (outcome.output_tokens, len(server.asked)) == (100, 1)


@pytest.mark.parametrize("provider", [*VENDORS, "local"])
@pytest.mark.parametrize("act", NO_STREAMS)
def test_what_is_no_stream_is_kept_and_not_repeated(put, server, provider, act):
    """For JSON or HTML instead of a stream, the error names the type; the content is kept and asked for once."""
    outcome, pieces, _ = put(provider, act)
    kind, body = NO_STREAMS[act]
    assert (outcome.status, outcome.raw, pieces) == ("api_error", body, [])
    assert (
        f"answered with {kind.partition(';')[0]} instead of a stream of events (text/event-stream): " in outcome.error
    )
    assert len(server.asked) == 1


@pytest.mark.parametrize("provider", VENDORS)
def test_values_of_other_types_end_no_run(put, provider):
    """Text, a reason or a number of a type that the API does not have is an outcome, never an internal error."""
    outcome, _, _ = put(provider, "odd_types", "odd_types", "odd_types")
    if provider == "anthropic":
        assert (outcome.status, outcome.raw, outcome.error) == ("ok", REPLY, "[1]")
    else:
        assert outcome.status == "api_error"
        assert "sent a response that its API does not define" in outcome.error


@pytest.mark.parametrize("provider", [*VENDORS, "local"])
def test_what_is_given_up_is_closed(put, caplog, capfd, provider):
    """A stream that is abandoned midway is closed with everything behind it: no event loop complains."""
    with caplog.at_level(logging.WARNING, logger="asyncio"):
        # A busy machine may pause for longer than the client waits; the next attempt gets the same reply.
        outcome, _, _ = put(provider, *(3 * ["ten_megabytes"]))
    assert outcome.status == "cut"
    assert TEN_MEGABYTES.startswith(outcome.raw)
    assert 8_000_000 < len(outcome.raw) < 8_100_000
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []
    assert "asynchronous generator" not in capfd.readouterr().err


@pytest.mark.parametrize("provider", [*VENDORS, "local"])
def test_a_part_of_the_key_is_hidden_too(put, provider):
    """If a server quotes thirteen characters of the key, the error shows none of them."""
    outcome, _, _ = put(provider, "quote_key")
    assert outcome.error.endswith("answered 400: the key [key]*** is odd")


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/v1\r\nX-Other: 1", "http://host/v1\n", "http://ho st/v1", "http://host/v1\x00"]
)
def test_an_address_with_a_line_break_is_refused(url):
    """A text that could inject a header, or cannot be printed, is refused as an address."""
    with pytest.raises(ModelNameError, match="must not contain spaces, line breaks or control characters"):
        resolve_endpoint("local:x", url)


@pytest.mark.parametrize("provider", VENDORS)
def test_an_address_that_cannot_be_called_is_refused(provider):
    """An address that the HTTP library rejects gives one of our sentences, for every vendor."""
    with pytest.raises(ModelNameError, match="The base URL is not valid: "):
        connect(resolve_endpoint(f"{provider}:x", "https://*.\u2024.example/v1", {provider: KEY}))


@pytest.mark.parametrize(
    ("url", "key", "is_said"),
    [
        ("http://gpu7.example:8000/v1", KEY, True), ("http://10.0.0.7:8000/v1", KEY, True),
        ("https://gpu7.example/v1", KEY, False), ("http://127.0.0.1:8000/v1", KEY, False),
        ("http://localhost:8000/v1", KEY, False), ("http://[::1]:8000/v1", KEY, False),
        ("http://gpu7.example:8000/v1", "", False),
    ],
)  # fmt: skip
def test_a_key_that_goes_unencrypted_is_said(url, key, is_said):
    """A warning about a server key over plain HTTP to another machine names its variable and the host."""
    caution = resolve_endpoint("local:x", url, {"local": key}).caution
    assert bool(caution) == is_said
    assert KEY not in caution
    if is_said:
        assert "LOCAL_API_KEY" in caution
