"""Dot plots with intervals: several measures of each run on one line, and one measure of all runs by group."""

from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts import NEUTRAL, colour_of, short_name

SYMBOLS = ("circle", "circle-open", "diamond-open")
"""Of the measures on one line, in their order."""
LINE_PX = 17
HEAD_PX = 30


def measures_by_run(rows: pd.DataFrame, measures: Mapping[str, str], kinds: Mapping[str, str]) -> go.Figure:
    """Each run's measures as marks on one line, with intervals; `customdata` of a mark is the model's id.

    Args:
        rows: run_id, model_id, label, measure, value, low, high, n_triangles, the first run on top.
        measures: what each measure is called, at most as many as there are symbols.
        kinds: as `colour_of` takes them.
    """
    runs = list(rows["run_id"].unique())[::-1]
    names = rows.drop_duplicates("run_id").set_index("run_id")
    rank, order = {run_id: place for place, run_id in enumerate(runs)}, list(measures)
    shifts = 0.2 * ((len(order) - 1) / 2 - rows["measure"].map(order.index))
    placed = rows.assign(
        place=rows["run_id"].map(rank) + shifts, colour=[colour_of(model_id, kinds) for model_id in rows["model_id"]]
    )
    figure = go.Figure()
    for _, part in placed.groupby("run_id", sort=False):
        is_reference = kinds[part["model_id"].iloc[0]] == "reference"
        figure.add_trace(_intervals(part, list(part["place"]), part["colour"].iloc[0], is_reference))
    edge = {"width": 2, "color": NEUTRAL}
    for symbol, (measure, title) in zip(SYMBOLS, measures.items(), strict=False):
        part = placed[placed["measure"] == measure]
        figure.add_scatter(
            x=part["value"], y=part["place"], mode="markers", showlegend=False, cliponaxis=False,
            customdata=part["model_id"],
            marker={"color": part["colour"], "size": 11, "symbol": symbol, "line": {**edge, "color": part["colour"]}},
            hovertext=[_hover(row, title) for row in part.to_dict("records")],
            hovertemplate="%{hovertext}<br>click: its cases<extra></extra>",
        )  # fmt: skip
        figure.add_scatter(
            x=[None], y=[None], mode="markers", name=title,
            marker={"color": NEUTRAL, "symbol": symbol, "size": 11, "line": edge},
        )  # fmt: skip
    labels = [_name(names.loc[run_id, "label"], kinds[names.loc[run_id, "model_id"]]) for run_id in runs]
    figure.update_layout(
        height=100 + 52 * max(len(runs), 1),
        margin={"l": 0, "r": 10, "t": 10, "b": 10},
        xaxis={"title": "%", "zeroline": False, "range": [-3, 103]},
        yaxis={"title": None, "automargin": True, "zeroline": False, "tickmode": "array",
               "tickvals": list(range(len(runs))), "ticktext": labels, "range": [-0.6, len(runs) - 0.4]},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "itemclick": False},
        dragmode=False,
        clickmode="event+select",
    )  # fmt: skip
    return figure


def runs_by_group(rows: pd.DataFrame, groups: Mapping[str, str], kinds: Mapping[str, str], title: str) -> go.Figure:
    """All runs' estimates under the heading of each group; `customdata` of a mark is (group, model's id).

    Args:
        rows: group, run_id, model_id, label, value, low, high, n_triangles.
        groups: the headings by group, in order; those without rows are left out.
        kinds: as `colour_of` takes them.
        title: of the axis.
    """
    shown = [group for group in groups if group in set(rows["group"])]
    n_runs = rows["run_id"].nunique()
    size_px = HEAD_PX + LINE_PX * n_runs
    figure = go.Figure()
    for line, (_, part) in enumerate(rows.groupby("run_id", sort=False)):
        model_id = part["model_id"].iloc[0]
        is_reference = kinds[model_id] == "reference"
        places = [-(shown.index(group) * size_px + HEAD_PX + LINE_PX * line) for group in part["group"]]
        figure.add_trace(_intervals(part, places, colour_of(model_id, kinds), is_reference))
        figure.add_scatter(
            x=part["value"], y=places, mode="markers", name=_name(part["label"].iloc[0], kinds[model_id]),
            cliponaxis=False, customdata=list(zip(part["group"], part["model_id"], strict=True)),
            marker={"color": colour_of(model_id, kinds), "size": 11, "symbol": "square" if is_reference else "circle"},
            hovertext=[_hover(row, groups[str(row["group"])]) for row in part.to_dict("records")],
            hovertemplate="%{hovertext}<extra></extra>",
        )  # fmt: skip
    headings = [
        {"x": 0, "xref": "paper", "y": -(number * size_px + HEAD_PX - LINE_PX), "xanchor": "left", "yanchor": "middle",
         "text": f"<b>{escape(groups[group])}</b>", "showarrow": False, "font": {"size": 13}}
        for number, group in enumerate(shown)
    ]  # fmt: skip
    height_px = size_px * len(shown)
    figure.update_layout(
        height=height_px + 120,
        margin={"l": 0, "r": 10, "t": 10, "b": 10},
        xaxis={"title": title, "zeroline": False, "range": [-3, 103]},
        yaxis={"visible": False, "range": [-height_px + LINE_PX / 2, LINE_PX / 2]},
        legend={"orientation": "h", "y": 1.01, "yanchor": "bottom", "x": 0, "itemclick": False},
        annotations=headings,
        dragmode=False,
        clickmode="event+select",
    )
    return figure


def _intervals(part: pd.DataFrame, places: Sequence[float], colour: str, is_reference: bool) -> go.Scatter:
    """All intervals of one run as one interrupted line."""
    x: list[float | None] = []
    y: list[float | None] = []
    for low, high, place in zip(part["low"], part["high"], places, strict=True):
        if pd.notna(low):
            x += [low, high, None]
            y += [place, place, None]
    line = {"color": colour, "width": 2, "dash": "dot" if is_reference else "solid"}
    return go.Scatter(x=x or [None], y=y or [None], mode="lines", hoverinfo="skip", showlegend=False, line=line)


def _name(label: str, kind: str) -> str:
    return f"<i>{short_name(label)}</i>" if kind == "reference" else short_name(label)


def _hover(row: Mapping[Hashable, Any], title: str) -> str:
    interval = "no interval" if pd.isna(row["low"]) else f"95 % interval {row['low']:.1f} to {row['high']:.1f}"
    return (
        f"{short_name(str(row['label']))}, {escape(title)}<br>{row['value']:.1f} %, {interval}, "
        f"{row['n_triangles']} triangles"
    )
