"""Model versions behind the compared answers, as providers report them with each reply."""

from collections.abc import Collection

import pandas as pd

from core.formatting import join_with_and

MAX_VERSIONS = 3
"""Maximum number of versions that a sentence names."""


def describe_versions(versions: pd.DataFrame, run_ids: Collection[str]) -> list[str]:
    """Return a sentence for each run with replies of several versions, and for each model whose runs differ in theirs.

    Args:
        versions: the query `model_versions`.
        run_ids: of the runs whose figures are shown together.
    """
    shown = versions[versions["run_id"].isin(list(run_ids))]
    return [*_describe_mixed(shown), *_describe_different(shown)]


def _describe_mixed(versions: pd.DataFrame) -> list[str]:
    counted = versions.groupby("run_id")["api_model"].transform("nunique")
    return [
        f"{rows['run_label'].iloc[0]} was answered by {len(rows)} model versions: "
        f"{_format_versions(rows['api_model'], rows['replies'])}. Its scores mix them."
        for _, rows in versions[counted > 1].groupby("run_id", sort=False)
    ]


def _describe_different(versions: pd.DataFrame) -> list[str]:
    sentences = []
    for _, rows in versions.groupby("model_id", sort=False):
        by_run = rows.groupby("run_id", sort=False)["api_model"].agg(frozenset)
        if len(set(by_run)) > 1:
            replies = rows.groupby("api_model", sort=False)["replies"].sum().sort_values(ascending=False, kind="stable")
            sentences.append(
                f"The runs of {rows['model_name'].iloc[0]} were answered by different model versions: "
                f"{_format_versions(replies.index, replies)}. A difference between these runs may be one between "
                "versions."
            )
    return sentences


def _format_versions(versions: Collection[str], replies: Collection[int]) -> str:
    named = [f"{version} ({count:,} replies)" for version, count in zip(versions, replies, strict=True)]
    n_more = len(named) - MAX_VERSIONS
    return join_with_and([*named[:MAX_VERSIONS], *([f"{n_more} more"] if n_more > 0 else [])])
