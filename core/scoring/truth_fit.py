"""Image-plane reliance per answer: the truth that an answer fits. `metrics.compute_reliance` measures its size."""

import numpy as np
import pandas as pd

from core.records import EXACT_KINDS, RIGHT_AT
from core.scoring.metrics import Floats
from core.scoring.tolerances import ANGLE_SLACK_DEG, RATIO_SLACK

CLASS_LABELS = ("truth only", "foil only", "both", "neither")
NUMBER_LABELS = ("nearer to the truth", "nearer to the foil", "too close to tell")


def add_truth_fits(answers: pd.DataFrame) -> pd.DataFrame:
    """Add the column `fits`: the truth that each answer fits.

    For a class it states the frames in which the class is right (`CLASS_LABELS`), for a number the nearer truth
    (`NUMBER_LABELS`); null if the answer could not be read.

    Args:
        answers: with codes of `answer_codes.encode_value` as values.
    """
    fits = pd.Series(None, index=answers.index, dtype=object)
    for _, rows in answers.groupby("question_id", observed=True):
        value, truth, foil = (rows[name].to_numpy(dtype=float) for name in ("value", "truth", "foil"))
        kind = rows["question_kind"].iloc[0]
        if kind in EXACT_KINDS:
            labels = label_classes(value, truth, foil)
        elif ":" in kind:
            labels = label_scores(*(rows[name].to_numpy(dtype=float) for name in ("score", "foil_score")))
        else:
            labels = label_numbers(value, truth, foil, is_ratio=kind == "ratio")
        fits.loc[rows.index] = labels
    return answers.assign(fits=fits)


def label_scores(scores: Floats, foil_scores: Floats) -> np.ndarray:
    """Label each answer to a question with a rule by the truths against which it is right; None if a score is NaN."""
    in_truth, in_foil = scores >= RIGHT_AT, foil_scores >= RIGHT_AT
    labels = np.select([in_truth & in_foil, in_truth, in_foil], ["both", "truth only", "foil only"], "neither").astype(
        object
    )
    labels[np.isnan(scores + foil_scores)] = None
    return labels


def label_classes(values: Floats, truths_3d: Floats, truths_2d: Floats) -> np.ndarray:
    """Label each class (coded) with the frames in which it is right; None if a value is NaN."""
    in_3d, in_2d = values == truths_3d, values == truths_2d
    labels = np.select([in_3d & in_2d, in_3d, in_2d], ["both", "truth only", "foil only"], "neither").astype(object)
    labels[np.isnan(values + truths_3d + truths_2d)] = None
    return labels


def label_numbers(values: Floats, truths_3d: Floats, truths_2d: Floats, *, is_ratio: bool) -> np.ndarray:
    """Label each number with the nearer truth; None if a value is NaN.

    Angles are compared by difference, ratios by quotient, so that twice and half are equally far. An answer is nearer
    to one truth only if the distances differ by more than the benchmark's own tolerance: 2 degrees, or a factor of
    1.03. They never differ by more than the truths do, so if the truths nearly coincide, the answer is inconclusive.

    Source: Tri-Bench, "Labeling Rules and Tolerances".
    """
    if is_ratio:
        values, truths_3d, truths_2d = np.log(values), np.log(truths_3d), np.log(truths_2d)
    margin = np.log(RATIO_SLACK) if is_ratio else ANGLE_SLACK_DEG
    nearer_to_2d = abs(values - truths_3d) - abs(values - truths_2d)
    labels = np.select(
        [nearer_to_2d > margin, nearer_to_2d < -margin],
        ["nearer to the foil", "nearer to the truth"],
        "too close to tell",
    ).astype(object)
    labels[np.isnan(nearer_to_2d)] = None
    return labels
