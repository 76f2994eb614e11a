"""Scatter chart of two runs, photograph by photograph."""

from html import escape

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import draw_identity_line
from dashboard.charts.template import build_annotation, build_figure, drawn_once, format_axis_label
from dashboard.pages.compare import texts
from dashboard.style.markers import get_open_shape
from dashboard.style.palette import NEUTRAL, MarkerStyle

MARK_PX = 7

STRIP_SHARE = 0.09
"""Share of the range of the scores on either side that stays free of marks, for the names."""


@drawn_once
def draw_case_scatter(
    rows: pd.DataFrame, names: tuple[str, str], looks: tuple[MarkerStyle, MarkerStyle], measure: str
) -> go.Figure:
    """Draw one run's mean score against the other's, one mark per photograph, with the identity line.

    Below the line the first run is ahead (full marks), above it the second (open ones); each side has its run's name
    and count. Marks are translucent, so that many overlapping ones look darker. `customdata` is the photograph's id.

    Args:
        rows: case_id, score_first, score_second, in percent.
        names: of the first and the second run.
        looks: marker styles of the two.
        measure: in words, for the axes.
    """
    lowest = float(rows[["score_first", "score_second"]].min().min())
    room = STRIP_SHARE * (100.0 - lowest)
    limits = [lowest - room, 100.0 + room]
    ahead = rows["score_first"] - rows["score_second"]
    first, second = (format_axis_label(name) for name in names)
    marks = [
        {
            "x": part["score_first"],
            "y": part["score_second"],
            "mode": "markers",
            "showlegend": False,
            "customdata": part["case_id"],
            "marker": {"color": colour, "symbol": symbol, "size": MARK_PX, "opacity": opacity, "line": {"width": 1}},
            "hovertext": part["case_id"].map(escape),
            "meta": [first, second],
            "hovertemplate": texts.CASE_HOVER,
        }
        for part, colour, symbol, opacity in (
            (rows[ahead > 0], looks[0].colour, looks[0].shape, 0.5),
            (rows[ahead < 0], looks[1].colour, get_open_shape(looks[1].shape), 0.7),
            (rows[ahead == 0], NEUTRAL, "x-thin-open", 0.7),
        )
        if len(part)
    ]
    axis = {"range": limits, "tickvals": [tick for tick in range(0, 101, 20) if tick >= limits[0]], "showgrid": True}
    return build_figure(
        [draw_identity_line(limits), *marks],
        470,
        xaxis={**axis, "title": f"{first}: {measure}, %"},
        yaxis={**axis, "title": f"{second}: {measure}, %"},
        annotations=[
            build_annotation(
                f"<b>{first}</b> ahead: {(ahead > 0).sum():,}", **_build_corner(1, 0), xanchor="right", yanchor="bottom"
            ),
            build_annotation(
                f"<b>{second}</b> ahead: {(ahead < 0).sum():,}", **_build_corner(0, 1), xanchor="left", yanchor="top"
            ),
        ],
    )


def _build_corner(x: float, y: float) -> dict[str, float | str]:
    """Return the position of a label in a corner of the chart, some pixels inside."""
    return {"x": x, "y": y, "xref": "x domain", "yref": "y domain", "xshift": 6 - 12 * x, "yshift": 6 - 12 * y}
