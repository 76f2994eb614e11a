"""Tests of thresholds from answers, on made-up models with known results, and on the authors' circles."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.analyses import threshold_sentences, thresholds
from core.benchmarks.registry import find_workspace
from core.warehouse.aggregation import Aggregation
from core.warehouse.build import build
from core.warehouse.read import NO_FILTERS, open_current
from core.workspace import Workspace
from tests.analyses.answers import ABOUT
from tests.analyses.summed import summed
from tests.benchmarks.blindtest.authors_folders import AUTHORS_FOLDERS, write_authors_folders

QUESTION = "Q2"


def made(chances, n=600, seed=1):
    """Sums of runs, each case a group of its own; a run's chance of a right answer by margin.

    Args:
        chances: by run, a function of the margins.
        n: cases.
        seed: of everything.
    """
    random = np.random.default_rng(seed)
    margins = random.choice(np.arange(1, 11) / 10, n)
    draws = random.random(n)
    rows = [
        pd.DataFrame({
            "run_id": run_id, "model_id": run_id, "run_label": f"Model {run_id}", "model_kind": "vlm",
            "question_id": QUESTION, "margin_size": margins, "chance": 0.25, "true_option": "any",
            "group_id": [f"g{case}" for case in range(n)], "score": (draws < chance(margins)).astype(float),
        })
        for run_id, chance in chances.items()
    ]  # fmt: skip
    return summed(pd.concat(rows, ignore_index=True), thresholds.SUMMED_BY, ["score"])


def curve(threshold):
    """Return a score that rises from guessing to 1, halfway at the threshold."""
    return lambda margins: 0.25 + 0.75 / (1 + (threshold / margins) ** 4)


MODELS = {
    "sharp": curve(0.25), "dull": curve(0.6), "guesses": lambda margins: np.full(len(margins), 0.25),
    "knows": lambda margins: np.ones(len(margins)), "barely": curve(1.5),
}  # fmt: skip
EXPECTED = {"sharp": "threshold", "dull": "threshold", "guesses": "no rise", "knows": "below", "barely": "not reached"}


@pytest.fixture(scope="module")
def found():
    """Return the thresholds of the made-up models."""
    return thresholds.fit_thresholds(thresholds.select_runs(made(MODELS)), 200)


def test_a_threshold_is_stated_only_where_the_answers_carry_one(found):
    """Guessing shows no rise, perfection is below, and a model that needs more margin does not reach its threshold."""
    assert {run_id: one.status for (run_id, _), one in found.items()} == EXPECTED
    for run_id, truth in (("sharp", 0.25), ("dull", 0.6)):
        one = found[run_id, QUESTION]
        assert one.low <= truth <= one.high
        assert not one.is_misfit


def test_differences_are_paired_and_corrected(found):
    """Only runs with a threshold are compared."""
    (row,) = thresholds.compare_thresholds(found).to_dict("records")
    assert {row["first"], row["second"]} == {"sharp", "dull"}
    sign = 1 if row["first"] == "dull" else -1
    assert sign * row["value"] == pytest.approx(0.35, abs=0.1)
    assert row["verdict"] == ("higher" if sign > 0 else "lower")


def test_the_sentence_names_the_smallest_threshold(found):
    """The threshold is in the margin's unit, with its interval."""
    labels = {run_id: f"Model {run_id}" for run_id in MODELS}
    text = threshold_sentences.describe_thresholds(found, thresholds.compare_thresholds(found), labels, ABOUT)
    assert text.startswith("In ")
    assert (
        "Model knows has a threshold below 0.10, the smallest that these cases can show; Model sharp has the next "
        "smallest, 0.2"
    ) in text
    assert "cannot be distinguished" not in text


def test_the_first_sentence_has_the_smallest_and_the_largest_threshold(found):
    """Models without a threshold, or with one that has no upper end, are left out."""
    labels = {run_id: f"Model {run_id}" for run_id in MODELS}
    text = threshold_sentences.describe_visible_margins(found, labels, ABOUT)
    ends = [threshold_sentences.describe_status(found[run_id, QUESTION], "") for run_id in ("sharp", "dull")]
    name = ABOUT.questions[QUESTION].name
    assert text == f"{name}: Model sharp sees margins from {ends[0]}, Model dull only from {ends[1]}."
    left_out = [("dull", QUESTION)]  # not shown to beat the best constant answer
    text = threshold_sentences.describe_visible_margins(found, labels, ABOUT, left_out)
    assert text == f"{name}: Model sharp sees margins from {ends[0]}."
    unbounded = {("dull", QUESTION): replace(found["dull", QUESTION], high=np.inf)}
    assert threshold_sentences.describe_visible_margins(unbounded, labels, ABOUT) == ""


def test_a_threshold_without_an_upper_end_is_not_called_the_smallest(found):
    """A threshold that may be beyond all margins asked is named with its interval, without a rank."""
    fits = {("sharp", QUESTION): replace(found["sharp", QUESTION], high=np.inf)}
    text = threshold_sentences.describe_thresholds(fits, pd.DataFrame(), {"sharp": "Sharp"}, ABOUT)
    assert "the cases are too few to tell the threshold of Sharp (0.2" in text
    assert "to more than 1.0)" in text
    assert "smallest" not in text


def test_few_groups_give_no_curve():
    """With nine groups nothing is fitted."""
    (one,) = thresholds.fit_thresholds(thresholds.select_runs(made({"sharp": curve(0.25)}, n=9)), 50).values()
    assert one.status == "too few"
    assert one.curve == ()


def test_many_margins_are_put_into_levels():
    """A continuous margin gives at most 20 levels, in order, with the mean margin of their cases."""
    margins = np.random.default_rng(2).random(500)
    levels = thresholds._assign_levels(margins)
    assert len(np.unique(levels)) <= thresholds.MAX_LEVELS
    assert levels.mean() == pytest.approx(margins.mean())
    assert np.all(np.diff(levels[np.argsort(margins)]) >= 0)


@pytest.mark.slow
@pytest.mark.skipif(not AUTHORS_FOLDERS.is_dir(), reason="the authors' folders are not here")
def test_the_authors_circles(tmp_path):
    """GPT-4o needs more than Claude 3.5 Sonnet, and says Yes to circles that are 0.18 diameters apart."""
    workspace = find_workspace(Workspace(tmp_path), "blindtest")
    write_authors_folders(workspace.release)
    build(workspace)
    with open_current(workspace) as warehouse:
        sums = warehouse.aggregate(NO_FILTERS, Aggregation(thresholds.SUMMED_BY, ("score",)))
    found = thresholds.fit_thresholds(thresholds.select_runs(sums), 200)
    of_gpt, of_sonnet = (found[f"released_replies-{model}", "touching"] for model in ("gpt-4o", "claude-3.5-sonnet"))
    assert of_gpt.value == pytest.approx(0.086, abs=0.005)
    assert of_sonnet.value == pytest.approx(0.031, abs=0.005)
    assert of_gpt.bias == pytest.approx(-0.18, abs=0.01)
    assert threshold_sentences.describe_bias(of_gpt, "diameters").startswith(
        "Yes when No is correct, up to a margin of 0.18 diameters"
    )
    biased = found["released_replies-claude-3.5-sonnet", "overlapping"]
    assert biased.status == "not reached"
    reason = threshold_sentences.describe_status(biased, "diameters")
    assert reason == "answers No too often to be measured (No up to 0.087 diameters)"
