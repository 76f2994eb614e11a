"""Tests of the heatmap: click data, grey cells, and panels."""

from dataclasses import replace

import pandas as pd

from core.analyses.estimates import classify_against_zero
from dashboard.pages.heatmaps import heatmap_view
from dashboard.pages.heatmaps.heatmap_chart import draw_heatmap
from dashboard.pages.heatmaps.heatmap_layout import NAMES_PX, HeatmapAxes, compute_min_width_px
from dashboard.pages.heatmaps.heatmap_view import find_common_counts, state_common_counts
from dashboard.pages.heatmaps.texts import CORRECTED_AWAY
from dashboard.style.theme import HeatmapTheme

UNITS = ("figure", "figures")
THEME = HeatmapTheme(["#ffffff", "#00ffff"], "#000000", "#eeeeee")


def cells_of(*rows):
    columns = ["row_value", "column_value", "panel_value", "value", "low", "high", "n", "n_groups"]
    cells = pd.DataFrame(rows, columns=columns)
    return cells.assign(standing=classify_against_zero(cells.assign(standard_error=1.0, p_value=0.5)))


def test_every_cell_of_a_heatmap_can_be_clicked():
    """Each cell has a marker that carries the values of its row, column and panel, even if it has no answer."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 19), ("y", "q", "", 40.0, None, None, 8, 18))
    figure = draw_heatmap(cells, HeatmapAxes(["x", "y"], ["p", "q"], [""], {"x": "The X"}), (0.0, 100.0), THEME, UNITS)
    marks = next(trace for trace in figure.data if trace.customdata is not None)
    assert [tuple(place) for place in marks.customdata] == [(r, c, "") for r in "xy" for c in "pq"]
    assert list(figure.layout.yaxis.ticktext) == ["The X", "y"]
    assert marks.text[0].startswith("10.0")
    assert "n 9" in marks.text[0]
    assert marks.text[1] == ""
    assert "95% CI 8.0–12.0" in marks.hovertext[0]
    assert "no interval" in marks.hovertext[3]
    assert "n 9 of 19 figures" in marks.hovertext[0]


def test_cells_of_few_triangles_are_grey():
    """Below the limit a cell has no value and no colour, but shows how few triangles it has."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 4), ("x", "q", "", 20.0, 8.0, 12.0, 9, 5))
    figure = draw_heatmap(cells, HeatmapAxes(["x"], ["p", "q"], [""], {}), (0.0, 100.0), THEME, UNITS, min_groups=5)
    grey, coloured, marks = figure.data
    assert [list(row) for row in grey.z] == [[0, None]]
    assert [list(row) for row in coloured.z] == [[None, 20.0]]
    assert "10.0" not in marks.text[0]
    assert "too few<br>figures" in marks.text[0]
    assert "only 4 figures" in marks.hovertext[0]
    assert "too few for an interval" in marks.hovertext[1]


def test_panels_are_parts_of_one_chart():
    """A third factor gives one panel per value, all on one colour scale; references are in italics.

    Each panel has its title and its columns' names above it, the first below the legend.
    """
    cells = cells_of(("x", "p", "a", 10.0, 8.0, 12.0, 9, 9), ("x", "p", "b", 90.0, 8.0, 12.0, 9, 9))
    figure = draw_heatmap(cells, HeatmapAxes(["x"], ["p"], ["a", "b"], {}, {"x"}), (0.0, 100.0), THEME, UNITS)
    marks = [trace for trace in figure.data if trace.customdata is not None]
    assert [trace.customdata[0][2] for trace in marks] == ["a", "b"]
    titles = figure.layout.annotations
    assert [title.text for title in titles] == ["<b>a</b>", "<b>b</b>"]
    for axis in (figure.layout.xaxis, figure.layout.xaxis2):
        assert (axis.side, list(axis.ticktext), axis.showticklabels) == ("top", ["p"], None)
    first, second = figure.layout.yaxis.domain, figure.layout.yaxis2.domain
    plot_px = figure.layout.height - figure.layout.margin.t
    assert (first[0] - second[1]) * plot_px > titles[1].yshift + 14 > NAMES_PX
    legend = next(trace.colorbar for trace in figure.data if trace.type == "heatmap" and trace.showscale)
    assert (legend.y - 1) * plot_px >= titles[0].yshift + 14
    assert list(figure.layout.yaxis.ticktext) == ["<i>x</i>"]
    assert {(trace.zmin, trace.zmax) for trace in figure.data[1::3]} == {(0.0, 100.0)}


