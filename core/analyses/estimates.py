"""Estimates as pages show them: in percent, with the run's name, its interval and a plain verdict."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from core.records import COUNTED, FEW_GROUPS
from core.scoring.answer_codes import decode_categories
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.intervals import apply_holm_correction, classify_differences, compute_detectable
from core.statistics.missing_bounds import compute_missing_bounds

IN_PERCENT = ("value", "standard_error", "low", "high")
SMALL_POINTS = 1.0
"""A difference whose whole interval is closer to 0 than this is negligible in practice, even if it is significant."""

BOUNDS = ["share_missing", "least", "most"]
_STANDINGS = {
    "higher": "above", "lower": "below", "not distinguishable": "unclear", "too few to tell": "too few",
}  # fmt: skip


def to_percent(estimates: pd.DataFrame) -> pd.DataFrame:
    """Convert estimates of `core.statistics` from shares to percent."""
    return estimates.assign(**{name: 100 * estimates[name] for name in IN_PERCENT})


def list_run_metadata(answers: pd.DataFrame) -> pd.DataFrame:
    """Return one row per run: run_id, model_id, label and kind, in order of the runs."""
    names = answers[["run_id", "model_id", "run_label", "model_kind"]].drop_duplicates("run_id")
    renamed = names.rename(columns={"run_label": "label", "model_kind": "kind"})
    return decode_categories(renamed.sort_values("run_id", ignore_index=True))


def compute_run_means(answers: pd.DataFrame, value: str) -> pd.DataFrame:
    """Compute the mean of a column per run in percent, with its interval and the run's names.

    Args:
        answers: as the query `answers` returns them.
        value: the column to average: score, foil_score, skill, reliance.

    Returns:
        run_id, value, low, high, p_value, n, n_groups, model_id, label, kind.
    """
    return to_percent(compute_grouped_means(answers, value, ["run_id"])).merge(list_run_metadata(answers), on="run_id")


def add_bounds(table: pd.DataFrame, sums: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Add to means, in percent, the bounds for their unreadable answers.

    Args:
        table: means per slice.
        sums: what they are means of: counted (number of values), least and most (their sums with every missing value at
            its lowest and at its highest), bounded (number of values including the missing ones).
        by: columns that slice.

    Returns:
        The table with share_missing (of answers, or of groups that one of them removes), least and most (the mean
        with all of them wrong, and with all of them right).
    """
    names = ["least", "most", "counted", "bounded"]
    wholes = decode_categories(sums.groupby(list(by), observed=True, as_index=False)[names].sum())
    bounds = compute_missing_bounds(*(wholes[name] for name in names))
    return table.merge(wholes[list(by)].assign(**100 * bounds[BOUNDS]), on=list(by), how="left")


def compute_run_scores(sums: pd.DataFrame, score: str = "score") -> pd.DataFrame:
    """Compute the mean score per run in percent, with its interval and the bounds of `add_bounds`; the best run first.

    Args:
        sums: of the score, by `RUN_COLUMNS` and group, as `Warehouse.aggregate` returns them.
        score: score or foil_score.
    """
    counted, unreadable, total = sums[COUNTED.format(score)], sums["unreadable"], sums[score].fillna(0.0)
    bounded = sums.assign(counted=counted, least=total, most=total + unreadable, bounded=counted + unreadable)
    means = to_percent(compute_grouped_means(sums, score, ["run_id"], counts=COUNTED.format(score)))
    bounds = add_bounds(means.merge(list_run_metadata(sums), on="run_id"), bounded, ["run_id"])
    return bounds.sort_values("value", ascending=False, ignore_index=True)


def is_in_holm_family(kinds: pd.Series) -> pd.Series:
    """Return whether runs belong to the family that verdicts are corrected for: the vision-language models.

    References and people are never in it, so switching them on changes no verdict. If no model has answered, the
    available runs are the family.

    Args:
        kinds: kind of the model, one row per run.
    """
    is_model = kinds == "vlm"
    return is_model if is_model.any() else kinds.notna()


def is_pair_in_holm_family(pairs: pd.DataFrame, kinds: Mapping[str, str]) -> pd.Series:
    """Return whether both runs of a pair (`first`, `second`: run ids) are in the family of `is_in_holm_family`.

    Args:
        pairs: one row each.
        kinds: kind of the model by run.
    """
    by_run = pd.Series(kinds)
    family = set(by_run.index[is_in_holm_family(by_run)])
    return pairs["first"].isin(family) & pairs["second"].isin(family)


def add_verdicts(differences: pd.DataFrame, in_family: pd.Series | None = None, *, further: int = 0) -> pd.DataFrame:
    """Add `corrected_p` (Holm, for their number) and a plain `verdict` that uses it and the interval to differences.

    `detectable` is the smallest difference that would have been significant in 80 of 100 such sets, uncorrected.

    Args:
        differences: one row each, with the columns of an estimate.
        in_family: which of them are corrected together for their number; None takes all. The others have no
            `corrected_p`, and their verdict uses their own interval only.
        further: how many more differences the family has than are given.
    """
    p_values = differences["p_value"]
    in_question = p_values if in_family is None else p_values.where(in_family)
    corrected = apply_holm_correction(in_question.to_numpy(dtype=np.float64), further)
    freedom = differences["degrees_of_freedom" if "degrees_of_freedom" in differences else "n_groups"]
    errors = differences["standard_error"].to_numpy(dtype=np.float64)
    detectable = compute_detectable(errors, freedom.to_numpy(dtype=np.float64))
    return differences.assign(
        corrected_p=corrected, verdict=classify_differences(differences, corrected), detectable=detectable
    )


def count_answers_by_run(sums: pd.DataFrame) -> pd.DataFrame:
    """Count answers and unreadable ones per run, by its id, with mean scores in percent.

    Args:
        sums: of both scores, by run, as `Warehouse.aggregate` returns them.

    Returns:
        answers, unreadable, score, foil_score (NaN if no answer could be read).
    """
    means = {name: 100 * sums[name] / sums[COUNTED.format(name)] for name in ("score", "foil_score")}
    return decode_categories(sums[["run_id", "answers", "unreadable"]].assign(**means)).set_index("run_id")


def are_negligible(estimates: pd.DataFrame) -> pd.Series:
    """Return whether an estimate and its whole interval are closer to 0 than `SMALL_POINTS`, in percent."""
    ends = estimates[["value", "low", "high"]].astype(float).abs()
    return ends.max(axis=1) < SMALL_POINTS


def replace_no_spread_verdicts(differences: pd.DataFrame) -> pd.Series:
    """Resolve the verdicts of differences; if every group gives the same, there is no interval and the value decides.

    Args:
        differences: with value and verdict.

    Returns:
        `higher`, `lower`, `not distinguishable` or `too few to tell`.
    """
    by_value = np.sign(differences["value"]).map({1.0: "higher", -1.0: "lower"})
    return differences["verdict"].mask(differences["verdict"] == "no spread", by_value)


def classify_against_zero(estimates: pd.DataFrame) -> pd.Series:
    """Classify each estimate as clearly `above` or `below` 0, `unclear`, or of `too few` groups.

    Args:
        estimates: one row each, with the columns of an estimate. Their `verdict` of `add_verdicts` decides; without
            that column each is judged by its own interval.
    """
    if "verdict" not in estimates:
        estimates = add_verdicts(estimates, pd.Series(False, estimates.index))
    standing = replace_no_spread_verdicts(estimates).map(_STANDINGS)
    return standing.mask(estimates["n_groups"] < FEW_GROUPS, "too few")
