"""Detection of prompts that a server has truncated silently.

A server with too small a context window may drop the beginning of a prompt, images included, and still answer; the
number of input tokens that it reports then equals its limit. Source: Ollama, "FAQ", "How can I specify the context
window size?"; its default has been 2048 and 4096 tokens.
"""

from collections.abc import Mapping

MIN_REPLIES = 3
"""Minimum number of replies with the same count for it to be a limit."""

MIN_SHARE = 0.5
"""Minimum share of the replies with a count that have the largest one; shorter prompts are not truncated."""

LIMIT_STEP = 1024
"""Context limits of servers are multiples of this; some keep one token free."""


def find_context_limit(replies_by_tokens: Mapping[int, int]) -> int | None:
    """Return the number of input tokens at which prompts appear to be truncated; None without a sign of it.

    Args:
        replies_by_tokens: number of a run's replies by the number of input tokens that they report.
    """
    if not replies_by_tokens:
        return None
    largest = max(replies_by_tokens)
    is_limit = largest >= LIMIT_STEP - 1 and largest % LIMIT_STEP in (0, LIMIT_STEP - 1)
    is_shared = replies_by_tokens[largest] >= max(MIN_REPLIES, MIN_SHARE * sum(replies_by_tokens.values()))
    return largest if is_limit and is_shared else None
