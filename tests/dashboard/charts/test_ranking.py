"""Tests of the ranking chart: click data, and colours that stay with a model."""

import pandas as pd

from dashboard.pages.overview.score_pairs_chart import draw_score_pairs
from dashboard.style.markers import REFERENCES, get_open_shape
from dashboard.style.palette import get_marker_style, get_model_colour

MODELS = {"a": "vlm", "b": "vlm", "r": "reference", "c": "vlm"}


def test_a_model_keeps_its_colour():
    """The colour depends on the model's position among all models, not on which of them are shown."""
    rows = pd.DataFrame(
        {
            "run_id": ["1", "2"],
            "model_id": ["c", "a"],
            "run_label": ["C", "A"],
            "score": [70.0, 60.0],
            "foil_score": [75.0, 58.0],
        }
    )
    full = draw_score_pairs(rows, MODELS)
    alone = draw_score_pairs(rows.iloc[:1], MODELS)
    colour = get_model_colour("c", MODELS)
    full_marks, alone_marks = ([t for t in f.data if t.customdata is not None] for f in (full, alone))
    assert all(colour in trace.marker.color for trace in full_marks)
    assert all(list(trace.marker.color) == [colour] for trace in alone_marks)
    assert len({get_model_colour(model, MODELS) for model in MODELS}) == 4


def test_reference_models_look_different():
    """A reference has a dotted line, its own shape and a name in italics, and does not use up a model's colour."""
    rows = pd.DataFrame(
        {
            "run_id": ["1", "2"],
            "model_id": ["r", "a"],
            "run_label": ["R", "A"],
            "score": [70.0, 60.0],
            "foil_score": [75.0, 58.0],
        }
    )
    figure = draw_score_pairs(rows, MODELS)
    assert list(figure.layout.yaxis.ticktext) == ["A", "<i>R</i>"]
    assert [trace.line.dash for trace in figure.data if trace.mode == "lines"] == ["solid", "dot"]
    marks = [trace for trace in figure.data if trace.customdata is not None]
    shapes = [get_marker_style(model, MODELS).shape for model in ("a", "r")]
    assert [list(trace.marker.symbol) for trace in marks] == [shapes, [get_open_shape(name) for name in shapes]]
    assert shapes[1] in REFERENCES
    assert get_model_colour("c", MODELS) == get_model_colour("c", {"a": "vlm", "b": "vlm", "c": "vlm"})


def test_a_click_on_a_mark_names_its_run():
    """Every mark of the ranking carries the run's id, because a model may have several runs."""
    rows = pd.DataFrame(
        {"run_id": ["second"], "model_id": ["b"], "run_label": ["B"], "score": [70.0], "foil_score": [75.0]}
    )
    marks = [trace for trace in draw_score_pairs(rows, MODELS).data if trace.customdata is not None]
    assert [list(trace.customdata) for trace in marks] == [["second"], ["second"]]


def test_names_on_axes_are_neither_markup_nor_endless():
    """A name with HTML is escaped, because Plotly renders some tags, and a long one is shortened."""
    rows = pd.DataFrame(
        {"run_id": ["1", "2"], "model_id": ["a", "b"], "run_label": ["<a href='http://x'>A</a>", "B" * 500],
         "score": [1.0, 2.0], "foil_score": [2.0, 3.0]}
    )  # fmt: skip
    names = draw_score_pairs(rows, MODELS).layout.yaxis.ticktext
    assert not any("<" in name for name in names)
    assert max(map(len, names)) < 60
