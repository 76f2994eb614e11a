"""Replies that arrive whole instead of as a stream; parsed by the functions for results of batches."""

import json
from typing import Any

from core.errors import CallError
from core.importers.formats.batch_answers import ProviderReply
from core.inference.clients.errors import make_error_excerpt
from core.inference.clients.model_client import OnText, ReplyEnd


def parse_whole_reply(text: str) -> dict[str, Any]:
    """Parse the JSON object in a response's body.

    Raises:
        ValueError: the body is not a JSON object.
    """
    body = json.loads(text)
    if not isinstance(body, dict):
        raise ValueError("the response is not a JSON object")
    return body


def take_whole_reply(answer: ProviderReply, who: str, key: str | None, on_text: OnText) -> ReplyEnd:
    """Pass on the text of a whole reply and return how it ended.

    Raises:
        CallError: the provider reports that the reply failed.
    """
    reason = make_error_excerpt(answer.error, key) if answer.error else None
    if answer.status in ("api_error", "missing"):
        raise CallError(f"{who} ended the reply early: {reason}", is_temporary=True, may_be_billed=True)
    if answer.raw:
        on_text(answer.raw)
    status = answer.status if answer.status in ("cut", "refused", "filtered", "empty") else "ok"
    return ReplyEnd(status, reason, answer.input_tokens, answer.output_tokens, answer.model or None)
