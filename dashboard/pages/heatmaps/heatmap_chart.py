"""Heatmap chart: panels of clickable cells, each with its value; cells of too few groups are grey."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.formatting import (
    MISSING,
    format_count,
    format_hover_bounds,
    format_hover_interval,
    format_number,
    format_unit,
)
from dashboard.charts.primitives import (
    Trace,
    build_cell_font,
    draw_cell_frame,
    draw_clickable_cells,
    draw_heatmap_cells,
)
from dashboard.charts.template import build_figure, build_title, format_small_text
from dashboard.pages.heatmaps import texts
from dashboard.pages.heatmaps.heatmap_layout import (
    COLUMN_NAMES_PX,
    LEGEND_PX,
    NAMES_PX,
    RIGHT_PX,
    HeatmapAxes,
    build_panel_axes,
    compute_gap_px,
    compute_plot_px,
    compute_slant_px,
    compute_title_px,
    format_cell_count,
)
from dashboard.style.theme import HeatmapTheme

LEGEND_END_PX = 16
"""Distance between the chart's left edge and the legend's scale, for half of its lowest number."""

Found = Mapping[Any, Mapping[Hashable, Any]]
"""The cells of a panel, by the values of row and column."""

Place = tuple[str, str, str]
"""A cell, by the values of its row, column and panel."""


STATES = ("selected", "unselected")
"""States of a cell that Plotly reports as clicked, and of the others."""


def draw_heatmap(
    cells: pd.DataFrame,
    axes: HeatmapAxes,
    limits: tuple[float, float],
    theme: HeatmapTheme,
    units: tuple[str, str],
    min_groups: int = 1,
    *,
    shows_n: bool = True,
    unit: str = "%",
    opened: Place | None = None,
    click: str = texts.CLICK,
) -> go.Figure:
    """Draw stacked panels, each a grid of cells; `customdata` of a click is (row, column, panel value).

    Args:
        cells: row_value, column_value, panel_value, value, low, high, standing, n, n_groups; for a measure beyond the
            constant baseline also raw and constant, which is printed below the value.
        axes: values of rows, columns and panels.
        limits: values at the ends of the colour scale.
        theme: matching colours.
        units: the benchmark's words for one group and for several.
        min_groups: cells with fewer are grey, without a value.
        shows_n: whether the number of answers is printed below the value if no other text is.
        unit: unit of the values.
        opened: the cell with a frame.
        click: hover text of a cell with answers.
    """
    look = _Look(axes, limits, theme, units, unit, min_groups, shows_n, click)
    panels = [
        _draw_panel(
            cells[cells["panel_value"] == panel].set_index(["row_value", "column_value"]).to_dict("index"),
            panel,
            look,
            has_legend=not number,
        )
        for number, panel in enumerate(axes.panels)
    ]
    return _stack_panels(panels, axes, [] if opened is None else _draw_frame(opened, axes, theme))


def _stack_panels(panels: Sequence[Sequence[Trace]], axes: HeatmapAxes, shapes: Sequence[Trace]) -> go.Figure:
    """Stack the panels, each below its title and the names of its columns."""
    plot_px, gap = compute_plot_px(axes), compute_gap_px(axes) / compute_plot_px(axes)
    share = (1 - gap * (len(panels) - 1)) / len(panels)
    tops = [1 - number * (share + gap) for number in range(len(panels))]
    traces = [
        {**trace, "xaxis": f"x{number}", "yaxis": f"y{number}"}
        for number, panel in enumerate(panels, start=1)
        for trace in panel
    ]
    layout: dict[str, Any] = {"shapes": list(shapes)}
    for number, top in enumerate(tops, start=1):
        layout |= build_panel_axes(number, (max(top - share, 0.0), top), axes)
    if len(panels) > 1:
        layout["annotations"] = [
            build_title(f"<b>{axes.name(panel)}</b>", 0, top, xanchor="left", yshift=NAMES_PX + compute_slant_px(axes))
            for panel, top in zip(axes.panels, tops, strict=True)
        ]
    top_px = LEGEND_PX + NAMES_PX + compute_slant_px(axes) + compute_title_px(axes)
    return build_figure(traces, plot_px + top_px, top_px=top_px, right_px=RIGHT_PX, **layout)


def _draw_frame(place: Place, axes: HeatmapAxes, theme: HeatmapTheme) -> list[Trace]:
    """Draw a frame around a cell; none if the axes lack one of its values."""
    row, column, panel = place
    if row not in axes.rows or column not in axes.columns or panel not in axes.panels:
        return []
    number = axes.panels.index(panel) + 1
    on = {"xref": f"x{number}", "yref": f"y{number}"}
    return [draw_cell_frame(axes.rows.index(row), axes.columns.index(column), theme.text_colour) | on]


@dataclass(frozen=True, slots=True)
class _Look:
    """The arguments of `draw_heatmap` that all panels share."""

    axes: HeatmapAxes
    limits: tuple[float, float]
    theme: HeatmapTheme
    units: tuple[str, str]
    unit: str
    min_groups: int
    shows_n: bool
    click: str


def _build_legend(look: _Look) -> dict[str, Any]:
    """Build the colour legend: ends and middle of the scale, above the first panel's title and column names.

    It is at the left, so that it is visible before a chart wider than the screen is scrolled.
    """
    low, high = look.limits
    is_signed = low < 0 < high
    ticks = [low, 0.0, high] if is_signed else [low, (low + high) / 2, high]
    above = 1 + (COLUMN_NAMES_PX + compute_slant_px(look.axes) + compute_title_px(look.axes)) / compute_plot_px(
        look.axes
    )
    place = {
        "x": 0,
        "xref": "container",
        "xanchor": "left",
        "xpad": LEGEND_END_PX,
        "y": above,
        "yanchor": "bottom",
        "ypad": 0,
    }
    return {
        "orientation": "h",
        "tickvals": ticks,
        "ticktext": [format_number(tick, int(tick != round(tick)), with_plus=is_signed) for tick in ticks],
        "outlinewidth": 0,
        "len": 0.3,
        "thickness": 10,
        **place,
    }


def _draw_panel(found: Found, panel: str, look: _Look, *, has_legend: bool) -> list[Trace]:
    """Draw grey cells, coloured cells, and over them the texts and hover texts."""
    axes, limits, theme, min_groups = look.axes, look.limits, look.theme, look.min_groups
    pairs = [(row, column) for row in axes.rows for column in axes.columns]
    is_shown = {pair: _is_shown(found.get(pair), min_groups) for pair in pairs}
    is_coloured = {pair: is_shown[pair] and not {*pair, panel} & set(axes.strip) for pair in pairs}
    values = [
        [_get_colour_value(found[r, c], look) if is_coloured[r, c] else None for c in axes.columns] for r in axes.rows
    ]
    greys = [[0 if (r, c) in found and not is_coloured[r, c] else None for c in axes.columns] for r in axes.rows]
    grey = HeatmapTheme([theme.grey, theme.grey], theme.text_colour, theme.grey)
    clicks = draw_clickable_cells(
        [(row, column) for row in range(len(axes.rows)) for column in range(len(axes.columns))],
        [(*pair, panel) for pair in pairs],
        [_format_hover(look, panel, pair, found.get(pair), is_shown=is_shown[pair]) for pair in pairs],
        text=[_format_cell(found.get(pair), look, pair, is_shown=is_shown[pair]) for pair in pairs],
        textposition="inside",
        insidetextanchor="middle",
        insidetextfont=build_cell_font(theme),
        textangle=0,
        constraintext="none",
        # Plotly would fade the numbers of the other cells.
        **{state: {"marker": {"opacity": 0}, "textfont": {"color": theme.text_colour}} for state in STATES},
    )
    coloured = draw_heatmap_cells(values, theme, limits)
    coloured |= {"showscale": True, "colorbar": _build_legend(look)} if has_legend else {}
    return [draw_heatmap_cells(greys, grey, (-1, 1)), coloured, clicks]


def _get_colour_value(cell: Mapping[Hashable, Any], look: _Look) -> float:
    """Return the value that a cell's colour shows: of a difference that is not significant the middle of the scale."""
    is_clear = look.limits[0] >= 0 or cell["standing"] in ("above", "below")
    return float(cell["value"]) if is_clear else 0.0


