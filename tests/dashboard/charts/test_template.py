"""Tests of the look that all charts share."""

import json

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.charts.template import (
    MAX_LABEL,
    build_end_labels,
    build_figure,
    format_axis_label,
    format_truth_title,
    label_ticks,
    pad_range,
    wrap_label,
)
from dashboard.style.palette import PICTURE, WORLD, get_marker_style, get_model_colour


def test_every_chart_has_the_shared_look():
    """A figure has the template over Streamlit's, reports clicks and does not drag; its explicit settings are kept."""
    figure = build_figure([{"x": [1], "y": [2]}], 300, top_px=40, xaxis={"title": "score"})
    layout = figure.layout
    assert (layout.height, layout.margin.t, layout.xaxis.title.text) == (300, 40, "score")
    assert (layout.dragmode, layout.clickmode) == (False, "event+select")
    assert layout.template.layout.legend.orientation == "h"
    assert (
        layout.template.layout.colorway == go.Figure(layout={"template": "streamlit"}).layout.template.layout.colorway
    )


def test_the_look_is_what_plotly_itself_merges():
    """A figure equals the one that Plotly merges, checks and copies the templates for, also as sent to the browser."""
    figure = build_figure([{"x": [1], "y": [2]}], 300)
    merged = go.Figure(figure).update_layout(template="streamlit+trilens")
    assert figure == merged
    assert json.loads(figure.to_json()) == json.loads(merged.to_json())


def test_labels_are_no_markup_short_and_in_italics_for_references():
    """A label is escaped and shortened, and only a reference model's label is in italics."""
    assert format_axis_label("<b>x</b>") == "&lt;b&gt;x&lt;/b&gt;"
    assert format_axis_label("solver", is_reference=True) == "<i>solver</i>"
    assert len(format_axis_label("y" * 500)) == MAX_LABEL
    twins = [format_axis_label(f"Qwen2.5-VL 72B Instruct · qwen2.5-vl-72b-{how}") for how in ("direct", "in-steps")]
    assert twins[0] != twins[1]
    assert all(name.startswith("Qwen2.5-VL 72B") for name in twins)


def test_labels_stand_at_their_places():
    """An axis has a label at every position; the positions are 0, 1, 2 ... unless others are given."""
    assert label_ticks("ab")["tickvals"] == [0, 1]
    assert label_ticks("ab", [3.0, 5.0]) == {"tickmode": "array", "tickvals": [3.0, 5.0], "ticktext": ["a", "b"]}


def test_colours_come_again_for_many_models():
    """With more models than colours, the first colour is used again with another shape."""
    kinds = {f"model {number}": "vlm" for number in range(20)}
    assert get_model_colour("model 8", kinds) == get_model_colour("model 0", kinds)
    assert get_marker_style("model 8", kinds).shape != get_marker_style("model 0", kinds).shape


def test_nothing_drawn_touches_the_frame():
    """A forest plot's axis extends beyond every interval and line on both sides; without numbers it is Plotly's."""
    rows = pd.DataFrame({"label": ["a", "b"], "value": [1.0, 4.0], "low": [0.0, None], "high": [2.0, None]})
    low, high = draw_forest_plot(rows, {}, ("figure", "figures"), "x", {"ceiling": 10.0}).layout.xaxis.range
    assert low < 0.0
    assert high > 10.0
    far = rows.assign(low=[40.0, None], value=[50.0, 50.0], high=[60.0, None])
    assert draw_forest_plot(far, {}, ("figure", "figures"), "x").layout.xaxis.range[0] > 0.0
    assert draw_forest_plot(far, {}, ("figure", "figures"), "x", is_from_zero=True).layout.xaxis.range[0] < 0.0
    assert pad_range([float("nan")]) == {}


def test_a_forest_plot_has_its_values_at_the_right():
    """Each row's value is at the right of its row, outside the axis, with a light grid for reading the others."""
    rows = pd.DataFrame({"label": ["a", "b"], "value": [1.04, -4.0], "low": [0.0, None], "high": [2.0, None]})
    layout = draw_forest_plot(rows, {}, ("figure", "figures"), "x").layout
    assert [(note.text, note.y) for note in layout.annotations] == [("−4.0", 0), ("1.0", 1)]
    assert all(note.xref == "paper" and note.x == 1 for note in layout.annotations)
    assert layout.margin.r >= 40
    assert layout.xaxis.showgrid


def test_the_axis_of_a_forest_plot_is_for_what_is_drawn():
    """An interval from too few groups is not drawn, however long it is, and the axis does not make space for it."""
    rows = pd.DataFrame({"label": ["a"], "value": [50.0], "low": [-600.0], "high": [700.0], "n_groups": [3]})
    low, high = draw_forest_plot(rows, {}, ("figure", "figures"), "x", {"no difference": 0.0}).layout.xaxis.range
    assert -10 < low < 0 < 50 < high < 60
    low, high = draw_forest_plot(rows.assign(n_groups=30), {}, ("figure", "figures"), "x").layout.xaxis.range
    assert low < -600 < 700 < high


def test_labels_at_the_right_are_apart():
    """Names of lines that end at one point are listed below one another within the panel; long names are wrapped."""
    assert wrap_label("Qwen2.5-VL-32B", width=11) == "Qwen2.5-VL-<br>32B"
    names = [wrap_label("Image-plane solver"), wrap_label("Homography solver"), wrap_label("<i>", is_reference=True)]
    assert names == ["Image-plane<br>solver", "Homography<br>solver", "<i>&lt;i&gt;</i>"]
    notes = build_end_labels(names, [50.0, 50.0, 50.0], (0.0, 100.0), 200)
    places = [note["y"] for note in notes]
    assert places[1] - places[0] == places[2] - places[1] >= 16
    assert 0 < places[0] < 50 < places[2] < 100


def test_world_and_picture_have_their_spots_in_titles():
    """The title against the truth has a blue dot, the title against the foil an orange one."""
    assert WORLD in format_truth_title("3D", "truth")
    assert PICTURE in format_truth_title("2D", "foil")
