"""Coverage of a benchmark by a run: every ranking marks a run that has not answered all of it."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.phrases import MAX_NAMED
from core.benchmarks.data import Terminology
from core.formatting import join_with_and

OF_COVERAGE = ["all_cases", "is_ranked"]
"""Columns of the query `ranking` with the number of cases, and whether a run has answered nearly all of them."""


def format_answered(n_cases: int, all_cases: int, words: Terminology) -> str:
    """Return `12 of 400 photographs` for a run that has not answered every case, and otherwise an empty text.

    Args:
        n_cases: cases with answers, readable or not.
        all_cases: cases of the benchmark.
        words: of the benchmark.
    """
    return (
        "" if n_cases >= all_cases else f"{n_cases:,} of {all_cases:,} {words.case if all_cases == 1 else words.cases}"
    )


def format_partial_runs(ranking: pd.DataFrame, words: Terminology) -> dict[str, str]:
    """Return `format_answered` by run id, only for the runs that have not answered every case.

    Args:
        ranking: the query `ranking`.
        words: of the benchmark.
    """
    texts = {
        str(run_id): format_answered(int(n_cases), int(all_cases), words)
        for run_id, n_cases, all_cases in ranking[["run_id", "cases", "all_cases"]].itertuples(index=False)
    }
    return {run_id: text for run_id, text in texts.items() if text}


def label_with(label: str, answered: str) -> str:
    """Return the label of a run, followed by its coverage if that is not complete."""
    return f"{label} ({answered})" if answered else label


def limit_names(names: Sequence[str]) -> list[str]:
    """Return the first names; those beyond `MAX_NAMED` are counted."""
    n_more = len(names) - MAX_NAMED
    return [*names[:MAX_NAMED], *([f"{n_more} more"] if n_more > 0 else [])]


def name_some(names: Sequence[str]) -> str:
    """Join the names; those beyond `MAX_NAMED` are counted."""
    return join_with_and(limit_names(names))


def describe_unranked(ranking: pd.DataFrame, words: Terminology) -> str:
    """Name the runs that are not ranked because they answered only a part of the benchmark; empty if none did.

    Args:
        ranking: rows of the query `ranking` with scores.
        words: of the benchmark.
    """
    rows = ranking[~ranking["is_ranked"].astype(bool)]
    if rows.empty:
        return ""
    texts = format_partial_runs(rows, words)
    labels = zip(rows["run_label"], rows["run_id"], strict=True)
    named = name_some([label_with(str(label), texts.get(str(run_id), "")) for label, run_id in labels])
    return f"Not ranked, with answers to only a part of the {words.cases}: {named}."