def test_a_difference_is_bold_where_it_is_significant():
    """Values whose interval excludes 0 are bold.

    A strip shows its values without colour, and the legend names the ends.
    """
    cells = cells_of(
        ("x", "p", "", 10.0, 8.0, 12.0, 9, 19),
        ("x", "q", "", 2.0, -3.0, 7.0, 9, 19),
        ("s", "p", "", 90.0, 80.0, 95.0, 9, 19),
    )
    axes = HeatmapAxes(["x", "s"], ["p", "q"], [""], {}, {"s"}, ["s"])
    figure = draw_heatmap(cells, axes, (-20.0, 20.0), THEME, UNITS, 1, shows_n=False)
    grey, coloured, marks = figure.data
    assert [text.split("<br>")[0] for text in marks.text] == ["<b>+10.0</b>", "+2.0", "<b>+90.0</b>", ""]
    assert [list(row) for row in coloured.z] == [[10.0, 0.0], [None, None]]  # colour follows evidence
    assert [list(row) for row in grey.z] == [[None, None], [0, None]]
    assert list(coloured.colorbar.ticktext) == ["−20", "0", "+20"]


def test_a_plain_difference_beyond_0_says_why_it_is_plain():
    """If only the correction makes a difference plain, its hover text says so; if the interval contains 0, that does.

    Shares are not compared with 0, so they have no such line.
    """
    cells = cells_of(
        ("x", "p", "", 26.0, 1.0, 51.0, 9, 19),
        ("x", "q", "", 10.0, -3.0, 23.0, 9, 19),
        ("x", "r", "", 8.0, 6.0, 10.0, 9, 19),
    )
    corrected = cells.assign(standing=["unclear", "unclear", "above"])
    axes = HeatmapAxes(["x"], ["p", "q", "r"], [""], {})
    hovers = draw_heatmap(corrected, axes, (-30.0, 30.0), THEME, UNITS).data[-1].hovertext
    assert [CORRECTED_AWAY in hover for hover in hovers] == [True, False, False]
    hovers = draw_heatmap(corrected, axes, (0.0, 100.0), THEME, UNITS).data[-1].hovertext
    assert not any(CORRECTED_AWAY in hover for hover in hovers)


def test_references_have_no_colour_in_columns_and_panels():
    """If rows or columns hold the reference model, its cells are on a neutral ground, and the scale ignores them."""
    cells = cells_of(*[(row, column, panel, 5.0, 4.0, 6.0, 9, 19) for row in "xs" for column in "ps" for panel in "as"])
    figure = draw_heatmap(
        cells, HeatmapAxes(["x"], ["p", "s"], ["a", "s"], {}, {"s"}, {"s"}), (-20.0, 20.0), THEME, UNITS
    )
    assert [[list(row) for row in trace.z] for trace in figure.data[1::3]] == [[[5.0, None]], [[None, None]]]
    assert [[list(row) for row in trace.z] for trace in figure.data[::3]] == [[[None, 0]], [[0, 0]]]
    assert all(text.startswith("<b>+5.0") for trace in figure.data[2::3] for text in trace.text)


def test_what_is_beyond_the_constant_has_it_below():
    """The blind constant's value is written below the gain over it, and the hover text also shows the raw value."""
    row = ("x", "p", "", -0.5, -2.0, 1.0, 9, 19)
    cells = cells_of(row).assign(raw=16.0, constant=16.5)
    axes = HeatmapAxes(["x"], ["p"], [""], {})
    marks = draw_heatmap(cells, axes, (-20.0, 20.0), THEME, UNITS, unit="points").data[-1]
    assert marks.text[0].startswith("−0.5<br>")
    assert "constant +16.5" in marks.text[0]
    assert "−0.5 points, 95% CI −2.0 to 1.0<br>raw +16.0, best constant answer +16.5" in marks.hovertext[0]
    assert compute_min_width_px(axes, has_constants=True) > compute_min_width_px(axes)


