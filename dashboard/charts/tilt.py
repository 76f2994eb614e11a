"""Kappa against tilt: a curve and bands with intervals per line, 3D above 2D; and one measure of tilt on the other."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts import BLAMED, NEUTRAL, drawn_once, short_name

FRAMES = {"3D": "Kappa 3D, %: against the world", "2D": "Kappa 2D, %: against the flat picture"}
GAP_DEG = 4.0
"""A curve is interrupted where its next place is further."""
SPREAD_DEG = 4.0
"""The marks of one band stand side by side over so many degrees at most."""
MAX_STEP_DEG = 0.7
REFERENCE_LOOKS = (("square", "dot"), ("square-open", "dash"), ("square-x", "dashdot"))
"""Symbol and dash of reference models, one after the other; their colours are much alike."""
NAMED = 5
"""So many photographs carry their name."""


@dataclass(frozen=True, slots=True)
class Line:
    """How one line looks: of a model, a reference model or a question."""

    label: str
    colour: str
    is_reference: bool = False
    symbol: str = "circle"
    dash: str = "solid"


@drawn_once
def kappa_by_tilt(bands: pd.DataFrame, curves: pd.DataFrame, lines: Mapping[str, Line]) -> go.Figure:
    """Two panels over one axis of tilt; `customdata` of a mark is (key of the line, tilt band).

    Args:
        bands: frame, key, tilt_band, tilt_deg, value, low, high, n, n_triangles, is_few; what is few is faint and has
            no interval.
        curves: frame, key, tilt_deg, value.
        lines: how each key looks, in the order of the legend.
    """
    step = min(SPREAD_DEG / max(len(lines), 1), MAX_STEP_DEG)
    hovers = [_hover(row, lines[row["key"]].label) for row in bands.to_dict("records")]
    marks = dict(list(bands.assign(hover=hovers).groupby(["frame", "key"])))
    drawn = dict(list(curves.groupby(["frame", "key"])))
    traces = []
    for number, frame in enumerate(FRAMES, start=1):
        axes = {"xaxis": f"x{number}", "yaxis": f"y{number}"}
        for place, (key, line) in enumerate(lines.items()):
            curve = drawn.get((frame, key), curves.iloc[:0])
            traces.append({**_curve(curve, line), "legendgroup": key, "showlegend": frame == "3D", **axes})
            if (frame, key) in marks:
                offset_deg = (place - (len(lines) - 1) / 2) * step
                traces.append({**_marks(marks[frame, key], line, offset_deg), "legendgroup": key, **axes})
    return go.Figure(traces, _layout(bands))


def _layout(bands: pd.DataFrame) -> dict[str, Any]:
    """Two panels, one above the other, with axes that match."""
    firm = bands[~bands["is_few"]] if (~bands["is_few"]).any() else bands
    lowest = float(firm["low"].fillna(firm["value"]).min())
    y_axis = {"range": [max(-2.0, lowest - 4.0), 103.0], "zeroline": False, "automargin": True}
    x_axis = {"zeroline": False, "ticksuffix": "°", "matches": "x2"}
    return {
        "height": 820,
        "margin": {"l": 0, "r": 10, "t": 90, "b": 10},
        "legend": {"orientation": "h", "y": 1.05, "yanchor": "bottom", "x": 0},
        "xaxis": {**x_axis, "anchor": "y", "showticklabels": False},
        "xaxis2": {**x_axis, "anchor": "y2", "matches": None, "title": "tilt of the camera by homography"},
        "yaxis": {**y_axis, "domain": [0.55, 1.0]},
        "yaxis2": {**y_axis, "domain": [0.0, 0.45]},
        "annotations": [
            {
                "text": title,
                "x": 0,
                "xref": "paper",
                "xanchor": "left",
                "y": y,
                "yref": "paper",
                "yanchor": "bottom",
                "showarrow": False,
                "font": {"size": 14},
            }
            for title, y in zip(FRAMES.values(), (1.0, 0.45), strict=True)
        ],
        "dragmode": False,
        "clickmode": "event+select",
    }


def _curve(curve: pd.DataFrame, line: Line) -> dict[str, Any]:
    places, values = list(curve["tilt_deg"]), list(curve["value"])
    for number in range(len(places) - 1, 0, -1):
        if places[number] - places[number - 1] > GAP_DEG:
            places.insert(number, None)
            values.insert(number, None)
    name = short_name(line.label)
    return {
        "type": "scatter",
        "x": places or [None],
        "y": values or [None],
        "mode": "lines",
        "hoverinfo": "skip",
        "name": f"<i>{name}</i>" if line.is_reference else name,
        "line": {"color": line.colour, "width": 2.5, "dash": line.dash},
    }


def _marks(part: pd.DataFrame, line: Line, offset_deg: float) -> dict[str, Any]:
    """The marks of one line's bands with their intervals; faint and without one where there are few triangles."""
    firm = ~part["is_few"]
    above, below = ((part["high"] - part["value"]).where(firm), (part["value"] - part["low"]).where(firm))
    return {
        "type": "scatter",
        "x": part["tilt_deg"] + offset_deg,
        "y": part["value"],
        "mode": "markers",
        "showlegend": False,
        "customdata": list(zip(part["key"], part["tilt_band"], strict=True)),
        "error_y": {"array": above, "arrayminus": below, "color": line.colour, "thickness": 1.5, "width": 0},
        "marker": {
            "color": line.colour,
            "size": 9,
            "symbol": line.symbol,
            "opacity": [1.0 if is_firm else 0.35 for is_firm in firm],
        },
        "hovertext": part["hover"],
        "hovertemplate": "%{hovertext}<br>click: its cases<extra></extra>",
    }


