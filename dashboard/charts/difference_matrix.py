"""Every two runs and their difference."""

from collections.abc import Collection, Mapping

import pandas as pd
import plotly.graph_objects as go

from core.text import MISSING, number_text
from dashboard.charts.marks import Trace, cell_axis, cell_clicks, cells
from dashboard.charts.template import chart, drawn_once, named_places, short_name
from dashboard.theme import Theme

NOT_SIGNIFICANT = "≈"
WHOLE_FROM = 9.95
"""Differences from here on are written without decimals."""


@drawn_once
def difference_matrix(
    values: pd.DataFrame,
    is_clear: pd.DataFrame,
    names: Mapping[str, str],
    chosen: tuple[str, str],
    theme: Theme,
    references: Collection[str] = (),
) -> go.Figure:
    """Row minus column for every two runs; `customdata` of a click is (row's run, column's run).

    Columns carry the rows' numbers, which leaves room on a narrow screen. Pairs that do not differ significantly have
    no colour and a sign before the number.

    Args:
        values: runs by runs, NaN on the diagonal.
        is_clear: the same shape, whether the two differ significantly.
        names: what to write for a run.
        chosen: the two runs whose cell gets a frame.
        theme: a diverging scale.
        references: runs in italics.
    """
    runs = list(values.index)
    labels = [
        f"{place}  {short_name(names[run], is_reference=run in references)}" for place, run in enumerate(runs, start=1)
    ]
    spread = max(1.0, float(values.abs().max().max())) if values.notna().any().any() else 1.0
    texts = [
        [_difference(value, clear) for value, clear in zip(*pair, strict=True)]
        for pair in zip(values.to_numpy(), is_clear.to_numpy(), strict=True)
    ]
    axis = {"title": None, "showgrid": False}
    return chart(
        [
            cells(values.where(is_clear, values * 0).to_numpy(), theme, (-spread, spread), texts),
            _clicks(runs, names, texts, is_clear),
        ],
        70 + 46 * len(runs),
        xaxis={**axis, **named_places(map(str, range(1, len(runs) + 1))), **cell_axis(len(runs)), "side": "top"},
        yaxis={**axis, **named_places(labels), **cell_axis(len(runs), is_reversed=True)},
        shapes=[_frame(runs.index(chosen[0]), runs.index(chosen[1]), theme.text_colour)],
    )


def _clicks(runs: list[str], names: Mapping[str, str], texts: list[list[str]], is_clear: pd.DataFrame) -> Trace:
    """What a click on each cell says; the diagonal has none."""
    places = [(row, column) for row in range(len(runs)) for column in range(len(runs)) if row != column]
    hovers = [
        f"{short_name(names[runs[row]])} minus {short_name(names[runs[column]])}: {texts[row][column] or MISSING}"
        f"{'' if is_clear.iloc[row, column] else '<br>not significantly different'}<br>click: compare the two"
        for row, column in places
    ]
    return cell_clicks(places, [(runs[row], runs[column]) for row, column in places], hovers)


def _frame(row: int, column: int, colour: str) -> Trace:
    """A frame around one cell."""
    ends = {"x0": column - 0.48, "x1": column + 0.48, "y0": row - 0.47, "y1": row + 0.47}
    return {"type": "rect", **ends, "line": {"color": colour, "width": 2}}


def _difference(value: float, is_clear: bool) -> str:
    if pd.isna(value):
        return ""
    number = number_text(value, 0 if abs(value) >= WHOLE_FROM else 1, with_plus=True)
    return number if is_clear else f"{NOT_SIGNIFICANT}{number}"