def test_columns_are_as_wide_as_their_counts():
    """Eighteen slanted columns of counts in the thousands fit a screen of 1440 px; counts in the millions take more."""
    axes = HeatmapAxes(["a model of 18 sig."], [f"question {number:>2}" for number in range(18)], [""], {})
    assert compute_min_width_px(axes) <= compute_min_width_px(axes, 1200) < 1054
    assert compute_min_width_px(axes, 1_200_000) > compute_min_width_px(axes, 1200)


def test_the_open_cell_has_a_frame():
    """The frame is around the cell with these values, in its panel. Values that are not on the map have no frame."""
    cells = cells_of(*[(row, column, panel, 5.0, 4.0, 6.0, 9, 19) for row in "xy" for column in "pq" for panel in "ab"])
    axes = HeatmapAxes(["x", "y"], ["p", "q"], ["a", "b"], {})

    def framed(place):
        return draw_heatmap(cells, axes, (0.0, 20.0), THEME, UNITS, opened=place).layout.shapes

    (frame,) = framed(("y", "p", "b"))
    assert (frame.xref, frame.yref) == ("x2", "y2")
    assert frame.x0 < 0 < frame.x1 < 1
    assert 0 < frame.y0 < 1 < frame.y1
    assert not framed(("y", "p", "c"))
    assert not framed(None)


def test_ticks_of_the_legend_are_not_rounded():
    """A midpoint that is not a whole number is written with its decimal."""
    cells = cells_of(("x", "p", "", 1.0, 0.5, 2.0, 9, 19))
    for limits, ticks in (((0.0, 5.0), ["0", "2.5", "5"]), ((40.0, 90.0), ["40", "65", "90"])):
        figure = draw_heatmap(cells, HeatmapAxes(["x"], ["p"], [""], {}), limits, THEME, UNITS)
        assert list(figure.data[1].colorbar.ticktext) == ticks


def test_the_legend_begins_where_the_chart_begins():
    """On a telephone, which shows the left end of a chart first, that end contains the whole legend of the colours."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 19))
    figure = draw_heatmap(cells, HeatmapAxes(["x"], ["p"], [""], {}), (0.0, 100.0), THEME, UNITS)
    legend = next(trace.colorbar for trace in figure.data if trace.type == "heatmap" and trace.showscale)
    assert (legend.x, legend.xref, legend.xanchor) == (0, "container", "left")


def test_a_cell_says_the_unit_of_its_measure():
    """The hover text of a difference reads points, a unit that the caller passes."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 19))
    figure = draw_heatmap(cells, HeatmapAxes(["x"], ["p"], [""], {}), (-20.0, 20.0), THEME, UNITS, unit="points")
    assert "10.0 points, 95% CI 8.0–12.0" in figure.data[-1].hovertext[0]


def test_many_long_names_of_columns_are_slanted_below_the_legend():
    """If the columns' names do not fit, they are slanted, and legend and chart become higher by the space they take."""

    def drawn(columns):
        rows = [("x", column, "", 10.0, 8.0, 12.0, 9, 19) for column in columns]
        return draw_heatmap(cells_of(*rows), HeatmapAxes(["x"], columns, [""], {}), (0.0, 100.0), THEME, UNITS)

    def legend_at(figure):
        return next(trace.colorbar.y for trace in figure.data if trace.type == "heatmap" and trace.showscale)

    few, many = drawn(["near", "far"]), drawn([f"side facing the camera {number}" for number in range(12)])
    assert few.layout.xaxis.tickangle == 0
    assert many.layout.xaxis.tickangle == 30
    assert legend_at(many) > legend_at(few)
    assert many.layout.margin.t > few.layout.margin.t + 60
    assert many.layout.height - many.layout.margin.t == few.layout.height - few.layout.margin.t


