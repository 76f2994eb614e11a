"""Tests of the chart of all pairs of runs: click data, and the look of differences that are not significant."""

import numpy as np
import pandas as pd

from dashboard.pages.compare.difference_matrix_chart import draw_difference_matrix
from dashboard.style.theme import HeatmapTheme

THEME = HeatmapTheme(["#0000ff", "#ffffff", "#ff8800"], "#111111", "#eeeeee")
NAMES = {"a": "Run A", "b": "<b>Run B</b>", "r": "Solver"}
RUNS = list(NAMES)


def matrix(chosen=("r", "a")):
    """Return three runs; a and b do not differ significantly."""
    values = pd.DataFrame([[np.nan, 0.44, -12.3], [-0.44, np.nan, -12.7], [12.3, 12.7, np.nan]], RUNS, RUNS)
    clear = pd.DataFrame([[False, False, True], [False, False, True], [True, True, False]], RUNS, RUNS)
    return draw_difference_matrix(values, clear, NAMES, chosen, THEME, ["r"])


def test_a_click_on_the_matrix_names_two_runs():
    """Every pair of runs has one cell, which carries the runs of its column and row and lies on it."""
    cells, clicks = matrix().data
    assert [tuple(pair) for pair in clicks.customdata] == [("a", "b"), ("a", "r"), ("b", "r")]
    places = [(round(base + 0.5), column) for base, column in zip(clicks.base, clicks.x, strict=True)]
    assert places == [(0, 0), (1, 0), (1, 1)]
    assert [cells.z[row][column] for row, column in places] == [0, -12.3, -12.7]
    assert np.isnan(cells.z[0][1])


def test_what_does_not_differ_significantly_has_a_sign_and_no_colour():
    """A difference that is not significant has the scale's middle value and a sign before its number; others do not."""
    cells = matrix().data[0]
    assert [list(row) for row in cells.text] == [["≈+0.4", ""], ["−12", "−13"]]
    assert (cells.z[0][0], cells.z[1][0]) == (0, -12.3)
    assert cells.zmin == -cells.zmax
    assert "not significantly different" in matrix().data[1].hovertext[0]


def test_the_chosen_pair_is_framed_and_references_are_italic():
    """The frame is on the chosen cell in either order.

    A reference's name is in italics, and no name is read as markup.
    """
    for chosen in (("r", "a"), ("a", "r")):
        frame = matrix(chosen).layout.shapes[0]
        assert (frame.x0 < 0 < frame.x1, frame.y0 < 1 < frame.y1) == (True, True)
    layout = matrix().layout
    assert list(layout.yaxis.ticktext) == ["&lt;b&gt;Run B&lt;/b&gt;", "<i>Solver</i>"]
    assert list(layout.xaxis.ticktext) == ["Run A", "&lt;b&gt;Run<br>B&lt;/b&gt;"]  # in short lines


def test_many_runs_have_numbers_over_their_columns():
    """With more runs than the names have space for, columns show the rows' numbers.

    The first run has no row and is named.
    """
    runs = [f"run {number}" for number in range(12)]
    zeros = pd.DataFrame(np.zeros((12, 12)), runs, runs)
    figure = draw_difference_matrix(zeros, zeros > 0, {run: run for run in runs}, ("run 0", "run 1"), THEME)
    assert list(figure.layout.xaxis.ticktext) == [str(number) for number in range(1, 12)]
    assert figure.layout.yaxis.ticktext[0] == "2  run 1"
    assert [one.text for one in figure.layout.annotations] == ["1  run 0"]
    assert not matrix().layout.annotations


def test_very_many_runs_have_low_rows_and_few_numbers():
    """If differences are not written, rows are lower, and every fifth column has its number, so that none overlap."""
    runs = [f"run {number}" for number in range(20)]
    zeros = pd.DataFrame(np.zeros((20, 20)), runs, runs)
    layout = draw_difference_matrix(zeros, zeros > 0, {run: run for run in runs}, ("run 0", "run 1"), THEME).layout
    assert [text for text in layout.xaxis.ticktext if text] == ["5", "10", "15"]
    assert list(layout.xaxis.ticktext).index("10") == 9
    assert layout.height < 20 * 30 + 90
    assert len(layout.yaxis.ticktext) == 19
