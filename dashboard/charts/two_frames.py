"""Two panels side by side: the same against the world and against the picture."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard.charts.marks import Trace
from dashboard.charts.template import chart, title_at
from dashboard.frames import FRAME_TITLES

_DOMAINS = {"3d": (0.0, 0.48), "2d": (0.52, 1.0)}


def two_frames(
    panels: Mapping[str, Sequence[Trace]],
    height_px: float,
    x_axis: dict[str, Any],
    y_axis: dict[str, Any],
    **layout: Any,  # noqa: ANN401 - Plotly's own settings
) -> go.Figure:
    """A panel against 3D and one against 2D, which share what stands on the left.

    Args:
        panels: the traces of either, by frame.
        height_px: of the whole figure.
        x_axis: settings of both axes below.
        y_axis: settings of both axes on the left; only the first shows its numbers.
        layout: what is special to the chart.
    """
    second = [{**trace, "xaxis": "x2", "yaxis": "y2"} for trace in panels["2d"]]
    return chart(
        [*panels["3d"], *second],
        height_px,
        top_px=40,
        xaxis={**x_axis, "domain": _DOMAINS["3d"]},
        xaxis2={**x_axis, "domain": _DOMAINS["2d"], "anchor": "y2"},
        yaxis=y_axis,
        yaxis2={**y_axis, "anchor": "x2", "matches": "y", "showticklabels": False, "title": None},
        annotations=[
            title_at(FRAME_TITLES[frame], sum(domain) / 2, 1.0, xanchor="center") for frame, domain in _DOMAINS.items()
        ],
        **layout,
    )
