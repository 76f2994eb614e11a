"""Tests of scores along a quantity against their slow definition, on models with a known result."""

import numpy as np
import pandas as pd
import pytest

from core.analyses import score_curves
from core.benchmarks.data import CurveSpec
from tests.analyses.answers import ABOUT
from tests.analyses.summed import summed

CURVE = CurveSpec("Q2", "turned", "turn_deg", "angle between the cameras", "°", 10.0)
BANDS = ("little", "further")


def made(chances, n=120, seed=3):
    """Answers of runs to cases turned by 40 to 160 degrees, each a group of its own.

    Args:
        chances: by run, that of a right answer at the least and at the greatest angle.
        n: cases.
        seed: of everything.
    """
    rng = np.random.default_rng(seed)
    rows = [
        {"run_id": run_id, "group_id": f"g{case}", "question_id": "Q2", "turn_deg": 40 + 120 * case / n,
         "turned": BANDS[2 * case // n], "score": float(rng.random() < low + (high - low) * case / n)}
        for run_id, (low, high) in chances.items() for case in range(n)
    ]  # fmt: skip
    others = [{**row, "question_id": "Q1", "score": 1.0} for row in rows[:10]]
    unturned = [{**row, "turned": None, "turn_deg": np.nan, "score": 1.0} for row in rows[:10]]
    answers = pd.DataFrame([*rows, *others, *unturned]).assign(chance=0.5, model_kind="vlm")
    return answers.assign(model_id=answers["run_id"], run_label="Model " + answers["run_id"])


ANSWERS = made({"falling": (1.0, 0.2), "level": (0.7, 0.7)})
ROWS = score_curves.select_curve(summed(ANSWERS, score_curves.list_grouping_columns(CURVE), ["score"]), CURVE)
THERE = ANSWERS[(ANSWERS["question_id"] == "Q2") & ANSWERS["turned"].notna()]


def test_bands_have_the_mean_of_their_answers():
    """Only answers to the curve's question about cases with the quantity count; the options give the guessing level."""
    table = score_curves.compute_band_scores(ROWS).set_index(["run_id", "band"])
    assert len(table) == 4
    for (run_id, band), row in table.iterrows():
        own = THERE[(THERE["run_id"] == run_id) & (THERE["turned"] == band)]
        assert row["value"] == pytest.approx(100 * own["score"].mean())
        assert row["low"] < row["value"] < row["high"]
        assert row["n_groups"] == len(own)
    assert score_curves.compute_guessing_scores(ROWS) == {"little": 50.0, "further": 50.0}


def test_slopes_are_in_points_by_a_step():
    """The figure is ten times the least-squares slope, in percent, steepest fall first.

    A fall has another verdict than none.
    """
    found = score_curves.compute_curve_slopes(ROWS, CURVE)
    assert found["run_id"].tolist() == ["falling", "level"]
    for row in found.itertuples():
        own = THERE[THERE["run_id"] == row.run_id]
        assert row.value == pytest.approx(1000 * np.polyfit(own["turn_deg"], own["score"], 1)[0])
    assert found["verdict"].tolist() == ["lower", "not distinguishable"]


def test_the_sentence_names_the_steepest_fall():
    """Reference models are left out; without a fall the sentence says so."""
    found = score_curves.compute_curve_slopes(ROWS, CURVE)
    loss = -found["value"][0]
    said = score_curves.describe_slopes(found, CURVE, ABOUT)
    assert said.startswith(f"Model falling loses {loss:.1f} points with every 10° of the angle between the cameras (")
    level = score_curves.compute_curve_slopes(ROWS[ROWS["run_id"] == "level"], CURVE)
    assert "is shown to fall with the angle between the cameras." in score_curves.describe_slopes(level, CURVE, ABOUT)
    assert score_curves.describe_slopes(found.assign(kind="reference"), CURVE, ABOUT) == ""
