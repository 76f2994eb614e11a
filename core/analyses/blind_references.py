"""Reference models that are chosen on other groups, where there are too few of these: what they lack, in words."""

import pandas as pd

from core.benchmarks.data import Terminology
from core.formatting import join_with_and
from core.solvers.fitted import FITTED

NONE = "none"
"""Stands for an answer of theirs that there is not."""


def is_none(model_id: object, status: object) -> bool:
    """Whether an answer is missing because there was nothing to choose it on."""
    return model_id in FITTED and status == "missing"


def clear_unreadable_counts(ranking: pd.DataFrame) -> pd.DataFrame:
    """The query `ranking`, in which what these models do not answer is not called unreadable."""
    return ranking.assign(unreadable=ranking["unreadable"].mask(ranking["model_id"].isin(FITTED), 0))


def list_unanswered_references(ranking: pd.DataFrame) -> list[str]:
    """The names of those of which there is none at all."""
    rows = ranking[ranking["model_id"].isin(FITTED) & ranking["score"].isna()]
    return [str(label) for label in rows["run_label"]]


def describe_missing_references(labels: list[str], words: Terminology) -> str:
    """That there is none of these models, and why.

    Args:
        labels: their names, at least one.
        words: of the benchmark.
    """
    them = "it" if len(labels) == 1 else "them"
    return f"{join_with_and(labels)}: {NONE}, there are too few {words.groups} to choose {them} on."
