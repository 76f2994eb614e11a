"""What a provider's batch wrote for one request: the reply, what became of it, and its tokens.

Source: docs/using/importing.md; documents of OpenAI, Anthropic and Google on their batch interfaces.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.formatting import printable
from core.importers.formats.finish_reasons import (
    ANTHROPIC_ENDS,
    GEMINI_ENDS,
    Ended,
    broken_off_text,
    ended_of_chat,
    only_reasoning_text,
)
from core.importers.sidecar_files import object_at, part_of, text_at
from core.importers.timestamps import moment_of
from core.records import ReplyStatus

REASONING_FIELDS = ("reasoning_content", "reasoning")
"""Of a message, beside its content. Source: DeepSeek, "Reasoning model"; OpenRouter, "Reasoning tokens"; vLLM,
"Reasoning outputs", which renamed the first to the second."""

MAX_ERROR = 500
"""Characters of a reason."""

_NO_TEXT = "the call went well, but there is no text"
_CUT = "it ends at the limit of tokens"
_FILTERED = "held back by the provider's content filter"
_REFUSED = "the model declined"


@dataclass(frozen=True, slots=True)
class Answer:
    """One reply to a request; fields as in `LoggedReply`."""

    raw: str | None
    status: ReplyStatus
    error: str | None = None
    model: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    moment: datetime | None = None


def has_failed(row: Mapping[str, Any]) -> bool:
    """Whether the provider says that the request of a row failed."""
    if "result" in row:
        return text_at(row, "result", "type") != "succeeded"
    response = row.get("response")
    return bool(row.get("error")) or not isinstance(response, dict) or response.get("status_code", 200) != 200


def answers_in(row: Mapping[str, Any]) -> list[Answer]:
    """The answers of a row: several where several were asked for, one where the request failed."""
    if "result" in row:
        return [_anthropic(object_at(row, "result"))]
    error = row.get("error")
    if error:
        code, message = text_at(error, "code"), text_at(error, "message") or text_at({"error": error}, "error")
        return [_failed(": ".join(filter(None, (code, message))))]
    response = object_at(row, "response")
    if not response:
        return [_failed("the batch holds neither a response nor an error")]
    if "key" in row:
        return [gemini_answer(response)]
    body = object_at(response, "body")
    status = response.get("status_code")
    if has_failed(row):
        return [_failed(f"HTTP {status}: {text_at(body, 'error', 'message') or text_at(body, 'message')}")]
    return [_responses(body)] if isinstance(body.get("output"), list) else chat_answers(body)


def answers_of_body(body: object) -> list[Answer]:
    """Return the answers of a completion, outside of a batch, as OpenAI, Anthropic and Gemini give it.

    A list of messages is a conversation, whose last one counts if the assistant wrote it. Other values have no answers.
    """
    if isinstance(body, list):
        body = body[-1] if body and all(text_at(message, "role") for message in body) else None
    if not isinstance(body, dict):
        return []
    if _is_list_of_objects(body.get("choices")) and any(
        isinstance(choice.get("message"), dict) for choice in body["choices"]
    ):
        return list(_chat(body))
    if _is_list_of_objects(body.get("output")) and text_at(body, "object") == "response":
        return [_responses(body)]
    if _is_list_of_objects(body.get("candidates")) and any("content" in one for one in body["candidates"]):
        return [gemini_answer(body)]
    if text_at(body, "type") == "message" and "content" in body:
        return [_anthropic({"type": "succeeded", "message": body})]
    if text_at(body, "role") == "assistant" and "content" in body:
        return list(_chat({"choices": [{"message": body}]}))
    return []


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _failed(why: str) -> Answer:
    return Answer(None, "api_error", printable(why).rstrip(": ")[:MAX_ERROR] or "the request failed")


def chat_answers(body: Mapping[str, Any]) -> list[Answer]:
    """Return the answers of a whole chat completion, one per choice."""
    return list(_chat(body))


def _chat(body: Mapping[str, Any]) -> Iterator[Answer]:
    found = body.get("choices")
    choices = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    tokens = (
        (_count(part_of(body, "usage", "prompt_tokens")), _count(part_of(body, "usage", "completion_tokens")))
        if len(choices) == 1
        else (None, None)
    )
    about = text_at(body, "model"), *tokens, moment_of(body.get("created"))
    for choice in choices:
        message = object_at(choice, "message")
        refusal = message.get("refusal")
        raw = _joined(message.get("content"))
        reason = text_at(choice, "finish_reason")
        ended = ended_of_chat(reason)
        if refusal and not ended:
            raw, ended = refusal if raw is None and isinstance(refusal, str) else raw, "refused"
        reasoning = next((text for name in REASONING_FIELDS if (text := text_at(message, name))), "")
        yield _answer(raw, ended, about, reason, len(reasoning))
    if not choices:
        yield _answer(None, None, about)


def _responses(body: Mapping[str, Any]) -> Answer:
    """The messages of a response, without its reasoning."""
    messages = [item for item in body["output"] if text_at(item, "type") == "message"]
    parts = [part for item in messages if isinstance(item.get("content"), list) for part in item["content"]]
    texts = [part_of(part, "text") for part in parts if text_at(part, "type") == "output_text"]
    refusals = [text_at(part, "refusal") for part in parts if text_at(part, "type") == "refusal"]
    usage = object_at(body, "usage")
    about = (
        text_at(body, "model"),
        _count(usage.get("input_tokens")),
        _count(usage.get("output_tokens")),
        moment_of(body.get("created_at")),
    )
    status = text_at(body, "status")
    if status in ("failed", "cancelled"):
        return _failed(text_at(body, "error", "message") or status)
    reason = text_at(body, "incomplete_details", "reason") if status == "incomplete" else ""
    of_reason: dict[str, Ended] = {"content_filter": "filtered", "max_output_tokens": "cut"}
    ended = of_reason.get(reason, "refused" if refusals else None)
    said = [text for text in texts or refusals if isinstance(text, str)]
    reasoning = sum(_characters_of_reasoning(item) for item in body["output"] if text_at(item, "type") == "reasoning")
    return _answer("".join(said) if said else None, ended, about, reason, reasoning)


def _characters_of_reasoning(item: Mapping[str, Any]) -> int:
    """Return the number of characters in a reasoning item: its summary and, if sent, its content."""
    parts = [*_list_of(item.get("summary")), *_list_of(item.get("content"))]
    return sum(len(text) for part in parts if isinstance(text := part_of(part, "text"), str))


def _list_of(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _anthropic(result: Mapping[str, Any]) -> Answer:
    """A result of Anthropic's message batches."""
    kind = text_at(result, "type")
    if kind in ("canceled", "expired"):
        return Answer(None, "missing", f"the batch was {kind} before the request was made")
    if kind != "succeeded":
        error = object_at(result, "error")
        return _failed(text_at(error, "error", "message") or text_at(error, "message") or kind)
    return anthropic_answer(object_at(result, "message"))


