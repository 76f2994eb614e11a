"""Forest plots: one line per run or slice, an estimate with its 95 % interval, references as dotted squares."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts import NEUTRAL, colour_of, drawn_once, short_name


@drawn_once
def forest(
    rows: pd.DataFrame, kinds: Mapping[str, str], title: str, lines: Mapping[str, float] | None = None
) -> go.Figure:
    """Estimates with intervals, the first row on top; `customdata` of a mark is its place among the rows.

    Args:
        rows: label, value, low, high (all in the unit of `title`; low and high may be missing) and, where a row is a
            run's, model_id; else its marks are neutral. `detail`, if there, is added to what the mouse shows.
        kinds: kind by model id, as `colour_of` takes it.
        title: of the axis.
        lines: vertical lines to compare with, by name: 0 for differences, the blind constant, the ceiling.
    """
    rows = rows.iloc[::-1]
    places = list(range(len(rows)))
    figure = go.Figure()
    for place, row in zip(places, rows.to_dict("records"), strict=True):
        model_id = row.get("model_id")
        is_reference = kinds.get(str(model_id)) == "reference"
        colour = colour_of(str(model_id), kinds) if str(model_id) in kinds else NEUTRAL
        if pd.notna(row["low"]):
            figure.add_scatter(
                x=[row["low"], row["high"]],
                y=[place, place],
                mode="lines",
                hoverinfo="skip",
                showlegend=False,
                line={"color": colour, "width": 3, "dash": "dot" if is_reference else "solid"},
            )
        figure.add_scatter(
            x=[row["value"]],
            y=[place],
            mode="markers",
            showlegend=False,
            customdata=[len(rows) - 1 - place],
            marker={"color": colour, "size": 12, "symbol": "square" if is_reference else "circle"},
            hovertext=[_hover(row)],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    for name, value in (lines or {}).items():
        figure.add_vline(
            x=value,
            line={"color": NEUTRAL, "width": 1.5, "dash": "dash"},
            annotation_text=short_name(name),
            annotation_position="top",
            annotation_font={"size": 12},
        )
    figure.update_layout(
        height=90 + 44 * max(len(rows), 1),
        margin={"l": 0, "r": 20, "t": 30, "b": 10},
        xaxis={"title": title, "zeroline": False},
        yaxis={
            "title": None,
            "automargin": True,
            "zeroline": False,
            "tickmode": "array",
            "tickvals": places,
            "ticktext": [short_name(label) for label in rows["label"]],
            "range": [-0.6, len(rows) - 0.4],
        },
        dragmode=False,
        clickmode="event+select",
    )
    return figure


def _hover(row: Mapping[Hashable, Any]) -> str:
    interval = "no interval" if pd.isna(row["low"]) else f"95 % interval {row['low']:.1f} to {row['high']:.1f}"
    detail = row.get("detail")
    return f"{short_name(str(row['label']))}<br>{row['value']:.1f}, {interval}" + (f"<br>{detail}" if detail else "")
