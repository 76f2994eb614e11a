"""The chart of all pairs of runs: what a click says, and what is not significant."""

import numpy as np
import pandas as pd

from dashboard.charts.difference_matrix import difference_matrix
from dashboard.theme import Theme

THEME = Theme(["#0000ff", "#ffffff", "#ff8800"], "#111111", "#eeeeee")
NAMES = {"a": "Run A", "b": "<b>Run B</b>", "r": "Solver"}
RUNS = list(NAMES)


def matrix():
    """Three runs, of which a and b do not differ significantly."""
    values = pd.DataFrame([[np.nan, 0.44, -12.3], [-0.44, np.nan, -12.7], [12.3, 12.7, np.nan]], RUNS, RUNS)
    clear = pd.DataFrame([[False, False, True], [False, False, True], [True, True, False]], RUNS, RUNS)
    return difference_matrix(values, clear, NAMES, ("r", "a"), THEME, ["r"])


def test_a_click_on_the_matrix_names_two_runs():
    """Every cell but the diagonal's carries its row's and its column's run."""
    clicks = [tuple(pair) for pair in matrix().data[1].customdata]
    assert clicks == [(row, column) for row in RUNS for column in RUNS if row != column]


def test_what_does_not_differ_significantly_has_a_sign_and_no_colour():
    """Such a cell has the value of the middle of the scale and a sign before its number; the others have neither."""
    cells = matrix().data[0]
    assert list(cells.text[0]) == ["", "≈+0.4", "−12"]
    assert (cells.z[0][1], cells.z[0][2]) == (0, -12.3)
    assert cells.zmin == -cells.zmax
    assert "not significantly different" in matrix().data[1].hovertext[0]


def test_the_chosen_pair_is_framed_and_references_are_italic():
    """The frame stands on the chosen cell, and a reference's name is in italics; no name is markup."""
    figure = matrix()
    frame = figure.layout.shapes[0]
    assert (frame.x0 < 0 < frame.x1, frame.y0 < 2 < frame.y1) == (True, True)
    assert figure.layout.yaxis.ticktext[2] == "3  <i>Solver</i>"
    assert "<b>" not in figure.layout.yaxis.ticktext[1]
