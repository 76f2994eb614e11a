"""Side-by-side panels of the same chart against the truth and, if there is one, against the foil."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard.charts.primitives import Trace
from dashboard.charts.template import Scored, build_figure, build_title, format_truth_title

_DOMAINS: dict[Scored, tuple[float, float]] = {"truth": (0.0, 0.48), "foil": (0.52, 1.0)}


def draw_truth_foil_panels(
    panels: Mapping[Scored, Sequence[Trace]],
    titles: Mapping[Scored, str],
    height_px: float,
    x_axis: dict[str, Any],
    y_axis: dict[str, Any],
    **layout: Any,  # noqa: ANN401 - Plotly's own settings
) -> go.Figure:
    """Draw a panel against the truth and one against the foil with a shared left axis; or the first alone.

    Args:
        panels: the traces of each panel.
        titles: above them.
        height_px: of the whole figure.
        x_axis: settings of the axes below.
        y_axis: settings of the axes on the left; only the first shows its numbers.
        layout: settings specific to the chart.
    """
    if "foil" not in panels:
        return build_figure(list(panels["truth"]), height_px, top_px=40, xaxis=x_axis, yaxis=y_axis, **layout)
    second = [{**trace, "xaxis": "x2", "yaxis": "y2"} for trace in panels["foil"]]
    return build_figure(
        [*panels["truth"], *second],
        height_px,
        top_px=40,
        xaxis={**x_axis, "domain": _DOMAINS["truth"]},
        xaxis2={**x_axis, "domain": _DOMAINS["foil"], "anchor": "y2"},
        yaxis=y_axis,
        yaxis2={**y_axis, "anchor": "x2", "matches": "y", "showticklabels": False, "title": None},
        annotations=[
            build_title(format_truth_title(titles[against], against), sum(domain) / 2, 1.0, xanchor="center")
            for against, domain in _DOMAINS.items()
        ],
        **layout,
    )
