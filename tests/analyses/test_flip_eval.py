"""Consistency under mirroring on hand-made pairs."""

import numpy as np
import pandas as pd
import pytest

from core.analyses import flip_eval as analysis
from core.analyses.flip_eval import describe_flip_consistency
from tests.analyses.summed import summed_sets

SIDES = {"left": "right", "right": "left", "front": "front", "back": "back"}


def mirrored(answers, sets, meanings):
    """Return the analysis of the sums of these answers."""
    return analysis.compute_flip_consistency(summed_sets(answers, sets, meanings=meanings))


def pairs(said, n=8):
    """Return a run that answers `said` (for the image, for the mirror image) in every pair; the truth is front."""
    rows = [
        {"run_id": "x", "model_id": "x", "run_label": "X", "model_kind": "vlm", "case_id": f"{number}{end}",
         "group_id": f"g{number}", "question_id": "Q", "question_kind": "choice", "said": text,
         "value": float(list(SIDES).index(text)) if text else np.nan, "truth": 2.0,
         "score": float(text == "front") if text else np.nan}
        for number in range(n)
        for end, text in zip(("", "-flip"), said, strict=True)
    ]  # fmt: skip
    answers = pd.DataFrame(rows)
    sets = answers[["case_id", "question_id"]].assign(
        protocol="flip", set_id=answers["case_id"].str.removesuffix("-flip")
    )
    meanings = pd.DataFrame(
        [
            {"case_id": f"{number}-flip", "question_id": "Q", "said": option, "meaning": other}
            for number in range(n)
            for option, other in SIDES.items()
        ]
    )
    return answers, sets, meanings


@pytest.mark.parametrize(
    ("said", "same", "both"),
    [(("front", "front"), 100, 100), (("left", "right"), 100, 0), (("left", "left"), 0, 0), (("front", "back"), 0, 0)],
)
def test_mirrored_answers_are_consistent(said, same, both):
    """Left in the image and right in its mirror image are consistent, right or wrong; left in both are not."""
    found = mirrored(*pairs(said))
    assert found.by_run["value"].tolist() == [same]
    assert found.by_run["both"].tolist() == [both]
    assert f"{same}.0% of the pairs" in describe_flip_consistency(found)


def test_unreadable_pairs_are_ignored():
    """A pair with an unreadable answer is skipped, and without pairs there is no result."""
    assert mirrored(*pairs(("left", None))) is None
    answers, sets, meanings = pairs(("front", "front"))
    assert mirrored(answers, sets.assign(protocol="circular"), meanings) is None
    assert mirrored(answers, sets, meanings.iloc[:0]).by_run["value"].tolist() == [100]
