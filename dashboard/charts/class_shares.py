"""How often each class is said and how often it is true."""

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.marks import Trace
from dashboard.charts.palette import NEUTRAL
from dashboard.charts.template import PERCENT, Scored, chart, drawn_once, named_places, short_name

SYMBOLS: dict[Scored, str] = {"truth": "circle", "foil": "diamond-open"}


@drawn_once
def class_shares(rows: pd.DataFrame, name: str, colour: str, titles: Mapping[Scored, str]) -> go.Figure:
    """How often each class is said (in the model's colour) and is true, by truth (full) and foil (open); a line each.

    Args:
        rows: question (its name), class, said, in_truth, in_foil, in percent.
        name: of the run.
        colour: of its model.
        titles: of the truth and, where there is one, of the foil.
    """
    labels = [f"{row['question']} {row['class']}" for row in rows.to_dict("records")]
    lines = [
        {
            "x": [row["in_truth"], row["said"]],
            "y": [place, place],
            "mode": "lines",
            "hoverinfo": "skip",
            "showlegend": False,
            "line": {"color": colour, "width": 3},
        }
        for place, row in enumerate(rows.to_dict("records"))
    ]
    marks = [
        *(
            _marks(rows[f"in_{against}"], labels, _there(title, titles), SYMBOLS[against], NEUTRAL)
            for against, title in titles.items()
        ),
        _marks(rows["said"], labels, f"{short_name(name)}’s share", "square", colour),
    ]
    return chart(
        lines + marks,
        90 + 40 * len(rows),
        xaxis={"title": "share of the readable answers, %", "range": list(PERCENT)},
        yaxis={**named_places(labels), "autorange": "reversed"},
    )


def _there(title: str, titles: Mapping[Scored, str]) -> str:
    return f"true share ({title})" if len(titles) > 1 else f"share of the {title.lower()}"


def _marks(shares: pd.Series, labels: list[str], legend: str, symbol: str, colour: str) -> Trace:
    return {
        "x": shares,
        "y": list(range(len(shares))),
        "mode": "markers",
        "name": legend,
        "marker": {"color": colour, "symbol": symbol, "size": 12, "line": {"width": 2, "color": colour}},
        "hovertext": labels,
        "hovertemplate": f"%{{hovertext}}<br>{legend}: %{{x:.1f}} %<extra></extra>",
    }
