"""Results of a provider's batch per request: the reply, its status, and its tokens.

Source: docs/using/importing.md; documents of OpenAI, Anthropic and Google on their batch interfaces.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.formatting import to_single_line
from core.importers.formats.finish_reasons import (
    ANTHROPIC_ENDS,
    GEMINI_ENDS,
    Ended,
    describe_interruption,
    describe_reasoning_only,
    parse_finish_reason,
)
from core.importers.sidecar_files import get_object, get_path, get_text, to_count
from core.importers.timestamps import parse_unix_time
from core.records import ReplyStatus

REASONING_FIELDS = ("reasoning_content", "reasoning")
"""Fields of a message beside its content. Source: DeepSeek, "Reasoning model"; OpenRouter, "Reasoning tokens"; vLLM,
"Reasoning outputs", which renamed the first to the second.
"""

MAX_ERROR = 500
"""Maximum length of a reason, in characters."""

_NO_TEXT = "the call succeeded, but the reply has no text"
_CUT = "it was cut at the token limit"
_FILTERED = "held back by the provider's content filter"
_REFUSED = "the model declined"


@dataclass(frozen=True, slots=True)
class ProviderReply:
    """One reply to a request; fields as in `ImportedReply`."""

    raw: str | None
    status: ReplyStatus
    error: str | None = None
    model: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    moment: datetime | None = None


def has_failed(row: Mapping[str, Any]) -> bool:
    """Return whether the provider reports that the request of a row failed."""
    if "result" in row:
        return get_text(row, "result", "type") != "succeeded"
    response = row.get("response")
    return bool(row.get("error")) or not isinstance(response, dict) or response.get("status_code", 200) != 200


def parse_batch_replies(row: Mapping[str, Any]) -> list[ProviderReply]:
    """Parse the answers of a row: several if several were requested, one if the request failed."""
    if "result" in row:
        return [_parse_anthropic_result(get_object(row, "result"))]
    error = row.get("error")
    if error:
        code, message = get_text(error, "code"), get_text(error, "message") or get_text({"error": error}, "error")
        return [_build_failed_reply(": ".join(filter(None, (code, message))))]
    response = get_object(row, "response")
    if not response:
        return [_build_failed_reply("the batch holds neither a response nor an error")]
    if "key" in row:
        return [parse_gemini_response(response)]
    body = get_object(response, "body")
    status = response.get("status_code")
    if has_failed(row):
        return [
            _build_failed_reply(f"HTTP {status}: {get_text(body, 'error', 'message') or get_text(body, 'message')}")
        ]
    return [_parse_response(body)] if isinstance(body.get("output"), list) else parse_chat_completion(body)


def parse_completion_body(body: object) -> list[ProviderReply]:
    """Return the answers of a completion, outside of a batch, as OpenAI, Anthropic and Gemini give it.

    A list of messages is a conversation, whose last one counts if the assistant wrote it. Other values have no answers.
    """
    if isinstance(body, list):
        body = body[-1] if body and all(get_text(message, "role") for message in body) else None
    if not isinstance(body, dict):
        return []
    if _is_list_of_objects(body.get("choices")) and any(
        isinstance(choice.get("message"), dict) for choice in body["choices"]
    ):
        return list(_parse_choices(body))
    if _is_list_of_objects(body.get("output")) and get_text(body, "object") == "response":
        return [_parse_response(body)]
    if _is_list_of_objects(body.get("candidates")) and any("content" in one for one in body["candidates"]):
        return [parse_gemini_response(body)]
    if get_text(body, "type") == "message" and "content" in body:
        return [_parse_anthropic_result({"type": "succeeded", "message": body})]
    if get_text(body, "role") == "assistant" and "content" in body:
        return list(_parse_choices({"choices": [{"message": body}]}))
    return []


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _build_failed_reply(why: str) -> ProviderReply:
    return ProviderReply(None, "api_error", to_single_line(why).rstrip(": ")[:MAX_ERROR] or "the request failed")


def parse_chat_completion(body: Mapping[str, Any]) -> list[ProviderReply]:
    """Return the answers of a whole chat completion, one per choice."""
    return list(_parse_choices(body))


def _parse_choices(body: Mapping[str, Any]) -> Iterator[ProviderReply]:
    found = body.get("choices")
    choices = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    tokens = (
        (to_count(get_path(body, "usage", "prompt_tokens")), to_count(get_path(body, "usage", "completion_tokens")))
        if len(choices) == 1
        else (None, None)
    )
    about = get_text(body, "model"), *tokens, parse_unix_time(body.get("created"))
    for choice in choices:
        message = get_object(choice, "message")
        refusal = message.get("refusal")
        raw = _join_texts(message.get("content"))
        reason = get_text(choice, "finish_reason")
        ended = parse_finish_reason(reason)
        if refusal and not ended:
            raw, ended = refusal if raw is None and isinstance(refusal, str) else raw, "refused"
        reasoning = next((text for name in REASONING_FIELDS if (text := get_text(message, name))), "")
        yield _build_reply(raw, ended, about, reason, len(reasoning))
    if not choices:
        yield _build_reply(None, None, about)


def _parse_response(body: Mapping[str, Any]) -> ProviderReply:
    """Parse the messages of a response, without its reasoning."""
    messages = [item for item in body["output"] if get_text(item, "type") == "message"]
    parts = [part for item in messages if isinstance(item.get("content"), list) for part in item["content"]]
    texts = [get_path(part, "text") for part in parts if get_text(part, "type") == "output_text"]
    refusals = [get_text(part, "refusal") for part in parts if get_text(part, "type") == "refusal"]
    usage = get_object(body, "usage")
    about = (
        get_text(body, "model"),
        to_count(usage.get("input_tokens")),
        to_count(usage.get("output_tokens")),
        parse_unix_time(body.get("created_at")),
    )
    status = get_text(body, "status")
    if status in ("failed", "cancelled"):
        return _build_failed_reply(get_text(body, "error", "message") or status)
    reason = get_text(body, "incomplete_details", "reason") if status == "incomplete" else ""
    of_reason: dict[str, Ended] = {"content_filter": "filtered", "max_output_tokens": "cut"}
    ended = of_reason.get(reason, "refused" if refusals else None)
    said = [text for text in texts or refusals if isinstance(text, str)]
    reasoning = sum(
        _count_reasoning_characters(item) for item in body["output"] if get_text(item, "type") == "reasoning"
    )
    return _build_reply("".join(said) if said else None, ended, about, reason, reasoning)


def _count_reasoning_characters(item: Mapping[str, Any]) -> int:
    """Return the number of characters in a reasoning item: its summary and, if sent, its content."""
    parts = [*_to_list(item.get("summary")), *_to_list(item.get("content"))]
    return sum(len(text) for part in parts if isinstance(text := get_path(part, "text"), str))


def _to_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _parse_anthropic_result(result: Mapping[str, Any]) -> ProviderReply:
    """Parse a result of Anthropic's message batches."""
    kind = get_text(result, "type")
    if kind in ("canceled", "expired"):
        return ProviderReply(None, "missing", f"the batch was {kind} before the request was made")
    if kind != "succeeded":
        error = get_object(result, "error")
        return _build_failed_reply(get_text(error, "error", "message") or get_text(error, "message") or kind)
    return parse_anthropic_message(get_object(result, "message"))


