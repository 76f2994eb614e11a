"""Dot chart of the largest difference of each triangle that the photographs do not contradict."""

import math
from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import draw_vertical_line
from dashboard.charts.template import build_figure, build_line_labels, drawn_once
from dashboard.pages.truth_audit import texts
from dashboard.pages.truth_audit.audit_arrows_chart import SIDES
from dashboard.style.palette import NEUTRAL

WIDTH_CM = 0.1
"""Width of a column."""
MARK_PX, SMALLEST_PX = 13.0, 3.0
PLOT_PX, HIGHEST_PX = 60, 220


@drawn_once
def draw_max_deviation(rows: pd.DataFrame, verdicts: Mapping[str, str]) -> go.Figure:
    """Draw a dot per triangle, stacked by its largest difference, beside the limit of noise; `customdata` is its id.

    Args:
        rows: the query `truth_audit`, triangles with measured sides that are not blamed.
        verdicts: the text of each verdict.
    """
    limit_cm = float(rows["limit_cm"].iloc[0])
    sizes = rows[[f"{side}_residual_cm" for side in SIDES]].abs().max(axis=1)
    column = (sizes / WIDTH_CM).round(6).map(math.floor)
    height = column.groupby(column).cumcount() + 1
    most = int(height.max())
    plot_px = min(max(PLOT_PX, MARK_PX * most), HIGHEST_PX)
    marks = {
        "type": "scatter",
        "mode": "markers",
        "x": (column + 0.5) * WIDTH_CM,
        "y": height,
        "showlegend": False,
        "cliponaxis": False,
        "customdata": rows["group_id"],
        "marker": {"color": NEUTRAL, "size": max(SMALLEST_PX, min(MARK_PX, plot_px / most) - 2)},
        "hovertext": [
            texts.describe_max_deviation(row["group_id"], size, verdicts[row["verdict"]])
            for row, size in zip(rows.to_dict("records"), sizes, strict=True)
        ],
        "hovertemplate": "%{hovertext}<br>click: its evidence<extra></extra>",
    }
    end = max(limit_cm, float(sizes.max())) + 2 * WIDTH_CM
    names, _ = build_line_labels({texts.describe_noise_limit(limit_cm): limit_cm}, end)
    names = [{**name, "xanchor": "right", "xshift": 4} for name in names]
    return build_figure(
        [marks],
        plot_px + 84,
        top_px=24,
        xaxis={"title": texts.DEVIATION_AXIS, "range": [-WIDTH_CM / 2, end], "showgrid": True},
        yaxis={"title": "triangles", "range": [0, most + 0.8], "nticks": 5},
        shapes=[draw_vertical_line(limit_cm)],
        annotations=names,
    )
