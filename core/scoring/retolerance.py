"""Q1 and Q2 scored again under other tolerances: does the ranking of models depend on where the classes are cut?"""

import pandas as pd

from core.geometry.triangle import ISOSCELES_TOLERANCE, RIGHT_ANGLE_TOLERANCE_DEG, SideRule, Triangle
from core.records import Frame
from core.scoring.coding import coded_values, kappa_column
from core.scoring.metrics import kappas


def true_classes(
    sides: pd.DataFrame,
    isosceles_tolerance: float = ISOSCELES_TOLERANCE,
    right_angle_tolerance_deg: float = RIGHT_ANGLE_TOLERANCE_DEG,
    rule: SideRule = "paper",
) -> pd.DataFrame:
    """One row per photograph and class question: the true class under these tolerances.

    Args:
        sides: photograph_id, ab, bc, ca in any one unit (tape measure for 3D, pixels for 2D).
        isosceles_tolerance: largest relative difference of equal sides.
        right_angle_tolerance_deg: largest distance of a right angle from 90 degrees.
        rule: how equilateral is decided, see `core.geometry.triangle`.

    Returns:
        photograph_id, question_id, truth (coded).

    Raises:
        TriangleError: three sides do not form a triangle.
    """
    rows = []
    for photograph_id, ab, bc, ca in sides[["photograph_id", "ab", "bc", "ca"]].itertuples(index=False):
        triangle = Triangle(ab, bc, ca)
        rows.append((photograph_id, "Q1", triangle.side_class(rule, isosceles_tolerance)))
        rows.append((photograph_id, "Q2", triangle.angle_class(right_angle_tolerance_deg)))
    classes = pd.DataFrame(rows, columns=["photograph_id", "question_id", "value_class"]).assign(value_number=None)
    return classes.assign(truth=coded_values(classes))[["photograph_id", "question_id", "truth"]]


def rescored(answers: pd.DataFrame, classes: pd.DataFrame, frame: Frame = "3d") -> pd.DataFrame:
    """The answers with the kappa of Q1 and Q2 against other true classes; those of Q3 to Q6 stay as they are.

    Args:
        answers: as `coding.coded_answers` returns them.
        classes: as `true_classes` returns them; what is not in it stays as it is.
        frame: whose kappa is replaced.
    """
    column = kappa_column(frame)
    truth = answers[["photograph_id", "question_id"]].merge(classes, how="left")["truth"]
    again = kappas("class", answers["value"].to_numpy(), truth.to_numpy())
    return answers.assign(**{column: answers[column].where(truth.isna().to_numpy(), again)})


def rankings(before: pd.DataFrame, after: pd.DataFrame, value: str = "kappa_3d") -> pd.DataFrame:
    """One row per run: its mean and its rank (1 is best, equal means share one) before and after, best first.

    The ranking stays the same if `rank_before` equals `rank_after` in every row. `slices.paired_rows` shows whether
    neighbours differ significantly at all.
    """
    means = pd.DataFrame(
        {"before": before.groupby("run_id")[value].mean(), "after": after.groupby("run_id")[value].mean()}
    )
    for name in ("before", "after"):
        means[f"rank_{name}"] = means[name].round(12).rank(ascending=False, method="min").astype(int)
    return means.sort_values(["rank_before", "rank_after"]).reset_index(names="run_id")
