"""Elements that several charts draw: clickable cells, reference lines, samples for the legend."""

from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd

from core.formatting import format_count, format_hover_bounds, format_hover_interval, format_number, has_too_few_groups
from dashboard.charts.template import CELL_TEXT_PX, format_axis_label, format_small_text, wrap_label
from dashboard.style.palette import NEUTRAL, STRIPES, MarkerStyle, get_marker_style
from dashboard.style.theme import HeatmapTheme

Trace = dict[str, Any]

INTERVAL_PX = 2
"""Width of the line of an interval, which has no caps, in all charts."""

NAME_WIDTH = 18
"""Characters per line of a run's name: two lines fit beside a row of marks."""


def draw_heatmap_cells(
    values: Any,  # noqa: ANN401 - whatever Plotly takes for rows of numbers
    theme: HeatmapTheme,
    limits: tuple[float, float],
    texts: Sequence[Sequence[str]] | None = None,
) -> Trace:
    """Draw the coloured cells of a heatmap.

    Args:
        values: rows of numbers; missing ones have no colour.
        theme: a colour scale, and a text colour that is readable on all of it.
        limits: values at the ends of the scale.
        texts: the texts in the cells.
    """
    trace: Trace = {"type": "heatmap", "z": values, "colorscale": list(theme.colour_scale)}
    trace |= {"zmin": limits[0], "zmax": limits[1], "xgap": 2, "ygap": 2, "showscale": False, "hoverinfo": "skip"}
    if texts is not None:
        trace |= {"text": texts, "texttemplate": "%{text}", "textfont": build_cell_font(theme)}
    return trace


def build_cell_font(theme: HeatmapTheme) -> dict[str, Any]:
    """Return the font of the texts in cells."""
    return {"color": theme.text_colour, "size": CELL_TEXT_PX}


def draw_clickable_cells(
    places: Sequence[tuple[int, int]], customdata: Sequence[tuple[str, ...]], hovers: Sequence[str], **settings: object
) -> Trace:
    """Draw transparent bars over the cells of a heatmap, because Plotly reports no clicks on the cells themselves.

    Args:
        places: row and column of each cell.
        customdata: the data that a click on each reports.
        hovers: the hover text of each.
        settings: further settings of the trace.
    """
    return {
        "type": "bar",
        "x": [column for _, column in places],
        "y": [1] * len(places),
        "base": [row - 0.5 for row, _ in places],
        "width": 1,
        "showlegend": False,
        "marker": {"opacity": 0, "line": {"width": 0}},
        "selected": {"marker": {"opacity": 0}},
        "unselected": {"marker": {"opacity": 0}},
        "customdata": customdata,
        "hovertext": hovers,
        "hovertemplate": "%{hovertext}<extra></extra>",
        **settings,
    }


def draw_cell_frame(row: int, column: int, colour: str) -> Trace:
    """Draw a frame around one cell: the one that the page is about."""
    ends = {"x0": column - 0.48, "x1": column + 0.48, "y0": row - 0.47, "y1": row + 0.47}
    return {"type": "rect", **ends, "line": {"color": colour, "width": 2}}


def build_cell_axis(count: int, *, is_reversed: bool = False) -> dict[str, Any]:
    """Return an axis on which cells 0, 1, 2 and so on are adjacent; reversed, the first one is on top.

    It cannot be dragged: Plotly's drag area of an axis would cover the next panel's cells.
    """
    ends = [-0.5, count - 0.5]
    return {"range": ends[::-1] if is_reversed else ends, "fixedrange": True}


def draw_identity_line(ends: Sequence[float]) -> Trace:
    """Draw the line on which both axes show the same number."""
    line = {"color": NEUTRAL, "width": 1.5, "dash": "dash"}
    return {"x": ends, "y": ends, "mode": "lines", "hoverinfo": "skip", "showlegend": False, "line": line}


