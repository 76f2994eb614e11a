"""Chart of the sides of the triangles that the audit blames, as a table of arrows from tape to photographs."""

from collections.abc import Hashable, Mapping
from html import escape
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_number
from dashboard.charts.primitives import Trace
from dashboard.charts.template import LABEL_PX, build_figure, build_title, drawn_once, label_ticks
from dashboard.pages.truth_audit import texts
from dashboard.style.palette import NEUTRAL, WORSE

SIDES = ("ab", "bc", "ca")
ROW_PX, TOP_PX, BOTTOM_PX = 38, 30, 50
MARK_PX = 11
BETWEEN = 0.03
"""Gap between two sides, as a share of the width."""
REACH = 3.0
"""The axis extends to the largest difference, but at most to this multiple of the blamed differences' median."""
ROOM = 1.18
"""Axis limit as a multiple of the reach, so that no arrow touches the frame."""
LIFT = 0.3
"""Distance of the lengths above the arrow, as a share of a row."""


@drawn_once
def draw_audit_arrows(rows: pd.DataFrame, verdicts: Mapping[str, str]) -> go.Figure:
    """Draw a row per triangle with an arrow per side, from the tape at zero to the length in the photographs.

    A difference beyond the axis ends there, with its value, so that an outlier does not shrink the others. `customdata`
    of a mark is the triangle's id.

    Args:
        rows: the query `truth_audit`, blamed triangles with measured sides only, the first one on top.
        verdicts: the text of each verdict.
    """
    limit_cm = float(rows["limit_cm"].iloc[0])
    reach_cm = compute_reach_cm(rows, limit_cm)
    triangles = rows.to_dict("records")
    width = (1 - 2 * BETWEEN) / len(SIDES)
    layout: dict[str, Any] = {}
    traces, shapes, titles = [], [], []
    for number, side in enumerate(SIDES):
        name = "" if number == 0 else str(number + 1)
        start = number * (width + BETWEEN)
        ends = [-ROOM * reach_cm, ROOM * reach_cm]
        axis = {
            "range": ends,
            "domain": [start, start + width],
            "anchor": "y",
            "title": _format_title(number),
            "nticks": 4,
            "showgrid": True,
        }
        layout[f"xaxis{name}"] = {**axis, "fixedrange": True}
        xaxis = f"x{name}"
        traces += [{**trace, "xaxis": xaxis} for trace in _draw_side(triangles, side, limit_cm, reach_cm, verdicts)]
        shapes.append(_draw_noise_band(limit_cm, xaxis))
        titles.append(build_title(f"<b>{side.upper()}</b>", start + width / 2, 1.0, xanchor="center", yshift=4))
    upwards = {"range": [len(rows) - 0.4, -0.75], "showgrid": True, "fixedrange": True}
    return build_figure(
        traces,
        TOP_PX + ROW_PX * len(rows) + BOTTOM_PX,
        top_px=TOP_PX,
        yaxis={**label_ticks([_format_row(row, verdicts) for row in triangles]), **upwards},
        shapes=shapes,
        annotations=titles,
        **layout,
    )


def _format_row(row: Mapping[Hashable, Any], verdicts: Mapping[str, str]) -> str:
    """Format a triangle's id with its verdict below, in two lines."""
    return f"{escape(str(row['group_id']))}<br>{escape(verdicts[row['verdict']])}"


def compute_reach_cm(rows: pd.DataFrame, limit_cm: float) -> float:
    """Return how far the axis extends on either side, in centimetres."""
    sizes = rows[[f"{side}_residual_cm" for side in SIDES]].abs().to_numpy().ravel()
    beyond = pd.Series(sizes[sizes > limit_cm])
    largest = max(float(sizes.max()), 2 * limit_cm)
    return largest if beyond.empty else max(min(largest, REACH * float(beyond.median())), 2 * limit_cm)


def _format_title(number: int) -> str:
    return texts.SIDE_AXIS if number == 1 else ""


def _draw_noise_band(limit_cm: float, xref: str) -> Trace:
    """Draw the band of differences that noise explains."""
    place = {"x0": -limit_cm, "x1": limit_cm, "xref": xref, "y0": 0, "y1": 1, "yref": "y domain", "layer": "below"}
    return {"type": "rect", **place, "line": {"width": 0}, "fillcolor": NEUTRAL, "opacity": 0.15}


def _draw_side(
    triangles: list[dict[Hashable, Any]], side: str, limit_cm: float, reach_cm: float, verdicts: Mapping[str, str]
) -> list[Trace]:
    """Draw one side of every triangle: arrows, their heads, and the lengths above those that are blamed."""
    differences = [row[f"{side}_residual_cm"] for row in triangles]
    ends = [max(-reach_cm, min(reach_cm, difference)) for difference in differences]
    is_off = [abs(difference) > limit_cm for difference in differences]
    colours = [WORSE if off else NEUTRAL for off in is_off]
    shafts = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [at for index, end in enumerate(ends) if is_off[index] == off for at in (0.0, end, None)] or [None],
            "y": [at for place in range(len(ends)) if is_off[place] == off for at in (place, place, None)] or [None],
            "line": {"color": WORSE if off else NEUTRAL, "width": 3 if off else 2},
            "hoverinfo": "skip",
            "showlegend": False,
        }
        for off in (False, True)
    ]
    heads = {
        "type": "scatter",
        "mode": "markers",
        "x": ends,
        "y": list(range(len(ends))),
        "showlegend": False,
        "cliponaxis": False,
        "customdata": [row["group_id"] for row in triangles],
        "marker": {
            "color": colours,
            "size": [MARK_PX if off else MARK_PX - 3 for off in is_off],
            "symbol": [
                _choose_arrow_head(difference, off) for difference, off in zip(differences, is_off, strict=True)
            ],
        },
        "hovertext": [_format_hover(row, side, verdicts) for row in triangles],
        "hovertemplate": "%{hovertext}<br>click: its evidence<extra></extra>",
    }
    lengths = {
        "type": "scatter",
        "mode": "text",
        "x": [0.0] * len(triangles),
        "y": [place - LIFT for place in range(len(triangles))],
        "text": [
            _format_lengths(row, side, reach_cm) if off else "" for row, off in zip(triangles, is_off, strict=True)
        ],
        "textfont": {"size": LABEL_PX},
        "textposition": "middle center",
        "cliponaxis": False,
        "hoverinfo": "skip",
        "showlegend": False,
    }
    return [*shafts, heads, lengths]


def _choose_arrow_head(difference: float, is_off: bool) -> str:
    """Return an arrow head if a side is off, else a dot."""
    if not is_off:
        return "circle"
    return "triangle-right" if difference > 0 else "triangle-left"


def _format_lengths(row: Mapping[Hashable, Any], side: str, reach_cm: float) -> str:
    """Format tape and photographs, with the difference if the axis is too short for it."""
    tape, difference = row[f"{side}_cm"], row[f"{side}_residual_cm"]
    text = f"{format_number(tape)} → {format_number(tape + difference)}"
    return text if abs(difference) <= reach_cm else f"{text} ({format_number(difference, with_plus=True)})"


def _format_hover(row: Mapping[Hashable, Any], side: str, verdicts: Mapping[str, str]) -> str:
    tape_cm, difference_cm = row[f"{side}_cm"], row[f"{side}_residual_cm"]
    return texts.describe_side(row["group_id"], side, tape_cm, difference_cm, verdicts[row["verdict"]])
