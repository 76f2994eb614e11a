"""Charts: what a click says, and colours that stay with a model."""

import pandas as pd

from dashboard import charts

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


def test_every_cell_of_a_heatmap_can_be_clicked():
    """Each cell has a marker that carries the values of its row and column, also where there is no answer."""
    values = pd.DataFrame([[10.0, None], [30.0, 40.0]], index=["x", "y"], columns=["p", "q"])
    counts = pd.DataFrame([[1, 0], [3, 4]], index=["x", "y"], columns=["p", "q"])
    figure = charts.heatmap(
        values, counts, {"x": "The X"}, (0.0, 100.0), charts.Theme(["#ffffff", "#00ffff"], "#000000")
    )
    assert [tuple(pair) for pair in figure.data[1].customdata] == [("x", "p"), ("x", "q"), ("y", "p"), ("y", "q")]
    assert list(figure.layout.yaxis.ticktext) == ["The X", "y"]
    assert figure.data[0].text[0][0].startswith("10.0")
    assert "n 1" in figure.data[0].text[0][0]
    assert figure.data[0].text[0][1] == ""


def test_names_on_axes_are_neither_markup_nor_endless():
    """A name with HTML is escaped for Plotly, which reads some, and a long one is shortened."""
    rows = pd.DataFrame(
        {"model_id": ["a", "b"], "run_label": ["<a href='http://x'>A</a>", "B" * 500], "kappa_3d": [1.0, 2.0],
         "kappa_2d": [2.0, 3.0]}
    )  # fmt: skip
    names = charts.ranking(rows, MODELS).layout.yaxis.ticktext
    assert not any("<" in name for name in names)
    assert max(map(len, names)) < 60
