"""Tests of the chart of kappa by tilt: click data, gaps, faint marks, and the look of lines."""

import pandas as pd

from dashboard.pages.tilt.broken_axis import build_broken_axis
from dashboard.pages.tilt.line_styles import LineStyle, build_question_styles, build_run_styles
from dashboard.pages.tilt.score_by_tilt_chart import ROOM_DEG, draw_score_by_tilt
from dashboard.style.markers import get_open_shape
from dashboard.style.palette import PICTURE, WORLD, get_marker_style

KINDS = {"a": "vlm", "b": "vlm", "homography_solver": "reference"}
RUNS = pd.DataFrame({"run_id": ["run r", "run a", "run b"], "model_id": ["homography_solver", "a", "b"],
                     "label": ["A solver", "<b>A</b>", "B"], "kind": ["reference", "vlm", "vlm"]})  # fmt: skip
LINES = build_run_styles(RUNS, KINDS)
BANDS_DEG, CURVES_DEG = [6.0, 44.0, 71.0], [4.0, 6.0, 8.0, 40.0, 42.0]
AXIS = build_broken_axis([*BANDS_DEG, *CURVES_DEG], ROOM_DEG)
OWN = get_marker_style("a", KINDS)


def bands():
    rows = [
        {"frame": frame, "key": key, "tilt": band, "tilt_deg": tilt_deg, "value": value, "low": value - 5.0,
         "high": value + 5.0, "n": 60, "n_groups": n_groups, "is_few": n_groups < 10}
        for frame in ("3D", "2D")
        for key, value in (("run a", 70.0), ("run b", 60.0), ("run r", 90.0))
        for band, tilt_deg, n_groups in zip(("0–10°", "40–50°", "70–80°"), BANDS_DEG, (20, 20, 2), strict=True)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def curves():
    rows = [{"frame": frame, "key": key, "tilt_deg": place, "value": 70.0, "low": 66.0, "high": 74.0}
            for frame in ("3D", "2D") for key in LINES for place in CURVES_DEG]  # fmt: skip
    return pd.DataFrame(rows)


def panel(shown=None, drawn=None, key="run a", lines=LINES):
    return draw_score_by_tilt(bands() if shown is None else shown, curves() if drawn is None else drawn, lines, key)


def marks(figure):
    return [trace for trace in figure.data if trace.mode == "markers"]


def own_marks(figure):
    return [trace for trace in marks(figure) if trace.customdata[0][0] == "run a"]


def test_a_click_on_a_mark_names_its_line_and_band():
    """Every mark of both rows, including those of references, carries the key of its line and its tilt band."""
    traces = marks(panel())
    assert [trace.yaxis for trace in traces] == ["y", "y", "y2", "y2"]
    for trace, key in zip(traces, ["run r", "run a"] * 2, strict=True):
        assert [tuple(pair) for pair in trace.customdata] == [(key, band) for band in ("0–10°", "40–50°", "70–80°")]


def test_a_mark_stands_at_the_mean_tilt_of_its_band():
    """The marks of a line are not shifted to make space for another line: the axis shows the photographs' tilts."""
    for key in ("run a", "run b"):
        for trace in marks(panel(key=key)):
            assert list(trace.x) == list(AXIS.map_tilts(BANDS_DEG))


def test_bands_of_few_triangles_are_faint_and_without_interval():
    """With too few triangles the mark is faint and has no bar, and its interval does not stretch the axis."""
    wide = bands().assign(low=lambda rows: rows["low"].where(~rows["is_few"], -300.0))
    figure = panel(wide)
    for trace in own_marks(figure):
        assert list(trace.marker.opacity) == [1.0, 1.0, 0.35]
        assert list(pd.isna(trace.error_y.array)) == [False, False, True]
        assert "too few triangles" in trace.hovertext[2]
    assert figure.layout.yaxis.range[0] > 40


def test_no_mark_or_interval_touches_the_frame():
    """Both axes extend beyond every mark and every drawn interval, and are the same in all panels."""
    low = bands().assign(value=lambda rows: rows["value"].where(~rows["is_few"], 5.0), low=lambda rows: rows["low"])
    layouts = [panel(low, key=key).layout for key in ("run a", "run b")]
    assert layouts[0].xaxis.range == layouts[1].xaxis.range
    assert layouts[0].yaxis.range == layouts[1].yaxis.range == layouts[0].yaxis2.range
    assert layouts[0].xaxis.range[0] < AXIS.map_tilts(4.0) - 1
    assert layouts[0].xaxis.range[1] > AXIS.map_tilts(71.0) + 1
    assert layouts[0].yaxis.range[0] < 5.0
    assert layouts[0].yaxis.range[1] > 100.0


def test_a_curve_is_interrupted_where_there_is_nothing():
    """Every curve has a gap between bands without photographs, in both rows."""
    curved = [trace for trace in panel().data if trace.mode == "lines" and trace.fill is None]
    assert len(curved) == 2 * 3
    for trace in curved:
        *before, after, last = AXIS.map_tilts(CURVES_DEG)
        assert list(trace.x)[:6] == [*before, None, after, last]


def test_what_is_left_out_of_the_axis_is_shown():
    """Both rows have a grey stripe and strokes at each stretch without marks and curves; the labels are tilts."""
    layout = panel().layout
    stripes = [shape for shape in layout.shapes if shape.type == "rect"]
    cuts = [float(end) for end in AXIS.map_tilts([10.5, 37.5, 46.5, 68.5])]
    assert [shape.xref for shape in stripes] == ["x", "x", "x2", "x2"]
    assert [end for shape in stripes[:2] for end in (shape.x0, shape.x1)] == cuts
    assert sum(shape.type == "path" for shape in layout.shapes) == 4
    assert list(layout.xaxis2.ticktext) == ["10°", "40°", "70°"]
    assert list(layout.xaxis2.tickvals) == list(AXIS.map_tilts([10, 40, 70]))


def test_one_line_is_bold_and_the_others_are_faint():
    """The panel's line has its model's colour and shape, filled above, open below; all others are one faint trace."""
    figure = panel()
    above, below = own_marks(figure)
    assert (above.marker.symbol, below.marker.symbol) == (OWN.shape, get_open_shape(OWN.shape))
    assert above.marker.color == below.marker.color == OWN.colour
    bold = [trace for trace in figure.data if trace.mode == "lines" and trace.line.color == OWN.colour]
    assert [trace.line.width for trace in bold] == [3, 3]
    many = {f"run {number}": LineStyle(f"M{number}", "#111111") for number in range(40)} | LINES
    drawn = pd.concat(
        [curves(), *(curves().query("key == 'run b'").assign(key=key) for key in many if key not in LINES)]
    )
    assert len(panel(drawn=drawn, lines=many).data) == len(figure.data)


def test_references_are_named_at_their_lines():
    """A reference is a thin dotted grey line, with its name in italics at the right of each row."""
    figure = panel()
    dotted = [trace for trace in figure.data if trace.mode == "lines" and trace.line.dash == "dot"]
    assert {trace.line.color for trace in dotted} == {get_marker_style("homography_solver", KINDS).colour}
    texts = [note.text for note in figure.layout.annotations]
    assert texts[0] == "<b>&lt;b&gt;A&lt;/b&gt;</b>"
    assert [note.yref for note in figure.layout.annotations if note.text == "<i>A solver</i>"] == ["y", "y2"]
    assert not any(trace.showlegend for trace in figure.data)


def test_without_curves_the_marks_stand():
    """If there are too few triangles for a curve, bands are still drawn, and references keep their names."""
    figure = panel(drawn=curves().iloc[:0])
    assert len(marks(figure)) == 4
    assert sum(note.text == "<i>A solver</i>" for note in figure.layout.annotations) == 2


def test_questions_have_the_colours_of_world_and_picture():
    """Lines of questions, which belong to no model, are blue for 3D and orange for 2D."""
    lines = build_question_styles({"run a": "Side class", "run b": "Angle class"})
    above, below = own_marks(panel(bands().query("key != 'run r'"), lines=lines))
    assert (above.marker.color, below.marker.color) == (WORLD, PICTURE)
