"""Scatter chart of a run's numbers against the truth."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import Trace, draw_identity_line
from dashboard.charts.template import Scored, drawn_once, format_axis_label
from dashboard.pages.bias import texts
from dashboard.pages.bias.truth_foil_panels import draw_truth_foil_panels
from dashboard.style.palette import NEUTRAL

RATIO_TICKS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)


@drawn_once
def draw_predicted_vs_true(
    rows: pd.DataFrame,
    colour: str,
    unit: str,
    lines: Mapping[str, float],
    titles: Mapping[Scored, str],
    *,
    is_ratio: bool,
    band: Sequence[tuple[float, float]] = (),
) -> go.Figure:
    """Draw the answered numbers against the truth and the foil, with the identity line; `customdata` is the case.

    Ratios have logarithmic axes: twice and half are equally far off. Repeated answers form rows.

    Args:
        rows: case_id, value, truth, foil.
        colour: of the model.
        unit: of the numbers, for the axes.
        lines: constant answers to draw, by name.
        titles: of the truth and, if there is one, of the foil.
        is_ratio: whether the numbers are ratios.
        band: lines that bound the tolerance, as factor and shift of the truth.
    """
    values = rows[["value", *titles]].to_numpy(dtype=float)
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    ends = [low / 1.05, high * 1.05] if is_ratio else _pad_range(low, high)
    panels = {
        against: [
            draw_identity_line(ends),
            *_draw_band(band, ends),
            *_draw_constant_lines(lines, ends, is_named=against == "truth"),
            _draw_markers(rows, against, colour),
        ]
        for against in titles
    }
    axis: dict[str, Any] = {"type": "log", "tickvals": RATIO_TICKS} if is_ratio else {"nticks": 6}
    below = {"y": -0.2, "yanchor": "top", "itemclick": "toggle"}
    x_axis, y_axis = ({**axis, "title": f"{what}{unit}"} for what in ("true", "said"))
    return draw_truth_foil_panels(panels, titles, 430, x_axis, y_axis, legend=below)


def _draw_band(band: Sequence[tuple[float, float]], ends: list[float]) -> list[Trace]:
    shared = {"mode": "lines", "hoverinfo": "skip", "showlegend": False, "line": {"color": NEUTRAL, "width": 0.7}}
    return [{"x": ends, "y": [factor * end + shift for end in ends], **shared} for factor, shift in band]


def _draw_constant_lines(lines: Mapping[str, float], ends: list[float], *, is_named: bool) -> list[Trace]:
    line = {"color": NEUTRAL, "width": 2, "dash": "dot"}
    shared = {"mode": "lines", "hoverinfo": "skip", "line": line, "showlegend": is_named}
    return [{"x": ends, "y": [at, at], "name": format_axis_label(name), **shared} for name, at in lines.items()]


def _pad_range(low: float, high: float) -> list[float]:
    """Return the range with a margin: four units, or a twentieth of the range if that is less."""
    margin = min(4.0, 0.05 * (high - low) or 4.0)
    return [low - margin, high + margin]


def _draw_markers(rows: pd.DataFrame, against: Scored, colour: str) -> Trace:
    return {
        "x": rows[against],
        "y": rows["value"],
        "mode": "markers",
        "showlegend": False,
        "customdata": rows["case_id"],
        "marker": {"color": colour, "size": 8, "opacity": 0.5},
        "hovertext": rows["case_id"].map(escape),
        "hovertemplate": texts.NUMBER_HOVER,
    }
