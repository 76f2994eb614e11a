"""Waterfall chart of the gap between two scores."""

from html import escape

import numpy as np
import plotly.graph_objects as go

from core.analyses.score_gap import ScoreGap
from core.formatting import format_interval, format_number
from dashboard.charts.template import build_figure, drawn_once, format_axis_label
from dashboard.style.palette import NEUTRAL, WORLD, WORSE

ROW_PX, AXES_PX = 44, 90


@drawn_once
def draw_score_gap(gap: ScoreGap, measure: str = "score") -> go.Figure:
    """Draw both scores as diamonds, and between them one bar per part from the previous sum to the next.

    `customdata` of a bar is its factor; none if it changes no case.

    Args:
        gap: of two scores.
        measure: the score, in words, for the axis.
    """
    names = [gap.first_name, *(part.factor for part in gap.parts), gap.second_name]
    points = np.array([part.points for part in gap.parts])
    starts = gap.first + np.append(0, np.cumsum(points)[:-1])
    scores = {
        "mode": "markers+text",
        "x": [gap.first, gap.second],
        "y": [0, len(names) - 1],
        "marker": {"color": NEUTRAL, "symbol": "diamond", "size": 13},
        "text": [format_number(gap.first), format_number(gap.second)],
        "textposition": "middle right",
        "cliponaxis": False,
        "hoverinfo": "skip",
        "showlegend": False,
    }
    hovers = [
        f"{escape(part.factor)}: {format_number(part.points, 2, with_plus=True)} points"
        + ("" if np.isnan(part.low) else f"<br>95% CI {format_interval(part.low, part.high, 2)}")
        + f"<br>{len(part.case_ids):,} cases change"
        for part in gap.parts
    ]
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": list(range(1, len(names) - 1)),
        "x": points.tolist(),
        "base": starts.tolist(),
        "marker": {"color": [WORLD if point >= 0 else WORSE for point in points]},
        "text": [format_number(point, with_plus=True) for point in points],
        "textposition": "outside",
        "cliponaxis": False,
        "customdata": [part.factor if part.case_ids else None for part in gap.parts],
        "hovertext": hovers,
        "hovertemplate": "%{hovertext}<extra></extra>",
        "showlegend": False,
    }
    ends = [gap.first, gap.second, *starts, *(starts + points)]
    room = max(0.25 * (max(ends) - min(ends)), 1.0)
    limits = [max(0.0, min(ends) - room), max(ends) + room]
    ticks = [format_axis_label(name) for name in names]
    return build_figure(
        [bars, scores],
        AXES_PX + ROW_PX * len(names),
        xaxis={"title": f"{escape(measure)}, %", "range": limits, "showgrid": True},
        yaxis={"tickvals": list(range(len(names))), "ticktext": ticks, "autorange": "reversed", "showgrid": False},
    )
