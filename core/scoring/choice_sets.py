"""Sets of cases that count together: right in all of them, the share that is right, the same content in all passes.

CircularEval, FlipEval, robustness over perturbed images and pairs are all sets; which cases make a set is the
benchmark's to say. Unreadable and missing answers leave a set without a score, and bounds say what they may hide.
"""

from collections.abc import Sequence

import pandas as pd

from core.errors import StatisticsError
from core.scoring.unreadable import with_extremes


def set_scores(answers: pd.DataFrame, by: Sequence[str] = ()) -> pd.DataFrame:
    """One row per run and set. `slices.mean_table` averages the columns.

    Args:
        answers: run_id, set_id, group_id, case_id, set_size (cases that the set has), value (NaN: unreadable), truth; a
            row per answer of a set. A case of the set without a row is missing.
        by: columns that a set id is unique within, such as the protocol.

    Returns:
        run_id, the columns of `by`, set_id, group_id, set_size, n_read; all_right (1: every case is right) and
        share_right. These are NaN where an answer is unreadable or missing, also where another one is wrong: else of
        such sets only the failures would count. Each has two bounds, such as `all_right_least` and `all_right_most`,
        with these answers as wrong and as right ones.

    Raises:
        StatisticsError: a run has two answers to a case of a set, or more answers than the set has cases.

    Source: PROTOCOLS 1.3, 2.3 (binary and graded robustness) and 3.3.
    """
    keys = ["run_id", *by, "set_id"]
    if answers.duplicated([*keys, "case_id"]).any():
        raise StatisticsError("a run has two answers to one case of a set; read the answers once")
    value, truth = answers["value"].astype(float), answers["truth"]
    rows = answers.assign(is_right=(value == truth).astype(float).where(value.notna()))
    marked = with_extremes(rows, "is_right")
    sets = marked.groupby(keys, observed=True, as_index=False).agg(
        group_id=("group_id", "first"),
        set_size=("set_size", "first"),
        n_answers=("case_id", "size"),
        n_read=("is_right", "count"),
        n_right=("least", "sum"),
        n_not_wrong=("most", "sum"),
    )
    if (sets["n_answers"] > sets["set_size"]).any():
        set_id = sets.loc[sets["n_answers"] > sets["set_size"], "set_id"].iloc[0]
        raise StatisticsError(f"set {set_id} has more answers than cases; give its size in full")
    size, is_complete = sets["set_size"], sets["n_read"] == sets["set_size"]
    least, most = sets["n_right"], sets["n_not_wrong"] + size - sets["n_answers"]
    scores = {
        "all_right": (least == size).astype(float).where(is_complete),
        "all_right_least": (least == size).astype(float),
        "all_right_most": (most == size).astype(float),
        "share_right": (least / size).where(is_complete),
        "share_right_least": least / size,
        "share_right_most": most / size,
    }
    return sets.drop(columns=["n_answers", "n_right", "n_not_wrong"]).assign(**scores)


def circular_scores(answers: pd.DataFrame, by: Sequence[str] = ()) -> pd.DataFrame:
    """One row per run and set of passes, each with another order of the same options.

    Args:
        answers: as `set_scores` takes them, and pass_number (the first is 0) and chosen_text.
        by: columns that a set id is unique within.

    Returns:
        As `set_scores`, and first_right (of pass 0), gap (first_right - all_right: what choosing by letter adds) and
        consistent (1: the same content in all passes), NaN where a pass is unreadable or missing; consistent_least and
        consistent_most, with such passes as others and as the same; it is NaN for sets of one pass.

    Source: PROTOCOLS 1.5, circular gap.
    """
    keys = ["run_id", *by, "set_id"]
    sets = set_scores(answers, by)
    first = answers[answers["pass_number"] == 0]
    is_right = (first["value"].astype(float) == first["truth"]).astype(float)
    of_first = first[keys].assign(first_right=is_right.where(first["value"].notna()))
    read = answers.loc[answers["value"].notna(), [*keys, "chosen_text"]]
    contents = read.groupby(keys, observed=True)["chosen_text"].nunique().rename("n_contents").reset_index()
    sets = sets.merge(of_first, on=keys, how="left").merge(contents, on=keys, how="left")
    is_complete, several = sets["n_read"] == sets["set_size"], sets["set_size"] > 1
    agrees = (sets["n_contents"].fillna(0) <= 1).astype(float)
    first_right = sets["first_right"].where(is_complete)
    return sets.drop(columns="n_contents").assign(
        first_right=first_right,
        gap=first_right - sets["all_right"],
        consistent=agrees.where(is_complete & several),
        consistent_least=agrees.where(is_complete, 0.0).where(several),
        consistent_most=agrees.where(several),
    )


def independent_guess(n_options: int, n_passes: int | None = None) -> float:
    """The share of sets that are right in all passes where each pass is guessed anew: m^-m for as many passes."""
    return float(n_options) ** -(n_options if n_passes is None else n_passes)


def consistent_guess(n_options: int) -> float:
    """The share of sets that are right in all passes where one content is guessed and kept: 1/m."""
    return 1.0 / n_options
