"""Tests of easily misread endings, streamed and whole: events without delta, failures, reasoning alone."""

import pytest

from tests.inference.clients.conftest import VENDORS
from tests.inference.clients.server import REPLY

PLACES = {"openai": ("temperature",), "anthropic": ("temperature",), "gemini": ("generationConfig", "temperature")}


def _at(body, path):
    for name in path:
        body = body[name]
    return body


def test_a_last_event_without_delta_ends_a_whole_reply(put, server):
    """Azure's last events have no delta; the reply before them counts and is asked for once."""
    outcome, _, _ = put("openai", "without_delta")
    assert (outcome.status, outcome.raw, outcome.error, len(server.asked)) == ("ok", REPLY, None, 1)


@pytest.mark.slow
@pytest.mark.parametrize("is_streaming", [True, False])
@pytest.mark.parametrize(
    ("provider", "reason"),
    [
        ("openai", "error"), ("openai", "abort"), ("openai", "insufficient_system_resource"),
        ("openai", "network_error"), ("gemini", "OTHER"), ("gemini", "MALFORMED_RESPONSE"),
    ],
)  # fmt: skip
def test_a_reply_that_broke_off_is_asked_again(put, server, provider, reason, is_streaming):
    """A finish reason that reports a failed generation is a failure after any text, and is retried."""
    outcome, _, retries = put(provider, f"finish:{reason}", "ok", is_streaming=is_streaming)
    assert (outcome.status, outcome.raw, len(retries), len(server.asked)) == ("ok", REPLY, 1, 2)
    outcome, _, _ = put(provider, *[f"finish:{reason}"] * 3, is_streaming=is_streaming)
    assert outcome.status == "api_error"
    assert f"the provider aborted the reply ({reason})" in outcome.error


@pytest.mark.parametrize("is_streaming", [True, False])
@pytest.mark.parametrize(
    ("provider", "reason", "status"),
    [
        ("openai", "content_filter: RECITATION", "filtered"), ("openai", "sensitive", "filtered"),
        ("openai", "model_length", "cut"), ("anthropic", "pause_turn", "cut"), ("gemini", "MODEL_ARMOR", "filtered"),
        ("openai", "something_new", "ok"),
    ],
)  # fmt: skip
def test_documented_reasons_have_their_meaning(put, server, provider, reason, status, is_streaming):
    """Filters and limits of every vendor are statuses; an unknown reason is a note on a complete reply."""
    outcome, _, _ = put(provider, f"finish:{reason}", is_streaming=is_streaming)
    assert (outcome.status, outcome.raw, len(server.asked)) == (status, REPLY, 1)
    assert outcome.error


@pytest.mark.parametrize("is_streaming", [True, False])
@pytest.mark.parametrize("provider", VENDORS)
def test_reasoning_alone_is_said(put, provider, is_streaming):
    """A reply that consists of reasoning only is empty, with a note that says so."""
    outcome, _, _ = put(provider, "only_reasoning", is_streaming=is_streaming)
    assert (outcome.status, outcome.raw) == ("empty", "")
    assert "characters of the reply are reasoning; it has no final answer" in outcome.error


def test_reasoning_under_its_newer_name_is_said_too(put):
    """The field `reasoning` is treated like `reasoning_content`."""
    outcome, _, _ = put("openai", "only_reasoning_renamed")
    assert "all 22 characters of the reply are reasoning" in outcome.error


@pytest.mark.parametrize("provider", VENDORS)
def test_a_whole_reply_has_text_tokens_and_model(put, server, provider):
    """Without streaming, text, tokens and model are the same, and no stream is requested."""
    outcome, pieces, _ = put(provider, is_streaming=False)
    assert (outcome.status, outcome.raw, pieces, outcome.error) == ("ok", REPLY, [REPLY], None)
    assert (outcome.input_tokens, outcome.output_tokens, outcome.api_model) == (1000, 100, "test-2026")
    assert not server.asked[0].body.get("stream")
    assert ":stream" not in server.asked[0].path
    outcome, _, _ = put(provider, "cut", is_streaming=False)
    assert outcome.status == "cut"


@pytest.mark.parametrize("is_streaming", [True, False])
@pytest.mark.parametrize("provider", [*VENDORS, "local"])
def test_request_options_are_sent(put, server, provider, is_streaming):
    """Options are sent under the vendor's names, including unknown ones, beside the standard fields."""
    extra = {"temperature": 0.25, "vendor_field": {"max_pixels": 50176}}
    outcome, _, _ = put(provider, extra=extra, limit=77, is_streaming=is_streaming)
    body = server.asked[0].body
    assert outcome.status == "ok"
    assert _at(body, PLACES.get(provider, ("temperature",))) == 0.25
    assert body["vendor_field"] == {"max_pixels": 50176}
    assert "77" in str(body)
