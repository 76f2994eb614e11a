"""Tests of the chart of the most common answers: click data."""

import pandas as pd

from dashboard.pages.bias.top_answers_chart import draw_top_answers


def test_a_bar_names_its_answer():
    """Each bar carries its answer's value, in the order given."""
    rows = pd.DataFrame({"value": [15.0, 30.0], "answer": ["15°", "30°"], "n": [3, 1], "share": [75.0, 25.0]})
    (bar,) = draw_top_answers(rows, "#000001").data
    assert list(bar.customdata) == [15.0, 30.0]
    assert list(bar.y) == ["15°", "30°"]
