"""Bland-Altman chart of two measures of tilt: their difference over their mean."""

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.label_spacing import space_labels
from dashboard.charts.primitives import Trace, draw_horizontal_line
from dashboard.charts.template import (
    LABEL_LINE_PX,
    build_annotation,
    build_end_labels,
    build_figure,
    drawn_once,
    pad_range,
)
from dashboard.pages.truth_audit import texts
from dashboard.style.palette import NEUTRAL, WORSE

N_LABELLED = 5
"""Number of photographs with a printed name."""

LABEL_REACH = 0.15
"""Reach of a name, as a share of the width."""

HEIGHT_PX, PLOT_PX, RIGHT_PX = 420, 350, 66


@drawn_once
def draw_bland_altman(differences: pd.DataFrame, shift_deg: float, within_deg: float) -> go.Figure:
    """Draw homography minus accelerometer over the mean of both; `customdata` is the photograph's id.

    One line marks equality, another the shift; the grey band contains 95% of the photographs.

    Args:
        differences: case_id, tilt_deg, tilt_imu_deg, difference_deg, the largest first; the first few are named.
        shift_deg: median of the differences.
        within_deg: 95% of the differences are smaller than this in absolute value.
    """
    mean_deg = (differences["tilt_deg"] + differences["tilt_imu_deg"]) / 2
    x_axis, y_axis = pad_range(mean_deg), pad_range([*differences["difference_deg"], within_deg, -within_deg, 0.0])
    is_named = [place < N_LABELLED for place in range(len(differences))]
    marks = {
        "x": mean_deg,
        "y": differences["difference_deg"],
        "mode": "markers",
        "showlegend": False,
        "customdata": differences["case_id"],
        "marker": {
            "size": [10 if named else 7 for named in is_named],
            "opacity": 0.7,
            "color": [WORSE if named else NEUTRAL for named in is_named],
        },
        "hovertext": [
            texts.describe_tilts(row["case_id"], row["tilt_deg"], row["tilt_imu_deg"], row["difference_deg"])
            for row in differences.to_dict("records")
        ],
        "hovertemplate": "%{hovertext}<br>click: the case<extra></extra>",
    }
    return build_figure(
        [marks],
        HEIGHT_PX,
        right_px=RIGHT_PX,
        xaxis={"title": texts.TILT_AXIS, "ticksuffix": "°", **x_axis},
        yaxis={"title": "homography minus accelerometer", "ticksuffix": "°", "tickformat": "+.1~f", **y_axis},
        shapes=[_draw_limits_band(within_deg), draw_horizontal_line(0.0), draw_horizontal_line(shift_deg, dash="dot")],
        annotations=[
            *_draw_names(differences.head(N_LABELLED), mean_deg.head(N_LABELLED), y_axis["range"]),
            *build_end_labels(["equal", "median"], [0.0, shift_deg], y_axis["range"], PLOT_PX),
        ],
    )


def _draw_limits_band(within_deg: float) -> Trace:
    """Draw the band of most differences."""
    place = {"x0": 0, "x1": 1, "xref": "x domain", "y0": -within_deg, "y1": within_deg, "layer": "below"}
    return {"type": "rect", **place, "line": {"width": 0}, "fillcolor": NEUTRAL, "opacity": 0.12}


def _draw_names(named: pd.DataFrame, mean_deg: pd.Series, limits: list[float]) -> list[Trace]:
    """Draw the names of the largest differences beside their marks, without overlap.

    A name is at the left, unless another named mark is near there; then at the right.
    """
    gap = LABEL_LINE_PX * (limits[1] - limits[0]) / PLOT_PX
    reach_deg = LABEL_REACH * float(mean_deg.max() - mean_deg.min() + 1)
    points = list(zip(named["case_id"], mean_deg, named["difference_deg"], strict=True))
    sides: dict[str, list[tuple[str, float, float]]] = {"right": [], "left": []}
    for point in points:
        _, x, y = point
        is_beside = any(0 < x - other_x < reach_deg and abs(other_y - y) < 2 * gap for _, other_x, other_y in points)
        sides["left" if is_beside else "right"].append(point)
    return [
        build_annotation(name, x=x, y=label, xanchor=anchor, xshift=9 if anchor == "left" else -9, yanchor="middle")
        for anchor, part in sides.items()
        for (name, x, _), label in zip(part, space_labels([y for *_, y in part], gap, *limits), strict=True)
    ]
