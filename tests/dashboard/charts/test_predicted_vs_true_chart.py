"""Tests of the chart of answers against the truth: panels, lines and click data."""

import pandas as pd

from dashboard.pages.bias.predicted_vs_true_chart import draw_predicted_vs_true

TITLES = {"truth": "3D", "foil": "2D"}


def test_numbers_stand_against_the_truth_of_their_panel():
    """3D is on the left, 2D on the right, each with its identity line; marks carry their photograph."""
    rows = pd.DataFrame({"case_id": ["1", "2"], "value": [1.0, 2.0], "truth": [1.5, 0.5],
                         "foil": [1.6, 0.4]})  # fmt: skip
    figure = draw_predicted_vs_true(rows, "#000001", "", {"blind constant": 1.2}, TITLES, is_ratio=True)
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    assert [(list(trace.x), trace.xaxis) for trace in marks] == [([1.5, 0.5], None), ([1.6, 0.4], "x2")]
    assert all(list(trace.customdata) == ["1", "2"] for trace in marks)
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    assert [list(line.x) == list(line.y) for line in lines] == [True, False, True, False]
    assert [line.name for line in lines if line.showlegend] == ["blind constant"]
    assert figure.layout.xaxis.type == "log"
    plain = draw_predicted_vs_true(rows, "#000001", ", degrees", {}, TITLES, is_ratio=False)
    assert plain.layout.xaxis.type is None
    assert plain.layout.xaxis.title.text == "true, degrees"