def draw_legend_sample(name: str, symbol: str, size: int, *, is_outlined: bool = True) -> Trace:
    """Draw a neutral mark in the legend only, which explains a symbol whatever its colour."""
    marker: dict[str, Any] = {"color": NEUTRAL, "symbol": symbol, "size": size}
    marker |= {"line": {"width": 2, "color": NEUTRAL}} if is_outlined else {}
    return {"x": [None], "y": [None], "mode": "markers", "name": name, "marker": marker}


def build_stripe_pattern(colour: str) -> dict[str, object]:
    """Return the pattern of a bar that colour alone does not distinguish from another."""
    return {"shape": "/", "size": 7, "solidity": 0.2, "fillmode": "replace", "bgcolor": colour, "fgcolor": STRIPES}


def draw_vertical_line(at: float) -> dict[str, Any]:
    """Draw a dashed line over the whole height of the chart."""
    line = {"color": NEUTRAL, "width": 1.5, "dash": "dash"}
    return {"type": "line", "x0": at, "x1": at, "y0": 0, "y1": 1, "xref": "x", "yref": "y domain", "line": line}


def draw_horizontal_line(at: float, dash: str = "dash") -> dict[str, Any]:
    """Draw a dashed or dotted line over the whole width of the chart."""
    line = {"color": NEUTRAL, "width": 1.5, "dash": dash}
    return {"type": "line", "x0": 0, "x1": 1, "y0": at, "y1": at, "xref": "x domain", "yref": "y", "line": line}


def draw_interval_lines(
    part: Sequence[Mapping[Hashable, Any]], places: Sequence[float], look: MarkerStyle
) -> list[Trace]:
    """Draw the intervals of a run, stacked, as an interrupted line; dotted for a reference model.

    Intervals of fewer than `records.FEW_GROUPS` groups are too narrow and are not drawn.

    Args:
        part: low, high and, if known, n_groups of each; NaN without an interval.
        places: the position of each.
        look: marker style of the run's model.
    """
    drawn = [
        (row, place)
        for row, place in zip(part, places, strict=True)
        if pd.notna(row["low"]) and not has_too_few_groups(row.get("n_groups"))
    ]
    return [
        {
            "x": [end for row, _ in drawn for end in (row["low"], row["high"], None)] or [None],
            "y": [end for _, place in drawn for end in (place, place, None)] or [None],
            "mode": "lines",
            "hoverinfo": "skip",
            "showlegend": False,
            "line": {"color": look.colour, "width": INTERVAL_PX, "dash": "dot" if look.is_reference else "solid"},
        }
    ]


def format_run_name(row: Mapping[Hashable, Any], kinds: Mapping[str, str], *, is_in_lines: bool = False) -> str:
    """Return the name of a row's run, a reference model's in italics, in lines if there is little room beside a chart.

    If the row has a text `answered`, it is added below the name: how much of the benchmark the run has answered.
    """
    is_reference = get_run_style(row, kinds).is_reference
    if is_in_lines:
        name = wrap_label(row["label"], is_reference=is_reference, width=NAME_WIDTH)
    else:
        name = format_axis_label(row["label"], is_reference=is_reference)
    return append_coverage(name, row)


def append_coverage(name: str, row: Mapping[Hashable, Any]) -> str:
    """Return a name for Plotly with the row's text `answered` below it; the name alone if no such text exists."""
    return f"{name}<br>{format_small_text(escape(row['answered']))}" if row.get("answered") else name


def get_run_style(row: Mapping[Hashable, Any], kinds: Mapping[str, str]) -> MarkerStyle:
    """Return colour and shape of a row's model."""
    return get_marker_style(row["model_id"], kinds)


def format_estimate_hover(row: Mapping[Hashable, Any], title: str, units: tuple[str, str]) -> str:
    """Format the hover text of a run's estimate: its run, its measure, and its interval."""
    size = format_count(row["n_groups"], *units)
    interval = format_hover_interval(row["low"], row["high"], row["n_groups"])
    return (
        f"{format_axis_label(row['label'])}, {title}<br>{format_number(row['value'])}%, {interval}, "
        f"{size}{format_hover_bounds(row.get('least'), row.get('most'))}"
    )
