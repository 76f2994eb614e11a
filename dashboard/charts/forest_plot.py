"""Forest plots: one line per run or slice, an estimate with its 95% interval, references as dotted squares."""

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_count, format_hover_bounds, format_hover_interval, format_number
from dashboard.charts.primitives import Trace, append_coverage, draw_interval_lines, draw_vertical_line
from dashboard.charts.template import (
    LINE_NAME_PX,
    TITLE_LINE_PX,
    VALUE_PX,
    break_label,
    build_figure,
    build_line_labels,
    build_value_labels,
    drawn_once,
    format_axis_label,
    label_ticks,
    pad_range,
    wrap_title,
)
from dashboard.style.markers import get_open_shape
from dashboard.style.palette import NEUTRAL, MarkerStyle, get_marker_style

ROW_PX, DENSE_ROW_PX = 44, 32
"""Height of a row, and of one of a chart that may be taller than a screen."""

UPPER_AXIS_PX = 18
"""Height of the numbers of an axis above the rows."""


@drawn_once
def draw_forest_plot(
    rows: pd.DataFrame,
    kinds: Mapping[str, str],
    units: tuple[str, str],
    title: str,
    lines: Mapping[str, float] | None = None,
    *,
    upper_unit: str = "",
    is_from_zero: bool = False,
) -> go.Figure:
    """Draw estimates with intervals and their values at the right; `customdata` of a mark is its row's index.

    The first row is on top.

    Args:
        rows: label, value, low, high (all in the unit of `title`; low and high may be missing) and, if a row belongs
            to a run, model_id; else its marks are neutral. `detail` and the bounds of `estimates.add_bounds`, if given,
            are added to the hover text. `answered`, if given, is printed below the label. Marks of rows with a true
            `is_open` are outlines.
        kinds: kind by model id, as `get_marker_style` takes it.
        units: the benchmark's words for one group and for several.
        title: of the axis.
        lines: reference lines by name: 0 for differences, the constant baseline, the ceiling.
        upper_unit: printed after the numbers of a second axis above the rows, for charts taller than a screen; no such
            axis if empty.
        is_from_zero: whether the axis of values has its zero in sight.
    """
    lines = lines or {}
    upwards = rows.iloc[::-1].to_dict("records")
    traces = [
        trace
        for index, row in enumerate(upwards)
        for trace in _draw_estimate(row, index, kinds, units, customdata=len(rows) - 1 - index)
    ]
    drawn = [end for trace in traces for end in trace["x"] if end is not None]
    ends = [*map(float, drawn), *lines.values()]
    names, n_rows = build_line_labels(lines, np.nanmax(ends) - np.nanmin(ends) if len(ends) else 0.0)
    above = 30 + LINE_NAME_PX * max(n_rows - 1, 0)
    title_lines = wrap_title(title)
    ends_of_axis = pad_range([*ends, *([0.0] if is_from_zero else [])])
    upper: Trace = {}
    if upper_unit:
        above += UPPER_AXIS_PX
        names = [{**name, "yshift": name["yshift"] + UPPER_AXIS_PX} for name in names]
        traces.append({"x": [None], "y": [None], "xaxis": "x2", "showlegend": False, "hoverinfo": "skip"})
        place = {"overlaying": "x", "side": "top", "matches": "x", "ticksuffix": upper_unit}
        upper = {"xaxis2": {**place, "showgrid": False, **ends_of_axis}}
    return build_figure(
        traces,
        60
        + above
        + (DENSE_ROW_PX if upper_unit else ROW_PX) * max(len(rows), 1)
        + TITLE_LINE_PX * (len(title_lines) - 1),
        top_px=above,
        right_px=VALUE_PX,
        xaxis={"title": "<br>".join(title_lines), "showgrid": True, **ends_of_axis},
        **upper,
        yaxis={
            **label_ticks(append_coverage(break_label(row["label"]), row) for row in upwards),
            "range": [-0.6, len(rows) - 0.4],
        },
        shapes=[draw_vertical_line(value) for value in lines.values()],
        annotations=[*names, *build_value_labels([row["value"] for row in upwards])],
    )


def _draw_estimate(
    row: Mapping[Hashable, Any], place: int, kinds: Mapping[str, str], units: tuple[str, str], customdata: int
) -> list[Trace]:
    """Draw the interval of a row, and its mark."""
    model_id = str(row.get("model_id"))
    look = get_marker_style(model_id, kinds) if model_id in kinds else MarkerStyle(NEUTRAL, "circle")
    is_open = bool(row.get("is_open"))
    shape, outline = (get_open_shape(look.shape), {"line": {"width": 2}}) if is_open else (look.shape, {})
    mark: Trace = {
        "x": [row["value"]],
        "y": [place],
        "mode": "markers",
        "showlegend": False,
        "customdata": [customdata],
        "marker": {"color": look.colour, "size": 12, "symbol": shape, **outline},
        "hovertext": [_format_hover(row, units)],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
    return [*draw_interval_lines([row], [place], look), mark]


def _format_hover(row: Mapping[Hashable, Any], units: tuple[str, str]) -> str:
    label, interval = (
        format_axis_label(str(row["label"])),
        format_hover_interval(row["low"], row["high"], row.get("n_groups")),
    )
    detail = f"<br>{row['detail']}" if row.get("detail") else ""
    bounds = format_hover_bounds(row.get("least"), row.get("most"))
    size = f", {format_count(row['n_groups'], *units)}" if "n_groups" in row else ""
    return f"{label}<br>{format_number(row['value'])}, {interval}{size}{bounds}{detail}"
