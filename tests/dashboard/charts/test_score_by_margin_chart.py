"""Tests of the chart of scores by margin: a line per model, intervals with enough groups, and the blind level."""

import pandas as pd
import pytest

from dashboard.pages.precision.score_by_margin_chart import draw_score_by_margin
from dashboard.style.palette import get_marker_style

KINDS = {"a": "vlm", "r": "reference"}
BANDS = {"narrowest": "narrowest<br>0–1", "widest": "widest<br>2–3"}
ROWS = pd.DataFrame(
    [{"run_id": f"run {model}", "model_id": model, "label": f"<i>{model}</i>", "band": band, "value": 40.0,
      "low": 30.0, "high": 55.0, "n_groups": n_groups}
     for model in KINDS for band, n_groups in (("widest", 10), ("narrowest", 9))]
)  # fmt: skip


@pytest.fixture
def figure():
    return draw_score_by_margin(ROWS, {"narrowest": 25.0, "widest": 30.0}, BANDS, KINDS, ("g", "gs"), "Size <&>", "gap")


def test_a_mark_names_its_band_and_its_run(figure):
    """Each model is a line from narrow to wide in its look; a click carries the band and the run."""
    lines = [trace for trace in figure.data if trace.customdata is not None]
    assert [trace.marker.symbol for trace in lines] == [get_marker_style(model, KINDS).shape for model in KINDS]
    for trace, model in zip(lines, KINDS, strict=True):
        assert [tuple(pair) for pair in trace.customdata] == [
            ("narrowest", f"run {model}"), ("widest", f"run {model}")
        ]  # fmt: skip
        assert trace.x[0] < trace.x[1]
    assert "&lt;i&gt;a" in lines[0].hovertext[0]
    assert figure.layout.annotations[0].text == "<b>Size &lt;&amp;&gt;</b>"


def test_intervals_are_of_models_with_enough_groups(figure):
    """Nine groups give a faint mark without an interval; reference models have none."""
    model, reference = (trace for trace in figure.data if trace.customdata is not None)
    assert pd.isna(model.error_y.array[0])
    assert (model.error_y.array[1], model.error_y.arrayminus[1]) == (15.0, 10.0)
    assert pd.isna(list(reference.error_y.array)).all()
    assert model.marker.opacity[0] < model.marker.opacity[1]


def test_not_looking_is_a_step(figure):
    """The dashed line has the level of each band; the caption of the page names it, not a text over the marks."""
    line = figure.data[0]
    assert list(line.x) == [-0.5, 0.5, 0.5, 1.5]
    assert list(line.y) == [25.0, 25.0, 30.0, 30.0]
    assert [(note.text, note.y) for note in figure.layout.annotations[1:]] == []


def test_a_long_title_of_the_margin_stands_in_lines():
    """A label too long for a narrow panel is broken between words, and the panel is higher by that line."""
    axis = "distance of the nearest wrong circle from a vanishing point (% of the width)"
    long, short = (draw_score_by_margin(ROWS, {}, BANDS, KINDS, ("g", "gs"), "Q", title) for title in (axis, "gap"))
    first, second = long.layout.xaxis.title.text.split("<br>")
    assert f"{first} {second}" == axis
    assert long.layout.height > short.layout.height
