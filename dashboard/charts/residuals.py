"""Sides by tape against sides through the homography, triangle by triangle."""

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from core.text import number_text
from dashboard.charts.marks import Trace, legend_sample
from dashboard.charts.palette import NEUTRAL, WORSE
from dashboard.charts.template import chart, drawn_once

SYMBOLS = {"ab": "circle", "bc": "diamond", "ca": "square"}
MARK_PX = 9


@drawn_once
def residuals(rows: pd.DataFrame, verdicts: Mapping[str, str]) -> go.Figure:
    """Each triangle's three sides through the homography minus those by tape; `customdata` is the triangle's id.

    Args:
        rows: the query `truth_audit`, triangles with measured views only, the largest disagreement first.
        verdicts: what each verdict says.
    """
    limit_cm = float(rows["limit_cm"].iloc[0])
    traces = []
    for side, symbol in SYMBOLS.items():
        sample = legend_sample(side.upper(), symbol, MARK_PX, is_outlined=False)
        traces += [_marks(rows, side, limit_cm, verdicts), sample]
    return chart(
        traces,
        340,
        xaxis={"title": "triangles, the largest disagreement first", "showgrid": False, "showticklabels": False},
        yaxis={"title": "homography minus tape, cm"},
        shapes=[_band(limit_cm)],
    )


def _band(limit_cm: float) -> Trace:
    """The differences that noise explains."""
    return {
        "type": "rect",
        "x0": 0,
        "x1": 1,
        "xref": "x domain",
        "y0": -limit_cm,
        "y1": limit_cm,
        "line": {"width": 0},
        "fillcolor": NEUTRAL,
        "opacity": 0.15,
    }


def _marks(rows: pd.DataFrame, side: str, limit_cm: float, verdicts: Mapping[str, str]) -> Trace:
    """One side of every triangle; what is blamed stands out and has the triangle's name."""
    values = rows[f"{side}_residual_cm"]
    blamed = rows["is_blamed"] & (values.abs() > limit_cm)
    return {
        "x": list(range(len(rows))),
        "y": values,
        "mode": "markers+text",
        "showlegend": False,
        "customdata": rows["group_id"],
        "marker": {
            "symbol": SYMBOLS[side],
            "size": MARK_PX,
            "color": [WORSE if is_off else NEUTRAL for is_off in blamed],
        },
        "text": [name if is_off else "" for name, is_off in zip(rows["group_id"], blamed, strict=True)],
        "textposition": "middle right",
        "hovertext": [
            f"{row['group_id']} {side.upper()}: {number_text(value, with_plus=True)} cm<br>{verdicts[row['verdict']]}"
            for row, value in zip(rows.to_dict("records"), values, strict=True)
        ],
        "hovertemplate": "%{hovertext}<br>click: its evidence<extra></extra>",
    }
