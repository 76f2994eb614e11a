"""Signs of prompts that a server has cut without saying so.

A server whose context is too small may drop the beginning of a prompt, images included, and answer all the same; the
number of input tokens that it reports is then its limit. Source: Ollama, "FAQ", "How can I specify the context window
size?"; its default has been 2048 and 4096 tokens.
"""

from collections.abc import Mapping

MIN_REPLIES = 3
"""With the same count, so that it may be a limit."""

MIN_SHARE = 0.5
"""Of the replies with a count that have the largest one; shorter prompts are whole."""

LIMIT_STEP = 1024
"""Context limits of servers are multiples of it; some keep one token free."""


def find_context_limit(replies_by_tokens: Mapping[int, int]) -> int | None:
    """Return the number of input tokens at which prompts seem to be cut; None if there is no sign of it.

    Args:
        replies_by_tokens: how many replies of a run report each number of input tokens.
    """
    if not replies_by_tokens:
        return None
    largest = max(replies_by_tokens)
    is_limit = largest >= LIMIT_STEP - 1 and largest % LIMIT_STEP in (0, LIMIT_STEP - 1)
    is_shared = replies_by_tokens[largest] >= max(MIN_REPLIES, MIN_SHARE * sum(replies_by_tokens.values()))
    return largest if is_limit and is_shared else None
