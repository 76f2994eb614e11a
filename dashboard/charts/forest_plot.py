"""Forest plots: one line per run or slice, an estimate with its 95 % interval, references as dotted squares."""

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from core.formatting import groups_text, hover_bounds, hover_interval, number_text
from dashboard.charts.primitives import Trace, append_answered, interval_lines, vertical_line
from dashboard.charts.template import (
    LINE_NAME_PX,
    VALUE_PX,
    chart,
    drawn_once,
    line_names,
    named_places,
    roomy,
    short_name,
    values_at_right,
)
from dashboard.style.markers import open_shape
from dashboard.style.palette import NEUTRAL, Look, look_of


@drawn_once
def forest(
    rows: pd.DataFrame,
    kinds: Mapping[str, str],
    units: tuple[str, str],
    title: str,
    lines: Mapping[str, float] | None = None,
) -> go.Figure:
    """Estimates with intervals and, at the right, their values; `customdata` of a mark is its place among the rows.

    The first row is on top.

    Args:
        rows: label, value, low, high (all in the unit of `title`; low and high may be missing) and, where a row is a
            run's, model_id; else its marks are neutral. `detail` and the bounds of `estimates.with_bounds`, if there,
            are added to what the mouse shows. `answered`, if there, stands below the label. Marks of rows with a true
            `is_open` are outlines.
        kinds: kind by model id, as `look_of` takes it.
        units: what the benchmark calls one group, and several.
        title: of the axis.
        lines: vertical lines to compare with, by name: 0 for differences, the blind constant, the ceiling.
    """
    lines = lines or {}
    upwards = rows.iloc[::-1].to_dict("records")
    traces = [
        trace
        for place, row in enumerate(upwards)
        for trace in _estimate(row, place, kinds, units, customdata=len(rows) - 1 - place)
    ]
    drawn = [end for trace in traces for end in trace["x"] if end is not None]
    ends = [*map(float, drawn), *lines.values()]
    names, n_rows = line_names(lines, np.nanmax(ends) - np.nanmin(ends) if len(ends) else 0.0)
    above = 30 + LINE_NAME_PX * max(n_rows - 1, 0)
    return chart(
        traces,
        60 + above + 44 * max(len(rows), 1),
        top_px=above,
        right_px=VALUE_PX,
        xaxis={"title": title, "showgrid": True, **roomy(ends)},
        yaxis={
            **named_places(append_answered(short_name(row["label"]), row) for row in upwards),
            "range": [-0.6, len(rows) - 0.4],
        },
        shapes=[vertical_line(value) for value in lines.values()],
        annotations=[*names, *values_at_right([row["value"] for row in upwards])],
    )


def _estimate(
    row: Mapping[Hashable, Any], place: int, kinds: Mapping[str, str], units: tuple[str, str], customdata: int
) -> list[Trace]:
    """The interval of a row, and its mark."""
    model_id = str(row.get("model_id"))
    look = look_of(model_id, kinds) if model_id in kinds else Look(NEUTRAL, "circle")
    is_open = bool(row.get("is_open"))
    shape, outline = (open_shape(look.shape), {"line": {"width": 2}}) if is_open else (look.shape, {})
    mark: Trace = {
        "x": [row["value"]],
        "y": [place],
        "mode": "markers",
        "showlegend": False,
        "customdata": [customdata],
        "marker": {"color": look.colour, "size": 12, "symbol": shape, **outline},
        "hovertext": [_hover(row, units)],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
    return [*interval_lines([row], [place], look, width=3), mark]


def _hover(row: Mapping[Hashable, Any], units: tuple[str, str]) -> str:
    label, interval = short_name(str(row["label"])), hover_interval(row["low"], row["high"], row.get("n_groups"))
    detail = f"<br>{row['detail']}" if row.get("detail") else ""
    bounds = hover_bounds(row.get("least"), row.get("most"))
    size = f", {groups_text(row['n_groups'], *units)}" if "n_groups" in row else ""
    return f"{label}<br>{number_text(row['value'])}, {interval}{size}{bounds}{detail}"
