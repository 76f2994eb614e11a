"""Score against the measured tilt of the camera, and a comparison of the tilt's two measures."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.analyses.estimates import add_verdicts, is_in_holm_family, list_run_metadata, to_percent
from core.analyses.headlines import MOST_RUNS, Headline
from core.analyses.phrases import MAX_NAMED
from core.formatting import format_number, join_with_and
from core.records import COUNTED, FEW_GROUPS
from core.scoring.answer_codes import decode_categories
from core.solvers import blind_constant, homography, image_plane
from core.statistics.grouped_means import compute_grouped_differences, compute_grouped_means
from core.statistics.smoothing import compute_local_means

SCORE_FRAMES = {"score": "3D", "foil_score": "2D"}
REFERENCE_CURVES = (image_plane.MODEL.model_id, homography.MODEL.model_id)
"""A perfect reader of the image plane, and the ceiling: the references for the curves of models."""

BANDWIDTH_DEG = 6.0
PLACES_DEG = np.arange(0.0, 91.0, 2.0)
"""Tilts at which the curves are computed."""


SUMMED_BY = ("case_id", "group_id", "tilt", "tilt_deg")
"""Columns by which answers are summed for this page, in addition to those that identify a line."""


def compute_tilt_bands(sums: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Compute mean score per band of tilt and slice in percent, with its interval.

    Args:
        sums: of the scores, by `SUMMED_BY` and the columns of `by`, as `Warehouse.aggregate` returns them; those
            without a measured tilt are left out.
        by: run_id or question_id.

    Returns:
        frame (3D, 2D), the columns of `by`, tilt, tilt_deg (mean over its answers), value, low, high, n,
        n_groups, is_few (fewer than `FEW_GROUPS`).
    """
    measured = sums.dropna(subset=["tilt_deg"])
    keys = [*by, "tilt"]
    wholes = measured.assign(tilt_deg=measured["tilt_deg"] * measured["answers"])
    middle = decode_categories(wholes.groupby(keys, observed=True, as_index=False)[["tilt_deg", "answers"]].sum())
    middle = middle.assign(tilt_deg=middle["tilt_deg"] / middle.pop("answers"))
    tables = [
        to_percent(compute_grouped_means(measured, score, keys, counts=COUNTED.format(score))).assign(frame=frame)
        for score, frame in SCORE_FRAMES.items()
    ]
    table = pd.concat(tables, ignore_index=True).merge(middle, on=keys).dropna(subset=["value"])
    return table.assign(is_few=table["n_groups"] < FEW_GROUPS)


def compute_tilt_curves(sums: pd.DataFrame, by: Sequence[str], bandwidth_deg: float = BANDWIDTH_DEG) -> pd.DataFrame:
    """Compute mean score near each degree of tilt in percent, if enough triangles are near.

    Args:
        sums: as `compute_tilt_bands`.
        by: run_id or question_id.
        bandwidth_deg: photographs closer than this count, with a weight that falls with distance.

    Returns:
        frame, the columns of `by`, tilt_deg, value, low, high, n, n_groups.
    """
    measured = sums.dropna(subset=["tilt_deg"])
    lowest, highest = measured["tilt_deg"].min(), measured["tilt_deg"].max()
    places = PLACES_DEG[(lowest <= PLACES_DEG) & (highest >= PLACES_DEG)]
    tables = [
        to_percent(
            compute_local_means(measured, score, "tilt_deg", places, bandwidth_deg, by, counts=COUNTED.format(score))
        ).assign(frame=frame)
        for score, frame in SCORE_FRAMES.items()
    ]
    table = pd.concat(tables, ignore_index=True)
    return table[table["n_groups"] >= FEW_GROUPS].reset_index(drop=True)


def find_extreme_bands(sums: pd.DataFrame) -> tuple[str, str] | None:
    """Find the lowest and the highest band that share at least `FEW_GROUPS` triangles; None if no two do."""
    triangles = sums.dropna(subset=["tilt"]).groupby("tilt", observed=True)["group_id"].agg(set)
    names = sorted(triangles.index)
    shared = [name for name in names[1:] if len(triangles[names[0]] & triangles[name]) >= FEW_GROUPS]
    return (names[0], shared[-1]) if shared else None


def compute_tilt_effect(sums: pd.DataFrame, low: str, high: str) -> pd.DataFrame:
    """Compute the effect of tilt per run: the score in the high band minus that in the low one, on triangles in both.

    Args:
        sums: as `compute_tilt_bands`, by run.
        low: the band that counts as straight down.
        high: the band to compare.

    Returns:
        frame, run_id, the columns of `estimates.compute_run_means`, corrected_p (Holm, the models of one frame),
        verdict, low_band_value (mean score in the low band, percent).
    """
    two = sums[sums["tilt"].isin([low, high])]
    n_bands = two.groupby(["run_id", "group_id"], observed=True)["tilt"].transform("nunique")
    both = two[n_bands == 2]
    names, of_low = list_run_metadata(sums), sums[sums["tilt"] == low]
    tables = [
        to_percent(
            compute_grouped_differences(both, score, "tilt", high, low, ["run_id"], counts=COUNTED.format(score))
        ).merge(_compute_low_band_values(of_low, score), on="run_id")
        for score in SCORE_FRAMES
    ]
    named = [table.merge(names, on="run_id") for table in tables]
    judged = zip(named, SCORE_FRAMES.values(), strict=True)
    return pd.concat(
        [add_verdicts(table, is_in_holm_family(table["kind"])).assign(frame=frame) for table, frame in judged],
        ignore_index=True,
    )


