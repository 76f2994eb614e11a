"""Meaning of the reasons that providers give for the end of a reply; one table for live calls, batches and logs.

A reason that is in no table marks a whole reply and is kept as its note.
"""

from typing import Literal

from core.toml_tables import load_table

Ended = Literal["cut", "refused", "filtered", "failed"]

_ENDS: dict[str, dict[str, Ended]] = load_table(__file__, "finish_reasons.toml")
CHAT_ENDS, ANTHROPIC_ENDS, GEMINI_ENDS = _ENDS["chat"], _ENDS["anthropic"], _ENDS["gemini"]


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
