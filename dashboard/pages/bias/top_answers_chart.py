"""Bar chart of a run's most frequent answers."""

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_number
from dashboard.charts.template import build_figure, drawn_once
from dashboard.pages.bias import texts


@drawn_once
def draw_top_answers(rows: pd.DataFrame, colour: str) -> go.Figure:
    """Draw the shares of the commonest answers, one bar each; `customdata` is the answer's value.

    Args:
        rows: value, answer (text), n, share (percent), the commonest first.
        colour: of the model.
    """
    bars = {
        "type": "bar",
        "x": rows["share"],
        "y": rows["answer"],
        "orientation": "h",
        "marker": {"color": colour},
        "customdata": rows["value"],
        "text": [f"{format_number(share)}%" for share in rows["share"]],
        "textposition": "auto",
        "textangle": 0,
        "hovertemplate": texts.COMMON_HOVER,
    }
    return build_figure(
        [bars],
        90 + 32 * len(rows),
        xaxis={"title": texts.COMMON_AXIS, "rangemode": "tozero"},
        yaxis={"type": "category", "autorange": "reversed"},
    )
