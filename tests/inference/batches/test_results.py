"""Tests of result rows as outcomes: read by the same functions as the import of batch files."""

import json

import pytest

import core.inference.batches.results
from core.inference.batches.results import read_outcomes
from core.inference.clients.providers import resolve_endpoint
from tests.inference.clients.conftest import KEY


@pytest.fixture
def found(tmp_path):
    """Return the outcome of rows in OpenAI's form: `found(content="scalene")`."""

    def find(**message):
        body = {"model": f"gpt\u202e-{KEY}", "choices": [{"message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": -1, "completion_tokens": 10**12}}  # fmt: skip
        row = {"custom_id": "n-0", "response": {"status_code": 200, "body": body}, "error": None}
        path = tmp_path / "results"
        path.write_text(json.dumps(row))
        ((name, outcome),) = read_outcomes(
            path, {"n-0": "001_P0"}, resolve_endpoint("openai:test", None, {"openai": KEY})
        )
        assert name == "n-0"
        return outcome

    return find


def test_odd_values_of_a_server_are_unknown(found):
    """Impossible token counts are null, and the model's name is one line without the key."""
    outcome = found(content="scalene")
    assert (outcome.status, outcome.raw, outcome.latency_s) == ("ok", "scalene", None)
    assert (outcome.input_tokens, outcome.output_tokens) == (None, None)
    assert outcome.api_model.isprintable()
    assert KEY not in outcome.api_model


def test_a_reply_of_endless_length_is_cut(found, monkeypatch):
    """A batch reply ends where a live one does, with the same status."""
    monkeypatch.setattr(core.inference.batches.results, "MAX_REPLY_CHARACTERS", 100)
    outcome = found(content="x" * 101)
    assert (outcome.status, len(outcome.raw)) == ("cut", 100)
    assert outcome.error == "longer than 100 characters"
    assert found(content="x" * 100).status == "ok"


def test_a_reply_of_another_type_has_no_text(found):
    """A number instead of the text is an empty reply, not an internal error."""
    assert found(content=5).status == "empty"


@pytest.mark.parametrize(
    ("row", "status", "words"),
    [
        ({"custom_id": "n", "response": {"status_code": 200, "body": {"choices": []}}}, "empty", "no text"),
        ({"custom_id": "n"}, "api_error", "neither a response nor an error"),
        ({"custom_id": "n", "response": None, "error": {"code": "batch_expired"}}, "api_error", "batch_expired"),
        ({"custom_id": "n", "result": {"type": "canceled"}}, "missing", "the batch was canceled"),
        ({"custom_id": "n", "result": {"type": "something_new"}}, "api_error", "something_new"),
        ({"key": "n", "response": {"candidates": []}}, "empty", "no text"),
        ({"key": "n", "response": {}}, "api_error", "neither a response nor an error"),
        ({"key": "n", "error": {"code": 8, "message": "exhausted"}}, "api_error", "exhausted"),
        (
            {"key": "n", "response": {"candidates": [{"finishReason": "ESCALATION"}]}},
            "filtered",
            "held back by the provider's content filter",
        ),
    ],
)
def test_a_row_without_a_reply_says_why(tmp_path, row, status, words):
    """A row with neither text nor error is never a complete reply, and its reason is in words."""
    path = tmp_path / "results"
    path.write_text(json.dumps(row))
    ((_, outcome),) = read_outcomes(path, {"n"}, resolve_endpoint("openai:test", None, {"openai": KEY}))
    assert (outcome.status, outcome.raw) == (status, None)
    assert words in outcome.error
