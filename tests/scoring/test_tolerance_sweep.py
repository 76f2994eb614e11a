"""Tests of other tolerances: classes by the triangle's own rules, scores by kappa, rankings by hand."""

import numpy as np
import pandas as pd
import pytest

from core.benchmarks.triangles.release_reader import read_release
from core.errors import TriangleError
from core.geometry.triangle import Triangle
from core.records import TRIANGLE_QUESTION_BY_ID
from core.scoring.tolerance_sweep import compare_rankings, compute_true_classes
from tests.scoring.definitions import rescore_classes
from tests.scoring.made_answers import draw_triangle, simulate_answers

ANSWERS, TRUTHS = simulate_answers(seed=15, n_groups=15, n_runs=3, unreadable=0.05)
IS_CLASS = ANSWERS["question_kind"] == "class"


def make_sides():
    rng = np.random.default_rng(16)
    triangles = {case_id: draw_triangle(rng) for case_id in TRUTHS["case_id"].unique()}
    rows = [(case_id, t.ab, t.bc, t.ca) for case_id, t in triangles.items()]
    return pd.DataFrame(rows, columns=["case_id", "ab", "bc", "ca"])


SIDES = make_sides()


def test_classes_equal_those_of_the_triangle():
    """Each photograph has its triangle's classes at the given tolerance."""
    options = {"Q1": ("scalene", "isosceles", "equilateral"), "Q2": ("acute", "right", "obtuse")}
    classes = compute_true_classes(SIDES, 0.1, 5.0).set_index(["case_id", "question_id"])["class_code"]
    for row in SIDES.itertuples():
        triangle = Triangle(row.ab, row.bc, row.ca)
        assert options["Q1"][int(classes[row.case_id, "Q1"])] == triangle.classify_sides(tolerance=0.1)
        assert options["Q2"][int(classes[row.case_id, "Q2"])] == triangle.classify_angles(5.0)


def test_a_wider_tolerance_has_more_equal_sides_and_right_angles():
    """Widening never makes a class scalene and never removes a right angle."""
    narrow, wide = compute_true_classes(SIDES, 0.01, 1.0), compute_true_classes(SIDES, 0.3, 20.0)
    is_side = narrow["question_id"] == "Q1"
    assert (wide.loc[is_side, "class_code"] >= narrow.loc[is_side, "class_code"]).all()
    assert (wide.loc[~is_side & (narrow["class_code"] == 1.0), "class_code"] == 1.0).all()
    assert wide["class_code"].ne(narrow["class_code"]).any()


def test_scores_against_the_same_classes_are_unchanged():
    """Scoring again against the same truths changes nothing."""
    same = TRUTHS[TRUTHS["question_kind"] == "class"].rename(columns={"truth": "class_code"})
    again = rescore_classes(ANSWERS, same[["case_id", "question_id", "class_code"]])
    pd.testing.assert_frame_equal(again, ANSWERS)


def test_other_classes_change_class_scores_only():
    """Q1 and Q2 score 1 if the answer is the new class; numbers and unreadable answers are unchanged."""
    classes = compute_true_classes(SIDES, 0.2, 10.0)
    again = rescore_classes(ANSWERS, classes)
    assert again.loc[~IS_CLASS, "score"].equals(ANSWERS.loc[~IS_CLASS, "score"])
    assert again["score"].isna().equals(ANSWERS["score"].isna())
    truth = classes.set_index(["case_id", "question_id"])["class_code"]
    for row in again[IS_CLASS].dropna(subset=["value"]).itertuples():
        assert row.score == float(row.value == truth[row.case_id, row.question_id])


def test_photographs_without_new_classes_keep_their_scores():
    """Photographs without sides are not scored again."""
    some = SIDES[SIDES["case_id"] < "005"]
    again = rescore_classes(ANSWERS, compute_true_classes(some, 0.2, 10.0))
    kept = ANSWERS["case_id"] >= "005"
    assert again.loc[kept, "score"].equals(ANSWERS.loc[kept, "score"])


def test_rankings_are_compared_before_and_after():
    """Ranks follow the means, equal means share a rank, and the best model before is listed first."""
    before = pd.DataFrame({"run_id": ["a", "b", "c"], "score": [0.5, 0.7, 0.7]})
    after = pd.DataFrame({"run_id": ["a", "b", "c"], "score": [0.9, 0.6, 0.7]})
    table = compare_rankings(before, after)
    assert table["run_id"].tolist() == ["c", "b", "a"]
    assert table["rank_before"].tolist() == [1, 1, 3]
    assert table["rank_after"].tolist() == [2, 3, 1]


def test_impossible_sides_raise():
    """Sides that do not form a triangle raise an error."""
    with pytest.raises(TriangleError, match="close"):
        compute_true_classes(SIDES.assign(ab=1000.0))


def test_paper_tolerances_give_the_released_classes(dataset):
    """With tape-measured sides the paper's tolerances give the released classes."""
    photographs = read_release(dataset).photographs
    sides = pd.DataFrame([(p.case_id, p.ab_cm, p.bc_cm, p.ca_cm) for p in photographs], columns=SIDES.columns)
    classes = compute_true_classes(sides)
    words = [
        TRIANGLE_QUESTION_BY_ID[question_id].options[int(code)]
        for question_id, code in zip(classes["question_id"], classes["class_code"], strict=True)
    ]
    assert words == [word for p in photographs for word in (p.side_class_3d, p.angle_class_3d)]
