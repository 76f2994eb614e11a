"""Tests of the chart of two runs by photograph: click data, and the side that a mark is on."""

import pandas as pd

from dashboard.pages.compare.case_scatter_chart import draw_case_scatter
from dashboard.style.palette import NEUTRAL, MarkerStyle


def test_a_photograph_stands_on_the_side_of_the_run_that_is_ahead():
    """The first run's marks are filled, the second's open, ties neutral; each side has its count."""
    rows = pd.DataFrame({"case_id": ["1", "2", "3", "4"], "score_first": [90.0, 20.0, 50.0, 40.0],
                         "score_second": [10.0, 70.0, 50.0, 80.0]})  # fmt: skip
    figure = draw_case_scatter(
        rows, ("A", "B"), (MarkerStyle("#000001", "star"), MarkerStyle("#000002", "cross")), "score 3D"
    )
    marks = [(list(t.customdata), t.marker.color, t.marker.symbol) for t in figure.data if t.customdata is not None]
    assert marks == [
        (["1"], "#000001", "star"), (["2", "4"], "#000002", "cross-open"), (["3"], NEUTRAL, "x-thin-open"),
    ]  # fmt: skip
    assert [note.text for note in figure.layout.annotations] == ["<b>A</b> ahead: 1", "<b>B</b> ahead: 2"]
    line = figure.data[0]
    assert list(line.x) == list(line.y)


def test_no_mark_reaches_the_names_in_the_corners():
    """The axes extend beyond the best and the worst score by the height of a name."""
    rows = pd.DataFrame({"case_id": ["1", "2"], "score_first": [100.0, 0.0], "score_second": [0.0, 100.0]})
    figure = draw_case_scatter(
        rows, ("A", "B"), (MarkerStyle("#000001", "star"), MarkerStyle("#000002", "cross")), "accuracy"
    )
    low, high = figure.layout.yaxis.range
    plot_px = figure.layout.height - 70
    assert (0 - low) / (high - low) * plot_px > 24
    assert (high - 100) / (high - low) * plot_px > 24
    assert list(figure.layout.xaxis.tickvals) == [0, 20, 40, 60, 80, 100]