def _compute_low_band_values(of_low: pd.DataFrame, score: str) -> pd.DataFrame:
    means = to_percent(compute_grouped_means(of_low, score, ["run_id"], counts=COUNTED.format(score)))
    return means[["run_id", "value"]].rename(columns={"value": "low_band_value"})


def build_tilt_headline(changes: pd.DataFrame, low: str, high: str) -> Headline:
    """Build the headline on tilt and the score 3D: who loses by it, and who has little to lose.

    It links to the cases in the high band of the models that tilt costs something, or of all compared models if it
    costs none of them anything. If no model has answered, it is about the references.
    """
    in_3d = changes[changes["frame"] == "3D"].dropna(subset=["value"])
    models = in_3d[in_3d["kind"] != "reference"].sort_values("value")
    if models.empty:
        references = in_3d.sort_values("value")
        falling = references[references["verdict"] == "lower"]
        hurt = (
            f"these reference solvers: {_format_losses(falling)}"
            if len(falling)
            else "no reference solver significantly"
        )
        return _build_headline(f"No model has answers to compare. Tilting hurts {hurt}.", references, high)
    falling, steady = models[models["verdict"] == "lower"], models[models["verdict"] != "lower"]
    hurt = _format_losses(falling) if len(falling) else "no model significantly"
    sentences = [f"Tilting hurts {hurt}."]
    no_better = _select_no_better_than_blind(in_3d, steady)
    sentences += [_describe_little_to_lose(no_better, low)] if len(no_better) else []
    if len(falling) and len(no_better) < len(steady):
        sentences.append("The others show no significant loss.")
    return _build_headline(" ".join(sentences), models, high)


def describe_tilt_comparison(changes: pd.DataFrame, low: str, high: str) -> str:
    """State which scores the headline subtracts, and what the image-plane solver is, if it is among the runs."""
    in_3d = changes[changes["frame"] == "3D"].dropna(subset=["value"])
    n_triangles = int(in_3d["n_groups"].max())
    text = f"Score 3D at {high} of tilt minus that at {low}, on the same {n_triangles} triangles, with 95% CIs."
    flat = in_3d.loc[in_3d["model_id"] == image_plane.MODEL.model_id, "label"]
    return " ".join([text, *(f"{label}: a perfect reader of the flat image." for label in flat)])


def _format_losses(rows: pd.DataFrame) -> str:
    """Format the names of runs with their losses; the first number has the unit."""
    named = [f"{row['label']} ({format_number(row['value'])})" for _, row in rows.head(MAX_NAMED).iterrows()]
    named[0] = f"{named[0].removesuffix(')')} points)"
    return join_with_and(named + ([f"{len(rows) - MAX_NAMED} more"] if len(rows) > MAX_NAMED else []))


def _select_no_better_than_blind(in_3d: pd.DataFrame, steady: pd.DataFrame) -> pd.DataFrame:
    """Select the steady models that score no higher than the best constant answer in the low band."""
    blind = in_3d.loc[in_3d["model_id"] == blind_constant.MODEL.model_id, "low_band_value"]
    is_no_better: pd.Series = steady["low_band_value"] <= blind.max()
    return steady.loc[is_no_better]


def _describe_little_to_lose(no_better: pd.DataFrame, low: str) -> str:
    scores, they, have = ("scores", "it", "has") if len(no_better) == 1 else ("score", "they", "have")
    labels = [*no_better["label"].head(MAX_NAMED)]
    labels += [f"{len(no_better) - MAX_NAMED} more"] if len(no_better) > MAX_NAMED else []
    constant = "the best constant answer"
    return f"{join_with_and(labels)} {scores} no higher than {constant} even at {low}, so {they} {have} little to lose."


def _build_headline(text: str, compared: pd.DataFrame, high: str) -> Headline:
    hit = compared[compared["verdict"] == "lower"]
    run_ids = tuple((hit if len(hit) else compared)["run_id"].head(MOST_RUNS))
    return Headline(text, run_ids, {"tilt": (high,)})


def compare_with_accelerometer(photographs: pd.DataFrame) -> pd.DataFrame:
    """Select photographs with both measures of tilt, with `difference_deg`, homography minus accelerometer, descending.

    Args:
        photographs: as the query `tilts` returns them.
    """
    both = photographs.dropna(subset=["tilt_deg", "tilt_imu_deg"])
    differences = both.assign(difference_deg=both["tilt_deg"] - both["tilt_imu_deg"])
    return differences.sort_values("difference_deg", key=abs, ascending=False, ignore_index=True)


def compute_shift_and_reach(differences: pd.DataFrame) -> tuple[float, float]:
    """Compute the median shift of the homography, and the bound of 95% of the differences, in degrees."""
    signed = differences["difference_deg"]
    return float(signed.median()), float(signed.abs().quantile(0.95))


def describe_agreement(differences: pd.DataFrame) -> str:
    """Describe how well the two measures agree, with median and 95th percentile of the absolute difference."""
    size = differences["difference_deg"].abs()
    shift, reach = compute_shift_and_reach(differences)
    shifted = f"{format_number(abs(shift), 2)}° {'more' if shift > 0 else 'less'}"
    return (
        f"Homography and accelerometer differ by {format_number(size.median(), 2)}° (median), by less than "
        f"{format_number(reach, 2)}° in 95% of {len(size):,} photographs; the homography reads {shifted}."
    )
