"""Tests that the pair head learns what a linear layer cannot, is reproducible, and rejects a single class."""

import numpy as np
import pytest

from core.errors import StatisticsError
from tools.giq_probes.linear_layer import fit_linear_layer
from tools.giq_probes.pair_head import fit_head


def test_head_learns_xor():
    """For "exactly one coordinate is large" the head gets nearly all points right, a linear layer half."""
    points = np.random.default_rng(0).uniform(-1, 1, (600, 2))
    is_same = (points[:, 0] > 0) != (points[:, 1] > 0)
    predictions = fit_head(points[:400], is_same[:400]).compute_scores(points[400:]) > 0
    assert (predictions == is_same[400:]).mean() > 0.93
    layer = fit_linear_layer(points[:400], is_same[:400, None].astype(float))
    assert (((points[400:] @ layer[:-1] + layer[-1])[:, 0] > 0) == is_same[400:]).mean() < 0.75


def test_head_is_reproducible():
    """The same seed gives the same head."""
    points = np.random.default_rng(1).normal(size=(80, 3))
    first, second = (fit_head(points, points[:, 0] > 0, seed=4) for _ in range(2))
    assert (first.hidden == second.hidden).all()
    assert (first.output == second.output).all()


@pytest.mark.parametrize("is_same", [True, False])
def test_single_class_of_pairs_raises(is_same):
    """Pairs that are all the same or all different raise an error."""
    with pytest.raises(StatisticsError, match="pairs that differ"):
        fit_head(np.ones((4, 2)), np.full(4, is_same))
