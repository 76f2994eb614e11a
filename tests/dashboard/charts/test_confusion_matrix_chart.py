"""Tests of the confusion chart: click data, and the panel that a mark is drawn in."""

import numpy as np
import pandas as pd

from dashboard.pages.bias.confusion_matrix_chart import draw_confusion_matrix
from dashboard.style.theme import HeatmapTheme

THEME = HeatmapTheme(["#ffffff", "#00ffff"], "#111111", "#eeeeee")
CLASSES = ("acute", "right", "obtuse")
TITLES = {"truth": "3D", "foil": "2D"}


def confusion_rows():
    """Return a run that always answers acute, on photographs that are never obtuse in 2D."""
    rows = []
    for against, counts in (("truth", (5, 3, 2)), ("foil", (6, 4, 0))):
        for truth, n in zip(CLASSES, counts, strict=True):
            for answer in CLASSES:
                share = np.nan if n == 0 else 100.0 * (answer == "acute")
                rows.append({"against": against, "truth": truth, "answer": answer, "n": n * (answer == "acute"),
                             "share": share, "text": f"{truth} in {TITLES[against]}, called {answer}"})  # fmt: skip
    return pd.DataFrame(rows)


def test_every_cell_of_both_matrices_can_be_clicked():
    """Each bar carries its frame, true class and answer, and covers its cell: 3D on the left, 2D on the right."""
    figure = draw_confusion_matrix(confusion_rows(), THEME, TITLES)
    cells = [trace for trace in figure.data if trace.type == "heatmap"]
    marks = [trace for trace in figure.data if trace.type == "bar"]
    assert [trace.xaxis for trace in marks] == [None, "x2"]
    assert [trace.xaxis for trace in cells] == [None, "x2"]
    for against, cell, mark in zip(TITLES, cells, marks, strict=True):
        assert {tuple(data) for data in mark.customdata} == {(against, t, a) for t in CLASSES for a in CLASSES}
        assert {*mark.y, mark.width} == {1}
        for x, base, (_, truth, answer) in zip(mark.x, mark.base, mark.customdata, strict=True):
            y = int(base + 0.5)
            assert (CLASSES[y], CLASSES[x]) == (truth, answer)
            assert (cell.text[y][x] == "–") == (answer != "acute" or (against == "foil" and truth == "obtuse"))
    assert figure.layout.yaxis2.matches == "y"
    assert marks[1].hovertext[0].startswith("acute in 2D, called acute: 6<br>")