def _hover(row: Mapping[Hashable, Any], label: str) -> str:
    interval = (
        f"too few triangles for an interval ({row['n_triangles']})"
        if row["is_few"] or pd.isna(row["low"])
        else f"95 % interval {row['low']:.1f} to {row['high']:.1f}, {row['n_triangles']} triangles"
    )
    return f"{short_name(label)}, {row['tilt_band']}<br>kappa {row['frame']} {row['value']:.1f} %, {interval}"


@drawn_once
def tilts(differences: pd.DataFrame) -> go.Figure:
    """The accelerometer's tilt over the homography's with the identity line; `customdata` is the photograph's id.

    Args:
        differences: photograph_id, tilt_deg, tilt_imu_deg, difference_deg, the largest first; the first few are named.
    """
    ends = [0.0, float(differences[["tilt_deg", "tilt_imu_deg"]].max().max()) + 3.0]
    is_named = [place < NAMED for place in range(len(differences))]
    figure = go.Figure(
        go.Scatter(x=ends, y=ends, mode="lines", hoverinfo="skip", line={"color": NEUTRAL, "width": 1, "dash": "dash"})
    )
    figure.add_scatter(
        x=differences["tilt_deg"],
        y=differences["tilt_imu_deg"],
        mode="markers+text",
        customdata=differences["photograph_id"],
        marker={
            "size": [10 if named else 7 for named in is_named],
            "opacity": 0.75,
            "color": [BLAMED if named else NEUTRAL for named in is_named],
        },
        text=[name if named else "" for name, named in zip(differences["photograph_id"], is_named, strict=True)],
        textposition=["middle left" if value > 0 else "middle right" for value in -differences["difference_deg"]],
        hovertext=[
            f"{row['photograph_id']}: homography {row['tilt_deg']:.1f}°, accelerometer {row['tilt_imu_deg']:.1f}°"
            for row in differences.to_dict("records")
        ],
        hovertemplate="%{hovertext}<br>click: the photograph<extra></extra>",
    )
    axis = {"zeroline": False, "range": ends, "ticksuffix": "°"}
    figure.update_layout(
        height=460,
        margin={"l": 0, "r": 10, "t": 10, "b": 10},
        showlegend=False,
        xaxis={"title": "tilt by homography", **axis},
        yaxis={"title": "tilt by accelerometer", **axis},
        dragmode=False,
        clickmode="event+select",
    )
    return figure
