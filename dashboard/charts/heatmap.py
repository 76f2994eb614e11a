"""Heatmaps: panels of clickable cells, each with its value; cells of too few groups are grey."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.text import are_few, groups_text, hover_bounds, hover_interval, number_text
from dashboard.charts.marks import Trace, cell_axis, cell_clicks, cell_font, cells
from dashboard.charts.template import (
    LABEL_LINE_PX,
    MAX_LABEL,
    chart,
    in_lines,
    named_places,
    short_name,
    small,
    title_at,
)
from dashboard.theme import Theme

CELL_PX, HEAD_PX, GAP_PX, LEGEND_PX, COLUMN_NAMES_PX, TITLE_PX = 52, 76, 40, 56, 44, 28

LEGEND_END_PX = 16
"""Between the chart's left edge and the legend's scale, for the half of its lowest number."""

SLANT_DEG, SLANTED_PX, LEVEL_SIGNS = 30, 3.2, 130
"""Of columns' names that do not fit: their slant, the height that each sign adds, and how many signs fit level."""

SIGN_PX, COLUMN_PX, RIGHT_PX = 6.5, 58, 24
"""Of a sign of a name, of a column at its narrowest, and of the half of the legend's last number."""

CHOSEN = 0.12
"""Opacity of the shade over the cell whose cases are open."""

Found = Mapping[Any, Mapping[Hashable, Any]]
"""The cells of a panel, by the values of row and column."""

Beside = Mapping[tuple[str, str, str], str]
"""A text for a cell, by the values of row, column and panel."""


@dataclass(frozen=True, slots=True)
class Axes:
    """The values down and across, in order, the panels, and what to write for each value.

    Attributes:
        references: values that are reference models, in italics.
        strip: rows without colour, whose values may lie beyond the scale: references below the models.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    panels: Sequence[str]
    labels: Mapping[str, str]
    references: Collection[str] = ()
    strip: Collection[str] = ()

    def name(self, value: str) -> str:
        """A value as Plotly may show it."""
        return short_name(self.labels.get(value, value), is_reference=value in self.references)

    def column_name(self, value: str) -> str:
        """A value as the name of a column, in lines."""
        return in_lines(self.labels.get(value, value), is_reference=value in self.references)


CLICK = "click: its cases, below"
"""What the mouse says of a cell with answers."""


def heatmap(
    cells: pd.DataFrame,
    axes: Axes,
    limits: tuple[float, float],
    theme: Theme,
    units: tuple[str, str],
    min_groups: int = 1,
    beside: Beside | None = None,
    *,
    shows_n: bool = True,
    unit: str = "%",
) -> go.Figure:
    """A panel under another, each a grid of cells; `customdata` of a click is (row, column, panel value).

    Args:
        cells: row_value, column_value, panel_value, value, low, high, n, n_groups.
        axes: what stands where.
        limits: values at the ends of the colour scale.
        theme: colours that go with each other.
        units: what the benchmark calls one group, and several.
        min_groups: cells with fewer are grey, without a value.
        beside: a text below the value of a cell, by row, column and panel value.
        shows_n: whether the number of answers stands below the value where no other text does.
        unit: of the values.
    """
    look = _Look(axes, limits, theme, units, unit, min_groups, beside or {}, shows_n)
    panels = [
        _panel(
            cells[cells["panel_value"] == panel].set_index(["row_value", "column_value"]).to_dict("index"),
            panel,
            look,
            has_legend=not number,
        )
        for number, panel in enumerate(axes.panels)
    ]
    panel_px = HEAD_PX + CELL_PX * len(axes.rows)
    return _stacked(panels, axes, panel_px)


def _stacked(panels: Sequence[Sequence[Trace]], axes: Axes, panel_px: int) -> go.Figure:
    """The panels one under the other."""
    many = len(panels) > 1
    gap = min(GAP_PX / (panel_px * len(panels)), 0.2)
    share = (1 - gap * (len(panels) - 1)) / len(panels)
    tops = [1 - number * (share + gap) for number in range(len(panels))]
    traces = [
        {**trace, "xaxis": f"x{number}", "yaxis": f"y{number}"}
        for number, panel in enumerate(panels, start=1)
        for trace in panel
    ]
    layout: dict[str, Any] = {}
    for number, top in enumerate(tops, start=1):
        layout |= _axes_of_panel(number, (max(top - share, 0.0), top), axes)
    if many:
        layout["annotations"] = [
            # The first title stands above the columns' names.
            title_at(axes.name(panel), 0, top, xanchor="left", yshift=0 if number else TITLE_PX + _slant_px(axes))
            for number, (panel, top) in enumerate(zip(axes.panels, tops, strict=True))
        ]
    top_px = LEGEND_PX + (56 if many else 30) + _slant_px(axes)
    return chart(traces, panel_px * len(panels) + top_px, top_px=top_px, right_px=RIGHT_PX, **layout)


def least_width_px(axes: Axes) -> int:
    """The width below which the values of neighbouring cells, or the names of columns, would touch."""
    names_px = SIGN_PX * max((len(axes.labels.get(value, value)) for value in axes.rows), default=0)
    column_px = COLUMN_PX if _are_slanted(axes) else max(COLUMN_PX, SIGN_PX * (_longest_line(axes) + 1))
    return round(names_px + column_px * len(axes.columns)) + RIGHT_PX


def _slant_px(axes: Axes) -> float:
    """How much higher the columns' names stand where they are too many and too long to stand level, or take lines."""
    if _are_slanted(axes):
        return SLANTED_PX * min(max(len(axes.labels.get(value, value)) for value in axes.columns), MAX_LABEL)
    return LABEL_LINE_PX * max(axes.column_name(value).count("<br>") for value in axes.columns)


