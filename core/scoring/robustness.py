"""Robustness over the views of a triangle: right in all of them, the same in all of them, both of a pair right.

The truth in 3D does not change between the views, so neither should the answer. Stability stands beside robustness
because a model that always gives the same answer is perfectly stable without looking.
"""

import numpy as np
import pandas as pd

from core.errors import StatisticsError
from core.records import QUESTION_BY_ID, RIGHT_AT, Frame
from core.scoring.coding import is_right
from core.scoring.metrics import THETA_MAX_DEG
from core.scoring.unreadable import with_extremes

SHARED_FACTORS = {"pose": "has_object", "object": "pose"}
"""By factor that differs within a pair: the factor that its two photographs share."""

ROUNDING = 1e-9
"""Answers that lie exactly on the tolerance are within it."""

_KEYS = ["run_id", "question_id", "triangle_id"]


def robustness_by_triangle(answers: pd.DataFrame, right_at: float = RIGHT_AT, frame: Frame = "3d") -> pd.DataFrame:
    """One row per run, question and triangle: what its views have in common. `slices.mean_table` averages the columns.

    Args:
        answers: run_id, model_id, triangle_id, question_id, value and the frame's kappa, a row per view that was asked.
        right_at: the kappa from which on a number is right; classes are right by equality.
        frame: against which truth.

    Returns:
        run_id, question_id, triangle_id, model_id, n_views, n_read; binary (1: right in all views), graded (share of
        views that are right), stable (1: one and the same truth would make all views right, so that binary is never
        above it). These are NaN where a view could not be read, and where there is only one. Each has two bounds, such
        as `binary_least` and `binary_most`: with unreadable views as wrong (unstable) and as right (stable) ones.

    Source: MMPerspective, section 2.4, "Binary P'Robust Score" and equation 2, the views as the perturbed variants.
    """
    marked = with_extremes(answers.assign(is_right=is_right(answers, frame, right_at)), "is_right")
    views = marked.groupby(_KEYS, observed=True, as_index=False).agg(
        model_id=("model_id", "first"),
        n_views=("is_right", "size"),
        n_read=("is_right", "count"),
        binary=("is_right", "min"),
        binary_least=("least", "min"),
        binary_most=("most", "min"),
        graded=("is_right", "mean"),
        graded_least=("least", "mean"),
        graded_most=("most", "mean"),
        smallest=("value", "min"),
        largest=("value", "max"),
    )
    kinds = views["question_id"].map({q.question_id: q.kind for q in QUESTION_BY_ID.values()})
    smallest, largest, tolerance = views["smallest"], views["largest"], 1.0 - right_at
    is_stable = np.select(
        [kinds == "class", kinds == "ratio"],
        [smallest == largest, largest * (1.0 - tolerance) <= smallest * (1.0 + tolerance) + ROUNDING],
        largest - smallest <= 2.0 * tolerance * THETA_MAX_DEG + ROUNDING,
    )
    is_complete = views["n_read"] == views["n_views"]
    views["stable"] = is_stable.astype(float)
    views["stable_most"] = views["stable"].mask(views["n_read"] == 0, 1.0)
    views["stable_least"] = views["stable"].where(is_complete, 0.0)
    for name in ("binary", "graded", "stable"):
        views[name] = views[name].where(is_complete)
        several = [name, f"{name}_least", f"{name}_most"]
        views[several] = views[several].where(views["n_views"] > 1)
    return views.drop(columns=["smallest", "largest"])


def pair_accuracy_rows(
    answers: pd.DataFrame, factor: str, right_at: float = RIGHT_AT, frame: Frame = "3d"
) -> pd.DataFrame:
    """One row per run, question and pair of photographs that differ in one factor; `slices.mean_table` averages.

    Args:
        answers: run_id, model_id, triangle_id, question_id, pose, has_object and the frame's kappa.
        factor: `pose` (P0 with T0, P1 with T1) or `object` (P0 with P1, T0 with T1).
        right_at: the kappa from which on a number is right; classes are right by equality.
        frame: against which truth.

    Returns:
        run_id, question_id, triangle_id, the shared factor, model_id, both_right (1 or 0; NaN where one of the two
        could not be read), both_right_least and both_right_most (with unreadable answers as wrong and as right ones).
        Photographs without a partner are left out.

    Raises:
        StatisticsError: there is no such factor, or a triangle has several photographs under one condition.

    Source: 3DSRBench, section 3.4: a question counts only if all of its passes are right.
    """
    if factor not in SHARED_FACTORS:
        raise StatisticsError(f"photographs pair by {' or '.join(SHARED_FACTORS)}, not by {factor!r}")
    if answers.duplicated([*_KEYS, "pose", "has_object"]).any():
        raise StatisticsError("a triangle has several answers to one question under one condition; pairs are ambiguous")
    marked = with_extremes(answers.assign(is_right=is_right(answers, frame, right_at)), "is_right")
    pairs = marked.groupby([*_KEYS, SHARED_FACTORS[factor]], observed=True, as_index=False).agg(
        model_id=("model_id", "first"),
        n_views=("is_right", "size"),
        n_read=("is_right", "count"),
        both_right=("is_right", "min"),
        both_right_least=("least", "min"),
        both_right_most=("most", "min"),
    )
    pairs = pairs[pairs["n_views"] == 2]
    return pairs.assign(both_right=pairs["both_right"].where(pairs["n_read"] == 2)).drop(columns=["n_views", "n_read"])
