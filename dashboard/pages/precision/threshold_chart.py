"""Charts of thresholds: all of one unit on one axis, and a question's psychometric functions."""

from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import Trace, draw_horizontal_line, draw_interval_lines, format_run_name, get_run_style
from dashboard.charts.template import (
    LABEL_LINE_PX,
    PERCENT,
    build_annotation,
    build_figure,
    build_title,
    drawn_once,
    label_ticks,
)
from dashboard.pages.precision import threshold_texts as texts

ROW_PX, HEAD_PX, BELOW_PX = 30, 30, 56
CURVE_PX, TOP_PX = 320, 40
NOTE_SIGNS = 36
"""Characters per line of a text instead of a mark that fit on a phone."""
NOTE_LINE_PX = 16
"""Height that each further line of such a text adds to its row."""
AXIS_SIGNS = 44
"""Characters per line of an axis title that fit in the narrowest panel."""


@drawn_once
def draw_thresholds(rows: pd.DataFrame, kinds: Mapping[str, str], largest: float, title: str) -> go.Figure:
    """Draw thresholds with intervals below the heading of their question; `customdata` is (run's id, question's id).

    Args:
        rows: in order: question, question_id, run_id, model_id, label, value, low, high, n_groups, text (instead of a
            mark if `value` is missing) and hover.
        kinds: as `get_marker_style` takes them.
        largest: margin at which intervals without an upper end stop.
        title: of the axis.
    """
    headings = list(dict.fromkeys(rows["question"]))
    traces: list[Trace] = []
    names: dict[float, str] = {}
    notes: list[dict[str, Any]] = []
    y = 0.0
    for heading in headings:
        y -= HEAD_PX
        notes.append(_label_row(f"<b>{escape(heading)}</b>", y))
        for row in rows[rows["question"] == heading].to_dict("records"):
            note_lines = wrap(row["text"], NOTE_SIGNS) if pd.isna(row["value"]) else []
            extra_px = NOTE_LINE_PX * max(len(note_lines) - 1, 0)
            y -= ROW_PX + extra_px / 2
            names[y] = format_run_name(row, kinds)
            if note_lines:
                notes.append(_label_row("<br>".join(map(escape, note_lines)), y))
            else:
                traces += _draw_threshold(row, y, kinds, largest)
            y -= extra_px / 2
    return build_figure(
        traces or [{"x": [None], "y": [None]}],
        BELOW_PX - y + ROW_PX,
        xaxis={"title": "<br>".join(map(escape, wrap(title, AXIS_SIGNS))), "range": [0, largest], "showgrid": True},
        yaxis={**label_ticks(names.values(), names), "range": [y - ROW_PX / 2, 0], "showgrid": False},
        annotations=notes,
    )


def _label_row(text: str, y: float) -> dict[str, Any]:
    return build_annotation(
        text, x=0, xref="paper", xanchor="left", y=y, yref="y", yanchor="middle", xshift=4, align="left"
    )


def _draw_threshold(row: Mapping[Any, Any], y: float, kinds: Mapping[str, str], largest: float) -> list[Trace]:
    look = get_run_style(row, kinds)
    mark: Trace = {
        "x": [row["value"]],
        "y": [y],
        "mode": "markers",
        "showlegend": False,
        "cliponaxis": False,
        "customdata": [(row["run_id"], row["question_id"])],
        "marker": {"color": look.colour, "size": 12, "symbol": look.shape},
        "hovertext": [row["hover"]],
        "hovertemplate": "%{hovertext}<br>click: its cases<extra></extra>",
    }
    return [*draw_interval_lines([{**row, "high": min(row["high"], largest)}], [y], look), mark]


@drawn_once
def draw_curves(
    points: pd.DataFrame,
    curves: pd.DataFrame,
    kinds: Mapping[str, str],
    lines: Sequence[float],
    title: str,
    axes: tuple[str, str],
) -> go.Figure:
    """Draw the observed shares of each run, and its fitted curve if it has one; `customdata` is the run's id.

    Args:
        points: run_id, model_id, label, x, y (percent), n.
        curves: run_id, x, y (percent), is_misfit.
        kinds: as `get_marker_style` takes them.
        lines: shares in percent at which a horizontal line is drawn.
        title: of the question.
        axes: titles of x and y.
    """
    traces: list[Trace] = []
    for run_id, run_points in points.groupby("run_id", sort=False):
        look = get_run_style(run_points.iloc[0].to_dict(), kinds)
        traces.append(_draw_points(run_points, look.colour, look.shape))
        curve = curves[curves["run_id"] == run_id]
        if len(curve):
            traces.append(_draw_curve(curve, look.colour))
    axis_lines = wrap(axes[0], AXIS_SIGNS)
    return build_figure(
        traces,
        CURVE_PX + LABEL_LINE_PX * (len(axis_lines) - 1),
        top_px=TOP_PX,
        xaxis={"title": "<br>".join(map(escape, axis_lines))},
        yaxis={"range": list(PERCENT), "title": escape(axes[1])},
        shapes=[draw_horizontal_line(line, "dot") for line in lines],
        annotations=[build_title(f"<b>{escape(title)}</b>", 0, 1.0, xanchor="left", yshift=14)],
    )


def _draw_points(run_points: pd.DataFrame, colour: str, shape: str) -> Trace:
    hovers = [
        texts.describe_point(escape(row["label"]), row["x"], row["y"], row["n"])
        for row in run_points.to_dict("records")
    ]
    return {
        "x": list(run_points["x"]),
        "y": list(run_points["y"]),
        "mode": "markers",
        "showlegend": False,
        "cliponaxis": False,
        "customdata": list(run_points["run_id"]),
        "marker": {"color": colour, "symbol": shape, "size": 8, "opacity": 0.75},
        "hovertext": hovers,
        "hovertemplate": "%{hovertext}<br>click: its cases<extra></extra>",
    }


def _draw_curve(curve: pd.DataFrame, colour: str) -> Trace:
    """Draw a fitted curve; dashed if its shape is rejected."""
    return {
        "x": list(curve["x"]),
        "y": list(curve["y"]),
        "mode": "lines",
        "showlegend": False,
        "hoverinfo": "skip",
        "line": {"color": colour, "width": 2, "dash": "dash" if curve["is_misfit"].iloc[0] else "solid"},
    }
