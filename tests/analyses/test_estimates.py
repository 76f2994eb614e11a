"""What there is to judge a run by."""

import pytest

from core.analyses.estimates import coverage
from tests.analyses.answers import queried_answers
from tests.analyses.summed import summed


def test_coverage_counts_what_a_run_answered():
    """Answers and unreadable ones are counted, and kappas are means over the readable ones."""
    answers = queried_answers(unreadable=0.2)
    table = coverage(summed(answers, ["run_id"], ["score", "foil_score"]))
    for run_id, rows in answers.groupby("run_id"):
        kappas = rows["score"].dropna()
        expected = {"answers": len(rows), "unreadable": (rows["status"] != "ok").sum(),
                    "score": 100 * kappas.sum() / len(kappas)}  # fmt: skip
        assert table.loc[run_id, list(expected)].to_dict() == pytest.approx(expected)
    assert table["unreadable"].gt(0).all()
