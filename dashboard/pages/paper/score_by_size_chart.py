"""Chart of scores against the number of parameters: one mark per model, the models of a family joined."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_hover_interval, format_number
from dashboard.charts.primitives import INTERVAL_PX, Trace
from dashboard.charts.template import build_end_labels, build_figure, drawn_once, format_axis_label, pad_range
from dashboard.style.palette import BEHIND, NEUTRAL, MarkerStyle, get_marker_style

HEIGHT_PX, FAMILY_PX = 400, 110
"""Height of the chart, and width of the families' names at its right."""

MOST_IN_LEGEND = 12
"""Maximum number of models that the legend names."""

LEGEND_SHARE = 0.6
"""Maximum height of the legend as a share of the chart's, enough for a column of names on a phone."""

TICKS_B = (0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000)


@drawn_once
def draw_score_by_size(rows: pd.DataFrame, kinds: Mapping[str, str], title: str) -> go.Figure:
    """Draw marks over a logarithmic axis of sizes, with intervals and family names; few models have a legend.

    Args:
        rows: label, value, low, high, size_b, family and, for runs, model_id, without which marks are neutral.
        kinds: as `get_marker_style` takes them.
        title: of the vertical axis.
    """
    records = rows.to_dict("records")
    families = {str(name): part for name, part in rows.groupby("family", sort=False) if len(part) > 1}
    ticks = [size for size in TICKS_B if rows["size_b"].min() / 2 <= size <= rows["size_b"].max() * 2]
    ends = rows[["value", "low", "high"]].to_numpy(dtype=float).ravel()
    axis = pad_range(ends)
    largest = [float(part.sort_values("size_b")["value"].iloc[-1]) for part in families.values()]
    has_legend = bool(kinds) and len(records) <= MOST_IN_LEGEND
    return build_figure(
        [*map(_draw_family_line, families.values()), *_draw_markers(records, kinds, has_legend=has_legend)],
        HEIGHT_PX,
        top_px=40 if has_legend else 10,
        right_px=FAMILY_PX if families else 10,
        annotations=build_end_labels(
            [format_axis_label(name) for name in families], largest, axis["range"], HEIGHT_PX - 60
        ),
        xaxis={
            "title": "parameters, billions",
            "type": "log",
            "tickvals": ticks,
            "ticktext": [f"{size:g}" for size in ticks],
            "showgrid": True,
        },
        yaxis={"title": title, **axis},
        legend={"maxheight": LEGEND_SHARE},
    )


def _draw_family_line(part: pd.DataFrame) -> Trace:
    line = {"color": BEHIND, "width": 2}
    shared: Trace = {"mode": "lines", "line": line, "hoverinfo": "skip", "showlegend": False}
    return {"x": list(part["size_b"]), "y": list(part["value"]), **shared}


def _draw_markers(records: list[dict[Hashable, Any]], kinds: Mapping[str, str], *, has_legend: bool) -> list[Trace]:
    """Draw the marks of all models as one trace, or one trace per model if the legend names them."""
    if not has_legend:
        return [_draw_marker_group(records, kinds)]
    return [
        {**_draw_marker_group([row], kinds), "name": format_axis_label(str(row["label"])), "showlegend": True}
        for row in records
    ]


def _draw_marker_group(records: list[dict[Hashable, Any]], kinds: Mapping[str, str]) -> Trace:
    looks = [_get_marker_style(str(row.get("model_id")), kinds) for row in records]
    return {
        "x": [row["size_b"] for row in records],
        "y": [row["value"] for row in records],
        "mode": "markers",
        "showlegend": False,
        "marker": {"size": 9, "color": [look.colour for look in looks], "symbol": [look.shape for look in looks]},
        "error_y": {
            "array": [row["high"] - row["value"] for row in records],
            "arrayminus": [row["value"] - row["low"] for row in records],
            "color": BEHIND,
            "thickness": INTERVAL_PX,
            "width": 0,
        },
        "hovertext": [
            f"{format_axis_label(str(row['label']))}, {row['size_b']:g} B<br>{format_number(row['value'])}, "
            f"{format_hover_interval(row['low'], row['high'])}"
            for row in records
        ],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }


def _get_marker_style(model_id: str, kinds: Mapping[str, str]) -> MarkerStyle:
    return get_marker_style(model_id, kinds) if model_id in kinds else MarkerStyle(NEUTRAL, "circle")
