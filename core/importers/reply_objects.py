"""Replies that a table holds as objects: chat completions of providers, and JSON that a model wrote."""

import json
from collections.abc import Mapping
from typing import Any

from core.benchmarks.choice.list_text import ListTextError, parse_list_text
from core.importers.formats.batch_answers import ProviderReply, parse_completion_body

_FROM_ANSWER = ("status", "error", "input_tokens", "output_tokens")
_MARKS = ("choices", "candidates", "content", "output")
"""Words that every completion contains; a text without them is not parsed."""


def replace_reply_object(values: Mapping[str, Any]) -> dict[str, Any] | str:
    """Return the values of a row with its reply as text, or the reason why it has no single reply.

    A completion of OpenAI, Anthropic or Gemini gives its text, its status and its tokens, unless the row states these
    itself. Any other object is written as JSON; numbers stay unchanged.
    """
    reply = values.get("reply")
    body = _parse_completion(reply) if isinstance(reply, str) else reply
    answers = parse_completion_body(body)
    if len(answers) > 1:
        return f"the reply holds {len(answers)} choices; write a row for each of them"
    if answers:
        return {
            **_collect_facts(answers[0]),
            **{k: v for k, v in values.items() if k != "reply"},
            "reply": answers[0].raw,
        }
    if isinstance(reply, str) or reply is None:
        return dict(values)
    return {**values, "reply": json.dumps(reply, ensure_ascii=False)}


def _collect_facts(answer: ProviderReply) -> dict[str, Any]:
    facts = {name: getattr(answer, name) for name in _FROM_ANSWER}
    return {name: value for name, value in (facts | {"api_model": answer.model or None}).items() if value is not None}


def _parse_completion(text: str) -> object:
    """Parse a text that is an object as a whole; None if it is not one that may be a completion."""
    if not text.lstrip().startswith(("{", "[")) or not any(mark in text for mark in _MARKS):
        return None
    try:
        return parse_list_text(text)
    except ListTextError:
        return None
