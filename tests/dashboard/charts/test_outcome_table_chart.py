"""Tests of the two-by-two table of two runs: every outcome in its cell, and escaped names."""

from dashboard.pages.compare.outcome_table_chart import draw_outcome_table
from dashboard.style.theme import HeatmapTheme

THEME = HeatmapTheme(["#ffffff", "#008080"], "#111111", "#eeeeee")
COUNTS = {"both": 60, "only_first": 25, "only_second": 5, "none": 10}


def test_every_outcome_is_where_its_row_and_column_meet():
    """Rows are the first run, columns the second; a click names the outcome, and frames mark the two that decide."""
    figure = draw_outcome_table(COUNTS, ("A", "<b>B</b>"), {name: name for name in COUNTS}, THEME)
    cells, clicks = figure.data
    assert [list(row) for row in cells.z] == [[60.0, 25.0], [5.0, 10.0]]
    assert [list(row)[1] for row in cells.text] == ["<b>25</b><br>25.0%", "<b>10</b><br>10.0%"]
    assert [part[0] for part in clicks.customdata] == ["both", "only_first", "only_second", "none"]
    assert list(figure.layout.yaxis.ticktext) == ["A right", "A wrong"]
    assert "&lt;b&gt;B" in figure.layout.xaxis.ticktext[0]
    assert len(figure.layout.shapes) == 2


def test_without_answers_no_share_is_divided_by_zero():
    """An empty table is drawn with shares of zero."""
    figure = draw_outcome_table(dict.fromkeys(COUNTS, 0), ("A", "B"), {name: name for name in COUNTS}, THEME)
    assert figure.data[0].text[0][0] == "<b>0</b><br>0.0%"
