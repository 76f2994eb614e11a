"""Score against tilt: a curve and bands with intervals per line, 3D above 2D."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.text import hover_interval, number_text
from dashboard.charts.marks import Trace
from dashboard.charts.palette import TRIANGLE_QUESTIONS, colour_of
from dashboard.charts.template import HIDING_LEGEND, chart, drawn_once, short_name, title_at

PANELS = {"3D": "Score 3D, %: against the world", "2D": "Score 2D, %: against the flat picture"}
GAP_DEG = 4.0
"""A curve is interrupted where its next place is further."""
SPREAD_DEG = 4.0
"""The marks of one band stand side by side over so many degrees at most."""
MAX_STEP_DEG = 0.7
REFERENCE_LOOKS = (("square", "dot"), ("square-open", "dash"), ("square-x", "dashdot"))
"""Symbol and dash of reference models, one after the other; their colours are much alike."""
QUESTION_SYMBOLS = ("circle", "diamond", "cross", "x", "triangle-up", "star")


@dataclass(frozen=True, slots=True)
class Line:
    """How one line looks: of a model, a reference model or a question."""

    label: str
    colour: str
    is_reference: bool = False
    symbol: str = "circle"
    dash: str = "solid"


def run_lines(runs: pd.DataFrame, kinds: Mapping[str, str]) -> dict[str, Line]:
    """How each run's line looks, by its id: in its model's colour, references last.

    Args:
        runs: run_id, model_id, label, kind.
        kinds: as `colour_of` takes them.
    """
    looks, lines = cycle(REFERENCE_LOOKS), {}
    for run in sorted(runs.to_dict("records"), key=lambda run: run["kind"] == "reference"):
        is_reference = run["kind"] == "reference"
        symbol, dash = next(looks) if is_reference else ("circle", "solid")
        lines[run["run_id"]] = Line(run["label"], colour_of(run["model_id"], kinds), is_reference, symbol, dash)
    return lines


def question_lines(labels: Mapping[str, str]) -> dict[str, Line]:
    """How each question's line looks, by its id, from what to write for it; with many questions looks come again."""
    looks = zip(cycle(TRIANGLE_QUESTIONS), cycle(QUESTION_SYMBOLS), strict=False)
    return {
        question_id: Line(label, colour, symbol=symbol)
        for (question_id, label), (colour, symbol) in zip(labels.items(), looks, strict=False)
    }


@drawn_once
def kappa_by_tilt(bands: pd.DataFrame, curves: pd.DataFrame, lines: Mapping[str, Line]) -> go.Figure:
    """Two panels over one axis of tilt; `customdata` of a mark is (key of the line, tilt band).

    Args:
        bands: frame, key, tilt, tilt_deg, value, low, high, n, n_groups, is_few; what is few is faint and has
            no interval.
        curves: frame, key, tilt_deg, value.
        lines: how each key looks, in the order of the legend.
    """
    step = min(SPREAD_DEG / max(len(lines), 1), MAX_STEP_DEG)
    hovers = [_hover(row, lines[row["key"]].label) for row in bands.to_dict("records")]
    marks = dict(list(bands.assign(hover=hovers).groupby(["frame", "key"])))
    drawn = dict(list(curves.groupby(["frame", "key"])))
    traces = []
    for number, frame in enumerate(PANELS, start=1):
        axes = {"xaxis": f"x{number}", "yaxis": f"y{number}"}
        for place, (key, line) in enumerate(lines.items()):
            curve = drawn.get((frame, key), curves.iloc[:0])
            traces.append({**_curve(curve, line), "legendgroup": key, "showlegend": frame == "3D", **axes})
            if (frame, key) in marks:
                offset_deg = (place - (len(lines) - 1) / 2) * step
                traces.append({**_marks(marks[frame, key], line, offset_deg), "legendgroup": key, **axes})
    return chart(traces, 820, top_px=90, **_panels(bands))


def _panels(bands: pd.DataFrame) -> dict[str, Any]:
    """Two panels, one above the other, with axes that match."""
    firm = bands[~bands["is_few"]] if (~bands["is_few"]).any() else bands
    lowest = float(firm["low"].fillna(firm["value"]).min())
    y_axis = {"range": [max(-2.0, lowest - 4.0), 103.0]}
    return {
        "legend": {**HIDING_LEGEND, "y": 1.05},
        "xaxis": {"ticksuffix": "°", "matches": "x2", "anchor": "y", "showticklabels": False},
        "xaxis2": {"ticksuffix": "°", "anchor": "y2", "title": "tilt of the camera by homography"},
        "yaxis": {**y_axis, "domain": [0.55, 1.0]},
        "yaxis2": {**y_axis, "domain": [0.0, 0.45]},
        "annotations": [
            title_at(title, 0, y, xanchor="left") for title, y in zip(PANELS.values(), (1.0, 0.45), strict=True)
        ],
    }


def _curve(curve: pd.DataFrame, line: Line) -> Trace:
    places, values = list(curve["tilt_deg"]), list(curve["value"])
    for number in range(len(places) - 1, 0, -1):
        if places[number] - places[number - 1] > GAP_DEG:
            places.insert(number, None)
            values.insert(number, None)
    return {
        "type": "scatter",
        "x": places or [None],
        "y": values or [None],
        "mode": "lines",
        "hoverinfo": "skip",
        "name": short_name(line.label, is_reference=line.is_reference),
        "line": {"color": line.colour, "width": 2.5, "dash": line.dash},
    }


def _marks(part: pd.DataFrame, line: Line, offset_deg: float) -> Trace:
    """The marks of one line's bands with their intervals; faint and without one where there are few triangles."""
    firm = ~part["is_few"]
    above, below = ((part["high"] - part["value"]).where(firm), (part["value"] - part["low"]).where(firm))
    return {
        "type": "scatter",
        "x": part["tilt_deg"] + offset_deg,
        "y": part["value"],
        "mode": "markers",
        "showlegend": False,
        "customdata": list(zip(part["key"], part["tilt"], strict=True)),
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
        f"too few triangles for an interval ({row['n_groups']})"
        if row["is_few"] or pd.isna(row["low"])
        else f"{hover_interval(row['low'], row['high'])}, {row['n_groups']} triangles"
    )
    kappa = f"score {row['frame']} {number_text(row['value'])} %"
    return f"{short_name(label)}, {row['tilt']}<br>{kappa}, {interval}"
