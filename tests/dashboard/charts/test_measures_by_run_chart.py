"""Tests of the chart of several measures by run: one line per run, and click data."""

import pandas as pd
import pytest

from dashboard.pages.robustness.measures_by_run_chart import FORMS, draw_measures_by_run
from dashboard.style.palette import get_marker_style

UNITS = ("figure", "figures")
KINDS = {"a": "vlm", "b": "vlm", "r": "reference"}
MEASURES = {"binary": "right in all", "graded": "right per view", "stable": "the same in all"}


def rows():
    return pd.DataFrame(
        [{"run_id": f"run {model}", "model_id": model, "label": f"<i>{model}</i>", "measure": measure, "value": 40.0,
          "low": None if model == "r" else 30.0, "high": None if model == "r" else 50.0, "n_groups": 10}
         for measure in MEASURES for model in KINDS]
    ).astype({"low": float, "high": float})  # fmt: skip


def marks(figure):
    return [trace for trace in figure.data if trace.mode == "markers" and trace.customdata is not None]


def test_each_run_has_one_line_and_each_measure_its_symbol():
    """The first run is on top.

    Its measures are close together, each in its model's shape and another form, with its id.
    """
    figure = draw_measures_by_run(rows(), MEASURES, KINDS, UNITS)
    shapes = [get_marker_style(model, KINDS).shape for model in ("a", "b", "r")]
    assert [list(trace.marker.symbol) for trace in marks(figure)] == [[form(name) for name in shapes] for form in FORMS]
    for trace in marks(figure):
        assert list(trace.customdata) == ["a", "b", "r"]
        assert [round(place) for place in trace.y] == [2, 1, 0]
    assert len({tuple(trace.y) for trace in marks(figure)}) == 3
    names = dict(zip(figure.layout.yaxis.tickvals, figure.layout.yaxis.ticktext, strict=True))
    assert names == {2: "&lt;i&gt;a&lt;/i&gt;", 1: "&lt;i&gt;b&lt;/i&gt;", 0: "<i>&lt;i&gt;r&lt;/i&gt;</i>"}


def test_an_estimate_without_interval_has_no_bar():
    """If every triangle gives the same value there is a mark, and the hover text says that there is no interval."""
    figure = draw_measures_by_run(rows(), MEASURES, KINDS, UNITS)
    bars = [trace for trace in figure.data if trace.mode == "lines"]
    assert [len([x for x in trace.x if x is not None]) for trace in bars] == [6, 6, 0]
    assert "no interval" in marks(figure)[0].hovertext[2]
    assert "10 figures" in marks(figure)[0].hovertext[2]


def test_charts_beside_each_other_have_their_rows_at_one_height():
    """Two charts with space for the same legend have the same size and margins, whatever each contains."""
    several, one = (
        draw_measures_by_run(rows()[rows()["measure"].isin(measures)], measures, KINDS, UNITS, legend_rows=3).layout
        for measures in (MEASURES, {"stable": "the same in all"})
    )
    assert (several.height, several.margin) == (one.height, one.margin)
    assert several.yaxis.range == one.yaxis.range
    assert several.xaxis.range[0] < 0 < 100 < several.xaxis.range[1]


def test_a_measure_without_a_form_of_its_own_is_an_error():
    """More measures than forms would leave one without a mark and without its line in the legend."""
    with pytest.raises(ValueError, match="zip"):
        draw_measures_by_run(rows(), {**MEASURES, "both": "right in both"}, KINDS, UNITS)


def test_names_are_broken_where_charts_stand_beside_each_other():
    """Beside another chart, a long name is wrapped and leaves the width to the marks."""
    long = rows().assign(label="Qwen2.5-VL 72B Instruct")
    alone, beside = (
        draw_measures_by_run(long, MEASURES, KINDS, UNITS, is_beside=is_beside) for is_beside in (False, True)
    )
    assert "<br>" not in alone.layout.yaxis.ticktext[0]
    assert beside.layout.yaxis.ticktext[0] == "<i>Qwen2.5-VL 72B<br>Instruct</i>"


def test_a_share_to_compare_with_is_a_line_whose_name_is_below_the_legend():
    """The line is at its share; its name is between the plot and the legend, for which both have more space above."""
    plain = draw_measures_by_run(rows(), MEASURES, KINDS, UNITS).layout
    compared = draw_measures_by_run(rows(), MEASURES, KINDS, UNITS, lines={"guess <b>": 38.8}).layout
    assert [shape.x0 for shape in compared.shapes if shape.x0 == shape.x1] == [38.8]
    assert [(name.text, name.x) for name in compared.annotations] == [("guess &lt;b&gt;", 38.8)]
    added_px = compared.margin.t - plain.margin.t
    plot_px = compared.height - compared.margin.t
    assert added_px > 0
    assert (compared.legend.y - plain.legend.y) * plot_px > added_px > 10
    assert compared.height - plain.height == added_px
