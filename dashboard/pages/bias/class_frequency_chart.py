"""Chart of how often each class is answered and how often it is true."""

from collections.abc import Mapping
from html import escape

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import Trace
from dashboard.charts.template import PERCENT, Scored, build_figure, drawn_once, format_axis_label, label_ticks
from dashboard.style.palette import PICTURE, WORLD, MarkerStyle

SYMBOLS: dict[Scored, str] = {"truth": "circle", "foil": "diamond-open"}
FRAME_COLOURS: dict[Scored, str] = {"truth": WORLD, "foil": PICTURE}

SIZES_PX: dict[Scored, int] = {"truth": 18, "foil": 14}
SAID_PX = 11
"""Diameter of the marks of answered shares, smaller than those of true shares so that equal ones stay visible."""

ARROWS = ("triangle-left", "triangle-right")
"""Shapes of models that would look like the heads of arrows at the end of a line."""

LONGEST_IN_LEGEND = 18
"""Maximum length of a name in the legend that fits on a phone beside the names of the lines."""

ROOM = 0.4
"""Space on the axis above the first line and below the last, in lines; Plotly's default grows with their number."""


@drawn_once
def draw_class_frequency(rows: pd.DataFrame, name: str, look: MarkerStyle, titles: Mapping[Scored, str]) -> go.Figure:
    """Draw per class how often it is answered (model's marker) and true, by truth (blue) and foil (orange).

    Args:
        rows: question (its name), class (its label), said, in_truth, in_foil, in percent.
        name: of the run.
        look: of its model.
        titles: of the truth and, if there is one, of the foil.
    """
    is_single = len(set(rows["question"])) == 1
    labels = [
        escape(str(row["class"]) if is_single else f"{row['question']}: {row['class']}")
        for row in rows.to_dict("records")
    ]
    shape = "diamond" if look.shape in ARROWS else look.shape
    lines = [
        {
            "x": [row["in_truth"], row["said"]],
            "y": [index, index],
            "mode": "lines",
            "hoverinfo": "skip",
            "showlegend": False,
            "line": {"color": look.colour, "width": 3},
        }
        for index, row in enumerate(rows.to_dict("records"))
    ]
    marks = [
        *(
            _draw_markers(
                rows[f"in_{against}"],
                labels,
                _format_share_label(title, titles),
                SYMBOLS[against],
                FRAME_COLOURS[against],
                SIZES_PX[against],
            )
            for against, title in titles.items()
        ),
        _draw_markers(rows["said"], labels, f"answered by {_format_run(name)}", shape, look.colour, SAID_PX),
    ]
    return build_figure(
        lines + marks,
        90 + 32 * len(rows),
        xaxis={"title": "how often, % of the answers", "range": list(PERCENT)},
        yaxis={**label_ticks(labels), "range": [len(labels) - ROOM, ROOM - 1]},
    )


def _format_run(name: str) -> str:
    """Return the run's name for the legend, or `the run` if the name is long, since the page names it."""
    return format_axis_label(name) if len(name) <= LONGEST_IN_LEGEND else "the run"


def _format_share_label(title: str, titles: Mapping[Scored, str]) -> str:
    return "is correct" if len(titles) == 1 else f"is correct ({title})"


def _draw_markers(shares: pd.Series, labels: list[str], legend: str, symbol: str, colour: str, size_px: int) -> Trace:
    return {
        "x": shares,
        "y": list(range(len(shares))),
        "mode": "markers",
        "name": legend,
        "marker": {"color": colour, "symbol": symbol, "size": size_px, "line": {"width": 2, "color": colour}},
        "hovertext": labels,
        "meta": legend,
        "hovertemplate": "%{hovertext}<br>%{meta}: %{x:.1f}%<extra></extra>",
    }
