"""Tests of the chart of habit and image use: its parts, their sum, and click data."""

import pandas as pd
import pytest

from dashboard.pages.overview.habit_chart import draw_habit_chart


def test_habit_and_looking_add_up_to_the_raw_figure():
    """A run's bars sum to the position of its tick, the interval is that of the lift, and a click carries the run."""
    rows = pd.DataFrame({"model_id": ["a", "b"], "run_id": ["run-a", "run-b"], "label": ["A <i>", "B"]}).assign(
        raw=[8.0, -3.0], raw_low=[5.0, -4.0], raw_high=[11.0, -2.0],
        habit=[6.0, 1.0], habit_low=[4.0, 0.5], habit_high=[8.0, 1.5],
        value=[2.0, -4.0], low=[-1.0, None], high=[5.0, None],
    )  # fmt: skip
    habit, looking, raw, *_ = draw_habit_chart(rows, {"a": "vlm", "b": "reference"}, "score 2D minus score 3D").data
    assert list(habit.customdata) == list(looking.customdata) == list(raw.customdata) == ["run-b", "run-a"]
    assert [h + v for h, v in zip(habit.x, looking.x, strict=True)] == pytest.approx(list(raw.x))
    assert (looking.error_x.array[1], looking.error_x.arrayminus[1]) == (3.0, 3.0)
    assert "no interval" in looking.hovertext[0]
    assert "<i>" not in looking.hovertext[1]
