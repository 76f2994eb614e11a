"""Tests of the chart of answered and true classes: its marks and colours."""

import pandas as pd

from dashboard.pages.bias.class_frequency_chart import draw_class_frequency
from dashboard.style.palette import PICTURE, WORLD, MarkerStyle

CLASSES = ("acute", "right", "obtuse")


def test_class_shares_show_three_marks_a_class():
    """Answered shares have the model's look; true shares are blue (3D) and orange (2D), and 2D marks are open."""
    rows = pd.DataFrame({"question_id": "Q2", "question": "Q2", "class": list(CLASSES), "said": [100.0, 0.0, 0.0],
                         "in_truth": [50.0, 30.0, 20.0], "in_foil": [40.0, 10.0, 50.0]})  # fmt: skip
    figure = draw_class_frequency(rows, "<b>M</b>", MarkerStyle("#000001", "star"), {"truth": "3D", "foil": "2D"})
    marks = {trace.name: trace for trace in figure.data if trace.mode == "markers"}
    assert list(marks) == ["is correct (3D)", "is correct (2D)", "answered by &lt;b&gt;M&lt;/b&gt;"]
    assert marks["is correct (2D)"].marker.symbol == "diamond-open"
    colours = [trace.marker.color == "#000001" for trace in marks.values()]
    assert colours == [False, False, True]
    assert marks["answered by &lt;b&gt;M&lt;/b&gt;"].marker.symbol == "star"
    assert [trace.marker.color for trace in marks.values()][:2] == [WORLD, PICTURE]
    sizes = [trace.marker.size for trace in marks.values()]
    assert sizes[2] < min(sizes[:2]), "where both are the same, what is true is seen round what is said"
    assert list(figure.layout.yaxis.ticktext) == list(CLASSES), "the question is named above the chart"
    two = rows.assign(question=["Q1", "Q2", "Q2"])
    figure = draw_class_frequency(two, "M", MarkerStyle("#000001", "star"), {"truth": "3D"})
    assert list(figure.layout.yaxis.ticktext) == ["Q1: acute", "Q2: right", "Q2: obtuse"]


def test_however_many_lines_there_are_the_first_stands_at_the_top():
    """The axis begins and ends less than a line from the marks, with three classes and with fifty."""
    for n in (3, 50):
        shares = {name: [50.0] * n for name in ("said", "in_truth", "in_foil")}
        rows = pd.DataFrame({"question": [f"Q{place}" for place in range(n)], "class": "A", **shares})
        bottom, top = draw_class_frequency(
            rows, "M", MarkerStyle("#000001", "star"), {"truth": "3D"}
        ).layout.yaxis.range
        assert -1 < top < 0
        assert n - 1 < bottom < n


def test_no_mark_looks_like_an_arrow():
    """A model whose mark points left or right has a diamond, since its mark ends a line from the true share."""
    shares = {name: [50.0] for name in ("said", "in_truth", "in_foil")}
    rows = pd.DataFrame({"question": ["Q1"], "class": "A", **shares})
    for shape, expected in (
        ("triangle-left", "diamond"),
        ("triangle-right", "diamond"),
        ("triangle-up", "triangle-up"),
    ):
        figure = draw_class_frequency(rows, "M", MarkerStyle("#000001", shape), {"truth": "3D"})
        assert [trace.marker.symbol for trace in figure.data if trace.mode == "markers"] == ["circle", expected]
