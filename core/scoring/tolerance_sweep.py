"""Rescoring of Q1 and Q2 under other tolerances, to test whether the ranking of models depends on class limits."""

import pandas as pd

from core.geometry.triangle import ISOSCELES_TOLERANCE, RIGHT_ANGLE_TOLERANCE_DEG, SideRule, Triangle
from core.records import TRIANGLE_QUESTION_BY_ID
from core.scoring.answer_codes import encode_value


def compute_true_classes(
    sides: pd.DataFrame,
    isosceles_tolerance: float = ISOSCELES_TOLERANCE,
    right_angle_tolerance_deg: float = RIGHT_ANGLE_TOLERANCE_DEG,
    rule: SideRule = "paper",
) -> pd.DataFrame:
    """Return one row per photograph and class question: the true class under these tolerances.

    Args:
        sides: case_id, ab, bc, ca in any one unit (tape measure for 3D, pixels for 2D).
        isosceles_tolerance: largest relative difference of equal sides.
        right_angle_tolerance_deg: largest distance of a right angle from 90 degrees.
        rule: criterion for equilateral, see `core.geometry.triangle`.

    Returns:
        case_id, question_id, class_code.

    Raises:
        TriangleError: three sides do not form a triangle.
    """
    rows = []
    for case_id, ab, bc, ca in sides[["case_id", "ab", "bc", "ca"]].itertuples(index=False):
        triangle = Triangle(ab, bc, ca)
        classes = {
            "Q1": triangle.classify_sides(rule, isosceles_tolerance),
            "Q2": triangle.classify_angles(right_angle_tolerance_deg),
        }
        rows += [(case_id, q, encode_value(TRIANGLE_QUESTION_BY_ID[q], name)) for q, name in classes.items()]
    return pd.DataFrame(rows, columns=["case_id", "question_id", "class_code"])


def compare_rankings(
    before: pd.DataFrame, after: pd.DataFrame, value: str = "score", *, counts: str | None = None
) -> pd.DataFrame:
    """Return, per run, its mean and rank (1 is best, ties share a rank) before and after, best first.

    The ranking is unchanged if `rank_before` equals `rank_after` in every row. `grouped_means.pair_answers` shows
    whether neighbours differ significantly at all.
    """
    means = pd.DataFrame(
        {"before": _compute_means(before, value, counts), "after": _compute_means(after, value, counts)}
    )
    for name in ("before", "after"):
        means[f"rank_{name}"] = means[name].round(12).rank(ascending=False, method="min").astype(int)
    return means.sort_values(["rank_before", "rank_after"]).reset_index(names="run_id")


def _compute_means(rows: pd.DataFrame, value: str, counts: str | None) -> pd.Series:
    by_run = rows.groupby("run_id", observed=True)
    return by_run[value].mean() if counts is None else by_run[value].sum() / by_run[counts].sum()
