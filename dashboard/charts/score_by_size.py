"""Scores against the number of parameters: a mark for each model, the models of a family joined."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.text import hover_interval, number_text
from dashboard.charts.marks import Trace
from dashboard.charts.palette import BEHIND, NEUTRAL, Look, look_of
from dashboard.charts.template import chart, drawn_once, roomy, short_name

HEIGHT_PX = 360
TICKS_B = (0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000)


@drawn_once
def score_by_size(rows: pd.DataFrame, kinds: Mapping[str, str], title: str) -> go.Figure:
    """Marks over a logarithmic axis of sizes, with intervals.

    Args:
        rows: label, value, low, high, size_b, family and, of runs, model_id, without which marks are neutral.
        kinds: as `look_of` takes them.
        title: of the upright axis.
    """
    records = rows.to_dict("records")
    families = [_family(part) for _, part in rows.groupby("family", sort=False) if len(part) > 1]
    ticks = [size for size in TICKS_B if rows["size_b"].min() / 2 <= size <= rows["size_b"].max() * 2]
    ends = rows[["value", "low", "high"]].to_numpy(dtype=float).ravel()
    return chart(
        [*families, _marks(records, kinds)],
        HEIGHT_PX,
        xaxis={
            "title": "parameters, billions",
            "type": "log",
            "tickvals": ticks,
            "ticktext": [f"{size:g}" for size in ticks],
            "showgrid": True,
        },
        yaxis={"title": title, **roomy(ends)},
    )


def _family(part: pd.DataFrame) -> Trace:
    line = {"color": BEHIND, "width": 2}
    shared: Trace = {"mode": "lines", "line": line, "hoverinfo": "skip", "showlegend": False}
    return {"x": list(part["size_b"]), "y": list(part["value"]), **shared}


def _marks(records: list[dict[Hashable, Any]], kinds: Mapping[str, str]) -> Trace:
    looks = [_look(str(row.get("model_id")), kinds) for row in records]
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
            "thickness": 1,
            "width": 0,
        },
        "hovertext": [
            f"{short_name(str(row['label']))}, {row['size_b']:g} B<br>{number_text(row['value'])}, "
            f"{hover_interval(row['low'], row['high'])}"
            for row in records
        ],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }


def _look(model_id: str, kinds: Mapping[str, str]) -> Look:
    return look_of(model_id, kinds) if model_id in kinds else Look(NEUTRAL, "circle")
