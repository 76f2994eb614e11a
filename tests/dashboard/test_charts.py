"""Charts: what a click says, and colours that stay with a model."""

import pandas as pd

from dashboard import charts
from dashboard.charts import Theme
from dashboard.charts.heatmap import Axes, heatmap

MODELS = {"a": "vlm", "b": "vlm", "r": "reference", "c": "vlm"}


def test_a_model_keeps_its_colour():
    """The colour depends on the model's place among all models, not on which of them are shown."""
    rows = pd.DataFrame(
        {"model_id": ["c", "a"], "run_label": ["C", "A"], "kappa_3d": [70.0, 60.0], "kappa_2d": [75.0, 58.0]}
    )
    full = charts.ranking(rows, MODELS)
    alone = charts.ranking(rows.iloc[:1], MODELS)
    colour = charts.colour_of("c", MODELS)
    full_marks, alone_marks = ([t for t in f.data if t.customdata is not None] for f in (full, alone))
    assert all(colour in trace.marker.color for trace in full_marks)
    assert all(list(trace.marker.color) == [colour] for trace in alone_marks)
    assert len({charts.colour_of(model, MODELS) for model in MODELS}) == 4


def test_reference_models_look_different():
    """A reference has a dotted line, squares and a name in italics, and takes no colour away from a model."""
    rows = pd.DataFrame(
        {"model_id": ["r", "a"], "run_label": ["R", "A"], "kappa_3d": [70.0, 60.0], "kappa_2d": [75.0, 58.0]}
    )
    figure = charts.ranking(rows, MODELS)
    assert list(figure.layout.yaxis.ticktext) == ["A", "<i>R</i>"]
    assert [trace.line.dash for trace in figure.data if trace.mode == "lines"] == ["solid", "dot"]
    marks = [trace for trace in figure.data if trace.customdata is not None]
    assert [list(trace.marker.symbol) for trace in marks] == [["circle", "square"], ["diamond-open", "square-open"]]
    assert charts.colour_of("c", MODELS) == charts.colour_of("c", {"a": "vlm", "b": "vlm", "c": "vlm"})


def test_residuals_name_the_blamed_and_open_their_evidence():
    """Every mark carries its triangle; only sides beyond the limit of a blamed triangle are named."""
    rows = pd.DataFrame(
        {"triangle_id": ["001", "002"], "verdict": ["one_side_off", "agrees"], "is_blamed": [True, False],
         "limit_cm": [1.7, 1.7], "ab_residual_cm": [4.0, 0.2], "bc_residual_cm": [0.1, -0.3],
         "ca_residual_cm": [0.0, 0.1]}
    )  # fmt: skip
    figure = charts.residuals(rows, {"one_side_off": "one side is off", "agrees": "the photographs agree"})
    marks = [trace for trace in figure.data if trace.customdata is not None]
    assert all(list(trace.customdata) == ["001", "002"] for trace in marks)
    assert [text for trace in marks for text in trace.text] == ["001", "", "", "", "", ""]


def test_a_click_on_a_mark_names_its_model():
    """Every mark of the ranking carries the model's id."""
    rows = pd.DataFrame({"model_id": ["b"], "run_label": ["B"], "kappa_3d": [70.0], "kappa_2d": [75.0]})
    marks = [trace for trace in charts.ranking(rows, MODELS).data if trace.customdata is not None]
    assert [list(trace.customdata) for trace in marks] == [["b"], ["b"]]


THEME = Theme(["#ffffff", "#00ffff"], "#000000", "#eeeeee")


def cells_of(*rows):
    columns = ["row_value", "column_value", "panel_value", "value", "low", "high", "n", "n_triangles"]
    return pd.DataFrame(rows, columns=columns)


def test_every_cell_of_a_heatmap_can_be_clicked():
    """Each cell has a marker that carries the values of its row, column and panel, also where there is no answer."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 9), ("y", "q", "", 40.0, None, None, 8, 8))
    figure = heatmap(cells, Axes(["x", "y"], ["p", "q"], [""], {"x": "The X"}), (0.0, 100.0), THEME)
    marks = next(trace for trace in figure.data if trace.customdata is not None)
    assert [tuple(place) for place in marks.customdata] == [(r, c, "") for r in "xy" for c in "pq"]
    assert list(figure.layout.yaxis.ticktext) == ["The X", "y"]
    assert marks.text[0].startswith("10.0")
    assert "n 9" in marks.text[0]
    assert marks.text[1] == ""
    assert "95 % interval 8.0 to 12.0" in marks.hovertext[0]
    assert "no interval" in marks.hovertext[3]


def test_cells_of_few_triangles_are_grey():
    """Below the limit a cell has no value and no colour, but says how few triangles it has."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 4), ("x", "q", "", 20.0, 8.0, 12.0, 9, 5))
    figure = heatmap(cells, Axes(["x"], ["p", "q"], [""], {}), (0.0, 100.0), THEME, min_triangles=5)
    grey, coloured, marks = figure.data
    assert [list(row) for row in grey.z] == [[0, None]]
    assert [list(row) for row in coloured.z] == [[None, 20.0]]
    assert "10.0" not in marks.text[0]
    assert "only 4 triangles" in marks.hovertext[0]


def test_panels_are_parts_of_one_chart():
    """A third factor gives a panel per value, all on one colour scale; references are in italics."""
    cells = cells_of(("x", "p", "a", 10.0, 8.0, 12.0, 9, 9), ("x", "p", "b", 90.0, 8.0, 12.0, 9, 9))
    figure = heatmap(cells, Axes(["x"], ["p"], ["a", "b"], {}, {"x"}), (0.0, 100.0), THEME)
    marks = [trace for trace in figure.data if trace.customdata is not None]
    assert [trace.customdata[0][2] for trace in marks] == ["a", "b"]
    assert [annotation.text for annotation in figure.layout.annotations] == ["a", "b"]
    assert list(figure.layout.yaxis.ticktext) == ["<i>x</i>"]
    assert {(trace.zmin, trace.zmax) for trace in figure.data[1::3]} == {(0.0, 100.0)}


def test_names_on_axes_are_neither_markup_nor_endless():
    """A name with HTML is escaped for Plotly, which reads some, and a long one is shortened."""
    rows = pd.DataFrame(
        {"model_id": ["a", "b"], "run_label": ["<a href='http://x'>A</a>", "B" * 500], "kappa_3d": [1.0, 2.0],
         "kappa_2d": [2.0, 3.0]}
    )  # fmt: skip
    names = charts.ranking(rows, MODELS).layout.yaxis.ticktext
    assert not any("<" in name for name in names)
    assert max(map(len, names)) < 60
