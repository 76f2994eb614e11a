"""Estimates that judge a run."""

import pandas as pd
import pytest

from core.analyses.estimates import count_answers_by_run, replace_no_spread_verdicts
from tests.analyses.answers import queried_answers
from tests.analyses.summed import summed


def test_coverage_counts_what_a_run_answered():
    """Answers and unreadable ones are counted, and kappas are means over the readable ones."""
    answers = queried_answers(unreadable=0.2)
    table = count_answers_by_run(summed(answers, ["run_id"], ["score", "foil_score"]))
    for run_id, rows in answers.groupby("run_id"):
        kappas = rows["score"].dropna()
        expected = {"answers": len(rows), "unreadable": (rows["status"] != "ok").sum(),
                    "score": 100 * kappas.sum() / len(kappas)}  # fmt: skip
        assert table.loc[run_id, list(expected)].to_dict() == pytest.approx(expected)
    assert table["unreadable"].gt(0).all()


def test_value_decides_without_spread():
    """Without spread the value gives the verdict; otherwise the verdict is unchanged."""
    rows = pd.DataFrame({
        "value": [3.0, -2.0, 50.0, -50.0, 1.0, 9.0],
        "verdict": ["higher", "lower", "no spread", "no spread", "not distinguishable", "too few to tell"],
    })  # fmt: skip
    assert replace_no_spread_verdicts(rows).tolist() == [
        "higher",
        "lower",
        "higher",
        "lower",
        "not distinguishable",
        "too few to tell",
    ]
