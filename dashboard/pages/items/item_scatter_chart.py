"""Scatter chart of questions: difficulty against discrimination."""

from html import escape

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.template import build_figure, drawn_once, pad_range
from dashboard.pages.items import texts
from dashboard.style.palette import MODELS, NEUTRAL, WORSE

MARK_PX = 8
HEIGHT_PX = 460

LOOKS = {
    "key in doubt": (WORSE, "x"),
    "answerable without the image": (MODELS[1], "square"),
    "separates no models": (NEUTRAL, "circle-open"),
    "": (MODELS[4], "circle"),
}
"""Colour and symbol by the first flag of a question; the empty text stands for none."""

TITLES = {"": "no flag"}


@drawn_once
def draw_item_scatter(items: pd.DataFrame) -> go.Figure:
    """Draw one mark per question of a case; `customdata` is the id of the case.

    Args:
        items: case_id, question, flag (flags as one text, empty for none), n, n_right, difficulty, discrimination.
    """
    first = items["flag"].str.split(", ").str[0]
    hover = "%{hovertext}<br>difficulty %{x:.2f}, discrimination %{y:.2f}<br>click: its case<extra></extra>"
    marks = []
    for name in reversed(LOOKS):
        rows, (colour, symbol) = items[first == name], LOOKS[name]
        if rows.empty:
            continue
        hover_texts = [
            f"{escape(case_id)}: {escape(question)}<br>{n_right} of {n} models correct{flags and f'; {flags}'}"
            for case_id, question, n_right, n, flags in rows[
                ["case_id", "question", "n_right", "n", "flag"]
            ].itertuples(index=False)
        ]
        marks.append(
            {
                "x": rows["difficulty"],
                "y": rows["discrimination"],
                "mode": "markers",
                "name": TITLES.get(name, name),
                "customdata": rows["case_id"],
                "marker": {"color": colour, "symbol": symbol, "size": MARK_PX, "opacity": 0.6},
                "hovertext": hover_texts,
                "hovertemplate": hover,
            }
        )
    return build_figure(
        marks,
        HEIGHT_PX,
        showlegend=True,
        xaxis={"title": texts.DIFFICULTY_AXIS, "showgrid": True, **pad_range(items["difficulty"])},
        yaxis={"title": "discrimination", "showgrid": True, **pad_range(items["discrimination"])},
    )  # fmt: skip
