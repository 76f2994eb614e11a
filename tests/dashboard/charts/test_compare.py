"""Charts of the Compare page: what a click says, and what tells two runs apart."""

import numpy as np
import pandas as pd

from dashboard.charts import NEUTRAL, Theme
from dashboard.charts import compare as charts

THEME = Theme(["#0000ff", "#ffffff", "#ff8800"], "#111111")
NAMES = {"a": "Run A", "b": "<b>Run B</b>", "r": "Solver"}
RUNS = list(NAMES)


def matrix():
    """Three runs, of which a and b cannot be told apart."""
    values = pd.DataFrame([[np.nan, 0.44, -12.3], [-0.44, np.nan, -12.7], [12.3, 12.7, np.nan]], RUNS, RUNS)
    clear = pd.DataFrame([[False, False, True], [False, False, True], [True, True, False]], RUNS, RUNS)
    return charts.difference_matrix(values, clear, NAMES, ("r", "a"), THEME, ["r"])


def test_a_click_on_the_matrix_names_two_runs():
    """Every cell but the diagonal's carries its row's and its column's run."""
    clicks = [tuple(pair) for pair in matrix().data[1].customdata]
    assert clicks == [(row, column) for row in RUNS for column in RUNS if row != column]


def test_what_cannot_be_told_apart_has_a_sign_and_no_colour():
    """Such a cell has the value of the middle of the scale and a sign before its number; the others have neither."""
    cells = matrix().data[0]
    assert list(cells.text[0]) == ["", "≈+0.4", "−12"]
    assert (cells.z[0][1], cells.z[0][2]) == (0, -12.3)
    assert cells.zmin == -cells.zmax
    assert "not distinguishable" in matrix().data[1].hovertext[0]


def test_the_chosen_pair_is_framed_and_references_are_italic():
    """The frame stands on the chosen cell, and a reference's name is in italics; no name is markup."""
    figure = matrix()
    frame = figure.layout.shapes[0]
    assert (frame.x0 < 0 < frame.x1, frame.y0 < 2 < frame.y1) == (True, True)
    assert figure.layout.yaxis.ticktext[2] == "3  <i>Solver</i>"
    assert "<b>" not in figure.layout.yaxis.ticktext[1]


def test_a_photograph_stands_on_the_side_of_the_run_that_is_ahead():
    """Marks carry their photograph; the first run's are full, the second's open, equal ones neutral."""
    rows = pd.DataFrame({"photograph_id": ["1", "2", "3", "4"], "kappa_first": [90.0, 20.0, 50.0, 40.0],
                         "kappa_second": [10.0, 70.0, 50.0, 80.0]})  # fmt: skip
    figure = charts.by_photograph(rows, ("A", "B"), ("#000001", "#000002"), "kappa 3D")
    marks = [(list(t.customdata), t.marker.color, t.marker.symbol) for t in figure.data if t.customdata is not None]
    assert marks == [
        (["1"], "#000001", "circle"), (["2", "4"], "#000002", "circle-open"), (["3"], NEUTRAL, "x-thin-open"),
    ]  # fmt: skip
    line = figure.data[0]
    assert list(line.x) == list(line.y)


def test_who_is_right_fills_each_bar():
    """The parts of a bar sum to 100 %, carry question and outcome, and two runs of one colour differ by pattern."""
    rows = pd.DataFrame({"question_id": ["Q1", "Q2"], "label": ["Q1", "Q2"], "n": [10, 4], "both": [5, 0],
                         "only_first": [1, 4], "only_second": [2, 0], "none": [2, 0]})  # fmt: skip
    names = dict(zip(charts.OUTCOME_STYLES, ("both", "only <i>A</i>", "only B", "none"), strict=True))
    figure = charts.who_is_right(rows, names, ("#000001", "#000001"), "#111111")
    assert np.sum([bar.x for bar in figure.data], axis=0).tolist() == [100.0, 100.0]
    assert [tuple(bar.customdata[1]) for bar in figure.data] == [("Q2", outcome) for outcome in charts.OUTCOME_STYLES]
    patterns = {bar.marker.pattern.shape for bar in figure.data if bar.marker.color == "#000001"}
    assert patterns == {None, "/"}
    assert not any("<i>" in bar.name for bar in figure.data)
