"""Tests of the chart of all models against tilt: the models shown, click data, and the bands it leaves out."""

import pandas as pd

from dashboard.pages.tilt.line_styles import LineStyle
from dashboard.pages.tilt.tilt_lines_chart import draw_tilt_lines

LINES = {
    "a": LineStyle("<b>A</b>", "#112233"),
    "b": LineStyle("B", "#332211"),
    "r": LineStyle("Solver", "#999999", dash="dot"),
}


def rows(*, few=()):
    """Two bands of each line in both frames, and a curve of six points between."""
    bands = pd.DataFrame(
        [
            {"frame": frame, "key": key, "tilt": f"{tilt}", "tilt_deg": float(tilt), "value": 70.0 - tilt / 2,
             "low": 60.0 - tilt / 2, "high": 80.0 - tilt / 2, "n": 30, "n_groups": 12, "is_few": tilt in few}
            for frame in ("3D", "2D") for key in LINES for tilt in (10, 20)
        ]
    )  # fmt: skip
    curves = pd.DataFrame(
        [
            {"frame": frame, "key": key, "tilt_deg": 10.0 + 2 * step, "value": 65.0, "low": 60.0, "high": 70.0}
            for frame in ("3D", "2D") for key in LINES for step in range(6)
        ]
    )  # fmt: skip
    return bands, curves


def test_named_models_and_references_are_in_the_legend_and_others_are_faint():
    """Each named line has one entry, escaped; a click carries line and band; a model that is not named has no mark."""
    figure = draw_tilt_lines(*rows(), LINES, ["a"])
    legend = [trace.name for trace in figure.data if trace.showlegend]
    assert legend == ["<i>Solver</i>", "&lt;b&gt;A&lt;/b&gt;"]
    ranks = {trace.name: trace.legendrank for trace in figure.data if trace.showlegend}
    assert ranks["&lt;b&gt;A&lt;/b&gt;"] < ranks["<i>Solver</i>"]
    marks = [tuple(mark) for trace in figure.data if trace.customdata is not None for mark in trace.customdata]
    assert marks == [("r", "10"), ("r", "20"), ("a", "10"), ("a", "20")]
    assert figure.data[0].name is None


def test_bands_of_too_few_groups_are_left_out():
    """A band without an interval has no mark in this chart, unless every band lacks an interval."""
    marks = [
        trace for trace in draw_tilt_lines(*rows(few=(20,)), LINES, ["a", "b"]).data if trace.customdata is not None
    ]
    assert {tuple(trace.customdata[0])[1] for trace in marks} == {"10"}
    marks = [trace for trace in draw_tilt_lines(*rows(few=(10, 20)), LINES, ["a"]).data if trace.customdata is not None]
    assert {len(trace.customdata) for trace in marks} == {2}


def test_solvers_wait_in_the_legend_unless_they_are_alone():
    """A click on the name shows curve and marks of a solver, which are one group; without models they are drawn."""
    hidden = {
        trace.legendgroup for trace in draw_tilt_lines(*rows(), LINES, ["a", "b"]).data if trace.visible == "legendonly"
    }
    assert hidden == {"r"}
    alone = [table[table["key"] == "r"] for table in rows()]
    assert all(trace.visible is True for trace in draw_tilt_lines(*alone, {"r": LINES["r"]}, ["r"]).data)
