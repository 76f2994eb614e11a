"""Chart of scores by bands of cases, by margin or another quantity: one question, a line per model, and not looking."""

from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap

import pandas as pd
import plotly.graph_objects as go

from core.formatting import has_too_few_groups
from dashboard.charts.primitives import INTERVAL_PX, Trace, format_estimate_hover, get_run_style
from dashboard.charts.template import LABEL_LINE_PX, PERCENT, build_figure, build_title, drawn_once, label_ticks
from dashboard.style.palette import NEUTRAL

HEIGHT_PX, TOP_PX = 300, 40
AXIS_SIGNS = 44
"""Characters per line of the margin's title that fit in the narrowest panel."""
APART = 0.09
"""Distance between the marks of two models, as a share of the distance between two bands."""


@drawn_once
def draw_score_by_margin(
    rows: pd.DataFrame,
    blind: Mapping[str, float],
    bands: Mapping[str, str],
    kinds: Mapping[str, str],
    units: tuple[str, str],
    title: str,
    axis: str,
    says: str = "{} margin",
) -> go.Figure:
    """Draw each model's scores from band to band; `customdata` of a mark is (band, id of the run).

    Args:
        rows: run_id, model_id, label, band, value, low, high, n_groups of one question.
        blind: the score of not looking, by band.
        bands: the label below each band, in order.
        kinds: as `get_marker_style` takes them.
        units: the benchmark's words for one group and for several.
        title: of the question.
        axis: the quantity of the bands.
        says: hover text of a band, with `{}` for the band.
    """
    order = list(bands)
    axis_lines = wrap(axis, AXIS_SIGNS)
    axis_title = "<br>".join(map(escape, axis_lines))
    runs = [part for _, part in rows.groupby("run_id", sort=False)]
    traces = [_draw_constant_baseline(blind, order)]
    for number, part in enumerate(runs):
        traces.append(_draw_line(part, order, APART * (number - (len(runs) - 1) / 2), kinds, units, says))
    return build_figure(
        traces,
        HEIGHT_PX + LABEL_LINE_PX * (len(axis_lines) - 1),
        top_px=TOP_PX,
        xaxis={**label_ticks(bands.values()), "range": [-0.5, len(order) - 0.5], "title": axis_title, "tickangle": 0},
        yaxis={"range": list(PERCENT), "title": "mean, %"},
        annotations=[build_title(f"<b>{escape(title)}</b>", 0, 1.0, xanchor="left", yshift=14)],
    )


def _draw_line(
    part: pd.DataFrame, order: Sequence[str], shift: float, kinds: Mapping[str, str], units: tuple[str, str], says: str
) -> Trace:
    """Draw the marks of a run, joined; a model's with intervals if there are enough groups."""
    rows = part.set_index("band").reindex([band for band in order if band in set(part["band"])]).reset_index()
    look = get_run_style(rows.iloc[0].to_dict(), kinds)
    firm = rows["n_groups"].map(lambda n_groups: not has_too_few_groups(n_groups)).astype(bool)
    has_interval = firm & ~look.is_reference
    return {
        "x": [order.index(band) + shift for band in rows["band"]],
        "y": list(rows["value"]),
        "mode": "lines+markers",
        "showlegend": False,
        "cliponaxis": False,
        "customdata": list(zip(rows["band"], rows["run_id"], strict=True)),
        "line": {"color": look.colour, "width": 2, "dash": "dot" if look.is_reference else "solid"},
        "marker": {"symbol": look.shape, "size": 10, "opacity": firm.map({True: 1.0, False: 0.4}).tolist()},
        "error_y": {
            "array": (rows["high"] - rows["value"]).where(has_interval),
            "arrayminus": (rows["value"] - rows["low"]).where(has_interval),
            "color": look.colour,
            "thickness": INTERVAL_PX,
            "width": 0,
        },
        "hovertext": [format_estimate_hover(row, says.format(row["band"]), units) for row in rows.to_dict("records")],
        "hovertemplate": "%{hovertext}<br>click: its cases<extra></extra>",
    }


def _draw_constant_baseline(blind: Mapping[str, float], order: Sequence[str]) -> Trace:
    """Draw the score of not looking in each band, as a step."""
    steps = [(index, blind[band]) for index, band in enumerate(order) if band in blind]
    return {
        "x": [end for place, _ in steps for end in (place - 0.5, place + 0.5)],
        "y": [value for _, value in steps for _ in range(2)],
        "mode": "lines",
        "line": {"color": NEUTRAL, "width": 1.5, "dash": "dash"},
        "showlegend": False,
        "hoverinfo": "skip",
    }
