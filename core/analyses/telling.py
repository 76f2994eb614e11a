"""Cases that show at a glance what a benchmark asks: the models differ on them, and some fall for the foil."""

from collections.abc import Collection

import pandas as pd

from core.records import EXACT_KINDS
from core.scoring.coding import is_right

MOST_CASES = 24


def telling_answers(answers: pd.DataFrame, seen: Collection[str]) -> pd.DataFrame:
    """Up to `MOST_CASES` cases with one question each, the most telling first.

    The more of the answers a right one and one that is right only against the foil can be set against each other, the
    more telling; without a foil any wrong answer takes its place. Classes and options count, whose truth is one word.

    Args:
        answers: as the query `answers` gives them; those of the models' pooled runs count, or all where no model has
            answered.
        seen: the cases whose pictures are here; all count where none are.

    Returns:
        case_id, question_id, n_right, n_foil (right against the foil only), n_wrong.
    """
    is_model = answers["is_pooled"] & (answers["model_kind"] == "vlm")
    rows = of_seen(answers[is_model] if is_model.any() else answers, seen)
    rows = rows[rows["question_kind"].isin(EXACT_KINDS) & rows["score"].notna()]
    right, foil = is_right(rows) == 1, is_right(rows, "foil") == 1
    sides = pd.DataFrame({"n_right": right, "n_foil": foil & ~right, "n_wrong": ~right & ~foil}).astype(int)
    keys = [rows[key].astype(str).rename(key) for key in ("case_id", "question_id")]
    counts = sides.groupby(keys, sort=True).sum().reset_index()
    against = counts["n_foil"] if counts["n_foil"].any() else counts["n_wrong"]
    counts = counts.assign(pairs=counts["n_right"] * against)
    ordered = counts.sort_values(["pairs", "n_right"], ascending=False, kind="stable")
    one_each = ordered.drop_duplicates("case_id").head(MOST_CASES)
    return one_each.drop(columns="pairs").reset_index(drop=True)


def of_seen(answers: pd.DataFrame, seen: Collection[str]) -> pd.DataFrame:
    """The answers about cases whose pictures are here, or all where none are."""
    is_seen = answers["case_id"].isin(seen)
    return answers[is_seen] if is_seen.any() else answers


def worst_case(answers: pd.DataFrame, run_id: str, factor: str = "", levels: tuple[str, ...] = ()) -> str | None:
    """The case with the lowest mean score of a run, among those with some levels of a factor; None without answers."""
    rows = answers[(answers["run_id"] == run_id) & answers["score"].notna()]
    rows = rows[rows[factor].isin(levels)] if factor else rows
    means = rows.groupby(rows["case_id"].astype(str), sort=True)["score"].mean()
    return str(means.idxmin()) if len(means) else None
