"""Confusion matrix of classes."""

from collections.abc import Mapping, Sequence
from html import escape

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_number
from dashboard.charts.primitives import Trace, build_cell_axis, draw_clickable_cells, draw_heatmap_cells
from dashboard.charts.template import Scored, drawn_once, format_small_text, label_ticks
from dashboard.pages.bias.truth_foil_panels import draw_truth_foil_panels
from dashboard.style.theme import HeatmapTheme

_ROW_PX, _AROUND_PX = 40, 140
"""Height of a two-line row, and of everything above and below the rows."""


@drawn_once
def draw_confusion_matrix(
    rows: pd.DataFrame,
    theme: HeatmapTheme,
    titles: Mapping[Scored, str],
    said: str = "said",
    labels: Sequence[str] = (),
) -> go.Figure:
    """Draw answered class by true class, one panel per truth; `customdata` of a click is (against, truth, answer).

    Args:
        rows: against, truth, answer, n, share (percent of the truth's answers, NaN if there are none), text (the
            cell in words).
        theme: a sequential scale.
        titles: of the truth and the foil.
        said: title of the horizontal axis.
        labels: of the classes, in their order; empty if they are their own labels.
    """
    classes = list(rows["truth"].drop_duplicates())
    axis = {**label_ticks(map(escape, labels or classes)), "showgrid": False}
    return draw_truth_foil_panels(
        {
            against: _draw_panel(rows[rows["against"] == against], classes, theme)
            for against in titles
            if (rows["against"] == against).any()
        },
        titles,
        max(340, _AROUND_PX + len(classes) * _ROW_PX),
        {**axis, **build_cell_axis(len(classes)), "title": said, "autotickangles": [0, -35]},
        {**axis, **build_cell_axis(len(classes), is_reversed=True)},
    )


def _draw_panel(part: pd.DataFrame, classes: list[str], theme: HeatmapTheme) -> list[Trace]:
    """Return the cells of one truth's panel, and the hover texts."""
    shares = part["share"].to_numpy().reshape(len(classes), -1)
    counts = part["n"].to_numpy().reshape(len(classes), -1)
    texts = [
        [
            f"{format_number(share, 0)}<br>{format_small_text(f'n {n}')}" if n else "–"
            for share, n in zip(*pair, strict=True)
        ]
        for pair in zip(shares, counts, strict=True)
    ]
    records = part.to_dict("records")
    hovers = [f"{escape(row['text'])}: {row['n']:,}<br>click: these cases, below" for row in records]
    return [
        draw_heatmap_cells(shares, theme, (0, 100), texts),
        draw_clickable_cells(
            [(classes.index(row["truth"]), classes.index(row["answer"])) for row in records],
            [(row["against"], row["truth"], row["answer"]) for row in records],
            hovers,
        ),
    ]
