"""Chart of a model's score over its runs, in the order of time, with a band of 95% intervals."""

from collections.abc import Sequence
from html import escape

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_hover_interval, format_number, has_too_few_groups
from dashboard.charts.template import build_figure, drawn_once, label_ticks, pad_range

HEIGHT_PX = 320


@drawn_once
def draw_course(rows: pd.DataFrame, colour: str, title: str) -> go.Figure:
    """Draw the scores joined by a line, and their intervals as a band; `customdata` of a mark is the run's id.

    Args:
        rows: in order of time: run_id, label, when (text), value, low, high (percent), n_groups.
        colour: of the line.
        title: of the axis.
    """
    places = list(range(len(rows)))
    firm = [row for row in zip(places, rows["low"], rows["high"], rows["n_groups"], strict=True) if _has_interval(*row)]
    band = {
        "x": [row[0] for row in firm] + [row[0] for row in reversed(firm)],
        "y": [row[2] for row in firm] + [row[1] for row in reversed(firm)],
        "fill": "toself",
        "mode": "lines",
        "line": {"width": 0, "color": colour},
        "opacity": 0.25,
        "fillcolor": colour,
        "hoverinfo": "skip",
        "showlegend": False,
    }
    line = {
        "x": places,
        "y": list(rows["value"]),
        "mode": "lines+markers",
        "line": {"color": colour, "width": 2},
        "marker": {"size": 11},
        "showlegend": False,
        "customdata": list(rows["run_id"]),
        "hovertext": [_format_hover(row["label"], row) for row in rows.to_dict("records")],
        "hovertemplate": "%{hovertext}<br>click: its cases<extra></extra>",
    }
    ends = [*rows["value"], *(end for row in firm for end in row[1:3])]
    return build_figure(
        [band, line] if firm else [line],
        HEIGHT_PX,
        xaxis={**label_ticks(_format_ticks(list(rows["when"]))), "range": [-0.3, len(rows) - 0.7]},
        yaxis={"title": escape(title), **pad_range(ends)},
    )


def _has_interval(_place: int, low: float, high: float, n_groups: int) -> bool:
    return pd.notna(low) and pd.notna(high) and not has_too_few_groups(n_groups)


def _format_ticks(moments: Sequence[str]) -> list[str]:
    """Break date and time into two lines."""
    return [escape(moment).replace(" ", "<br>", 1) for moment in moments]


def _format_hover(label: str, row: dict[object, object]) -> str:
    value, low, high = (float(str(row[name])) for name in ("value", "low", "high"))
    interval = format_hover_interval(low, high, int(str(row["n_groups"])))
    return f"{escape(label)}, {escape(str(row['when']))}<br>{format_number(value)}%, {interval}"
