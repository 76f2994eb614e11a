"""Dot plots with intervals: several measures of each run on one line, and one measure of all runs by group."""

from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts import NEUTRAL, colour_of, drawn_once, short_name

SYMBOLS = ("circle", "circle-open", "diamond-open")
"""Of the measures on one line, in their order."""
LINE_PX = 17
HEAD_PX = 30

Row = Mapping[Hashable, Any]

_PERCENT = {"zeroline": False, "range": [-3, 103]}
_LAYOUT = {
    "margin": {"l": 0, "r": 10, "t": 10, "b": 10},
    "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "itemclick": False},
    "dragmode": False,
    "clickmode": "event+select",
}


@drawn_once
def measures_by_run(rows: pd.DataFrame, measures: Mapping[str, str], kinds: Mapping[str, str]) -> go.Figure:
    """Each run's measures as marks on one line, with intervals; `customdata` of a mark is the model's id.

    Args:
        rows: run_id, model_id, label, measure, value, low, high, n_triangles, the first run on top.
        measures: what each measure is called, at most as many as there are symbols.
        kinds: as `colour_of` takes them.
    """
    runs = _by(rows, "run_id")
    places = {run_id: len(runs) - 1 - number for number, run_id in enumerate(runs)}
    shifts = {measure: 0.2 * ((len(measures) - 1) / 2 - number) for number, measure in enumerate(measures)}
    traces = [
        _intervals(part, [places[run_id] + shifts[row["measure"]] for row in part], kinds)
        for run_id, part in runs.items()
    ]
    by_measure = _by(rows, "measure")
    for symbol, (measure, title) in zip(SYMBOLS, measures.items(), strict=False):
        part = by_measure.get(measure, [])
        colours = [colour_of(row["model_id"], kinds) for row in part]
        look = {"size": 11, "symbol": symbol}
        traces += [
            {
                "x": [row["value"] for row in part],
                "y": [places[row["run_id"]] + shifts[measure] for row in part],
                "mode": "markers",
                "showlegend": False,
                "cliponaxis": False,
                "customdata": [row["model_id"] for row in part],
                "marker": {**look, "color": colours, "line": {"width": 2, "color": colours}},
                "hovertext": [_hover(row, title) for row in part],
                "hovertemplate": "%{hovertext}<br>click: its cases<extra></extra>",
            },
            {
                "x": [None],
                "y": [None],
                "mode": "markers",
                "name": title,
                "marker": {**look, "color": NEUTRAL, "line": {"width": 2, "color": NEUTRAL}},
            },
        ]
    names = {places[run_id]: _name(part[0], kinds) for run_id, part in runs.items()}
    return go.Figure(
        traces,
        {
            **_LAYOUT,
            "height": 100 + 52 * max(len(runs), 1),
            "xaxis": {**_PERCENT, "title": "%"},
            "yaxis": {
                "title": None,
                "automargin": True,
                "zeroline": False,
                "tickmode": "array",
                "tickvals": list(names),
                "ticktext": list(names.values()),
                "range": [-0.6, len(runs) - 0.4],
            },
        },
    )


@drawn_once
def runs_by_group(rows: pd.DataFrame, groups: Mapping[str, str], kinds: Mapping[str, str], title: str) -> go.Figure:
    """All runs' estimates under the heading of each group; `customdata` of a mark is (group, model's id).

    Args:
        rows: group, run_id, model_id, label, value, low, high, n_triangles.
        groups: the headings by group, in order; those without rows are left out.
        kinds: as `colour_of` takes them.
        title: of the axis.
    """
    runs, present = _by(rows, "run_id"), set(rows["group"])
    size_px = HEAD_PX + LINE_PX * len(runs)
    heads = {group: -number * size_px for number, group in enumerate(group for group in groups if group in present)}
    traces = []
    for line, part in enumerate(runs.values()):
        places = [heads[row["group"]] - HEAD_PX - LINE_PX * line for row in part]
        model_id = part[0]["model_id"]
        symbol = "square" if kinds[model_id] == "reference" else "circle"
        traces += [
            _intervals(part, places, kinds),
            {
                "x": [row["value"] for row in part],
                "y": places,
                "mode": "markers",
                "name": _name(part[0], kinds),
                "cliponaxis": False,
                "customdata": [(row["group"], model_id) for row in part],
                "marker": {"color": colour_of(model_id, kinds), "size": 11, "symbol": symbol},
                "hovertext": [_hover(row, groups[row["group"]]) for row in part],
                "hovertemplate": "%{hovertext}<extra></extra>",
            },
        ]
    headings = [
        {
            "x": 0,
            "xref": "paper",
            "y": head - HEAD_PX + LINE_PX,
            "xanchor": "left",
            "yanchor": "middle",
            "text": f"<b>{escape(groups[group])}</b>",
            "showarrow": False,
            "font": {"size": 13},
        }
        for group, head in heads.items()
    ]
    height_px = size_px * len(heads)
    return go.Figure(
        traces,
        {
            **_LAYOUT,
            "height": height_px + 120,
            "xaxis": {**_PERCENT, "title": title},
            "yaxis": {"visible": False, "range": [-height_px + LINE_PX / 2, LINE_PX / 2]},
            "annotations": headings,
        },
    )


def _by(rows: pd.DataFrame, column: str) -> dict[str, list[Row]]:
    """The rows as records by the values of a column, in their order."""
    parts: dict[str, list[Row]] = {}
    for row in rows.to_dict("records"):
        parts.setdefault(row[column], []).append(row)
    return parts


def _intervals(part: Sequence[Row], places: Sequence[float], kinds: Mapping[str, str]) -> dict[str, Any]:
    """All intervals of one run as one interrupted line."""
    x: list[float | None] = []
    y: list[float | None] = []
    for row, place in zip(part, places, strict=True):
        if pd.notna(row["low"]):
            x += [row["low"], row["high"], None]
            y += [place, place, None]
    model_id = part[0]["model_id"]
    dash = "dot" if kinds[model_id] == "reference" else "solid"
    return {
        "x": x or [None],
        "y": y or [None],
        "mode": "lines",
        "hoverinfo": "skip",
        "showlegend": False,
        "line": {"color": colour_of(model_id, kinds), "width": 2, "dash": dash},
    }


def _name(row: Row, kinds: Mapping[str, str]) -> str:
    name = short_name(row["label"])
    return f"<i>{name}</i>" if kinds[row["model_id"]] == "reference" else name


def _hover(row: Row, title: str) -> str:
    interval: str = "no interval" if pd.isna(row["low"]) else f"95 % interval {row['low']:.1f} to {row['high']:.1f}"
    return (
        f"{short_name(row['label'])}, {escape(title)}<br>{row['value']:.1f} %, {interval}, "
        f"{row['n_triangles']} triangles"
    )