def _are_slanted(axes: Axes) -> bool:
    """Whether the columns' names do not even fit in lines."""
    return _longest_line(axes) * len(axes.columns) > LEVEL_SIGNS


def _longest_line(axes: Axes) -> int:
    """Characters of the longest line of the columns' names."""
    lines = [line for value in axes.columns for line in in_lines(axes.labels.get(value, value)).split("<br>")]
    return max(map(len, lines))


def _axes_of_panel(number: int, domain: tuple[float, float], axes: Axes) -> dict[str, Any]:
    """The axes of the panel of a number from 1; the columns' names stand above the first and below the last one."""
    is_last = number == len(axes.panels)
    at_columns = {"side": "top"} if number == 1 else {"matches": "x", "showticklabels": is_last}
    is_slanted = _are_slanted(axes)
    names = [axes.name(value) if is_slanted else axes.column_name(value) for value in axes.columns]
    columns = named_places(names) | cell_axis(len(names)) | {"tickangle": -SLANT_DEG if is_slanted else 0}
    rows = named_places(axes.name(value) for value in axes.rows)
    return {
        f"xaxis{number}": {**columns, **at_columns, "showgrid": False, "anchor": f"y{number}"},
        f"yaxis{number}": {
            **rows,
            **cell_axis(len(axes.rows), is_reversed=True),
            "showgrid": False,
            "anchor": f"x{number}",
            "domain": domain,
        },
    }


@dataclass(frozen=True, slots=True)
class _Look:
    """What all panels of a heatmap share, as `heatmap` takes it."""

    axes: Axes
    limits: tuple[float, float]
    theme: Theme
    units: tuple[str, str]
    unit: str
    min_groups: int
    beside: Beside
    shows_n: bool


def _legend(look: _Look) -> dict[str, Any]:
    """What the colours mean: the ends of the scale, and zero if it lies between them; above the columns' names.

    It stands at the left, where it is seen too before a chart wider than the screen is moved.
    """
    low, high = look.limits
    is_signed = low < 0 < high
    ticks = [low, 0.0, high] if is_signed else [low, (low + high) / 2, high]
    plot_px = (HEAD_PX + CELL_PX * len(look.axes.rows)) * len(look.axes.panels)
    above = 1 + (COLUMN_NAMES_PX + _slant_px(look.axes)) / plot_px
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
        "ticktext": [number_text(tick, 0, with_plus=is_signed) for tick in ticks],
        "outlinewidth": 0,
        "len": 0.3,
        "thickness": 10,
        **place,
    }


