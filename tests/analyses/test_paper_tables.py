"""Printed tables with their uncertainty: the first place, and models not shown to be lower."""

from dataclasses import asdict

import pandas as pd

from core.analyses.paper_tables import (
    describe_below_guessing,
    describe_best_row,
    find_not_below_best,
    select_column_with_errors,
)
from core.benchmarks.mmperspective.published import PAPER_TABLES
from tests.benchmarks.mmperspective.figure_names import BY_MODEL


def figures():
    """Return the rows of the query `published_figures` for MMPerspective."""
    return pd.DataFrame([asdict(one) for one in (*PAPER_TABLES.read_figures(), *PAPER_TABLES.read_derived_figures())])


def test_first_places_of_tasks_are_shared():
    """By task, the number of models not below the best at 95 percent equals the protocols'."""
    others = {"VPP": 1, "CLP": 2, "VAP": 14, "LDP": 7, "PTR": 3, "LRR": 13, "OVR": 1, "PTS": 12, "VPC": 3, "Binary": 5}
    found = figures()
    counts = {
        column: len(find_not_below_best(select_column_with_errors(found, BY_MODEL, column))[1]) for column in others
    }
    assert counts == others
    # Its lead over the next is 3.26 points, with an interval from 0.06 on: printed digits alone would leave it open.
    assert find_not_below_best(select_column_with_errors(found, BY_MODEL, "Overall")) == ("Gemini-2-flash (CoT)", [])


def test_the_sentence_names_a_few_and_counts_the_rest():
    """Models not shown to be lower are named up to four; a sole leader is stated; without intervals none."""
    rows = pd.DataFrame({"label": list("abcdefg"), "value": [50.0, 49, 49, 49, 49, 49, 20]})
    rows = rows.assign(low=rows["value"] - 2, high=rows["value"] + 2)
    assert describe_best_row(rows, "X") == "a is highest in X; b, c, d, e and 1 more are not significantly lower."
    assert describe_best_row(rows.iloc[[0, 6]], "X") == (
        "a is highest in X; all others with an interval are significantly lower."
    )
    assert describe_best_row(rows.assign(low=float("nan")), "X") == ""


def test_below_guessing_needs_an_interval():
    """Guessing baselines are not models, and no model is counted by its value alone."""
    rows = pd.DataFrame({
        "label": ["a", "b", "c", "d"],
        "value": [30.0, 20.0, 10.0, 5.0], "low": [28.0, 18.0, 8.0, None], "high": [32.0, 26.0, 12.0, None],
    })  # fmt: skip
    assert describe_below_guessing(rows, {"best letter": 22.0, "independent": 25.0}) == (
        "1 of 3 published scores have an interval that is entirely below guessing without the "
        "image (independent, 25.0%)."
    )
    assert describe_below_guessing(rows, {}) == describe_below_guessing(rows.iloc[[3]], {"best letter": 22.0}) == ""
