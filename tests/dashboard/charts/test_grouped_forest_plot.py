"""Tests of the chart of one measure by group: one heading per group, and click data."""

import pandas as pd

from dashboard.charts.grouped_forest_plot import draw_grouped_forest_plot
from dashboard.style.palette import get_marker_style

UNITS = ("figure", "figures")
KINDS = {"a": "vlm", "b": "vlm", "r": "reference"}


def rows(groups):
    return pd.DataFrame(
        [{"run_id": f"run {model}", "model_id": model, "label": f"<i>{model}</i>", "kind": KINDS[model], "group": group,
          "value": 40.0, "low": None if model == "r" else 30.0, "high": None if model == "r" else 50.0, "n": 60,
          "n_groups": 10}
         for group in groups for model in KINDS]
    ).astype({"low": float, "high": float})  # fmt: skip


def marks(figure):
    return [trace for trace in figure.data if trace.mode == "markers" and trace.customdata is not None]


def test_a_click_in_a_group_names_group_and_model():
    """Every mark carries its group and its model; groups keep their order and have headings, empty groups have none."""
    groups = {"Q1": "Side <class>", "Q9": "nothing", "Q2": "Angle class"}
    figure = draw_grouped_forest_plot(rows(["Q2", "Q1"]), groups, KINDS, UNITS, "%")
    assert [a.text for a in figure.layout.annotations] == ["<b>Side &lt;class&gt;</b>", "<b>Angle class</b>"]
    for trace, model in zip(marks(figure), KINDS, strict=True):
        assert [tuple(pair) for pair in trace.customdata] == [("Q2", model), ("Q1", model)]
        assert trace.y[1] > figure.layout.annotations[1].y > trace.y[0]
    assert [trace.marker.symbol for trace in marks(figure)] == [get_marker_style(model, KINDS).shape for model in KINDS]


def test_a_long_heading_stands_in_lines():
    """A heading too long for a telephone is broken between words, above the group's first row."""
    groups = {"Q1": "an impossible triangle (its numbers are <incompatible>)", "Q2": "short"}
    figure = draw_grouped_forest_plot(rows(["Q1", "Q2"]), groups, KINDS, UNITS, "%")
    long, short = figure.layout.annotations
    assert long.text == "<b>an impossible triangle (its numbers<br>are &lt;incompatible&gt;)</b>"
    assert short.text == "<b>short</b>"
    first = marks(figure)[0].y
    assert long.y > first[0]
    assert first[0] > short.y > first[1]


def test_few_triangles_have_no_interval():
    """With nine triangles there is a mark without an interval, and the hover text says why; with ten there are both."""
    few = rows(["Q1", "Q2"])
    few.loc[few["group"] == "Q2", "n_groups"] = 9
    figure = draw_grouped_forest_plot(few, {"Q1": "one", "Q2": "two"}, KINDS, UNITS, "%")
    lines = [trace for trace in figure.data if trace.mode == "lines" and trace.x[0] is not None]
    assert len(lines) == 2
    assert all(list(trace.x[:2]) == [30.0, 50.0] and len(trace.x) == 3 for trace in lines)
    assert [len(trace.x) for trace in marks(figure)] == [2, 2, 2]
    hovers = marks(figure)[0].hovertext
    assert "95% CI 30.0–50.0, 10 figures" in hovers[0]
    assert "too few for an interval, 9 figures" in hovers[1]


def test_every_row_is_named_and_the_axis_stands_above_and_below():
    """Each group names its runs beside their marks instead of in a legend; both axes show the same numbers."""
    figure = draw_grouped_forest_plot(rows(["Q1", "Q2"]), {"Q1": "one", "Q2": "two"}, KINDS, UNITS, "%")
    names = dict(zip(figure.layout.yaxis.tickvals, figure.layout.yaxis.ticktext, strict=True))
    for trace in marks(figure):
        assert len({names[place] for place in trace.y}) == 1
        assert not trace.showlegend
    assert len(names) == 2 * len(KINDS)
    assert (figure.layout.xaxis2.side, figure.layout.xaxis2.matches) == ("top", "x")
    assert figure.layout.xaxis.range == figure.layout.xaxis2.range
    low, high = figure.layout.xaxis.range
    assert low < 30 < 50 < high


def test_a_group_has_rows_only_for_its_own_runs():
    """A run in one group takes no space in the other: the chart is lower, and marks are evenly spaced in each group."""
    table = rows(["Q1", "Q2"])
    own = table[(table["group"] == "Q2") | (table["model_id"] == "r")]
    groups = {"Q1": "one run", "Q2": "all runs"}
    wide, compact = (draw_grouped_forest_plot(drawn_rows, groups, KINDS, UNITS, "%") for drawn_rows in (table, own))
    assert compact.layout.height < wide.layout.height
    heads = [annotation.y for annotation in compact.layout.annotations]
    places = sorted((y for trace in marks(compact) for y in trace.y), reverse=True)
    assert heads[0] > places[0] > heads[1] > places[1]
    assert places[1] - places[2] == places[2] - places[3]
