"""Charts of the Bias page: what a click says, and which panel a mark stands in."""

import numpy as np
import pandas as pd

from dashboard.charts import Theme
from dashboard.charts import bias as charts

THEME = Theme(["#ffffff", "#00ffff"], "#111111")
CLASSES = ("acute", "right", "obtuse")


def confusion_rows():
    """A run that says acute to everything, on photographs of which none is obtuse in 2D."""
    rows = []
    for frame, counts in (("3d", (5, 3, 2)), ("2d", (6, 4, 0))):
        for truth, n in zip(CLASSES, counts, strict=True):
            for answer in CLASSES:
                share = np.nan if n == 0 else 100.0 * (answer == "acute")
                rows.append({"frame": frame, "truth": truth, "answer": answer, "n": n * (answer == "acute"),
                             "share": share})  # fmt: skip
    return pd.DataFrame(rows)


def test_every_cell_of_both_matrices_can_be_clicked():
    """Each marker carries frame, truth and answer, and stands where its cell does, 3D left, 2D right."""
    figure = charts.confusion(confusion_rows(), THEME)
    cells = [trace for trace in figure.data if trace.type == "heatmap"]
    marks = [trace for trace in figure.data if trace.type == "scatter"]
    assert [trace.xaxis for trace in marks] == [None, "x2"]
    assert [trace.xaxis for trace in cells] == [None, "x2"]
    for frame, cell, mark in zip(("3d", "2d"), cells, marks, strict=True):
        assert {tuple(data) for data in mark.customdata} == {(frame, t, a) for t in CLASSES for a in CLASSES}
        for x, y, (_, truth, answer) in zip(mark.x, mark.y, mark.customdata, strict=True):
            assert (CLASSES[y], CLASSES[x]) == (truth, answer)
            assert (cell.text[y][x] == "–") == (answer != "acute" or (frame == "2d" and truth == "obtuse"))
    assert figure.layout.yaxis2.matches == "y"


def test_numbers_stand_against_the_truth_of_their_panel():
    """3D is on the left, 2D on the right, each with its identity line; marks carry their photograph."""
    rows = pd.DataFrame({"photograph_id": ["1", "2"], "value": [1.0, 2.0], "truth_3d": [1.5, 0.5],
                         "truth_2d": [1.6, 0.4]})  # fmt: skip
    figure = charts.numbers_against_truth(rows, "#000001", "", {"blind constant": 1.2}, is_ratio=True)
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    assert [(list(trace.x), trace.xaxis) for trace in marks] == [([1.5, 0.5], None), ([1.6, 0.4], "x2")]
    assert all(list(trace.customdata) == ["1", "2"] for trace in marks)
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    assert [list(line.x) == list(line.y) for line in lines] == [True, False, True, False]
    assert [line.name for line in lines if line.showlegend] == ["blind constant"]
    assert figure.layout.xaxis.type == "log"
    plain = charts.numbers_against_truth(rows, "#000001", ", degrees", {}, is_ratio=False)
    assert plain.layout.xaxis.type is None
    assert plain.layout.xaxis.title.text == "true, degrees"


def test_class_shares_show_three_marks_a_class():
    """What is said has the model's colour, what is there has none of a model; 2D is open."""
    rows = pd.DataFrame({"question_id": "Q2", "class": list(CLASSES), "said": [100.0, 0.0, 0.0],
                         "in_3d": [50.0, 30.0, 20.0], "in_2d": [40.0, 10.0, 50.0]})  # fmt: skip
    figure = charts.class_shares(rows, "<b>M</b>", "#000001")
    marks = {trace.name: trace for trace in figure.data if trace.mode == "markers"}
    assert list(marks) == ["is there, 3D", "is there, 2D", "&lt;b&gt;M&lt;/b&gt; says it"]
    assert marks["is there, 2D"].marker.symbol == "diamond-open"
    colours = [trace.marker.color == "#000001" for trace in marks.values()]
    assert colours == [False, False, True]
    assert list(figure.layout.yaxis.ticktext) == ["Q2 acute", "Q2 right", "Q2 obtuse"]


def test_a_bar_names_its_answer():
    """Each bar of the commonest answers carries the answer's value, in the order given."""
    rows = pd.DataFrame({"value": [15.0, 30.0], "answer": ["15°", "30°"], "n": [3, 1], "share": [75.0, 25.0]})
    (bar,) = charts.commonest_answers(rows, "#000001").data
    assert list(bar.customdata) == [15.0, 30.0]
    assert list(bar.y) == ["15°", "30°"]
