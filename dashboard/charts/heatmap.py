"""Heatmaps: panels of clickable cells, each with its value; cells of too few triangles are grey."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dashboard.charts import Theme, short_name

CELL_PX, HEAD_PX = 52, 76


@dataclass(frozen=True, slots=True)
class Axes:
    """The values down and across, in order, the panels, and what to write for each value.

    Attributes:
        references: values that are reference models, in italics.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    panels: Sequence[str]
    labels: Mapping[str, str]
    references: Collection[str] = ()

    def name(self, value: str) -> str:
        """A value as Plotly may show it."""
        label = short_name(self.labels.get(value, value))
        return f"<i>{label}</i>" if value in self.references else label


def heatmap(
    cells: pd.DataFrame, axes: Axes, limits: tuple[float, float], theme: Theme, min_triangles: int = 1
) -> go.Figure:
    """A panel under another, each a grid of cells; `customdata` of a click is (row, column, panel value).

    Plotly reports no clicks on a heatmap, so every cell carries a transparent square marker.

    Args:
        cells: row_value, column_value, panel_value, value, low, high, n, n_triangles.
        axes: what stands where.
        limits: values at the ends of the colour scale.
        theme: colours that go with each other.
        min_triangles: cells with fewer are grey, without a value.
    """
    height_px = HEAD_PX + CELL_PX * len(axes.rows)
    figure = make_subplots(
        rows=len(axes.panels),
        cols=1,
        shared_xaxes=True,
        vertical_spacing=min(40 / (height_px * len(axes.panels)), 0.2),
        subplot_titles=[axes.name(panel) for panel in axes.panels] if len(axes.panels) > 1 else None,
    )
    for number, panel in enumerate(axes.panels, start=1):
        found = cells[cells["panel_value"] == panel].set_index(["row_value", "column_value"]).to_dict("index")
        _add_panel(figure, number, panel, found, axes, limits, theme, min_triangles)
    ticks = {"title": None, "showgrid": False, "zeroline": False, "tickmode": "array"}
    figure.update_xaxes(
        **ticks, tickvals=list(range(len(axes.columns))), ticktext=[axes.name(value) for value in axes.columns]
    )
    figure.update_xaxes(side="top", showticklabels=True, row=1)
    figure.update_yaxes(
        **ticks,
        autorange="reversed",
        automargin=True,
        tickvals=list(range(len(axes.rows))),
        ticktext=[axes.name(value) for value in axes.rows],
    )
    figure.update_annotations(x=0, xanchor="left", font={"size": 14})
    if len(axes.panels) > 1:
        figure.layout.annotations[0].update(yshift=22)  # above the columns' names
    top_px = 56 if len(axes.panels) > 1 else 30
    figure.update_layout(
        height=height_px * len(axes.panels) + top_px,
        margin={"l": 0, "r": 0, "t": top_px, "b": 10},
        dragmode=False,
        clickmode="event+select",
    )
    return figure


def _add_panel(
    figure: go.Figure,
    number: int,
    panel: str,
    found: Mapping[Hashable, Mapping[Hashable, Any]],
    axes: Axes,
    limits: tuple[float, float],
    theme: Theme,
    min_triangles: int,
) -> None:
    places = [(row, column) for row in axes.rows for column in axes.columns]
    is_shown = {place: _is_shown(found.get(place), min_triangles) for place in places}
    values = [[found[r, c]["value"] if is_shown[r, c] else None for c in axes.columns] for r in axes.rows]
    texts = [[_text(found.get((r, c)), is_shown[r, c]) for c in axes.columns] for r in axes.rows]
    greys = [[0 if (r, c) in found and not is_shown[r, c] else None for c in axes.columns] for r in axes.rows]
    cell = {"xgap": 2, "ygap": 2, "showscale": False, "hoverinfo": "skip"}
    figure.add_heatmap(z=greys, colorscale=[theme.grey, theme.grey], zmin=-1, zmax=1, row=number, col=1, **cell)
    figure.add_heatmap(
        z=values, colorscale=list(theme.colour_scale), zmin=limits[0], zmax=limits[1], row=number, col=1, **cell
    )
    flat = [(y, x) for y in range(len(axes.rows)) for x in range(len(axes.columns))]
    figure.add_scatter(
        x=[x for _, x in flat],
        y=[y for y, _ in flat],
        mode="markers+text",
        showlegend=False,
        text=[texts[y][x] for y, x in flat],
        textfont={"color": theme.text_colour, "size": 14},
        marker={"symbol": "square", "size": 34, "opacity": 0},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
        customdata=[(r, c, panel) for r, c in places],
        hovertext=[_hover(axes, panel, place, found.get(place), is_shown[place]) for place in places],
        hovertemplate="%{hovertext}<extra></extra>",
        row=number,
        col=1,
    )


def _is_shown(cell: Mapping[Hashable, Any] | None, min_triangles: int) -> bool:
    return cell is not None and pd.notna(cell["value"]) and cell["n_triangles"] >= min_triangles


def _text(cell: Mapping[Hashable, Any] | None, is_shown: bool) -> str:
    if cell is None or not cell["n"]:
        return ""
    value = f"{round(cell['value'], 1) + 0.0:.1f}<br>" if is_shown else ""
    return f"{value}<span style='font-size:11px'>n {cell['n']:.0f}</span>"


def _hover(axes: Axes, panel: str, place: tuple[str, str], cell: Mapping[Hashable, Any] | None, is_shown: bool) -> str:
    names = " × ".join(axes.name(value) for value in (*place, panel) if value)
    if cell is None or not cell["n"]:
        return f"{names}<br>no answer"
    if not is_shown:
        return f"{names}<br>only {cell['n_triangles']:.0f} triangles<br>click: its cases"
    interval = "no interval" if pd.isna(cell["low"]) else f"95 % interval {cell['low']:.1f} to {cell['high']:.1f}"
    size = f"n {cell['n']:.0f} of {cell['n_triangles']:.0f} triangles"
    return f"{names}<br>{cell['value']:.1f} %, {interval}<br>{size}<br>click: its cases"
