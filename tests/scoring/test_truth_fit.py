"""Tests of reliance and its labels, on cases worked out by hand and against kappa."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.scoring.metrics import compute_reliance
from core.scoring.truth_fit import CLASS_LABELS, NUMBER_LABELS, add_truth_fits, label_classes, label_numbers
from core.statistics.grouped_means import compute_grouped_means
from tests.scoring.made_answers import simulate_answers

ANSWERS, _ = simulate_answers(seed=10, n_groups=10, unreadable=0.1)


def label_number(value, truth, foil, *, is_ratio):
    return label_numbers(np.array([value]), np.array([truth]), np.array([foil]), is_ratio=is_ratio)[0]


@pytest.mark.parametrize(
    ("value", "truth", "foil", "is_ratio", "expected"),
    [
        (30.0, 30.0, 60.0, False, "nearer to the truth"),
        (50.0, 30.0, 60.0, False, "nearer to the foil"),
        (45.5, 30.0, 60.0, False, "too close to tell"),  # nearer by a degree, which the benchmark does not resolve
        (
            30.0,
            30.0,
            31.9,
            False,
            "too close to tell",
        ),  # the truths are too close, so even the right answer has no label
        (80.0, 30.0, 60.0, False, "nearer to the foil"),
        (1.0, 1.0, 2.0, True, "nearer to the truth"),
        (1.5, 1.0, 2.0, True, "nearer to the foil"),  # by quotient: 1.33 from 2 but 1.5 from 1
        (1.4142, 1.0, 2.0, True, "too close to tell"),
        (1.4284, 1.0, 2.0, True, "too close to tell"),  # 1% past the middle: distances differ by a factor of 1.02
        (1.4425, 1.0, 2.0, True, "nearer to the foil"),  # 2% past it: by 1.04
        (5.0, 1.00, 1.02, True, "too close to tell"),
    ],
)
def test_numbers_have_the_label_worked_out_by_hand(value, truth, foil, is_ratio, expected):
    """A number with a label is nearer to one truth by more than 2 degrees or a factor of 1.03."""
    assert label_number(value, truth, foil, is_ratio=is_ratio) == expected


@given(st.floats(0.01, 100.0), st.floats(0.01, 100.0), st.floats(0.01, 100.0), st.booleans())
def test_swapping_the_truths_swaps_the_label(value, truth, foil, is_ratio):
    """No frame is favoured."""
    swap = {"nearer to the truth": "nearer to the foil", "nearer to the foil": "nearer to the truth"}
    label = label_number(value, truth, foil, is_ratio=is_ratio)
    assert label_number(value, foil, truth, is_ratio=is_ratio) == swap.get(label, label)


@given(st.floats(0.01, 100.0), st.floats(0.01, 100.0), st.floats(1.0, 1.0299))
def test_nearly_equal_truths_are_inconclusive(value, truth, factor):
    """If the truths are within 3%, no answer shows which one was read."""
    assert label_number(value, truth, truth * factor, is_ratio=True) == "too close to tell"


def test_classes_have_one_of_four_labels():
    """An unreadable answer has no label."""
    values = np.array([0.0, 0.0, 0.0, 0.0, np.nan])
    labels = label_classes(values, np.array([0.0, 0.0, 1.0, 1.0, 0.0]), np.array([0.0, 1.0, 0.0, 1.0, 0.0]))
    assert labels.tolist() == ["both", "truth only", "foil only", "neither", None]


def test_labels_of_classes_agree_with_kappa():
    """A class is right in a frame exactly if its kappa is 1 there."""
    classes = add_truth_fits(ANSWERS)
    classes = classes[classes["question_kind"] == "class"].dropna(subset=["value"])
    expected = {(1.0, 1.0): "both", (1.0, 0.0): "truth only", (0.0, 1.0): "foil only", (0.0, 0.0): "neither"}
    assert [expected[r.score, r.foil_score] for r in classes.itertuples()] == classes["fits"].tolist()


def test_readable_answers_have_a_label():
    """Class answers have class labels, number answers number labels, unreadable answers none."""
    labelled = add_truth_fits(ANSWERS)
    assert labelled["fits"].isna().equals(labelled["value"].isna())
    read = labelled.dropna(subset=["fits"])
    is_class = read["question_kind"] == "class"
    assert set(read.loc[is_class, "fits"]) <= set(CLASS_LABELS)
    assert set(read.loc[~is_class, "fits"]) <= set(NUMBER_LABELS)


def test_reliance_is_paired():
    """The mean is the difference of the two mean scores per pose, with the paired standard error."""
    paired = ANSWERS.assign(reliance=compute_reliance(ANSWERS["foil_score"], ANSWERS["score"]))
    table = compute_grouped_means(paired, "reliance", ["pose"])
    for row in table.itertuples():
        answers = ANSWERS[ANSWERS["pose"] == row.pose]
        assert row.value == pytest.approx(answers["foil_score"].mean() - answers["score"].mean())
        per_triangle = (answers["foil_score"] - answers["score"]).groupby(answers["group_id"])
        residuals = per_triangle.sum() - per_triangle.count() * row.value
        assert row.standard_error == pytest.approx(np.sqrt((residuals**2).sum() * 10 / 9) / row.n)
