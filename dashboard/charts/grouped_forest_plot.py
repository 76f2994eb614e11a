"""Forest plots of one measure of all runs, group by group."""

from collections.abc import Mapping
from html import escape
from textwrap import wrap

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import (
    Trace,
    draw_interval_lines,
    format_estimate_hover,
    format_run_name,
    get_run_style,
)
from dashboard.charts.template import (
    MAX_LABEL,
    build_figure,
    build_title,
    drawn_once,
    label_ticks,
    pad_range,
    wrap_title,
)
from dashboard.style.palette import GRID

LINE_PX, HEAD_PX, HEAD_LINE_PX = 17, 14, 16
"""Heights of a row, of the space above the first one, and of each line of the heading in that space."""

HEAD_WIDTH = 36
"""Characters per line of a heading, as many as fit on a phone."""

NAME_SIGN_PX = 4.5
"""Minimum width of a character of a run's name: headings begin about where the names do."""


@drawn_once
def draw_grouped_forest_plot(
    rows: pd.DataFrame,
    groups: Mapping[str, str],
    kinds: Mapping[str, str],
    units: tuple[str, str],
    title: str,
    opens: str = "model_id",
    *,
    from_zero: bool = False,
) -> go.Figure:
    """Draw runs' estimates below the heading of each group; `customdata` is (group, model's id).

    Args:
        rows: group, run_id, model_id, label, value, low, high, n_groups.
        groups: the headings by group, in order; groups without rows are left out.
        kinds: as `get_marker_style` takes them.
        units: the benchmark's words for one group and for several.
        title: of the axis, printed above and below.
        opens: column of the second part of `customdata`.
        from_zero: whether the axis of values starts at zero.
    """
    runs = [part for _, part in rows.groupby("run_id", sort=False)]
    present = set(rows["group"])
    headings = {group: wrap(title, HEAD_WIDTH) for group, title in groups.items() if group in present}
    head_px = HEAD_PX + HEAD_LINE_PX * max(map(len, headings.values()), default=1)
    lines = {
        group: {run_id: line for line, run_id in enumerate(dict.fromkeys(rows.loc[rows["group"] == group, "run_id"]))}
        for group in headings
    }
    heads, height_px = {}, 0
    for group, numbers in lines.items():
        heads[group] = -height_px
        height_px += head_px + LINE_PX * len(numbers)
    traces: list[Trace] = []
    names: dict[float, str] = {}
    for part in runs:
        run_id = part["run_id"].iloc[0]
        places = [heads[group] - head_px - LINE_PX * lines[group][run_id] for group in part["group"]]
        names |= dict.fromkeys(places, format_run_name(part.iloc[0].to_dict(), kinds))
        traces += _draw_run(part.assign(opens=part[opens]), places, groups, kinds, units)
    longest = min(rows["label"].str.len().max(), MAX_LABEL)
    ends = pad_range(np.append(rows[["value", "low", "high"]].to_numpy().ravel(), [0.0] if from_zero else []))
    above = {"overlaying": "x", "side": "top", "matches": "x", "showgrid": False}
    traces.append({"x": [None], "y": [None], "xaxis": "x2", "showlegend": False, "hoverinfo": "skip"})
    return build_figure(
        traces,
        height_px + 100,
        top_px=30,
        xaxis={"title": "<br>".join(wrap_title(title)), "showgrid": True, **ends},
        xaxis2={**above, **ends},
        yaxis={
            **label_ticks(names.values(), names),
            "range": [-height_px + LINE_PX / 2, LINE_PX / 2],
            "showgrid": False,
        },
        annotations=[
            build_title(
                f"<b>{'<br>'.join(map(escape, headings[group]))}</b>",
                0,
                head - head_px + LINE_PX / 2,
                xshift=-NAME_SIGN_PX * longest,
                **_HEADING,
            )
            for group, head in heads.items()
        ],
        shapes=[_draw_separator(head) for head in list(heads.values())[1:]],
    )


_HEADING = {"yref": "y", "xanchor": "left", "yanchor": "bottom", "align": "left"}


def _draw_separator(head: float) -> Trace:
    """Draw a thin line between two groups."""
    at = head + LINE_PX / 2
    place = {"x0": 0, "x1": 1, "xref": "x domain", "y0": at, "y1": at, "yref": "y"}
    return {"type": "line", **place, "line": {"color": GRID, "width": 1}}


def _draw_run(
    part: pd.DataFrame, places: list[int], groups: Mapping[str, str], kinds: Mapping[str, str], units: tuple[str, str]
) -> list[Trace]:
    """Draw the intervals of one run, and its marks."""
    rows = part.to_dict("records")
    look = get_run_style(rows[0], kinds)
    marks: Trace = {
        "x": list(part["value"]),
        "y": places,
        "mode": "markers",
        "showlegend": False,
        "cliponaxis": False,
        "customdata": list(zip(part["group"], part["opens"], strict=True)),
        "marker": {"color": look.colour, "size": 11, "symbol": look.shape},
        "hovertext": [format_estimate_hover(row, escape(groups[row["group"]]), units) for row in rows],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
    return [*draw_interval_lines(rows, places, look), marks]
