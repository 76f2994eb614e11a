"""The linear probe: its layer against the slope of its loss, folds without leaks, and balanced accuracy by hand."""

import numpy as np
import pytest

from core.errors import StatisticsError
from core.statistics.linear_probe import (
    L2,
    assign_folds,
    estimate_balanced_accuracy,
    fit_linear_layer,
    predict_held_out,
)


def loss_of(layer, vectors, labels):
    """The paper's weighted cross-entropy of a layer, with L2, one picture after the other."""
    n, n_labels = labels.shape
    total = 0.0
    for c in range(n_labels):
        weight = (n - labels[:, c].sum()) / labels[:, c].sum()
        for vector, label in zip(vectors, labels[:, c], strict=True):
            share = 1 / (1 + np.exp(-(vector @ layer[:-1, c] + layer[-1, c])))
            total -= (weight * np.log(share) if label else np.log(1 - share)) / n
    return total + L2 / 2 * (layer[:-1] ** 2).sum()


def test_no_other_layer_has_a_smaller_loss():
    """Around the found layer the slow loss rises in every direction."""
    random = np.random.default_rng(1)
    vectors = random.normal(size=(60, 3))
    labels = (vectors[:, :2] + random.normal(size=(60, 2)) > 0.4).astype(float)
    layer = fit_linear_layer(vectors, labels)
    least = loss_of(layer, vectors, labels)
    for row in range(4):
        for column in range(2):
            for step in (-0.05, 0.05):
                moved = layer.copy()
                moved[row, column] += step
                assert loss_of(moved, vectors, labels) > least


def test_folds_spread_every_stratum():
    """Each group has one fold, and a stratum of ten has two groups in each of five folds, the same for a seed."""
    strata = ["a"] * 10 + ["b"] * 5
    folds = assign_folds(strata, 3)
    assert np.bincount(folds[:10]).tolist() == [2] * 5
    assert np.bincount(folds[10:]).tolist() == [1] * 5
    assert (folds == assign_folds(strata, 3)).all()
    assert (folds != assign_folds(strata, 4)).any()


def test_nothing_of_a_group_is_learned_before_it_is_tested():
    """Vectors that name their group and nothing else teach nothing about other groups: accuracy is that of chance."""
    n_groups = 200
    groups = np.repeat(np.arange(n_groups), 4)
    is_so = np.random.default_rng(0).random(n_groups) < 0.5
    vectors = np.eye(n_groups)[groups]
    said = predict_held_out(vectors, is_so[groups, None].astype(float), groups, assign_folds(["x"] * n_groups, 0))
    found = estimate_balanced_accuracy((said[:, 0] == is_so[groups]).reshape(-1, 4).mean(axis=1), is_so)
    assert found.low <= 0.5 <= found.high
    shown = predict_held_out(
        np.column_stack([vectors, is_so[groups]]), is_so[groups, None].astype(float), groups, assign_folds([0] * 200, 0)
    )
    assert (shown[:, 0] == is_so[groups]).all()


def test_only_what_may_teach_is_learned_from():
    """Photographs whose labels are turned about change nothing where the probe learns from renderings alone."""
    random = np.random.default_rng(2)
    groups = np.tile(np.arange(40), 2)
    is_so = np.arange(40) % 2 == 0
    vectors = np.where(is_so[groups], 1.0, -1.0)[:, None] + 0.1 * random.normal(size=(80, 1))
    is_rendering = np.arange(80) < 40
    labels = np.where(is_rendering, is_so[groups], ~is_so[groups])[:, None].astype(float)
    said = predict_held_out(vectors, labels, groups, assign_folds([0] * 40, 0), is_rendering)
    assert (said[:, 0] == is_so[groups]).all()


def test_balanced_accuracy_is_the_mean_of_both_kinds():
    """Three quarters of what has it and a half of what has it not make five eighths; the interval holds it."""
    found = estimate_balanced_accuracy(np.array([1, 1, 1, 0, 1, 0.0]), np.array([1, 1, 1, 1, 0, 0], dtype=bool))
    assert found.value == pytest.approx(0.625)
    assert found.low < 0.625 < found.high
    assert (found.n_yes, found.n_no) == (4, 2)


def test_one_kind_alone_is_refused():
    """A label that is the same everywhere can neither be learned nor be balanced."""
    with pytest.raises(StatisticsError, match="needs both"):
        fit_linear_layer(np.zeros((3, 1)), np.ones((3, 1)))
    with pytest.raises(StatisticsError, match="balanced accuracy needs both"):
        estimate_balanced_accuracy(np.ones(3), np.ones(3, dtype=bool))
