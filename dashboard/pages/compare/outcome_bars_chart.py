"""Stacked bars of which of two runs is right, question by question."""

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_number
from dashboard.charts.primitives import Trace, build_stripe_pattern
from dashboard.charts.template import break_label, build_figure, drawn_once, format_axis_label
from dashboard.pages.compare import texts
from dashboard.style.palette import BOTH_RIGHT, FAINT

SMALLEST_NAMED = 4.0
"""Minimum percentage of a bar whose number fits into its part."""


@drawn_once
def draw_outcome_bars(
    rows: pd.DataFrame, names: Mapping[str, str], colours: tuple[str, str], text_colour: str
) -> go.Figure:
    """Draw shares of the answers by outcome, one bar per question; `customdata` of a part is (question, outcome).

    The second run's part has stripes, which distinguish two runs of one model.

    Args:
        rows: question_id, label, n and the number of answers by outcome.
        names: labels of the outcomes, in their order.
        colours: of the first and the second run.
        text_colour: readable on the page.
    """
    looks: dict[str, Trace] = {
        "both": {"marker": {"color": BOTH_RIGHT}},
        "only_first": {"marker": {"color": colours[0]}},
        "only_second": {"marker": {"color": colours[1], "pattern": build_stripe_pattern(colours[1])}},
        "none": {"marker": {"color": FAINT}, "insidetextfont": {"color": text_colour}},
    }
    return build_figure(
        [{**_draw_part(rows, outcome, break_label(name)), **looks[outcome]} for outcome, name in names.items()],
        90 + 46 * len(rows),
        barmode="stack",
        xaxis={"title": texts.OUTCOMES_AXIS, "range": [0, 100]},
        yaxis={"autorange": "reversed"},
        legend={"traceorder": "normal"},
    )


def _draw_part(rows: pd.DataFrame, outcome: str, name: str) -> Trace:
    """Return the part of each bar for one outcome."""
    shares = 100 * rows[outcome] / rows["n"]
    return {
        "type": "bar",
        "x": shares,
        "y": rows["label"].map(format_axis_label),
        "orientation": "h",
        "name": name,
        "customdata": [(question_id, outcome) for question_id in rows["question_id"]],
        "text": [f"{format_number(share, 0)}" if share >= SMALLEST_NAMED else "" for share in shares],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "hovertext": [
            texts.describe_outcome_count(name, count, n) for count, n in zip(rows[outcome], rows["n"], strict=True)
        ],
        "hovertemplate": texts.OUTCOMES_HOVER,
    }