def _is_shown(cell: Mapping[Hashable, Any] | None, min_groups: int) -> bool:
    return cell is not None and pd.notna(cell["value"]) and cell["n_groups"] >= min_groups


def _format_cell(cell: Mapping[Hashable, Any] | None, look: _Look, pair: tuple[str, str], *, is_shown: bool) -> str:
    """Format the value, bold if a difference is clear; below it the constant's, or n unless row or column state it."""
    if cell is None or not cell["n"]:
        return ""
    if pd.isna(cell["value"]):
        return MISSING
    if not is_shown:
        return format_small_text(f"too few<br>{look.units[1]}")
    value = format_number(cell["value"], with_plus=look.limits[0] < 0)
    value = f"<b>{value}</b>" if look.limits[0] < 0 and cell["standing"] in ("above", "below") else value
    n = format_cell_count(cell["n"]) if look.shows_n and cell["n"] != look.axes.find_count(*pair) else ""
    below = f"constant {format_number(cell['constant'], with_plus=True)}" if _has_constant(cell) else n
    return f"{value}<br>{format_small_text(below)}" if below else value


def _has_constant(cell: Mapping[Hashable, Any]) -> bool:
    return pd.notna(cell.get("constant"))


def _format_hover(
    look: _Look, panel: str, pair: tuple[str, str], cell: Mapping[Hashable, Any] | None, *, is_shown: bool
) -> str:
    names = " × ".join(look.axes.name(value) for value in (*pair, panel) if value)
    if cell is None or not cell["n"]:
        return f"{names}<br>no answer"
    if pd.isna(cell["value"]):
        return f"{names}<br>{texts.OWN_SKILL}<br>{look.click}"
    if not is_shown:
        count = f"{cell['n_groups']:.0f} {look.units[cell['n_groups'] != 1]}"
        return f"{names}<br>only {count}<br>{look.click}"
    interval = format_hover_interval(cell["low"], cell["high"], cell["n_groups"])
    bounds = format_hover_bounds(cell.get("least"), cell.get("most"))
    size = texts.format_cell_size(cell["n"], format_count(cell["n_groups"], *look.units))
    return (
        f"{names}<br>{format_number(cell['value'])}{format_unit(look.unit)}, "
        f"{interval}{bounds}{_format_significance(cell, look)}{_format_parts(cell)}<br>{size}<br>{look.click}"
    )


def _format_significance(cell: Mapping[Hashable, Any], look: _Look) -> str:
    """Return a line on a difference that is not significant although its interval excludes 0; otherwise nothing."""
    is_difference = look.limits[0] < 0
    is_corrected_away = cell["standing"] == "unclear" and (cell["low"] > 0 or cell["high"] < 0)
    return f"<br>{texts.CORRECTED_AWAY}" if is_difference and is_corrected_away else ""


def _format_parts(cell: Mapping[Hashable, Any]) -> str:
    """Return a line with the two parts of a comparison with the constant baseline; empty if there is none."""
    if not _has_constant(cell):
        return ""
    return texts.format_comparison(cell["raw"], cell["constant"])
