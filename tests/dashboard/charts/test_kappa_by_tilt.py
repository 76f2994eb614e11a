"""The chart of kappa by tilt: what a click says, gaps, faint marks, and how lines look."""

import pandas as pd

from dashboard.charts.kappa_by_tilt import REFERENCE_LOOKS, Line, kappa_by_tilt, question_lines
from dashboard.charts.palette import TRIANGLE_QUESTIONS

LINES = {"run a": Line("<b>A</b>", "#0072B2"), "run r": Line("Solver", "#6B7780", True, *REFERENCE_LOOKS[0])}


def bands():
    rows = [
        {"frame": frame, "key": key, "tilt": band, "tilt_deg": tilt_deg, "value": value, "low": value - 5.0,
         "high": value + 5.0, "n": 60, "n_groups": n_groups, "is_few": n_groups < 10}
        for frame in ("3D", "2D")
        for key, value in (("run a", 70.0), ("run r", 90.0))
        for band, tilt_deg, n_groups in (("0–10°", 6.0, 20), ("40–50°", 44.0, 20), ("70–80°", 71.0, 2))
    ]  # fmt: skip
    return pd.DataFrame(rows)


def curves():
    places = [4.0, 6.0, 8.0, 40.0, 42.0]
    rows = [{"frame": frame, "key": key, "tilt_deg": place, "value": 70.0}
            for frame in ("3D", "2D") for key in LINES for place in places]  # fmt: skip
    return pd.DataFrame(rows)


def marks(figure):
    return [trace for trace in figure.data if trace.mode == "markers"]


def test_a_click_on_a_mark_names_its_line_and_band():
    """Every mark of both panels carries the key of its line and the band of tilt."""
    traces = marks(kappa_by_tilt(bands(), curves(), LINES))
    assert [trace.yaxis for trace in traces] == ["y", "y", "y2", "y2"]
    for trace, key in zip(traces, [*LINES, *LINES], strict=True):
        assert [tuple(pair) for pair in trace.customdata] == [(key, band) for band in ("0–10°", "40–50°", "70–80°")]


def test_bands_of_few_triangles_are_faint_and_without_interval():
    """Where there are too few triangles the mark is faint, has no bar, and does not stretch the axis."""
    wide = bands().assign(low=lambda rows: rows["low"].where(~rows["is_few"], -300.0))
    figure = kappa_by_tilt(wide, curves(), LINES)
    for trace in marks(figure):
        assert list(trace.marker.opacity) == [1.0, 1.0, 0.35]
        assert list(pd.isna(trace.error_y.array)) == [False, False, True]
        assert "too few triangles" in trace.hovertext[2]
    assert figure.layout.yaxis.range[0] > 50


def test_a_curve_is_interrupted_where_there_is_nothing():
    """Between bands without photographs the curve has a gap, and both panels draw it."""
    figure = kappa_by_tilt(bands(), curves(), LINES)
    for trace in figure.data:
        if trace.mode == "lines":
            assert list(trace.x) == [4.0, 6.0, 8.0, None, 40.0, 42.0]


def test_references_and_models_look_different():
    """A reference's curve is dotted, its name in italics, its marks squares; names are no markup."""
    figure = kappa_by_tilt(bands(), curves(), LINES)
    named = [trace for trace in figure.data if trace.mode == "lines" and trace.showlegend]
    assert [trace.line.dash for trace in named] == ["solid", "dot"]
    assert [trace.name for trace in named] == ["&lt;b&gt;A&lt;/b&gt;", "<i>Solver</i>"]
    assert [trace.marker.symbol for trace in marks(figure)[:2]] == ["circle", "square"]


def test_without_curves_the_marks_stand():
    """Where there are too few triangles for a curve, bands are drawn all the same."""
    assert len(marks(kappa_by_tilt(bands(), curves().iloc[:0], LINES))) == 4


def test_more_questions_than_colours_have_lines():
    """With more questions than colours and symbols every question has a line; looks come again in the same order."""
    lines = question_lines({f"Q{number}": f"Question {number}" for number in range(1, 9)})
    assert list(lines) == [f"Q{number}" for number in range(1, 9)]
    assert (lines["Q7"].colour, lines["Q7"].symbol) == (lines["Q1"].colour, lines["Q1"].symbol)
    assert len({line.colour for line in lines.values()}) == len(TRIANGLE_QUESTIONS)
    assert list(question_lines({"Q1": "alone"})) == ["Q1"]
