"""Tests of sets of multiple-choice cases: examples of protocols, slow definitions, bounds for missing answers."""

import numpy as np
import pandas as pd
import pytest

from core.statistics.set_consistency import compute_set_robustness
from tests.scoring.made_passes import PASSES, SETS, make_set_cases

EXAMPLE_HITS = {"X": 1, "X-1": 1, "X-flip": 1, "X-flip-1": 0}
"""Hits by question id in 3DSRBench's form for circular passes and flips."""

GROUPINGS = {
    "flip": {name: [name, name.replace("X", "X-flip")] for name in ("X", "X-1")},
    "circular": {name: [name, f"{name}-1"] for name in ("X", "X-flip")},
    "strict": {"X": list(EXAMPLE_HITS)},
}
BOUNDS = (("", np.nan), ("_least", 0.0), ("_most", 1.0))


def make_answers(hits):
    """Make a run's answers by case: 1 is right, 0 wrong."""
    score = [float(hit) for hit in hits.values()]
    answers = pd.DataFrame({"case_id": list(hits), "score": score, "value": 1.0 - np.array(score)})
    return answers.assign(
        run_id="a", model_id="m", question_id="task", question_kind="choice", group_id=answers["case_id"].str[0],
        said=["right" if hit else "wrong" for hit in hits.values()],
    )  # fmt: skip


@pytest.mark.parametrize(("protocol", "percent"), [("flip", 50), ("circular", 50), ("strict", 0)])
def test_grouping_example_of_3dsrbench(protocol, percent):
    """Hits 1, 1, 1, 0 give 50, 50 and 0 percent in the three groupings."""
    scores = compute_set_robustness(
        make_answers(EXAMPLE_HITS), make_set_cases(protocol, GROUPINGS[protocol])
    ).set_index("set_id")["binary"]
    assert 100 * scores.mean() == percent
    if protocol == "flip":
        assert scores.to_dict() == {"X": 1, "X-1": 0}
    if protocol == "circular":
        assert scores.to_dict() == {"X": 1, "X-flip": 0}


def test_robustness_example():
    """Seeds with 5, 4 and 0 of 5 right are 33.3 percent robust, and 60.0 percent of their images are right."""
    hits = {
        f"{seed}{image}": int(image < right) for seed, right in zip("abc", (5, 4, 0), strict=True) for image in range(5)
    }
    sets = make_set_cases("views", {seed: [f"{seed}{image}" for image in range(5)] for seed in "abc"})
    scores = compute_set_robustness(make_answers(hits), sets)
    assert 100 * scores["binary"].mean() == pytest.approx(33.3, abs=0.05)
    assert 100 * scores["graded"].mean() == pytest.approx(60.0)


def score_set(rows, size, unknown):
    """Return all-right and share-right of one set, with unreadable and missing answers counted as `unknown`."""
    hits = [unknown if np.isnan(row.value) else row.score for row in rows.itertuples()]
    hits += [unknown] * (size - len(hits))
    return float(np.prod(hits)), float(np.mean(hits))


def test_sets_equal_their_slow_definition():
    """Binary is the product of the hits, graded their mean; bounds count unknown answers as 0 and as 1."""
    scores = compute_set_robustness(PASSES, SETS).set_index(["run_id", "set_id"])
    sizes = SETS.groupby("set_id").size()
    assert scores["binary"].isna().any()
    assert (scores["n_cases"] < sizes.loc[scores.index.get_level_values("set_id")].to_numpy()).any()
    for (run_id, set_id), rows in PASSES.merge(SETS).groupby(["run_id", "set_id"]):
        row, read = scores.loc[(run_id, set_id)], rows.dropna(subset=["value"])
        assert (row["n_cases"], row["n_read"]) == (len(rows), len(read))
        for bound, unknown in BOUNDS if len(rows) > 1 else ():
            expected = score_set(rows, sizes[set_id], unknown)
            assert (row[f"binary{bound}"], row[f"graded{bound}"]) == pytest.approx(expected, nan_ok=True)
        if len(rows) > 1:
            agrees, is_complete = float(len(set(read["said"])) <= 1), len(read) == sizes[set_id]
            assert row["stable"] == pytest.approx(agrees if is_complete else np.nan, nan_ok=True)
            assert (row["stable_least"], row["stable_most"]) == (agrees if is_complete else 0.0, agrees)


def test_missing_pass_is_not_a_success():
    """A set with three right passes and a missing one is not all right."""
    hits = dict(list(EXAMPLE_HITS.items())[:3])
    row = compute_set_robustness(make_answers(hits), make_set_cases("strict", GROUPINGS["strict"])).iloc[0]
    assert np.isnan(row["binary"])
    assert (row["binary_least"], row["binary_most"], row["graded_least"], row["graded_most"]) == (0, 1, 0.75, 1)
