"""Which class is taken for which."""

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from core.formatting import number_text
from dashboard.charts.primitives import Trace, cell_axis, cell_clicks, cells
from dashboard.charts.template import Scored, drawn_once, named_places, small
from dashboard.pages.bias.truth_foil_panels import two_frames
from dashboard.style.theme import Theme

_ROW_PX, _AROUND_PX = 40, 140
"""Height of a row, which has two lines, and of what stands above and below all rows."""


@drawn_once
def confusion(rows: pd.DataFrame, theme: Theme, titles: Mapping[Scored, str], said: str = "said") -> go.Figure:
    """Said class by true class, a panel for each truth; `customdata` of a click is (against, truth, answer).

    Args:
        rows: against, truth, answer, n, share (percent of the truth's answers, NaN where there are none), text (the
            cell in words).
        theme: a sequential scale.
        titles: of the truth and the foil.
        said: title of the axis across.
    """
    classes = list(rows["truth"].drop_duplicates())
    axis = {**named_places(classes), "showgrid": False}
    return two_frames(
        {
            against: _panel(rows[rows["against"] == against], classes, theme)
            for against in titles
            if (rows["against"] == against).any()
        },
        titles,
        max(340, _AROUND_PX + len(classes) * _ROW_PX),
        {**axis, **cell_axis(len(classes)), "title": said, "autotickangles": [0, -35]},
        {**axis, **cell_axis(len(classes), is_reversed=True)},
    )


def _panel(part: pd.DataFrame, classes: list[str], theme: Theme) -> list[Trace]:
    """The cells against one truth, and what a click on each says."""
    shares = part["share"].to_numpy().reshape(len(classes), -1)
    counts = part["n"].to_numpy().reshape(len(classes), -1)
    texts = [
        [f"{number_text(share, 0)}<br>{small(f'n {n}')}" if n else "–" for share, n in zip(*pair, strict=True)]
        for pair in zip(shares, counts, strict=True)
    ]
    records = part.to_dict("records")
    hovers = [f"{row['text']}: {row['n']:,}<br>click: these cases, below" for row in records]
    return [
        cells(shares, theme, (0, 100), texts),
        cell_clicks(
            [(classes.index(row["truth"]), classes.index(row["answer"])) for row in records],
            [(row["against"], row["truth"], row["answer"]) for row in records],
            hovers,
        ),
    ]
