"""Chart of score against tilt, one panel per line: its curve and bands with intervals, the others faint behind it."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_hover_interval
from dashboard.charts.primitives import INTERVAL_PX, Trace
from dashboard.charts.template import (
    build_annotation,
    build_end_labels,
    build_figure,
    build_title,
    format_axis_label,
    format_truth_title,
    wrap_label,
)
from dashboard.pages.tilt import texts
from dashboard.pages.tilt.broken_axis import build_broken_axis
from dashboard.pages.tilt.line_styles import FRAMES, LineStyle
from dashboard.style.palette import BEHIND, add_alpha

GAP_DEG = 4.0
"""A larger distance between two points interrupts a curve."""
ROW_PX, BETWEEN_PX, TOP_PX, BOTTOM_PX, RIGHT_PX = 165, 40, 52, 50, 92
ROOM_DEG, ROOM = 2.5, 4.0
"""Space around the content, in degrees and in percent."""
LABEL_DEG = 10
"""Distance between two labels of the axis of tilts."""
INTERVAL_ALPHA = 0.16


def draw_score_by_tilt(
    bands: pd.DataFrame, curves: pd.DataFrame, lines: Mapping[str, LineStyle], key: str
) -> go.Figure:
    """Draw one line against 3D above the same against 2D; `customdata` of a mark is (key of the line, tilt band).

    Reference models are thin lines with their names beside them, all other lines a faint grey. A mark is at the
    mean tilt of its band. All panels of the same bands and curves have the same axes. Long empty stretches of tilt are
    left out, which a break in the axis marks.

    Args:
        bands: frame, key, tilt, tilt_deg, value, low, high, n, n_groups, is_few; rows with `is_few` are faint and have
            no interval.
        curves: frame, key, tilt_deg, value, low, high.
        lines: the style of each key.
        key: the line that the panel is about.
    """
    tilts = build_broken_axis([*bands["tilt_deg"], *curves["tilt_deg"]], ROOM_DEG)
    bands, curves = (rows.assign(tilt_deg=tilts.map_tilts(rows["tilt_deg"])) for rows in (bands, curves))
    y_range = compute_score_range(bands)
    traces, names = [], []
    named = [key, *(other for other, line in lines.items() if line.is_reference)]
    for number, frame in enumerate(FRAMES, start=1):
        axes = {"xaxis": f"x{number}", "yaxis": f"y{number}"}
        of_frame = curves[curves["frame"] == frame]
        by_key = {str(other): part for other, part in of_frame[of_frame["key"].isin(named)].groupby("key", sort=False)}
        drawn = [*_draw_background_lines(of_frame, lines, key), *_draw_references(bands, by_key, lines, frame, key)]
        drawn += _draw_own_line(
            by_key.get(key), bands[(bands["frame"] == frame) & (bands["key"] == key)], lines[key], frame
        )
        traces += [{**trace, "showlegend": False, **axes} for trace in drawn]
        names += _build_reference_labels(bands[bands["frame"] == frame], by_key, lines, key, y_range, f"y{number}")
    height_px = TOP_PX + 2 * ROW_PX + BETWEEN_PX + BOTTOM_PX
    upper = (ROW_PX + BETWEEN_PX) / (2 * ROW_PX + BETWEEN_PX)
    lower = ROW_PX / (2 * ROW_PX + BETWEEN_PX)
    x_axis = tilts.build_layout(LABEL_DEG)
    titles = [
        build_annotation(
            **build_title(format_truth_title(texts.PANEL_TITLES[frame], against), 0, top, xanchor="left", yshift=3)
        )
        for (frame, against), top in zip(FRAMES.items(), (1.0, lower), strict=True)
    ]
    name = build_title(f"<b>{format_axis_label(lines[key].label)}</b>", 0, 1.0, xanchor="left", yshift=22)
    return build_figure(
        traces,
        height_px,
        top_px=TOP_PX,
        right_px=RIGHT_PX if names else 10,
        xaxis={**x_axis, "matches": "x2", "anchor": "y", "showticklabels": False},
        xaxis2={**x_axis, "anchor": "y2", "title": texts.TILT_AXIS},
        yaxis={"range": y_range, "domain": [upper, 1.0]},
        yaxis2={"range": y_range, "domain": [0.0, lower]},
        annotations=[name, *titles, *names],
        shapes=[*tilts.draw_breaks("x", upper, 1.0), *tilts.draw_breaks("x2", 0.0, lower)],
    )


def compute_score_range(bands: pd.DataFrame) -> list[float]:
    """Return the range of the axis of scores, with space beside every mark and interval."""
    firm = bands[~bands["is_few"]] if (~bands["is_few"]).any() else bands
    lowest = min(float(firm["low"].fillna(firm["value"]).min()), float(bands["value"].min()))
    return [max(-ROOM, lowest - ROOM), 100.0 + ROOM]


def _split_at_gaps(curve: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """Yield the pieces of a curve between its gaps."""
    ordered = curve.sort_values("tilt_deg")
    for _, piece in ordered.groupby((ordered["tilt_deg"].diff() > GAP_DEG).cumsum()):
        yield piece


def draw_curves(curves: pd.DataFrame) -> Trace:
    """Draw the curves of one key or several as one unstyled trace; `None` in a gap and between two curves."""
    ordered = curves.sort_values(["key", "tilt_deg"])
    keys, x, y = (ordered[name].to_numpy() for name in ("key", "tilt_deg", "value"))
    breaks = np.flatnonzero((keys[1:] != keys[:-1]) | (np.diff(x) > GAP_DEG)) + 1
    gap = np.array([None], dtype=object)
    ends = {name: np.insert(values.astype(object), breaks, gap).tolist() for name, values in (("x", x), ("y", y))}
    return {"type": "scatter", "mode": "lines", "hoverinfo": "skip", **ends}


def _draw_background_lines(of_frame: pd.DataFrame, lines: Mapping[str, LineStyle], key: str) -> list[Trace]:
    """Draw the curves of all other lines as one trace."""
    others = [other for other, line in lines.items() if other != key and not line.is_reference]
    part = of_frame[of_frame["key"].isin(others)]
    return [{**draw_curves(part), "line": {"color": BEHIND, "width": 1.5}}] if len(part) else []


def _draw_references(
    bands: pd.DataFrame, by_key: Mapping[str, pd.DataFrame], lines: Mapping[str, LineStyle], frame: str, key: str
) -> list[Trace]:
    """Draw the reference models: thin lines, and small marks that can be clicked."""
    traces = []
    for other, line in lines.items():
        if not line.is_reference or other == key:
            continue
        if other in by_key:
            look = {"color": line.colour, "width": 1.5, "dash": line.dash}
            traces.append({**draw_curves(by_key[other]), "line": look})
        part = bands[(bands["frame"] == frame) & (bands["key"] == other)]
        if len(part):
            traces.append(draw_markers(part, line, frame, size_px=6, has_intervals=False))
    return traces


def _draw_own_line(curve: pd.DataFrame | None, part: pd.DataFrame, line: LineStyle, frame: str) -> list[Trace]:
    """Draw the line that the panel is about: the interval around its curve, the curve, its marks."""
    colour = line.choose_colour(frame)
    traces: list[Trace] = []
    if curve is not None:
        traces += [
            {
                "type": "scatter",
                "mode": "lines",
                "x": [*piece["tilt_deg"], *piece["tilt_deg"][::-1]],
                "y": [*piece["high"], *piece["low"][::-1]],
                "fill": "toself",
                "fillcolor": add_alpha(colour, INTERVAL_ALPHA),
                "line": {"width": 0},
                "hoverinfo": "skip",
            }
            for piece in _split_at_gaps(curve.dropna(subset=["low", "high"]))
        ]
        traces.append({**draw_curves(curve), "line": {"color": colour, "width": 3}})
    if len(part):
        traces.append(draw_markers(part, line, frame, size_px=10, has_intervals=True))
    return traces


def draw_markers(part: pd.DataFrame, line: LineStyle, frame: str, *, size_px: int, has_intervals: bool) -> Trace:
    """Draw the marks of a line's bands at their mean tilts; faint if there are few triangles."""
    firm, colour = ~part["is_few"], line.choose_colour(frame)
    trace = {
        "type": "scatter",
        "x": part["tilt_deg"],
        "y": part["value"],
        "mode": "markers",
        "customdata": list(zip(part["key"], part["tilt"], strict=True)),
        "marker": {
            "color": colour,
            "size": size_px,
            "symbol": line.choose_shape(frame),
            "opacity": [1.0 if is_firm else 0.35 for is_firm in firm],
            "line": {"width": 2 if has_intervals else 1, "color": colour},
        },
        "hovertext": [_format_hover(row, line.label) for row in part.to_dict("records")],
        "hovertemplate": "%{hovertext}<br>click: its cases<extra></extra>",
    }
    if has_intervals:
        above, below = ((part["high"] - part["value"]).where(firm), (part["value"] - part["low"]).where(firm))
        trace["error_y"] = {"array": above, "arrayminus": below, "color": colour, "thickness": INTERVAL_PX, "width": 0}
    return trace


def _build_reference_labels(
    of_frame: pd.DataFrame,
    by_key: Mapping[str, pd.DataFrame],
    lines: Mapping[str, LineStyle],
    key: str,
    y_range: list[float],
    yref: str,
) -> list[dict[str, Any]]:
    """Draw the names of the reference models at the right ends of their lines."""
    names, ends = [], []
    for other, line in lines.items():
        if not line.is_reference or other == key:
            continue
        part = by_key[other] if other in by_key else of_frame[of_frame["key"] == other]
        if len(part):
            names.append(wrap_label(line.label, is_reference=True))
            ends.append(float(part.sort_values("tilt_deg")["value"].iloc[-1]))
    return build_end_labels(names, ends, y_range, ROW_PX, yref)


def _format_hover(row: Mapping[Hashable, Any], label: str) -> str:
    interval = (
        texts.explain_no_interval(row["n_groups"])
        if row["is_few"] or pd.isna(row["low"])
        else f"{format_hover_interval(row['low'], row['high'])}, {row['n_groups']} triangles"
    )
    return texts.describe_mark(format_axis_label(label), row["tilt"], row["frame"], row["value"], interval)