def parse_anthropic_message(message: Mapping[str, Any]) -> ProviderReply:
    """Return the answer of a whole message of Anthropic's API."""
    reason = get_text(message, "stop_reason")
    thinking = sum(len(get_text(part, "thinking")) for part in _to_list(message.get("content")))
    about = (
        get_text(message, "model"),
        to_count(get_path(message, "usage", "input_tokens")),
        to_count(get_path(message, "usage", "output_tokens")),
        None,
    )
    return _build_reply(_join_texts(message.get("content")), ANTHROPIC_ENDS.get(reason), about, reason, thinking)


def parse_gemini_response(response: Mapping[str, Any]) -> ProviderReply:
    """Return the answer of a whole response of Gemini; thoughts are not part of the reply, but are billed as output."""
    usage = get_object(response, "usageMetadata")
    counts = [to_count(usage.get(name)) for name in ("candidatesTokenCount", "thoughtsTokenCount")]
    about = (
        get_text(response, "modelVersion"),
        to_count(usage.get("promptTokenCount")),
        sum(filter(None, counts)) if any(count is not None for count in counts) else None,
        None,
    )
    if get_text(response, "promptFeedback", "blockReason"):
        return _build_reply(None, "filtered", about)
    found = response.get("candidates")
    candidate: dict[str, Any] = next(iter(found), {}) if isinstance(found, list) else {}
    parts = get_path(candidate, "content", "parts")
    said = [part for part in parts if not get_path(part, "thought")] if isinstance(parts, list) else None
    reason = get_text(candidate, "finishReason")
    thoughts = sum(len(get_text(part, "text")) for part in _to_list(parts) if get_path(part, "thought"))
    return _build_reply(_join_texts(said), GEMINI_ENDS.get(reason), about, reason, thoughts)


_About = tuple[str, int | None, int | None, datetime | None]
"""The model that answered, tokens in and out, and the time."""

_WHY: dict[str, tuple[ReplyStatus, str]] = {
    "cut": ("cut", _CUT), "filtered": ("filtered", _FILTERED), "refused": ("refused", _REFUSED)
}  # fmt: skip


_USUAL_ENDS = ("", "stop", "end_turn", "stop_sequence", "STOP")
"""Reasons that need no note."""


def _build_reply(
    raw: str | None, ended: Ended | None, about: _About, reason: str = "", reasoning_characters: int = 0
) -> ProviderReply:
    """Build an answer according to how it ended; without text it is empty, unless it was withheld or cut.

    Args:
        raw: the text.
        ended: the meaning of the provider's reason; None for a whole reply.
        about: the model, tokens and time.
        reason: the provider's word for it.
        reasoning_characters: of the reasoning beside the text.
    """
    has_text = bool(raw and raw.strip())
    only_reasoning = describe_reasoning_only(reasoning_characters) if reasoning_characters and not has_text else ""
    note = to_single_line(reason)[:MAX_ERROR] if reason not in _USUAL_ENDS else ""
    if ended == "failed":
        return ProviderReply(raw, "api_error", describe_interruption(note), *about)
    if ended:
        status, why = _WHY[ended]
        return ProviderReply(raw, status, "; ".join(filter(None, (why, only_reasoning))), *about)
    if has_text:
        return ProviderReply(raw, "ok", note or None, *about)
    why = "; ".join(filter(None, (_NO_TEXT, only_reasoning))) + (f" ({note})" if note else "")
    return ProviderReply(raw, "empty", why, *about)


def _join_texts(content: object) -> str | None:
    """Join the texts of a content: a text, or the texts of its parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [text for part in parts if isinstance(text := get_path(part, "text"), str)]
    return "".join(texts) if texts else None
