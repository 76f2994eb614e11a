"""Chart of score 3D and score 2D of every run."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_number
from dashboard.charts.primitives import Trace, draw_legend_sample, format_run_name, get_run_style
from dashboard.charts.template import build_figure, drawn_once, label_ticks
from dashboard.style.markers import get_open_shape

FRAMES = {"3D": "full", "2D": "open"}
"""Style of the marks against each truth."""
MARK_PX = 13


@drawn_once
def draw_score_pairs(rows: pd.DataFrame, kinds: Mapping[str, str]) -> go.Figure:
    """Draw score 3D and 2D of every run as two marks on one line, best on top; `customdata` is the run's id.

    Args:
        rows: the query `draw_score_pairs`, best first.
        kinds: as `get_marker_style` takes them; references have dotted lines, their own shapes and names in italics.
    """
    upwards = rows.rename(columns={"run_label": "label"}).iloc[::-1]
    runs = upwards.to_dict("records")
    traces = [_draw_line(row, index, kinds) for index, row in enumerate(runs)]
    for frame in FRAMES:
        sample = draw_legend_sample(f"against {frame}", _choose_shape("circle", frame), MARK_PX)
        traces += [_draw_markers(upwards, frame, kinds), sample]
    scores = upwards[["score", "foil_score"]]
    lowest, highest = float(scores.min().min()), float(scores.max().max())
    room = 0.15 * max(highest - lowest, 1.0)
    return build_figure(
        traces,
        110 + 58 * len(rows),
        xaxis={"title": "mean score, %", "range": [lowest - room, highest + room]},
        yaxis=label_ticks(format_run_name(row, kinds) for row in runs),
    )


def _choose_shape(shape: str, frame: str) -> str:
    """Return a model's shape, full against 3D and open against 2D."""
    return shape if FRAMES[frame] == "full" else get_open_shape(shape)


def _draw_line(row: Mapping[Hashable, Any], place: int, kinds: Mapping[str, str]) -> Trace:
    """Draw the line between both marks of a run."""
    look = get_run_style(row, kinds)
    line = {"color": look.colour, "width": 2, "dash": "dot" if look.is_reference else "solid"}
    ends = [row["score"], row["foil_score"]]
    return {"x": ends, "y": [place, place], "mode": "lines", "line": line, "hoverinfo": "skip", "showlegend": False}


def _draw_markers(rows: pd.DataFrame, frame: str, kinds: Mapping[str, str]) -> Trace:
    """Draw the marks of all runs against one truth, each with its number on the outer side."""
    own, other = ("score", "foil_score") if frame == "3D" else ("foil_score", "score")
    is_left = rows[own] < rows[other] if frame == "2D" else rows[own] <= rows[other]
    runs = rows.to_dict("records")
    looks = [get_run_style(row, kinds) for row in runs]
    symbols, colours = [_choose_shape(look.shape, frame) for look in looks], [look.colour for look in looks]
    return {
        "x": rows[own],
        "y": list(range(len(rows))),
        "mode": "markers+text",
        "showlegend": False,
        "text": [f" {format_number(value)} " for value in rows[own]],
        "textposition": ["middle left" if left else "middle right" for left in is_left],
        "cliponaxis": False,
        "customdata": rows["run_id"],
        "hovertext": [f"{format_run_name(row, kinds)}<br>score {frame} {format_number(row[own], 2)}%" for row in runs],
        "hovertemplate": "%{hovertext}<br>click: its worst cases<extra></extra>",
        "marker": {"color": colours, "size": MARK_PX, "symbol": symbols, "line": {"width": 2, "color": colours}},
    }
