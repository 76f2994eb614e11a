"""Reference models that are chosen on other groups: what is missing if there are too few groups."""

import pandas as pd

from core.benchmarks.data import Terminology
from core.formatting import join_with_and
from core.solvers.fitted import FITTED

NONE = "none"
"""Text in place of their missing answers."""


def is_none(model_id: object, status: object) -> bool:
    """Return whether an answer is missing because there were no groups to choose it on."""
    return model_id in FITTED and status == "missing"


def clear_unreadable_counts(ranking: pd.DataFrame) -> pd.DataFrame:
    """Return the query `ranking` without counting the missing answers of these models as unreadable."""
    return ranking.assign(unreadable=ranking["unreadable"].mask(ranking["model_id"].isin(FITTED), 0))


def list_unanswered_references(ranking: pd.DataFrame) -> list[str]:
    """Return the names of the reference models without any answer."""
    rows = ranking[ranking["model_id"].isin(FITTED) & ranking["score"].isna()]
    return [str(label) for label in rows["run_label"]]


def describe_missing_references(labels: list[str], words: Terminology) -> str:
    """State which reference models are missing, and why.

    Args:
        labels: their names, at least one.
        words: of the benchmark.
    """
    them = "it" if len(labels) == 1 else "them"
    return f"{join_with_and(labels)}: {NONE}, there are too few {words.groups} to choose {them} on."
