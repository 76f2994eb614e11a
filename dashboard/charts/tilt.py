"""Kappa against tilt: a curve and bands with intervals per line, 3D above 2D; and one measure of tilt on the other."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dashboard.charts import BLAMED, NEUTRAL, short_name

FRAMES = {"3D": "Kappa 3D, %: against the world", "2D": "Kappa 2D, %: against the flat picture"}
GAP_DEG = 4.0
"""A curve is interrupted where its next place is further."""
SPREAD_DEG = 7.0
"""The marks of one band stand side by side over so many degrees at most."""
MAX_STEP_DEG = 1.2
NAMED = 5
"""So many photographs carry their name."""


@dataclass(frozen=True, slots=True)
class Line:
    """How one line looks: of a model, a reference model or a question."""

    label: str
    colour: str
    is_reference: bool = False
    symbol: str = "circle"


def kappa_by_tilt(bands: pd.DataFrame, curves: pd.DataFrame, lines: Mapping[str, Line]) -> go.Figure:
    """Two panels over one axis of tilt; `customdata` of a mark is (key of the line, tilt band).

    Args:
        bands: frame, key, tilt_band, tilt_deg, value, low, high, n, n_triangles, is_few; what is few is faint and has no
            interval.
        curves: frame, key, tilt_deg, value.
        lines: how each key looks, in the order of the legend.
    """
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.09, subplot_titles=list(FRAMES.values())
    )
    step = min(SPREAD_DEG / max(len(lines), 1), MAX_STEP_DEG)
    for row, frame in enumerate(FRAMES, start=1):
        for place, (key, line) in enumerate(lines.items()):
            offset = (place - (len(lines) - 1) / 2) * step
            curve = curves[(curves["frame"] == frame) & (curves["key"] == key)].sort_values("tilt_deg")
            figure.add_trace(_curve(curve, key, line, frame == "3D"), row=row, col=1)
            part = bands[(bands["frame"] == frame) & (bands["key"] == key)]
            for mark in _marks(part, key, line, offset):
                figure.add_trace(mark, row=row, col=1)
    firm = bands[~bands["is_few"]] if (~bands["is_few"]).any() else bands
    lowest = float(firm["low"].fillna(firm["value"]).min())
    y_axis = {"range": [max(-2.0, lowest - 4.0), 103.0], "zeroline": False}
    figure.update_layout(
        height=820,
        margin={"l": 0, "r": 10, "t": 90, "b": 10},
        legend={"orientation": "h", "y": 1.05, "yanchor": "bottom", "x": 0},
        xaxis={"zeroline": False},
        xaxis2={"title": "tilt of the camera by homography, degrees", "zeroline": False, "ticksuffix": "°"},
        yaxis=y_axis,
        yaxis2=y_axis,
        dragmode=False,
        clickmode="event+select",
    )
    figure.update_annotations(x=0, xanchor="left", font={"size": 14})
    return figure


def _curve(curve: pd.DataFrame, key: str, line: Line, is_named: bool) -> go.Scatter:
    places, values = list(curve["tilt_deg"]), list(curve["value"])
    for number in range(len(places) - 1, 0, -1):
        if places[number] - places[number - 1] > GAP_DEG:
            places.insert(number, None)
            values.insert(number, None)
    name = short_name(line.label)
    return go.Scatter(
        x=places or [None], y=values or [None], mode="lines", legendgroup=key, showlegend=is_named,
        name=f"<i>{name}</i>" if line.is_reference else name, hoverinfo="skip",
        line={"color": line.colour, "width": 2.5, "dash": "dot" if line.is_reference else "solid"},
    )  # fmt: skip


def _marks(part: pd.DataFrame, key: str, line: Line, offset: float) -> list[go.Scatter]:
    """Intervals as one interrupted line, and the marks over them."""
    common = {"legendgroup": key, "showlegend": False}
    x: list[float | None] = []
    y: list[float | None] = []
    for row in part[~part["is_few"]].dropna(subset=["low"]).to_dict("records"):
        x += [row["tilt_deg"] + offset, row["tilt_deg"] + offset, None]
        y += [row["low"], row["high"], None]
    intervals = go.Scatter(
        x=x or [None], y=y or [None], mode="lines", hoverinfo="skip", line={"color": line.colour, "width": 1.5}, **common
    )
    marks = go.Scatter(
        x=part["tilt_deg"] + offset, y=part["value"], mode="markers", customdata=[(key, b) for b in part["tilt_band"]],
        marker={"color": line.colour, "size": 10, "symbol": "square" if line.is_reference else line.symbol,
                "opacity": [0.35 if few else 1.0 for few in part["is_few"]]},
        selected={"marker": {"opacity": 1.0}}, unselected={"marker": {"opacity": 0.7}},
        hovertext=[_hover(row, line.label) for row in part.to_dict("records")],
        hovertemplate="%{hovertext}<br>click: its cases<extra></extra>", **common,
    )  # fmt: skip
    return [intervals, marks]


def _hover(row: Mapping[Hashable, Any], label: str) -> str:
    interval = (
        f"too few triangles for an interval ({row['n_triangles']})"
        if row["is_few"] or pd.isna(row["low"])
        else f"95 % interval {row['low']:.1f} to {row['high']:.1f}, {row['n_triangles']} triangles"
    )
    return f"{short_name(label)}, {row['tilt_band']}<br>kappa {row['frame']} {row['value']:.1f} %, {interval}"


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
        x=differences["tilt_deg"], y=differences["tilt_imu_deg"], mode="markers+text",
        customdata=differences["photograph_id"],
        marker={"size": [10 if named else 7 for named in is_named], "opacity": 0.75,
                "color": [BLAMED if named else NEUTRAL for named in is_named]},
        text=[name if named else "" for name, named in zip(differences["photograph_id"], is_named, strict=True)],
        textposition=["middle left" if value > 0 else "middle right" for value in -differences["difference_deg"]],
        hovertext=[
            f"{row['photograph_id']}: homography {row['tilt_deg']:.1f}°, accelerometer {row['tilt_imu_deg']:.1f}°"
            for row in differences.to_dict("records")
        ],
        hovertemplate="%{hovertext}<br>click: the photograph<extra></extra>",
    )  # fmt: skip
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
