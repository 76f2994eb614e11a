"""Image-plane reliance, answer by answer: which truth it fits. Its size is `metrics.reliance`."""

import numpy as np
import pandas as pd

from core.records import QUESTION_BY_ID
from core.scoring.metrics import Floats
from core.scoring.tolerances import ANGLE_SLACK_DEG, RATIO_SLACK

CLASS_LABELS = ("3d only", "2d only", "both", "neither")
NUMBER_LABELS = ("nearer to 3d", "nearer to 2d", "too close to tell")


def with_reads(answers: pd.DataFrame) -> pd.DataFrame:
    """The answers with `reads`: which truth each fits.

    For a class it says in which frames it is right (`CLASS_LABELS`), for a number which truth it is nearer to
    (`NUMBER_LABELS`); null where nothing could be read.

    Args:
        answers: as `coding.coded_answers` returns them.
    """
    reads = pd.Series(None, index=answers.index, dtype=object)
    for question_id, rows in answers.groupby("question_id", observed=True):
        value, truth_3d, truth_2d = (rows[name].to_numpy(dtype=float) for name in ("value", "truth_3d", "truth_2d"))
        kind = QUESTION_BY_ID[str(question_id)].kind
        if kind == "class":
            labels = class_labels(value, truth_3d, truth_2d)
        else:
            labels = number_labels(value, truth_3d, truth_2d, is_ratio=kind == "ratio")
        reads.loc[rows.index] = labels
    return answers.assign(reads=reads)


def class_labels(values: Floats, truths_3d: Floats, truths_2d: Floats) -> np.ndarray:
    """In which frames each class (coded) is right; None where a value is NaN."""
    in_3d, in_2d = values == truths_3d, values == truths_2d
    labels = np.select([in_3d & in_2d, in_3d, in_2d], ["both", "3d only", "2d only"], "neither").astype(object)
    labels[np.isnan(values + truths_3d + truths_2d)] = None
    return labels


def number_labels(values: Floats, truths_3d: Floats, truths_2d: Floats, *, is_ratio: bool) -> np.ndarray:
    """Which truth each number is nearer to; None where a value is NaN.

    Angles are compared by difference, ratios by quotient, so that twice and half are equally far. An answer is nearer
    to one truth only if the distances differ by more than the benchmark's own tolerance: 2 degrees, or a factor of
    1.03. They never differ by more than the truths do, so where the truths nearly coincide the answer cannot tell.

    Source: Tri-Bench, "Labeling Rules and Tolerances".
    """
    if is_ratio:
        values, truths_3d, truths_2d = np.log(values), np.log(truths_3d), np.log(truths_2d)
    margin = np.log(RATIO_SLACK) if is_ratio else ANGLE_SLACK_DEG
    nearer_to_2d = abs(values - truths_3d) - abs(values - truths_2d)
    labels = np.select(
        [nearer_to_2d > margin, nearer_to_2d < -margin], ["nearer to 2d", "nearer to 3d"], "too close to tell"
    ).astype(object)
    labels[np.isnan(nearer_to_2d)] = None
    return labels
