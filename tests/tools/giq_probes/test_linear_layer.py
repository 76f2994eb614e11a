"""Tests of the linear probe: its layer minimizes the loss, folds do not leak, and balanced accuracy is right."""

import numpy as np
import pytest

from core.errors import StatisticsError
from tools.giq_probes.linear_layer import (
    L2,
    assign_folds,
    estimate_balanced_accuracy,
    fit_linear_layer,
    predict_held_out,
)


def compute_loss(layer, vectors, labels):
    """Compute the paper's weighted cross-entropy of a layer with L2, one image at a time."""
    n, n_labels = labels.shape
    total = 0.0
    for c in range(n_labels):
        weight = (n - labels[:, c].sum()) / labels[:, c].sum()
        for vector, label in zip(vectors, labels[:, c], strict=True):
            share = 1 / (1 + np.exp(-(vector @ layer[:-1, c] + layer[-1, c])))
            total -= (weight * np.log(share) if label else np.log(1 - share)) / n
    return total + L2 / 2 * (layer[:-1] ** 2).sum()


def test_layer_is_a_minimum():
    """The loss rises in every direction around the fitted layer."""
    random = np.random.default_rng(1)
    vectors = random.normal(size=(60, 3))
    labels = (vectors[:, :2] + random.normal(size=(60, 2)) > 0.4).astype(float)
    layer = fit_linear_layer(vectors, labels)
    least = compute_loss(layer, vectors, labels)
    for row in range(4):
        for column in range(2):
            for step in (-0.05, 0.05):
                moved = layer.copy()
                moved[row, column] += step
                assert compute_loss(moved, vectors, labels) > least


def test_folds_spread_every_stratum():
    """Each group is in one fold, a stratum of ten has two groups in each of five folds, and a seed fixes the folds."""
    strata = ["a"] * 10 + ["b"] * 5
    folds = assign_folds(strata, 3)
    assert np.bincount(folds[:10]).tolist() == [2] * 5
    assert np.bincount(folds[10:]).tolist() == [1] * 5
    assert (folds == assign_folds(strata, 3)).all()
    assert (folds != assign_folds(strata, 4)).any()


def test_folds_do_not_leak_groups():
    """Vectors that only identify their group give chance accuracy on other groups."""
    n_groups = 200
    groups = np.repeat(np.arange(n_groups), 4)
    is_so = np.random.default_rng(0).random(n_groups) < 0.5
    vectors = np.eye(n_groups)[groups]
    predictions = predict_held_out(
        vectors, is_so[groups, None].astype(float), groups, assign_folds(["x"] * n_groups, 0)
    )
    estimate = estimate_balanced_accuracy((predictions[:, 0] == is_so[groups]).reshape(-1, 4).mean(axis=1), is_so)
    assert estimate.low <= 0.5 <= estimate.high
    shown = predict_held_out(
        np.column_stack([vectors, is_so[groups]]), is_so[groups, None].astype(float), groups, assign_folds([0] * 200, 0)
    )
    assert (shown[:, 0] == is_so[groups]).all()


def test_only_training_rows_are_learned():
    """Flipping the labels of photographs changes nothing if the probe learns from renderings alone."""
    random = np.random.default_rng(2)
    groups = np.tile(np.arange(40), 2)
    is_so = np.arange(40) % 2 == 0
    vectors = np.where(is_so[groups], 1.0, -1.0)[:, None] + 0.1 * random.normal(size=(80, 1))
    is_rendering = np.arange(80) < 40
    labels = np.where(is_rendering, is_so[groups], ~is_so[groups])[:, None].astype(float)
    predictions = predict_held_out(vectors, labels, groups, assign_folds([0] * 40, 0), is_rendering)
    assert (predictions[:, 0] == is_so[groups]).all()


def test_balanced_accuracy_is_the_mean_recall_of_both_classes():
    """Recalls of three quarters and one half give five eighths, which the interval covers."""
    estimate = estimate_balanced_accuracy(np.array([1, 1, 1, 0, 1, 0.0]), np.array([1, 1, 1, 1, 0, 0], dtype=bool))
    assert estimate.value == pytest.approx(0.625)
    assert estimate.low < 0.625 < estimate.high
    assert (estimate.n_yes, estimate.n_no) == (4, 2)


def test_constant_label_raises():
    """A label with one class can be neither learned nor balanced."""
    with pytest.raises(StatisticsError, match="needs both"):
        fit_linear_layer(np.zeros((3, 1)), np.ones((3, 1)))
    with pytest.raises(StatisticsError, match="balanced accuracy needs both"):
        estimate_balanced_accuracy(np.ones(3), np.ones(3, dtype=bool))