def test_names_of_columns_stand_level_in_lines_where_lines_make_them_fit():
    """Names too long for one line are broken before they are slanted, and the legend is above all lines."""
    columns = ["Q1 Side class", "Q5 Longest / shortest", "Q6 Angle range", "a", "b", "c", "d"]
    rows = [("x", column, "", 10.0, 8.0, 12.0, 9, 19) for column in columns]
    axes = HeatmapAxes(["x"], columns, [""], {})
    figure = draw_heatmap(cells_of(*rows), axes, (0.0, 100.0), THEME, UNITS)
    assert figure.layout.xaxis.tickangle == 0
    assert figure.layout.xaxis.ticktext[1] == "Q5 Longest /<br>shortest"
    one_line = draw_heatmap(cells_of(*rows[3:]), HeatmapAxes(["x"], columns[3:], [""], {}), (0.0, 100.0), THEME, UNITS)
    assert figure.layout.margin.t > one_line.layout.margin.t
    assert compute_min_width_px(axes) > 7 * 50


def test_a_column_states_the_number_of_answers_that_its_cells_share():
    """The number of answers is in a column's name, and only in the cells that have another one; cells are lower."""
    cells = cells_of(*(("xyz"[row], "pq"[column], "", 10.0, 8.0, 12.0, 9 - (row == column == 1), 9)
                       for row in range(3) for column in range(2)))  # fmt: skip
    assert find_common_counts(cells, "column_value") == {"p": 9, "q": 9}
    assert find_common_counts(cells[cells["row_value"] != "z"], "column_value") == {"p": 9}
    axes = HeatmapAxes(["x", "y", "z"], ["p", "q"], [""], {})
    counted = replace(axes, counts=find_common_counts(cells, "column_value"))
    before, figure = (draw_heatmap(cells, one, (0.0, 100.0), THEME, UNITS) for one in (axes, counted))
    assert all("n 9" in name for name in figure.layout.xaxis.ticktext)
    marks = next(trace for trace in figure.data if trace.customdata is not None)
    differing = [list(place[:2]) for place, text in zip(marks.customdata, marks.text, strict=True) if "n " in text]
    assert differing == [["y", "q"]]
    assert figure.layout.height < before.layout.height


def test_a_row_states_the_number_of_answers_if_its_cells_share_it():
    """If the number of answers differs between rows, and not between columns, the names of rows have it."""
    rows = [(row, column, "", 10.0, 8.0, 12.0, n, 9) for row, n in (("x", 50), ("y", 100)) for column in "pq"]
    cells = cells_of(*rows)
    axes = state_common_counts(HeatmapAxes(["x", "y"], ["p", "q"], [""], {"y": "Chemistry: several right"}), cells)
    assert (axes.row_counts, axes.counts) == ({"x": 50, "y": 100}, {})
    figure = draw_heatmap(cells, axes, (0.0, 100.0), THEME, UNITS)
    above, below = figure.layout.yaxis.ticktext
    assert above.startswith("x · ")
    assert "n 50" in above
    assert below.startswith("Chemistry: several<br>right · ")
    assert not any("n " in text for text in figure.data[-1].text)


def test_many_columns_have_narrow_names():
    """Names of many models are level, in short lines, and their chart fits a screen of 1280 px beside its questions."""
    columns = [
        *(f"Model{number}-VL {number}B" for number in range(10, 24)),
        "Text-only baseline",
        "Best constant answer",
    ]
    axes = HeatmapAxes(["Quadrilateral, synthetic"], columns, [""], {})
    rows = [(axes.rows[0], column, "", 10.0, 8.0, 12.0, 9, 19) for column in columns]
    figure = draw_heatmap(cells_of(*rows), axes, (0.0, 100.0), THEME, UNITS)
    assert figure.layout.xaxis.tickangle == 0
    assert figure.layout.xaxis.ticktext[0] == "Model10-<br>VL 10B"
    assert compute_min_width_px(axes) <= 904


def test_questions_are_rows_if_their_names_fit_no_column(monkeypatch):
    """Many questions are the rows beside fewer models; a few, or fewer than the models, are the columns."""

    def are_exchanged(n_questions, n_models):
        sizes = {"question": n_questions, "model": n_models}
        options = {key: {number: f"a long name {number}" for number in range(size)} for key, size in sizes.items()}
        monkeypatch.setattr(heatmap_view, "list_all_filter_options", options.__getitem__)
        return heatmap_view.are_models_in_columns()

    assert are_exchanged(17, 16)
    assert not are_exchanged(6, 4)
    assert not are_exchanged(17, 40)
