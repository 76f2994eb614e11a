"""Tests of the chart of outcomes: click data, and how two runs of one model differ."""

import numpy as np
import pandas as pd

from core.analyses.compare import OUTCOMES
from dashboard.pages.compare.outcome_bars_chart import draw_outcome_bars


def test_who_is_right_fills_each_bar():
    """The parts of a bar sum to 100% and carry question and outcome; two runs of one colour differ by pattern."""
    rows = pd.DataFrame({"question_id": ["Q1", "Q2"], "label": ["Q1", "Q2"], "n": [10, 4], "both": [5, 0],
                         "only_first": [1, 4], "only_second": [2, 0], "none": [2, 0]})  # fmt: skip
    names = dict(zip(OUTCOMES, ("both", "only <i>A</i>", "only B", "none"), strict=True))
    figure = draw_outcome_bars(rows, names, ("#000001", "#000001"), "#111111")
    assert np.sum([bar.x for bar in figure.data], axis=0).tolist() == [100.0, 100.0]
    assert [tuple(bar.customdata[1]) for bar in figure.data] == [("Q2", outcome) for outcome in OUTCOMES]
    patterns = {bar.marker.pattern.shape for bar in figure.data if bar.marker.color == "#000001"}
    assert patterns == {None, "/"}
    assert not any("<i>" in bar.name for bar in figure.data)
