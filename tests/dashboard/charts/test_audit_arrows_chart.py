"""Tests of the audit's charts: click data, highlighting, and the effect of one outlier on the other marks."""

import pandas as pd
import pytest

from dashboard.pages.truth_audit.audit_arrows_chart import ROOM, compute_reach_cm, draw_audit_arrows
from dashboard.pages.truth_audit.max_deviation_chart import WIDTH_CM, draw_max_deviation
from dashboard.style.palette import NEUTRAL, WORSE

VERDICTS = {"one_side_off": "one side is off", "agrees": "the photographs agree"}
LIMIT_CM = 1.7


def rows(ab, bc, ca, verdict="one_side_off"):
    ids = [f"{number:03d}" for number in range(1, len(ab) + 1)]
    table = pd.DataFrame({"group_id": ids, "verdict": verdict, "limit_cm": LIMIT_CM,
                          "ab_residual_cm": ab, "bc_residual_cm": bc, "ca_residual_cm": ca})  # fmt: skip
    return table.assign(ab_cm=50.0, bc_cm=60.0, ca_cm=70.0)


def heads(figure):
    return [trace for trace in figure.data if trace.customdata is not None]


def test_each_triangle_has_a_row_with_an_arrow_for_each_side():
    """Each arrowhead carries its triangle.

    Only sides beyond the limit are red arrows, with tape and photographs above.
    """
    figure = draw_audit_arrows(rows([4.0, -0.2], [0.1, -3.0], [0.0, 0.1]), VERDICTS)
    assert [list(trace.customdata) for trace in heads(figure)] == [["001", "002"]] * 3
    assert list(figure.layout.yaxis.ticktext) == ["001<br>one side is off", "002<br>one side is off"]
    ab, bc, _ = heads(figure)
    assert list(ab.marker.symbol) == ["triangle-right", "circle"]
    assert list(bc.marker.symbol) == ["circle", "triangle-left"]
    assert list(ab.marker.color) == [WORSE, NEUTRAL]
    texts = [text for trace in figure.data if trace.mode == "text" for text in trace.text]
    assert texts == ["50.0 → 54.0", "", "", "60.0 → 57.0", "", ""]
    assert "one side is off" in ab.hovertext[0]


def test_one_outlier_leaves_the_others_their_scale():
    """A difference far beyond the others is drawn at the end of the axis, with its value."""
    table = rows([58.0, 4.0, -3.0], [-58.0, 0.1, 5.0], [0.1, 6.0, 0.3])
    end_cm = compute_reach_cm(table, LIMIT_CM)
    assert 6.0 < end_cm < 20.0
    figure = draw_audit_arrows(table, VERDICTS)
    ab, bc, _ = heads(figure)
    assert (ab.x[0], bc.x[0]) == (end_cm, -end_cm)
    assert figure.layout.xaxis.range == pytest.approx((-ROOM * end_cm, ROOM * end_cm))
    texts = [text for trace in figure.data if trace.mode == "text" for text in trace.text if text]
    assert "50.0 → 108.0 (+58.0)" in texts
    assert "60.0 → 2.0 (−58.0)" in texts


def test_without_an_outlier_every_difference_is_on_the_axis():
    """If no side is far beyond the others, or none is beyond the limit, no arrow is cut."""
    for sizes in ([4.0, -5.0], [0.3, 0.1]):
        [ab, *_] = heads(draw_audit_arrows(rows(sizes, [0.0, 0.1], [0.0, 0.1]), VERDICTS))
        assert list(ab.x) == sizes


def test_triangles_that_agree_are_piled_up_by_their_largest_difference():
    """Each photograph has a dot with its id, dots of one column are stacked, and the axis shows the noise limit."""
    table = rows([0.32, -0.35, 0.1, 1.2], [0.1, 0.1, -0.38, 0.0], [0.0, 0.0, 0.0, 0.0], "agrees")
    figure = draw_max_deviation(table, VERDICTS)
    [dots] = figure.data
    assert list(dots.customdata) == ["001", "002", "003", "004"]
    assert list(dots.y) == [1, 2, 3, 1]
    assert list(dots.x) == pytest.approx([0.35, 0.35, 0.35, 1.25], abs=WIDTH_CM / 2)
    assert figure.layout.shapes[0].x0 == LIMIT_CM
    assert figure.layout.xaxis.range[0] < 0
    assert figure.layout.xaxis.range[1] > LIMIT_CM
    assert "largest difference 1.20 cm" in dots.hovertext[3]


def test_many_triangles_have_smaller_dots():
    """A stack of a thousand dots stays within the chart, because its dots are small."""
    many = draw_max_deviation(rows([0.3] * 1000, [0.0] * 1000, [0.0] * 1000, "agrees"), VERDICTS)
    few = draw_max_deviation(rows([0.3] * 3, [0.0] * 3, [0.0] * 3, "agrees"), VERDICTS)
    assert many.data[0].marker.size < few.data[0].marker.size
    assert many.layout.height < 400