def anthropic_answer(message: Mapping[str, Any]) -> Answer:
    """Return the answer of a whole message of Anthropic's API."""
    reason = text_at(message, "stop_reason")
    thinking = sum(len(text_at(part, "thinking")) for part in _list_of(message.get("content")))
    about = (
        text_at(message, "model"),
        _count(part_of(message, "usage", "input_tokens")),
        _count(part_of(message, "usage", "output_tokens")),
        None,
    )
    return _answer(_joined(message.get("content")), ANTHROPIC_ENDS.get(reason), about, reason, thinking)


def gemini_answer(response: Mapping[str, Any]) -> Answer:
    """Return the answer of a whole response of Gemini; thoughts are not part of the reply, but are billed as output."""
    usage = object_at(response, "usageMetadata")
    counts = [_count(usage.get(name)) for name in ("candidatesTokenCount", "thoughtsTokenCount")]
    about = (
        text_at(response, "modelVersion"),
        _count(usage.get("promptTokenCount")),
        sum(filter(None, counts)) if any(count is not None for count in counts) else None,
        None,
    )
    if text_at(response, "promptFeedback", "blockReason"):
        return _answer(None, "filtered", about)
    found = response.get("candidates")
    candidate: dict[str, Any] = next(iter(found), {}) if isinstance(found, list) else {}
    parts = part_of(candidate, "content", "parts")
    said = [part for part in parts if not part_of(part, "thought")] if isinstance(parts, list) else None
    reason = text_at(candidate, "finishReason")
    thoughts = sum(len(text_at(part, "text")) for part in _list_of(parts) if part_of(part, "thought"))
    return _answer(_joined(said), GEMINI_ENDS.get(reason), about, reason, thoughts)


_About = tuple[str, int | None, int | None, datetime | None]
"""The model that answered, tokens in and out, and when."""

_WHY: dict[str, tuple[ReplyStatus, str]] = {
    "cut": ("cut", _CUT), "filtered": ("filtered", _FILTERED), "refused": ("refused", _REFUSED)
}  # fmt: skip


_USUAL_ENDS = ("", "stop", "end_turn", "stop_sequence", "STOP")
"""Reasons that need no note."""


def _answer(
    raw: str | None, ended: Ended | None, about: _About, reason: str = "", reasoning_characters: int = 0
) -> Answer:
    """Return an answer by how it ended; without text it is empty, unless something held it back or cut it.

    Args:
        raw: the text.
        ended: what the provider's reason means; None for a whole reply.
        about: the model, tokens and moment.
        reason: in the provider's word.
        reasoning_characters: of the reasoning beside the text.
    """
    has_text = bool(raw and raw.strip())
    only_reasoning = only_reasoning_text(reasoning_characters) if reasoning_characters and not has_text else ""
    note = printable(reason)[:MAX_ERROR] if reason not in _USUAL_ENDS else ""
    if ended == "failed":
        return Answer(raw, "api_error", broken_off_text(note), *about)
    if ended:
        status, why = _WHY[ended]
        return Answer(raw, status, "; ".join(filter(None, (why, only_reasoning))), *about)
    if has_text:
        return Answer(raw, "ok", note or None, *about)
    why = "; ".join(filter(None, (_NO_TEXT, only_reasoning))) + (f" ({note})" if note else "")
    return Answer(raw, "empty", why, *about)


def _joined(content: object) -> str | None:
    """The text of a content: a text, or the texts of its parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [text for part in parts if isinstance(text := part_of(part, "text"), str)]
    return "".join(texts) if texts else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
