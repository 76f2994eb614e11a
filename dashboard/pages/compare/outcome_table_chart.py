"""Two by two table of two runs: right or wrong in the rows of one and the columns of the other."""

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_number
from dashboard.charts.primitives import build_cell_axis, draw_cell_frame, draw_clickable_cells, draw_heatmap_cells
from dashboard.charts.template import build_figure, drawn_once, format_axis_label, label_ticks, wrap_label
from dashboard.pages.compare import texts
from dashboard.style.theme import HeatmapTheme

PLACES = {"both": (0, 0), "only_first": (0, 1), "only_second": (1, 0), "none": (1, 1)}
"""Row and column of each outcome."""

NAME_WIDTH = 16


@drawn_once
def draw_outcome_table(
    counts: Mapping[str, int], names: tuple[str, str], labels: Mapping[str, str], theme: HeatmapTheme
) -> go.Figure:
    """Draw the number and the share of the answers by outcome; `customdata` of a cell is the outcome.

    The two cells in which only one run is right have frames: they decide which run is better.

    Args:
        counts: number of answers by outcome.
        names: of the first run, in rows, and the second, in columns.
        labels: the outcomes in words, for hovering.
        theme: a sequential scale.
    """
    total = max(sum(counts.values()), 1)
    shares = pd.DataFrame(0.0, index=range(2), columns=range(2))
    cell_texts = [["", ""], ["", ""]]
    for outcome, (row, column) in PLACES.items():
        share = 100 * counts[outcome] / total
        shares.loc[row, column] = share
        cell_texts[row][column] = f"<b>{counts[outcome]:,}</b><br>{format_number(share)}%"
    rows, columns = ([f"{wrap_label(name, width=NAME_WIDTH)} {word}" for word in ("right", "wrong")] for name in names)
    hovers = [
        texts.describe_outcome_count(format_axis_label(labels[outcome]), counts[outcome], total)
        + "<br>click: their cases, below"
        for outcome in PLACES
    ]
    return build_figure(
        [
            draw_heatmap_cells(shares.to_numpy(), theme, (0, 100), cell_texts),
            draw_clickable_cells(list(PLACES.values()), [(outcome,) for outcome in PLACES], hovers),
        ],
        300,
        top_px=60,
        xaxis={**label_ticks(columns), **build_cell_axis(2), "title": None, "side": "top", "showgrid": False},
        yaxis={**label_ticks(rows), **build_cell_axis(2, is_reversed=True), "title": None, "showgrid": False},
        shapes=[draw_cell_frame(*PLACES[outcome], theme.text_colour) for outcome in ("only_first", "only_second")],
    )
