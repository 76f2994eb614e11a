"""Tests of local means against their slow definition, and of positions without an estimate."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.smoothing import compute_epanechnikov_weights, compute_local_means
from tests.scoring.slow import clustered_share

RNG = np.random.default_rng(21)
ANSWERS = pd.DataFrame(
    {
        "run_id": RNG.choice(["a", "b"], 160),
        "group_id": RNG.choice([f"{n:03d}" for n in range(14)], 160),
        "tilt_deg": np.round(RNG.uniform(0, 60, 160), 1),
        "score": RNG.uniform(0, 1, 160),
    }
)
TILTS = np.arange(0.0, 61.0, 5.0)


def test_local_mean_equals_its_definition():
    """Each value is the weighted mean; its squared error is the sum of the triangles' squared contributions."""
    table = compute_local_means(ANSWERS, "score", "tilt_deg", TILTS, 12.0, ["run_id"])
    assert len(table) > 20
    for row in table.itertuples():
        near = ANSWERS[(ANSWERS["run_id"] == row.run_id) & ((ANSWERS["tilt_deg"] - row.tilt_deg).abs() < 12.0)]
        weights = [1.0 - ((tilt - row.tilt_deg) / 12.0) ** 2 for tilt in near["tilt_deg"]]
        mean = sum(w * k for w, k in zip(weights, near["score"], strict=True)) / sum(weights)
        parts: dict[str, float] = {}
        for weight, answer in zip(weights, near.itertuples(), strict=True):
            parts[answer.group_id] = parts.get(answer.group_id, 0.0) + weight * (answer.score - mean)
        n_groups = len(parts)
        squared = n_groups / (n_groups - 1) * sum(part**2 for part in parts.values()) / sum(weights) ** 2
        assert row.value == pytest.approx(mean)
        assert row.standard_error == pytest.approx(math.sqrt(squared))
        assert (row.n, row.n_groups) == (len(near), n_groups)


def test_wide_kernel_gives_the_clustered_mean():
    """With equal weights, value and interval equal those of the plain mean."""
    [row] = compute_local_means(ANSWERS, "score", "tilt_deg", np.array([30.0]), 1e9).to_dict("records")
    plain = clustered_share(ANSWERS["score"], ANSWERS["group_id"])
    assert (row["value"], row["low"], row["high"]) == pytest.approx((plain.value, plain.low, plain.high))


def test_no_extrapolation():
    """Positions before the first answer, after the last, or in a gap have no row."""
    gap = ANSWERS[(ANSWERS["tilt_deg"] < 15) | (ANSWERS["tilt_deg"] > 40)]
    tilts = np.sort(gap["tilt_deg"])
    positions = compute_local_means(gap, "score", "tilt_deg", np.arange(-20.0, 80.0), 6.0)["tilt_deg"]
    assert not positions.between(15.0, 40.0).any()
    assert positions.min() >= tilts[0]
    assert positions.max() <= tilts[-1]
    assert {10.0, 45.0} <= set(positions)


def test_missing_answers_are_ignored():
    """A missing value or position is ignored; if all are missing there are no rows."""
    holes = ANSWERS.assign(score=ANSWERS["score"].where(ANSWERS.index % 3 != 0))
    kept = compute_local_means(holes.dropna(), "score", "tilt_deg", TILTS, 9.0, ["run_id"])
    assert compute_local_means(holes, "score", "tilt_deg", TILTS, 9.0, ["run_id"]).equals(kept)
    empty = compute_local_means(ANSWERS.assign(tilt_deg=np.nan), "score", "tilt_deg", TILTS, 9.0, ["run_id"])
    assert empty.empty
    assert list(empty.columns) == list(kept.columns)


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=20))
def test_weights_fall_with_distance(distances):
    """Weights are between 0 and 1, symmetric, decreasing with distance, and 0 beyond one bandwidth."""
    ordered = np.sort(np.abs(distances))
    weights = compute_epanechnikov_weights(ordered)
    assert ((weights >= 0) & (weights <= 1)).all()
    assert (np.diff(weights) <= 0).all()
    assert (weights[ordered >= 1] == 0).all()
    assert np.array_equal(weights, compute_epanechnikov_weights(-ordered))
