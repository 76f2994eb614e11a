"""Tests of regression slopes against their slow definition, and of cases without a slope."""

import math

import numpy as np
import pandas as pd
import pytest

from core.statistics.regression import compute_slopes

RNG = np.random.default_rng(5)
ANSWERS = pd.DataFrame(
    {
        "run_id": RNG.choice(["a", "b"], 160),
        "group_id": RNG.choice([f"{n:03d}" for n in range(14)], 160),
        "turn_deg": np.round(RNG.uniform(40, 180, 160), 1),
        "score": RNG.integers(0, 2, 160).astype(float),
    }
)


def test_slope_equals_its_definition():
    """The slope is that of least squares; its squared error is the sum of the groups' squared contributions."""
    table = compute_slopes(ANSWERS, "score", "turn_deg", ["run_id"]).set_index("run_id")
    assert list(table.index) == ["a", "b"]
    for run_id, rows in ANSWERS.groupby("run_id"):
        line = np.polyfit(rows["turn_deg"], rows["score"], 1)
        middle = rows["turn_deg"].mean()
        spread = sum((turn - middle) ** 2 for turn in rows["turn_deg"])
        parts: dict[str, float] = {}
        for row in rows.itertuples():
            residual = row.score - np.polyval(line, row.turn_deg)
            parts[row.group_id] = parts.get(row.group_id, 0.0) + (row.turn_deg - middle) * residual / spread
        squared = len(parts) / (len(parts) - 1) * sum(part**2 for part in parts.values())
        found = table.loc[run_id]
        assert found["value"] == pytest.approx(line[0])
        assert found["standard_error"] == pytest.approx(math.sqrt(squared))
        assert found["low"] < found["value"] < found["high"]
        assert (found["n"], found["n_groups"]) == (len(rows), len(parts))


def test_aggregated_answers_have_the_same_slope():
    """A sum over several answers at the same x is weighted by their number."""
    by = ["run_id", "group_id", "turn_deg"]
    twice = pd.concat([ANSWERS, ANSWERS.assign(score=1.0)])
    sums = twice.groupby(by, as_index=False).agg(score=("score", "sum"), score_counted=("score", "count"))
    single = compute_slopes(twice, "score", "turn_deg", ["run_id"])
    of_sums = compute_slopes(sums, "score", "turn_deg", ["run_id"], counts="score_counted")
    pd.testing.assert_frame_equal(single, of_sums)


def test_a_slope_needs_two_x_values_and_its_interval_three_groups():
    """Unreadable answers count for neither."""
    rows = pd.DataFrame(
        [("one", "g", 50, 1), ("one", "h", 50, 0), ("two", "g", 50, 1), ("two", "h", 90, 0), ("two", "i", 70, np.nan)],
        columns=["run_id", "group_id", "turn_deg", "score"],
    )
    table = compute_slopes(rows, "score", "turn_deg", ["run_id"])
    assert table["run_id"].tolist() == ["two"]
    assert table["value"][0] == pytest.approx(-1 / 40)
    assert table[["standard_error", "low", "high"]].isna().all(axis=None)
