"""Meaning of the reasons that providers give for the end of a reply; one table for live calls, batches and logs.

A reason that is in no table marks a whole reply and is kept as its note.
"""

from typing import Literal

Ended = Literal["cut", "refused", "filtered", "failed"]
"""`failed`: generation broke off on the provider's side, so the text so far is not a reply."""

CHAT_ENDS: dict[str, Ended] = {
    "length": "cut",
    "model_length": "cut",
    "max_tokens": "cut",
    "content_filter": "filtered",
    "sensitive": "filtered",
    "error": "failed",
    "network_error": "failed",
    "abort": "failed",
    "insufficient_system_resource": "failed",
}
"""Finish reasons of chat completions.

Source: OpenAI, "The chat completion object"; OpenRouter, "API reference", `error`; Mistral, "Chat completion",
`model_length` and `error`; vLLM, `FinishReason`, and SGLang, `abort`; DeepSeek, "Create chat completion",
`insufficient_system_resource`; Zhipu, "Chat completion", `sensitive` and `network_error`.
"""

ANTHROPIC_ENDS: dict[str, Ended] = {
    "max_tokens": "cut",
    "model_context_window_exceeded": "cut",
    "pause_turn": "cut",
    "refusal": "refused",
}
"""Stop reasons of Anthropic. Source: Anthropic, "Handling stop reasons"."""

GEMINI_ENDS: dict[str, Ended] = {
    "MAX_TOKENS": "cut",
    **dict.fromkeys(
        (
            "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "LANGUAGE", "ESCALATION",
            "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION", "MODEL_ARMOR",
        ),
        "filtered",
    ),
    **dict.fromkeys(
        (
            "OTHER", "MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS",
            "MISSING_THOUGHT_SIGNATURE",
        ),
        "failed",
    ),
}  # fmt: skip
"""Finish reasons of Gemini. Source: Gemini API, "FinishReason"."""


def parse_finish_reason(reason: str) -> Ended | None:
    """Return the meaning of a chat completion's `finish_reason`; None if the reply is whole.

    Google's OpenAI-compatible interface appends its own reason, as in `content_filter: RECITATION`.
    """
    return CHAT_ENDS.get(reason.partition(":")[0].strip())


def describe_interruption(reason: str) -> str:
    """Return the sentence about a reply whose generation failed on the provider's side."""
    return f"the provider aborted the reply ({reason})"


def describe_reasoning_only(characters: int) -> str:
    """Return the sentence about a reply that has reasoning and no final answer."""
    return f"all {characters:,} characters of the reply are reasoning; it has no final answer"
