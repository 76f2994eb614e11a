"""Matrix of the differences between every two runs."""

from collections.abc import Collection, Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from core.formatting import MISSING, format_number
from dashboard.charts.primitives import (
    Trace,
    build_cell_axis,
    draw_cell_frame,
    draw_clickable_cells,
    draw_heatmap_cells,
)
from dashboard.charts.template import (
    build_annotation,
    build_figure,
    drawn_once,
    format_axis_label,
    label_ticks,
    wrap_label,
)
from dashboard.pages.compare import texts
from dashboard.style.theme import HeatmapTheme

NOT_SIGNIFICANT = "≈"
MOST_WRITTEN = 14
"""Maximum number of runs for which cells contain their differences as text."""

MOST_NAMED = 8
"""Maximum number of runs for which columns have names; with more there is no space."""
HEAD_PX, ROW_PX, RIGHT_PX, BESIDE_PX = 90, 46, 40, 10
LOW_ROW_PX, NUMBERED = 24, 5
"""Without texts in cells: height of a row, and number of columns per printed number, as fits on a phone."""
ROW_NAMES_PX, COLUMN_PX = 120, 40
"""Width of the rows' names, and minimum width of a column with numbers in its cells."""
COLUMN_NAME_WIDTH = 11
"""Characters per line that keep a slanted name of the last column within the chart."""
COLUMN_NAMES = {"side": "top", "autotickangles": [0, -40, -70], "ticklabeloverflow": "allow"}
WHOLE_FROM = 9.95
"""Differences from this value on are written without decimals."""


@drawn_once
def draw_difference_matrix(
    values: pd.DataFrame,
    is_clear: pd.DataFrame,
    names: Mapping[str, str],
    chosen: tuple[str, str],
    theme: HeatmapTheme,
    references: Collection[str] = (),
) -> go.Figure:
    """Draw column minus row once for every two runs; `customdata` of a click is (column's run, row's run).

    Differences are positive if the best run is first. The first run has no row and the last no
    column, since each pair is drawn once. Columns have names, or the rows' numbers if names do not fit; then the first
    run's name is above those of the rows. If cells have no space for text, hovering shows them. Pairs that do not
    differ significantly have no colour and a sign before the number.

    Args:
        values: row minus column, runs by runs, NaN on the diagonal.
        is_clear: the same shape, whether the two differ significantly.
        names: label of each run.
        chosen: the two runs whose cell has a frame, in either order.
        theme: a diverging scale.
        references: runs with names in italics.
    """
    runs = list(values.index)
    shown = [format_axis_label(names[run], is_reference=run in references) for run in runs]
    has_names, is_written = len(runs) <= MOST_NAMED, len(runs) <= MOST_WRITTEN
    rows = shown if has_names else [f"{place}  {name}" for place, name in enumerate(shown, start=1)]
    columns = (
        [wrap_label(names[run], is_reference=run in references, width=COLUMN_NAME_WIDTH) for run in runs]
        if has_names
        else [str(place) if is_written or place % NUMBERED == 0 else "" for place in range(1, len(runs) + 1)]
    )
    is_there = np.tri(len(runs), k=-1, dtype=bool)
    values, n = -values.where(is_there), len(runs) - 1
    spread = max(1.0, float(values.abs().max().max())) if values.notna().any().any() else 1.0
    cell_texts = [
        [_format_difference(value, clear) for value, clear in zip(*pair, strict=True)]
        for pair in zip(values.to_numpy(), is_clear.to_numpy(), strict=True)
    ]
    axis = {"title": None, "showgrid": False}
    other, place = sorted(runs.index(run) for run in chosen)
    return build_figure(
        [
            draw_heatmap_cells(
                values.where(is_clear, values * 0).to_numpy()[1:, :-1],
                theme,
                (-spread, spread),
                [row[:-1] if is_written else [""] * n for row in cell_texts[1:]],
            ),
            _draw_click_targets(runs, names, cell_texts, is_clear),
        ],
        HEAD_PX + (ROW_PX if is_written else LOW_ROW_PX) * n,
        top_px=HEAD_PX - 20,
        right_px=RIGHT_PX if has_names else BESIDE_PX,
        xaxis={**axis, **label_ticks(columns[:-1]), **build_cell_axis(n), **COLUMN_NAMES},
        yaxis={**axis, **label_ticks(rows[1:]), **build_cell_axis(n, is_reversed=True)},
        shapes=[draw_cell_frame(place - 1, other, theme.text_colour)],
        annotations=[] if has_names else [_draw_first_name(rows[0])],
    )


def compute_min_width_px(n_runs: int) -> int:
    """Return the width below which the numbers of neighbouring cells would touch; 0 if no number is written."""
    right_px = RIGHT_PX if n_runs <= MOST_NAMED else BESIDE_PX
    return ROW_NAMES_PX + COLUMN_PX * (n_runs - 1) + right_px if n_runs <= MOST_WRITTEN else 0


def _draw_click_targets(
    runs: list[str], names: Mapping[str, str], cell_texts: list[list[str]], is_clear: pd.DataFrame
) -> Trace:
    """Draw the invisible cells that react to hovering and clicks."""
    places = [(row, column) for row in range(len(runs)) for column in range(row)]
    hovers = [
        texts.describe_matrix_cell(
            format_axis_label(names[runs[column]]),
            format_axis_label(names[runs[row]]),
            cell_texts[row][column] or MISSING,
            is_clear=bool(is_clear.iloc[row, column]),
        )
        for row, column in places
    ]
    cells = [(row - 1, column) for row, column in places]
    return draw_clickable_cells(cells, [(runs[column], runs[row]) for row, column in places], hovers)


def _draw_first_name(name: str) -> Trace:
    """Draw the name of the run that has a column but no row, at the height of the columns' numbers."""
    return build_annotation(
        name, x=0, xref="paper", xanchor="right", xshift=-4, y=1, yref="paper", yanchor="bottom", yshift=2
    )


def _format_difference(value: float, is_clear: bool) -> str:
    if pd.isna(value):
        return ""
    number = format_number(value, 0 if abs(value) >= WHOLE_FROM else 1, with_plus=True)
    return number if is_clear else f"{NOT_SIGNIFICANT}{number}"
