"""Chart of image-plane reliance in two parts: habit, and what looking at the photograph adds."""

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_hover_interval, format_number
from dashboard.charts.primitives import (
    INTERVAL_PX,
    Trace,
    build_stripe_pattern,
    draw_legend_sample,
    format_run_name,
    get_run_style,
)
from dashboard.charts.template import build_figure, drawn_once, format_axis_label, label_ticks, pad_range
from dashboard.style.palette import NEUTRAL

Rows = Sequence[Mapping[Hashable, Any]]

HABIT, LOOKING = ("habit", "habit_low", "habit_high"), ("value", "low", "high")
RAW = ("raw", "raw_low", "raw_high")
"""Columns of each part and of its interval."""

BAR = 0.28
"""Height of a bar, with runs 1 apart: habit above the run's line, looking below it."""


@drawn_once
def draw_habit_chart(rows: pd.DataFrame, kinds: Mapping[str, str], axis_title: str) -> go.Figure:
    """Draw per run a striped bar for habit, a coloured one with its interval for looking, and a stroke at their sum.

    `customdata` of a mark is the run's id.

    Args:
        rows: run_id, model_id, label, `raw`, `habit` and the lift as `value`, in points, each with its interval
            (`raw_low`, `raw_high`, `habit_low`, `low` and so on; missing if it is unknown); the first run on top.
        kinds: as `get_marker_style` takes them.
        axis_title: names the difference that the strokes show.
    """
    upwards = rows.iloc[::-1].to_dict("records")
    colours = [get_run_style(row, kinds).colour for row in upwards]
    ends = {
        "array": [row["high"] - row["value"] for row in upwards],
        "arrayminus": [row["value"] - row["low"] for row in upwards],
    }
    bar: Trace = {"type": "bar", "orientation": "h", "width": BAR}
    interval: Trace = {
        "type": "data",
        "symmetric": False,
        "color": NEUTRAL,
        "thickness": INTERVAL_PX,
        "width": 0,
        **ends,
    }
    striped: Trace = {"marker": {"color": NEUTRAL, "pattern": build_stripe_pattern(NEUTRAL)}}
    stroke: Trace = {"symbol": "line-ns", "size": 30, "line": {"width": 3, "color": colours}}
    return build_figure(
        [
            {**_draw_part(upwards, "habit gives", HABIT, BAR / 2), **bar, **striped, "showlegend": True},
            {
                **_draw_part(upwards, "looking adds", LOOKING, -BAR / 2),
                **bar,
                "marker": {"color": colours},
                "error_x": interval,
            },
            {**_draw_part(upwards, "both together", RAW, 0.0), "mode": "markers", "marker": stroke},
            draw_legend_sample("looking adds", "square", 12, is_outlined=False),
            draw_legend_sample("both together", "line-ns", 14),
        ],
        110 + 56 * max(len(rows), 1),
        barmode="overlay",
        xaxis={"title": axis_title, "zeroline": True, "showgrid": True, **_compute_range(upwards)},
        yaxis={**label_ticks(format_run_name(row, kinds) for row in upwards), "range": [-0.6, len(rows) - 0.4]},
    )


def _compute_range(upwards: Rows) -> dict[str, Any]:
    """Return the axis range with space beside every bar, stroke and interval."""
    columns = ("raw", "habit", "value", "low", "high")
    return pad_range([0.0, *(math.nan if pd.isna(row[name]) else row[name] for row in upwards for name in columns)])


def _draw_part(upwards: Rows, name: str, columns: tuple[str, str, str], shift: float) -> Trace:
    """Draw one part of every run, at distance `shift` from the run's line."""
    value, low, high = columns
    return {
        "x": [row[value] for row in upwards],
        "y": [place + shift for place in range(len(upwards))],
        "name": name,
        "showlegend": False,
        "customdata": [row["run_id"] for row in upwards],
        "hovertext": [
            f"{format_axis_label(row['label'])}, {name}<br>{format_number(row[value])}, "
            f"{format_hover_interval(row[low], row[high])}"
            for row in upwards
        ],
        "hovertemplate": "%{hovertext}<br>click: its cases<extra></extra>",
    }
