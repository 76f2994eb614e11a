"""Effect of the image plane on errors: right answers with it and against it, and the share of errors that match it."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.estimates import list_run_metadata, to_percent
from core.analyses.phrases import describe_few_groups, format_interval_in_brackets, select_headline_run
from core.formatting import format_number
from core.records import COUNTED, EXACT_KINDS, RUN_COLUMNS
from core.statistics.grouped_means import compute_grouped_differences, compute_grouped_means

SUMMED_BY = (*RUN_COLUMNS, "group_id", "question_id", "question_kind", "truth", "foil", "chance")
SUMMED_COLUMNS = ("score", "foil_score")
"""Scores by which answers are summed, and which are summed."""

_AGREES, _DIFFERS = "agrees", "differs"
_N = COUNTED.format("score")


def compute_image_plane_errors(sums: pd.DataFrame, n_classes: Sequence[tuple[str, int]] = ()) -> pd.DataFrame:
    """Compute the effect per run, in percent, over readable answers about cases with a foil, right by equality.

    Args:
        sums: for `SUMMED_COLUMNS` by `SUMMED_BY`, as `Warehouse.aggregate` returns them.
        n_classes: of class questions, by id; choices have the chance of their options.

    Returns:
        run_id, agrees and differs (right if the foil is right, and if it is wrong), value (agrees - differs) with
        low and high; errors (share of the errors that are the foil's answer) with errors_low and errors_high,
        errors_guessed (that share if errors fall on all wrong classes or options equally; NaN if their number is
        unknown), n_errors; n, n_groups, model_id, label, kind; the largest value first. Empty unless some cases agree
        and some differ.

    Source: docs/methods/statistics.md, the image plane.
    """
    is_meant = sums["question_kind"].isin(EXACT_KINDS) & sums["truth"].notna() & sums["foil"].notna() & (sums[_N] > 0)
    of_class = sums["question_id"].map({question_id: 1 / n for question_id, n in n_classes})
    rows = sums.assign(chance=sums["chance"].astype(float).fillna(of_class))[is_meant].assign(
        foil_is=_classify_agreement
    )
    errors = _compute_error_shares(rows)
    if rows["foil_is"].nunique() < 2:
        return pd.DataFrame()
    sides = to_percent(compute_grouped_means(rows, "score", ["run_id", "foil_is"], counts=_N))
    wide = sides.pivot_table(index="run_id", columns="foil_is", values="value", observed=True).reset_index()
    gaps = to_percent(compute_grouped_differences(rows, "score", "foil_is", _AGREES, _DIFFERS, ["run_id"], counts=_N))
    found = (
        gaps.merge(wide, on="run_id").merge(errors, on="run_id", how="left").merge(list_run_metadata(rows), on="run_id")
    )
    return found.dropna(subset=["value"]).sort_values("value", ascending=False, ignore_index=True)


def _classify_agreement(rows: pd.DataFrame) -> pd.Series:
    return (rows["truth"] == rows["foil"]).map({True: _AGREES, False: _DIFFERS})


def _compute_error_shares(rows: pd.DataFrame) -> pd.DataFrame:
    """Compute the share of errors that are the foil's answer; if the foil is right, no error is."""
    wrong = rows.assign(n_errors=rows[_N] - rows["score"])
    wrong = wrong[wrong["n_errors"] > 0]
    misleads = wrong["foil_is"] == _DIFFERS
    of_foil = wrong.assign(
        errors=wrong["foil_score"].where(misleads, 0.0),
        guessed=(wrong["n_errors"] * wrong["chance"] / (1 - wrong["chance"])).where(misleads, 0.0),
    )
    shares = to_percent(compute_grouped_means(of_foil, "errors", ["run_id"], is_share=True, counts="n_errors"))
    guesses = to_percent(compute_grouped_means(of_foil, "guessed", ["run_id"], is_share=True, counts="n_errors"))
    is_unknown = of_foil["guessed"].isna().groupby(of_foil["run_id"]).any()
    guesses["value"] = guesses["value"].mask(guesses["run_id"].map(is_unknown).astype(bool))
    named = shares.rename(columns={"value": "errors", "low": "errors_low", "high": "errors_high", "n": "n_errors"})
    return named[["run_id", "errors", "errors_low", "errors_high", "n_errors"]].merge(
        guesses[["run_id", "value"]].rename(columns={"value": "errors_guessed"}), on="run_id"
    )


def describe_image_plane_errors(found: pd.DataFrame, phrase: str) -> str:
    """Describe the model that loses most if the foil is wrong.

    Args:
        found: as `compute_image_plane_errors` returns it, not empty.
        phrase: of the foil, such as `the flat image (2D)`.
    """
    most = select_headline_run(found)
    text = (
        f"{most['label']} is correct in {format_number(most['agrees'])}% if {phrase} agrees with the truth, and "
        f"in {format_number(most['differs'])}% if it differs: {format_number(most['value'])} points"
        f"{format_interval_in_brackets(most)}.{describe_few_groups(most)}"
    )
    if pd.isna(most["errors"]):
        return text
    guessed = f"; {format_number(most['errors_guessed'])}% is expected by chance"
    return (
        f"{text} Of its errors, {format_number(most['errors'])}% are the answer that {phrase} suggests"
        f"{'' if pd.isna(most['errors_guessed']) else guessed}."
    )
