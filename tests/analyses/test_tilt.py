"""Tests of kappa by tilt against slow definitions, and of sentences that match the figures."""

import re

import numpy as np
import pandas as pd
import pytest

from core.analyses import tilt
from core.records import FEW_GROUPS
from tests.analyses.summed import summed
from tests.scoring.made_answers import simulate_answers
from tests.scoring.slow import clustered_share

BANDS = {"P0": "0–10°", "P1": "10–20°", "T0": "40–50°", "T1": "60–70°"}


def with_tilt(answers, rng):
    """Return answers with the query's additions: names, and a tilt within the band of the condition."""
    low_deg = answers["condition"].map(BANDS).str.split("–").str[0].astype(float)
    tilts = answers["case_id"].map({p: rng.uniform(0, 10) for p in answers["case_id"].unique()})
    labels = answers["run_id"].str.upper()
    kinds = np.where(answers["run_id"] == "c", "reference", "vlm")
    models = np.where(answers["run_id"] == "c", "image_plane_solver", "model " + answers["run_id"])
    return answers.assign(
        tilt_deg=low_deg + tilts, tilt=answers["condition"].map(BANDS), run_label=labels, model_kind=kinds,
        model_id=models,
    )  # fmt: skip


def sums(answers):
    """Return the sums that the page computes from these answers, by run and question."""
    names = ["run_id", "model_id", "run_label", "model_kind", "question_id"]
    return summed(answers, [*names, *tilt.SUMMED_BY], tilt.SCORE_FRAMES)


ANSWERS = with_tilt(simulate_answers(seed=31, n_groups=16, n_runs=3, unreadable=0.1)[0], np.random.default_rng(32))
FALLING = ANSWERS.assign(
    score=0.9
    - 0.3 * (ANSWERS["run_id"] != "b") * (ANSWERS["tilt"] == "60–70°")
    + 0.05 * np.sin(np.arange(len(ANSWERS)))
)
"""Everybody but B loses 30 points in the highest band."""


def test_bands_are_clustered_means():
    """Every band has the mean in percent and the interval clustered by triangle, in both frames."""
    table = tilt.compute_tilt_bands(sums(ANSWERS), ["run_id"])
    assert len(table) == 2 * 3 * 4
    for row in table.itertuples():
        rows = ANSWERS[(ANSWERS["run_id"] == row.run_id) & (ANSWERS["tilt"] == row.tilt)]
        expected = clustered_share(rows[{"3D": "score", "2D": "foil_score"}[row.frame]], rows["group_id"])
        assert (row.value, row.low, row.high) == pytest.approx(
            (100 * expected.value, 100 * expected.low, 100 * expected.high)
        )
        assert row.tilt_deg == pytest.approx(rows["tilt_deg"].mean())
        assert (row.n, row.n_groups) == (expected.n, expected.n_groups)


def test_few_triangles_are_marked():
    """A band of fewer triangles than an interval needs is marked as such."""
    few = ANSWERS[(ANSWERS["tilt"] != "60–70°") | (ANSWERS["group_id"] < "005")]
    table = tilt.compute_tilt_bands(sums(few), ["question_id"]).set_index("tilt")
    assert table.loc["60–70°", "is_few"].all()
    assert not table.loc["0–10°", "is_few"].any()


def test_unmeasured_photographs_are_left_out():
    """Answers about photographs without a tilt are in no band and on no curve."""
    holes = ANSWERS.assign(tilt_deg=ANSWERS["tilt_deg"].where(ANSWERS["condition"] != "T1"))
    assert "60–70°" not in set(tilt.compute_tilt_bands(sums(holes), ["run_id"])["tilt"])
    assert tilt.compute_tilt_curves(sums(holes), ["run_id"])["tilt_deg"].max() < 60


def test_curves_stand_where_there_are_enough_triangles():
    """A curve has no points between the bands, and none near too few triangles."""
    table = tilt.compute_tilt_curves(sums(ANSWERS), ["run_id"])
    assert (table["n_groups"] >= FEW_GROUPS).all()
    assert not table["tilt_deg"].between(24, 36).any()
    assert set(table["frame"]) == {"3D", "2D"}
    assert table["value"].between(0, 100).all()
    assert tilt.compute_tilt_curves(sums(ANSWERS[ANSWERS["group_id"] < "005"]), ["run_id"]).empty


