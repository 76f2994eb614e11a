"""Runs whose prompts a server seems to have truncated, by the input tokens that their replies report."""

from collections.abc import Collection, Mapping

import pandas as pd

MIN_REPLIES = 3
"""Minimum number of replies with the same count for it to be a limit."""

MIN_SHARE = 0.5
"""Minimum share of the replies with a count that have the largest one; shorter prompts are not truncated."""

LIMIT_STEP = 1024
"""Context limits of servers are multiples of this; some keep one token free."""


def list_context_limit_warnings(rows: pd.DataFrame, run_ids: Collection[str] | None = None) -> list[str]:
    """Return a warning per run whose prompts seem to be truncated.

    Args:
        rows: of the query `input_tokens`: run_id, label, input_tokens and replies.
        run_ids: the runs to look at; None for all.
    """
    warnings = []
    for run_id, of_run in rows.groupby("run_id", sort=True):
        if run_ids is not None and run_id not in run_ids:
            continue
        by_tokens = dict(zip(of_run["input_tokens"].astype(int), of_run["replies"].astype(int), strict=True))
        limit = _find_context_limit(by_tokens)
        if limit is not None:
            warnings.append(
                f"{of_run['label'].iloc[0]}: {by_tokens[limit]:,} replies report exactly {limit:,} input tokens, a "
                "usual context limit of servers. The server may have cut these prompts without saying so, images "
                "included. Raise its limit (Ollama: OLLAMA_CONTEXT_LENGTH; vLLM: --max-model-len) and ask again as "
                "another pass: --repeat 2."
            )
    return warnings


def _find_context_limit(replies_by_tokens: Mapping[int, int]) -> int | None:
    """Return the number of input tokens at which prompts appear to be truncated; None without a sign of it.

    A server with too small a context window may drop the beginning of a prompt, images included, and still answer; the
    number of input tokens that it reports then equals its limit. Source: Ollama, "FAQ", "How can I specify the context
    window size?"; its default has been 2048 and 4096 tokens.

    Args:
        replies_by_tokens: number of a run's replies by the number of input tokens that they report.
    """
    if not replies_by_tokens:
        return None
    largest = max(replies_by_tokens)
    is_limit = largest >= LIMIT_STEP - 1 and largest % LIMIT_STEP in (0, LIMIT_STEP - 1)
    is_shared = replies_by_tokens[largest] >= max(MIN_REPLIES, MIN_SHARE * sum(replies_by_tokens.values()))
    return largest if is_limit and is_shared else None
