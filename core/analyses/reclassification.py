"""Side classes by a rule instead of the released ones: which truths change, and how models rank under them."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import get_args

import numpy as np
import pandas as pd

from core.analyses.estimates import list_run_metadata
from core.geometry.triangle import SideRule, Triangle
from core.records import COUNTED, EXACT_KINDS, Scored
from core.scoring.answer_codes import decode_categories, get_score_column, get_truth_column
from core.scoring.tolerance_sweep import compare_rankings, compute_true_classes

Differences = Callable[[bool], Iterable[pd.DataFrame]]
"""Returns the differences of every two runs, before and after a change."""

UNITS: dict[Scored, str] = {"truth": "cm", "foil": "px"}
"""Unit in which the sides of a triangle are measured: by tape, and in the image."""


def infer_side_rule(sides: pd.DataFrame, differences: pd.DataFrame, against: Scored) -> SideRule:
    """Infer the rule by which a benchmark's released side classes decide what is equilateral; the paper's in 3D.

    In 2D it is the rule that reproduces more of the released classes at the paper's tolerances, and the paper's if both
    reproduce equally many.

    Args:
        sides: as `reclassify_photographs`, of every photograph of the benchmark.
        differences: the query `class_rule_differences`.
        against: the frame of the classes.
    """
    if against == "truth":
        return "paper"
    measured = _select_sides(sides, against)
    by_rule = {rule: _classify_sides(measured, rule) for rule in get_args(SideRule)}
    released = by_rule["paper"].copy()
    released.update(differences.set_index("case_id")["released"])
    return max(get_args(SideRule), key=lambda rule: int((by_rule[rule] == released).sum()))


def reclassify_photographs(
    sides: pd.DataFrame, against: Scored, isosceles_tolerance: float, right_angle_deg: float, rule: SideRule = "paper"
) -> pd.DataFrame:
    """Compute the true classes of every photograph under other tolerances, as `tolerance_sweep.compute_true_classes`.

    Args:
        sides: case_id, ab_cm, bc_cm, ca_cm, ab_px, bc_px, ca_px: the query `photographs`.
        against: the frame of the classes: the truth by tape, 2D by pixels.
        isosceles_tolerance: largest relative difference of equal sides.
        right_angle_deg: largest distance of a right angle from 90 degrees.
        rule: the rule for equilateral, as `infer_side_rule` returns it.
    """
    return compute_true_classes(_select_sides(sides, against), isosceles_tolerance, right_angle_deg, rule)


def _select_sides(sides: pd.DataFrame, against: Scored) -> pd.DataFrame:
    """Return case_id, ab, bc and ca as measured in a frame."""
    names = {f"{side}_{UNITS[against]}": side for side in ("ab", "bc", "ca")}
    return sides[["case_id", *names]].rename(columns=names)


def _classify_sides(measured: pd.DataFrame, rule: SideRule) -> pd.Series:
    """Classify the sides of each photograph at the paper's tolerance, as a word."""
    rows = measured.set_index("case_id")[["ab", "bc", "ca"]]
    return pd.Series(
        [Triangle(*row).classify_sides(rule) for row in rows.itertuples(index=False)], rows.index, dtype=object
    )


def find_changed_truths(asked: pd.DataFrame, classes: pd.DataFrame, against: Scored) -> pd.DataFrame:
    """Find answered photographs and class questions whose true class differs from the released one; add the new code.

    Args:
        asked: case_id, question_id and the truth, one row each.
        classes: as `reclassify_photographs` returns them.
        against: which truth.
    """
    both = decode_categories(asked).merge(classes, on=["case_id", "question_id"])
    return both.loc[both["class_code"] != both[get_truth_column(against)], ["case_id", "question_id", "class_code"]]


def count_changed_truths(changed: pd.DataFrame, classes: pd.DataFrame) -> dict[str, int]:
    """Count the answered photographs whose true class changes, per class question.

    Args:
        changed: as `find_changed_truths` returns them.
        classes: as `reclassify_photographs` returns them.
    """
    counts = changed.groupby("question_id").size()
    return {
        str(question_id): int(counts.get(question_id, 0)) for question_id in sorted(classes["question_id"].unique())
    }


def rank_under_truths(before: pd.DataFrame, after: pd.DataFrame, against: Scored) -> pd.DataFrame:
    """Compute mean score and rank of each run under the released classes and under others, best first.

    Args:
        before: sums of the score by `RUN_COLUMNS` and kind of question, as `Warehouse.aggregate` returns them.
        after: the same, scored against the other classes.
        against: which truth.

    Returns:
        run_id, label, model_id, kind; before, after (percent), rank_before, rank_after over all questions; the same
        over Q1 and Q2 in columns ending in `_classes`.
    """
    table = list_run_metadata(before)
    for suffix, stages in (
        ("", (before, after)),
        ("_classes", (_select_class_questions(before), _select_class_questions(after))),
    ):
        ranked = _rank_runs(*stages, against)
        ranked = ranked.assign(before=100 * ranked["before"], after=100 * ranked["after"]).add_suffix(suffix)
        table = table.merge(ranked, left_on="run_id", right_index=True, how="left")
    return table.sort_values(["rank_before", "rank_after"], kind="stable", ignore_index=True)


def find_overtakings(
    before: pd.DataFrame, after: pd.DataFrame, against: Scored, differences: Differences, *, classes_only: bool = False
) -> pd.DataFrame:
    """Find the pairs of runs whose order changes under other classes, and whether their differences are significant.

    Args:
        before: as for `rank_under_truths`.
        after: as for `rank_under_truths`.
        against: which truth.
        differences: called only if some order changes; returns the differences of every two runs before and after, as
            `compare.compare_run_pairs` returns them, of runs in order of their ids; over Q1 and Q2 if its argument is
            True, otherwise over all questions.
        classes_only: over Q1 and Q2 instead of all questions.

    Returns:
        ahead, behind (names, in their order afterwards), is_level (they have drawn level), verdict_before and
        verdict_after: of the paired difference, corrected for the number of pairs of models.
    """
    stages = (_select_class_questions(before), _select_class_questions(after)) if classes_only else (before, after)
    columns = ["ahead", "behind", "is_level", "verdict_before", "verdict_after"]
    ranks = _rank_runs(*stages, against)
    changed = []
    for first, second in combinations(sorted(ranks.index), 2):
        signs = [np.sign(ranks.loc[second, name] - ranks.loc[first, name]) for name in ("rank_before", "rank_after")]
        if signs[0] != signs[1]:
            changed.append((first, second, *signs))
    if not changed:
        return pd.DataFrame(columns=columns)
    names = list_run_metadata(before).set_index("run_id")["label"]
    verdicts = [pairs.set_index(["first", "second"])["verdict"] for pairs in differences(classes_only)]
    rows = []
    for first, second, sign_before, sign_after in changed:
        is_level = sign_after == 0
        ahead, behind = (first, second) if sign_after > 0 or (is_level and sign_before < 0) else (second, first)
        rows.append((names[ahead], names[behind], is_level, *(stage[first, second] for stage in verdicts)))
    return pd.DataFrame(rows, columns=columns)


def _rank_runs(before: pd.DataFrame, after: pd.DataFrame, against: Scored) -> pd.DataFrame:
    score = get_score_column(against)
    return decode_categories(compare_rankings(before, after, score, counts=COUNTED.format(score))).set_index("run_id")


def _select_class_questions(sums: pd.DataFrame) -> pd.DataFrame:
    return sums[sums["question_kind"].isin(EXACT_KINDS)]
