"""Runs whose prompts a server seems to have truncated, by the input tokens that their replies report."""

from collections.abc import Collection

import pandas as pd

from core.scoring.context_limit import find_context_limit


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
        limit = find_context_limit(by_tokens)
        if limit is not None:
            warnings.append(
                f"{of_run['label'].iloc[0]}: {by_tokens[limit]:,} replies report exactly {limit:,} input tokens, a "
                "usual context limit of servers. The server may have cut these prompts without saying so, images "
                "included. Raise its limit (Ollama: OLLAMA_CONTEXT_LENGTH; vLLM: --max-model-len) and ask again as "
                "another pass: --repeat 2."
            )
    return warnings
