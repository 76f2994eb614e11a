"""The heatmap: what a click says, grey cells, and panels."""

import pandas as pd

from dashboard.charts.heatmap import Axes, heatmap, least_width_px
from dashboard.theme import Theme

UNITS = ("figure", "figures")
THEME = Theme(["#ffffff", "#00ffff"], "#000000", "#eeeeee")


def cells_of(*rows):
    columns = ["row_value", "column_value", "panel_value", "value", "low", "high", "n", "n_groups"]
    return pd.DataFrame(rows, columns=columns)


def test_every_cell_of_a_heatmap_can_be_clicked():
    """Each cell has a marker that carries the values of its row, column and panel, also where there is no answer."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 19), ("y", "q", "", 40.0, None, None, 8, 18))
    figure = heatmap(cells, Axes(["x", "y"], ["p", "q"], [""], {"x": "The X"}), (0.0, 100.0), THEME, UNITS)
    marks = next(trace for trace in figure.data if trace.customdata is not None)
    assert [tuple(place) for place in marks.customdata] == [(r, c, "") for r in "xy" for c in "pq"]
    assert list(figure.layout.yaxis.ticktext) == ["The X", "y"]
    assert marks.text[0].startswith("10.0")
    assert "n 9" in marks.text[0]
    assert marks.text[1] == ""
    assert "95 % interval 8.0 to 12.0" in marks.hovertext[0]
    assert "no interval" in marks.hovertext[3]
    assert "n 9 of 19 figures" in marks.hovertext[0]


def test_cells_of_few_triangles_are_grey():
    """Below the limit a cell has no value and no colour, but says how few triangles it has."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 4), ("x", "q", "", 20.0, 8.0, 12.0, 9, 5))
    figure = heatmap(cells, Axes(["x"], ["p", "q"], [""], {}), (0.0, 100.0), THEME, UNITS, min_groups=5)
    grey, coloured, marks = figure.data
    assert [list(row) for row in grey.z] == [[0, None]]
    assert [list(row) for row in coloured.z] == [[None, 20.0]]
    assert "10.0" not in marks.text[0]
    assert "only 4 figures" in marks.hovertext[0]
    assert "too few for an interval" in marks.hovertext[1]


def test_panels_are_parts_of_one_chart():
    """A third factor gives a panel per value, all on one colour scale; references are in italics."""
    cells = cells_of(("x", "p", "a", 10.0, 8.0, 12.0, 9, 9), ("x", "p", "b", 90.0, 8.0, 12.0, 9, 9))
    figure = heatmap(cells, Axes(["x"], ["p"], ["a", "b"], {}, {"x"}), (0.0, 100.0), THEME, UNITS)
    marks = [trace for trace in figure.data if trace.customdata is not None]
    assert [trace.customdata[0][2] for trace in marks] == ["a", "b"]
    assert [annotation.text for annotation in figure.layout.annotations] == ["a", "b"]
    assert list(figure.layout.yaxis.ticktext) == ["<i>x</i>"]
    assert {(trace.zmin, trace.zmax) for trace in figure.data[1::3]} == {(0.0, 100.0)}


def test_a_difference_is_bold_where_it_is_significant():
    """Bold is what the interval tells from 0; a strip has its values without colour, and the legend names the ends."""
    cells = cells_of(
        ("x", "p", "", 10.0, 8.0, 12.0, 9, 19),
        ("x", "q", "", 2.0, -3.0, 7.0, 9, 19),
        ("s", "p", "", 90.0, 80.0, 95.0, 9, 19),
    )
    axes = Axes(["x", "s"], ["p", "q"], [""], {}, {"s"}, ["s"])
    beside = {("x", "q", ""): "habit 1.0"}
    figure = heatmap(cells, axes, (-20.0, 20.0), THEME, UNITS, 1, beside, shows_n=False)
    grey, coloured, marks = figure.data
    assert [text.split("<br>")[0] for text in marks.text] == ["<b>+10.0</b>", "+2.0", "<b>+90.0</b>", ""]
    assert "habit 1.0" in marks.text[1]
    assert [list(row) for row in coloured.z] == [[10.0, 2.0], [None, None]]
    assert [list(row) for row in grey.z] == [[None, None], [0, None]]
    assert list(coloured.colorbar.ticktext) == ["−20", "0", "+20"]


def test_the_legend_begins_where_the_chart_begins():
    """On a telephone, which shows the left end of a chart first, the meaning of the colours is there, to its end."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 19))
    figure = heatmap(cells, Axes(["x"], ["p"], [""], {}), (0.0, 100.0), THEME, UNITS)
    legend = next(trace.colorbar for trace in figure.data if trace.type == "heatmap" and trace.showscale)
    assert (legend.x, legend.xref, legend.xanchor) == (0, "container", "left")


def test_a_cell_says_the_unit_of_its_measure():
    """The mouse on a cell of a difference reads points, which its caller says."""
    cells = cells_of(("x", "p", "", 10.0, 8.0, 12.0, 9, 19))
    figure = heatmap(cells, Axes(["x"], ["p"], [""], {}), (-20.0, 20.0), THEME, UNITS, unit="points")
    assert "10.0 points, 95 % interval 8.0 to 12.0" in figure.data[-1].hovertext[0]


def test_many_long_names_of_columns_are_slanted_below_the_legend():
    """Where the columns' names do not fit they are slanted, and legend and chart are higher by what they take."""

    def drawn(columns):
        rows = [("x", column, "", 10.0, 8.0, 12.0, 9, 19) for column in columns]
        return heatmap(cells_of(*rows), Axes(["x"], columns, [""], {}), (0.0, 100.0), THEME, UNITS)

    def legend_at(figure):
        return next(trace.colorbar.y for trace in figure.data if trace.type == "heatmap" and trace.showscale)

    few, many = drawn(["near", "far"]), drawn([f"side facing the camera {number}" for number in range(12)])
    assert few.layout.xaxis.tickangle == 0
    assert many.layout.xaxis.tickangle == -30
    assert legend_at(many) > legend_at(few)
    assert many.layout.margin.t > few.layout.margin.t + 60
    assert many.layout.height - many.layout.margin.t == few.layout.height - few.layout.margin.t


def test_names_of_columns_stand_level_in_lines_where_lines_make_them_fit():
    """Names too long for one line are broken before they are slanted, and the legend stands above all lines."""
    columns = ["Q1 Side class", "Q5 Longest / shortest", "Q6 Angle range", "a", "b", "c", "d"]
    rows = [("x", column, "", 10.0, 8.0, 12.0, 9, 19) for column in columns]
    axes = Axes(["x"], columns, [""], {})
    figure = heatmap(cells_of(*rows), axes, (0.0, 100.0), THEME, UNITS)
    assert figure.layout.xaxis.tickangle == 0
    assert figure.layout.xaxis.ticktext[1] == "Q5 Longest /<br>shortest"
    one_line = heatmap(cells_of(*rows[3:]), Axes(["x"], columns[3:], [""], {}), (0.0, 100.0), THEME, UNITS)
    assert figure.layout.margin.t > one_line.layout.margin.t
    assert least_width_px(axes) > 7 * 50
