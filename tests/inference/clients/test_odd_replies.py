"""Replies that are whole and odd: unusual ends, wrong types, no stream at all; each is an outcome with its reason."""

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
    """The path is the one that each API documents; Gemini's preview models are in v1beta only."""
    put(provider)
    assert server.asked[0].path == PATHS[provider]


@pytest.mark.parametrize("provider", VENDORS)
def test_an_unusual_end_is_a_note(put, server, provider):
    """A whole text that ends for a reason that nobody knows counts, with the reason beside it, and is asked once."""
    outcome, _, _ = put(provider, "unusual")
    assert (outcome.status, outcome.raw, outcome.error.lower()) == ("ok", REPLY, "something_new")
    assert (outcome.output_tokens, len(server.asked)) == (100, 1)


@pytest.mark.parametrize(
    ("provider", "reason"), [("openai", "tool_calls"), ("anthropic", "tool_use"), ("gemini", "FUNCTION_CALL")]
)
def test_a_tool_instead_of_a_text_is_an_empty_reply(put, server, provider, reason):
    """A model that calls a tool has answered: the reply is empty, says why, and is asked once."""
    outcome, _, _ = put(provider, "tools")
    assert (outcome.status, outcome.raw) == ("empty", "")
    thought = ": all 3 characters of the reply are reasoning; it has no final answer" if provider == "gemini" else ""
    assert outcome.error == f"the call succeeded, but the reply has no text{thought} ({reason})"
    assert (outcome.output_tokens, len(server.asked)) == (100, 1)


@pytest.mark.parametrize("provider", [*VENDORS, "local"])
@pytest.mark.parametrize("act", NO_STREAMS)
def test_what_is_no_stream_is_kept_and_not_repeated(put, server, provider, act):
    """JSON or HTML instead of a stream names its type, is kept as it came, and is asked once."""
    outcome, pieces, _ = put(provider, act)
    kind, body = NO_STREAMS[act]
    assert (outcome.status, outcome.raw, pieces) == ("api_error", body, [])
    assert (
        f"answered with {kind.partition(';')[0]} instead of a stream of events (text/event-stream): " in outcome.error
    )
    assert len(server.asked) == 1


@pytest.mark.parametrize("provider", VENDORS)
def test_values_of_other_types_end_no_run(put, provider):
    """Text, a reason or a number of another type than the API has is an outcome, never an error of our own."""
    outcome, _, _ = put(provider, "odd_types", "odd_types", "odd_types")
    if provider == "anthropic":
        assert (outcome.status, outcome.raw, outcome.error) == ("ok", REPLY, "[1]")
    else:
        assert outcome.status == "api_error"
        assert "sent a response that its API does not define" in outcome.error


@pytest.mark.parametrize("provider", [*VENDORS, "local"])
def test_what_is_given_up_is_closed(put, caplog, capfd, provider):
    """A stream that is left in its middle is closed with everything behind it: no loop complains."""
    with caplog.at_level(logging.WARNING, logger="asyncio"):
        outcome, _, _ = put(provider, "ten_megabytes")
    assert outcome.status == "cut"
    assert TEN_MEGABYTES.startswith(outcome.raw)
    assert 8_000_000 < len(outcome.raw) < 8_100_000
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []
    assert "asynchronous generator" not in capfd.readouterr().err


@pytest.mark.parametrize("provider", [*VENDORS, "local"])
def test_a_part_of_the_key_is_hidden_too(put, provider):
    """A server that quotes thirteen characters of the key shows none of them in the error."""
    outcome, _, _ = put(provider, "quote_key")
    assert outcome.error.endswith("answered 400: the key [key]*** is odd")


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/v1\r\nX-Other: 1", "http://host/v1\n", "http://ho st/v1", "http://host/v1\x00"]
)
def test_an_address_with_a_line_break_is_refused(url):
    """What could write a header of its own, or cannot be printed, is no address."""
    with pytest.raises(ModelNameError, match="must not contain spaces, line breaks or control characters"):
        resolve_endpoint("local:x", url)


@pytest.mark.parametrize("provider", VENDORS)
def test_an_address_that_cannot_be_called_is_refused(quick, provider):
    """An address that the HTTP library does not take is a sentence of ours, for every vendor."""
    with pytest.raises(ModelNameError, match="The base URL is not valid: "):
        connect(resolve_endpoint(f"{provider}:x", "https://*.\u2024.example/v1", {provider: KEY}), quick)


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
    """The key of an own server over plain HTTP to another machine is said by its variable and the host's name."""
    caution = resolve_endpoint("local:x", url, {"local": key}).caution
    assert bool(caution) == is_said
    assert KEY not in caution
    if is_said:
        assert "LOCAL_API_KEY" in caution
