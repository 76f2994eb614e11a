"""Chart of an item's right option along one of its parameters."""

from collections.abc import Sequence
from textwrap import wrap

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import Trace, draw_vertical_line
from dashboard.charts.template import build_figure, drawn_once, format_axis_label, label_ticks
from dashboard.pages.lab import texts
from dashboard.style.palette import PICTURE, WORLD

NONE = "none, or several"

TITLE_SIGNS = 24
"""Characters per line of the axis title that fit on a phone beside the options' names."""


@drawn_once
def draw_truth_curve(rows: pd.DataFrame, options: Sequence[str], title: str, here: float) -> go.Figure:
    """Draw the right option (blue, full if the generator asks it) and the image plane's (orange) over a parameter.

    Args:
        rows: value, answer, foil, margin_size, problem.
        options: texts in the order of their letters.
        title: of the parameter.
        here: its current value.
    """
    letters = [chr(ord("A") + place) for place in range(len(options))]
    names = [f"{letter}. {format_axis_label(text)}" for letter, text in zip(letters, options, strict=True)]
    place_of = {letter: index for index, letter in enumerate(letters)}
    traces = [_trace(rows, "answer", place_of, len(letters), WORLD, "right", "circle")]
    if (rows["foil"] != "").any():
        traces.append(_trace(rows, "foil", place_of, len(letters), PICTURE, texts.FOIL_TRACE, "diamond"))
    return build_figure(
        traces,
        120 + 38 * (len(letters) + 1),
        xaxis={"title": "<br>".join(wrap(title, TITLE_SIGNS))},
        yaxis={**label_ticks([*names, NONE]), "range": [len(names) + 0.5, -0.5]},
        shapes=[draw_vertical_line(here)],
    )


def _trace(
    rows: pd.DataFrame, column: str, place_of: dict[str, int], none: int, colour: str, name: str, shape: str
) -> Trace:
    is_asked = rows["problem"] == ""
    forms = [shape if asked else f"{shape}-open" for asked in is_asked]
    margins = [f"<br>margin {margin:.3g}" if pd.notna(margin) else "" for margin in rows["margin_size"]]
    problems = [f"<br>not asked: {problem}" if problem else "" for problem in rows["problem"]]
    return {
        "x": rows["value"],
        "y": [place_of.get(letter, none) for letter in rows[column]],
        "mode": "markers",
        "name": name,
        "marker": {"symbol": forms, "size": 9 if shape == "circle" else 6, "color": colour,
                   "line": {"width": 1.5, "color": colour}},
        "hovertext": [f"{margin}{problem}" for margin, problem in zip(margins, problems, strict=True)],
        "hovertemplate": f"%{{x:.4g}}: {name}%{{hovertext}}<extra></extra>",
    }  # fmt: skip
