"""Chart of scores against the cost of the replies: one mark per model."""

from collections.abc import Mapping
from math import log10

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_hover_interval, format_number
from dashboard.charts.primitives import INTERVAL_PX
from dashboard.charts.template import build_figure, drawn_once, format_axis_label, pad_range
from dashboard.style.palette import BEHIND, get_marker_style

HEIGHT_PX = 380
MAX_NAMED = 12
"""Maximum number of models whose names are written beside their marks."""

TICKS_USD = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000)


@drawn_once
def draw_cost_score(rows: pd.DataFrame, kinds: Mapping[str, str], title: str) -> go.Figure:
    """Draw the score with its interval over the cost on a logarithmic axis; up and to the left is better.

    Args:
        rows: model_id, label, cost (US dollars per 1,000 replies, above 0), score, low and high (percent).
        kinds: as `get_marker_style` takes them.
        title: of the vertical axis.
    """
    looks = [get_marker_style(model_id, kinds) for model_id in rows["model_id"]]
    names = rows["label"].map(format_axis_label)
    low, high = rows["cost"].min() / 2, rows["cost"].max() * 2
    ticks = [tick for tick in TICKS_USD if low <= tick <= high]
    marks = {
        "x": rows["cost"],
        "y": rows["score"],
        "mode": "markers+text" if len(rows) <= MAX_NAMED else "markers",
        "text": list(names),
        "textposition": "top center",
        "showlegend": False,
        "marker": {"size": 11, "color": [look.colour for look in looks], "symbol": [look.shape for look in looks]},
        "error_y": {
            "array": rows["high"] - rows["score"],
            "arrayminus": rows["score"] - rows["low"],
            "color": BEHIND,
            "thickness": INTERVAL_PX,
            "width": 0,
        },
        "hovertext": [
            f"{name}<br>{format_number(row['score'])}%, {format_hover_interval(row['low'], row['high'])}<br>"
            f"US$ {format_number(row['cost'], 2)} per 1,000 replies"
            for name, row in zip(names, rows.to_dict("records"), strict=True)
        ],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
    return build_figure(
        [marks],
        HEIGHT_PX,
        xaxis={
            "title": "US$ per 1,000 replies",
            "type": "log",
            "range": [log10(low), log10(high)],
            "tickvals": ticks,
            "ticktext": [f"{tick:g}" for tick in ticks],
            "showgrid": True,
        },
        yaxis={"title": title, "showgrid": True, **pad_range(rows[["score", "low", "high"]].to_numpy().ravel())},
    )