def _panel(found: Found, panel: str, look: _Look, *, has_legend: bool) -> list[Trace]:
    """Grey cells, coloured cells, and over them the texts and what a click on each says."""
    axes, limits, theme, min_groups = look.axes, look.limits, look.theme, look.min_groups
    pairs = [(row, column) for row in axes.rows for column in axes.columns]
    is_shown = {pair: _is_shown(found.get(pair), min_groups) for pair in pairs}
    is_coloured = {(row, column): is_shown[row, column] and row not in axes.strip for row, column in pairs}
    values = [[found[r, c]["value"] if is_coloured[r, c] else None for c in axes.columns] for r in axes.rows]
    greys = [[0 if (r, c) in found and not is_coloured[r, c] else None for c in axes.columns] for r in axes.rows]
    grey = Theme([theme.grey, theme.grey], theme.text_colour, theme.grey)
    clicks = cell_clicks(
        [(row, column) for row in range(len(axes.rows)) for column in range(len(axes.columns))],
        [(*pair, panel) for pair in pairs],
        [_hover(look, panel, pair, found.get(pair), is_shown=is_shown[pair]) for pair in pairs],
        text=[_text(found.get(pair), look, (*pair, panel), is_shown=is_shown[pair]) for pair in pairs],
        textposition="inside",
        insidetextanchor="middle",
        insidetextfont=cell_font(theme),
        textangle=0,
        constraintext="none",
        # Plotly would fade the numbers of the other cells.
        selected={"marker": {"color": theme.text_colour, "opacity": CHOSEN}, "textfont": {"color": theme.text_colour}},
        unselected={"marker": {"opacity": 0}, "textfont": {"color": theme.text_colour}},
    )
    coloured = cells(values, theme, limits)
    coloured |= {"showscale": True, "colorbar": _legend(look)} if has_legend else {}
    return [cells(greys, grey, (-1, 1)), coloured, clicks]


def _is_shown(cell: Mapping[Hashable, Any] | None, min_groups: int) -> bool:
    return cell is not None and pd.notna(cell["value"]) and cell["n_groups"] >= min_groups


def _text(cell: Mapping[Hashable, Any] | None, look: _Look, place: tuple[str, str, str], *, is_shown: bool) -> str:
    """The value, bold where the interval of a difference excludes 0, and below it what stands beside it."""
    if cell is None or not cell["n"]:
        return ""
    if not is_shown:
        return small(f"n {cell['n']:.0f}")
    value = number_text(cell["value"], with_plus=look.limits[0] < 0)
    is_clear = not are_few(cell["n_groups"]) and (cell["low"] > 0 or cell["high"] < 0)
    value = f"<b>{value}</b>" if look.limits[0] < 0 and is_clear else value
    below = look.beside.get(place, f"n {cell['n']:.0f}" if look.shows_n else "")
    return f"{value}<br>{small(below)}" if below else value


def _hover(
    look: _Look, panel: str, pair: tuple[str, str], cell: Mapping[Hashable, Any] | None, *, is_shown: bool
) -> str:
    names = " × ".join(look.axes.name(value) for value in (*pair, panel) if value)
    if cell is None or not cell["n"]:
        return f"{names}<br>no answer"
    if not is_shown:
        count = f"{cell['n_groups']:.0f} {look.units[cell['n_groups'] != 1]}"
        return f"{names}<br>only {count}<br>{CLICK}"
    interval = hover_interval(cell["low"], cell["high"], cell["n_groups"])
    bounds = hover_bounds(cell.get("least"), cell.get("most"))
    size = f"n {cell['n']:.0f} of {groups_text(cell['n_groups'], *look.units)}"
    return f"{names}<br>{number_text(cell['value'])} {look.unit}, {interval}{bounds}<br>{size}<br>{CLICK}"