def test_the_steepest_band_shares_triangles_with_the_lowest():
    """The highest band is compared only if enough of its triangles were photographed in the lowest too."""
    assert tilt.find_extreme_bands(sums(ANSWERS)) == ("0–10°", "60–70°")
    apart = ANSWERS[(ANSWERS["tilt"] != "60–70°") | (ANSWERS["group_id"] < "009")]
    assert tilt.find_extreme_bands(sums(apart)) == ("0–10°", "40–50°")
    assert tilt.find_extreme_bands(sums(ANSWERS[ANSWERS["condition"] == "P0"])) is None
    assert tilt.find_extreme_bands(sums(ANSWERS.assign(tilt=None))) is None


def test_change_compares_the_triangles_of_both_bands():
    """The change is the mean in the high band minus that in the low one, over triangles that are in both."""
    partly = FALLING[(FALLING["tilt"] != "60–70°") | (FALLING["group_id"] < "012")]
    table = tilt.compute_tilt_effect(sums(partly), "0–10°", "60–70°").set_index(["run_id", "frame"])
    for run_id in "abc":
        rows = partly[(partly["run_id"] == run_id) & (partly["group_id"] < "012")]
        means = rows.groupby("tilt")["score"].mean()
        assert table.loc[(run_id, "3D"), "value"] == pytest.approx(100 * (means["60–70°"] - means["0–10°"]))
        assert table.loc[(run_id, "3D"), "n_groups"] == 12


def headline(answers):
    """Return the headline on these answers, and the sentence on what it compares."""
    changes = tilt.compute_tilt_effect(sums(answers), "0–10°", "60–70°")
    return tilt.build_tilt_headline(changes, "0–10°", "60–70°"), tilt.describe_tilt_comparison(
        changes, "0–10°", "60–70°"
    )


def test_the_sentence_names_who_falls():
    """Models with a significant loss are named with it; the line below says what is compared, and names the solver."""
    falls, comparison = headline(FALLING)
    assert (falls.run_ids, falls.levels) == (("a",), {"tilt": ("60–70°",)})
    assert re.fullmatch(r"Tilting hurts A \(−[\d.]+ points\)\. The others show no significant loss\.", falls.text)
    assert comparison == (
        "Score 3D at 60–70° of tilt minus that at 0–10°, on the same 16 triangles, with 95% CIs. "
        "C: a perfect reader of the flat image."
    )
    steady, comparison = headline(FALLING[FALLING["run_id"] == "b"])
    assert steady.text == "Tilting hurts no model significantly."
    assert "flat image" not in comparison
    assert steady.run_ids == ("b",)


def test_a_steady_model_below_the_best_constant_answer_has_little_to_lose():
    """A model that scores no higher than the constant without tilt is named; one that scores more is not."""
    is_constant = FALLING["run_id"] == "c"
    constant = FALLING.assign(model_id=FALLING["model_id"].mask(is_constant, "blind_constant"))
    texts = [headline(constant.assign(score=constant["score"] + shift * is_constant))[0].text for shift in (0.1, -0.1)]
    assert ". B scores no higher than the best constant answer even at 0–10°, so it has little to lose." in texts[0]
    assert "The others" not in texts[0]
    assert "constant" not in texts[1]


def test_where_references_alone_answered_the_sentence_is_about_them():
    """It begins with the fact that no model can be compared, and names the references that lose."""
    falls, _ = headline(FALLING.assign(model_kind="reference"))
    assert "a" in falls.run_ids
    assert "b" not in falls.run_ids
    assert falls.text.startswith("No model has answers to compare. Tilting hurts these reference solvers: ")
    assert re.search(r"A \(−[\d.]+( points)?\)", falls.text)
    steady, _ = headline(FALLING[FALLING["run_id"] == "b"].assign(model_kind="reference"))
    assert steady.text == "No model has answers to compare. Tilting hurts no reference solver significantly."


def test_the_two_measures_of_tilt_are_compared():
    """Median and 95th percentile are those of the absolute differences, and the largest difference comes first."""
    rng = np.random.default_rng(33)
    photographs = pd.DataFrame({"case_id": [f"{n:03d}_T0" for n in range(41)], "tilt_deg": rng.uniform(0, 70, 41)})
    photographs["tilt_imu_deg"] = photographs["tilt_deg"] - rng.normal(0.4, 0.5, 41)
    photographs.loc[7, "tilt_imu_deg"] = np.nan
    differences = tilt.compare_with_accelerometer(photographs)
    size = np.abs(photographs["tilt_deg"] - photographs["tilt_imu_deg"]).dropna()
    assert len(differences) == 40
    assert differences["difference_deg"].abs().is_monotonic_decreasing
    text = tilt.describe_agreement(differences)
    assert f"{np.median(size):.2f}° (median)" in text
    assert f"{np.percentile(size, 95):.2f}° in 95% of 40 photographs" in text
    assert text.endswith("more.")
