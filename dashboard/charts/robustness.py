"""Dot plots with intervals: several measures of each run on one line, and one measure of all runs by group."""

from collections.abc import Hashable, Mapping
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
    figure = go.Figure()
    for number, (measure, title) in enumerate(measures.items()):
        part = rows[rows["measure"] == measure]
        places = [runs.index(run_id) + 0.2 * ((len(measures) - 1) / 2 - number) for run_id in part["run_id"]]
        _add_marks(figure, part, places, kinds, SYMBOLS[number], title)
        figure.add_scatter(
            x=[None], y=[None], mode="markers", name=title,
            marker={"color": NEUTRAL, "symbol": SYMBOLS[number], "size": 11, "line": {"width": 2, "color": NEUTRAL}},
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
    runs = rows.drop_duplicates("run_id")
    size_px = HEAD_PX + LINE_PX * len(runs)
    figure = go.Figure()
    for number, group in enumerate(shown):
        part = rows[rows["group"] == group]
        order = list(runs["run_id"])
        places = [-(number * size_px + HEAD_PX + LINE_PX * order.index(run_id)) for run_id in part["run_id"]]
        _add_marks(figure, part.assign(heading=groups[group]), places, kinds, None, "", with_group=True)
        figure.add_annotation(
            x=0, xref="paper", y=-(number * size_px + HEAD_PX - LINE_PX), xanchor="left", yanchor="middle",
            text=f"<b>{short_name(groups[group])}</b>", showarrow=False, font={"size": 13},
        )  # fmt: skip
    for run in runs.itertuples():
        is_reference = kinds[run.model_id] == "reference"
        figure.add_scatter(
            x=[None], y=[None], mode="markers", name=_name(run.label, kinds[run.model_id]),
            marker={"color": colour_of(run.model_id, kinds), "size": 10,
                    "symbol": "square" if is_reference else "circle"},
        )  # fmt: skip
    height = size_px * len(shown)
    figure.update_layout(
        height=height + 120,
        margin={"l": 0, "r": 10, "t": 10, "b": 10},
        xaxis={"title": title, "zeroline": False, "range": [-3, 103]},
        yaxis={"visible": False, "range": [-height + LINE_PX / 2, LINE_PX / 2]},
        legend={"orientation": "h", "y": 1.01, "yanchor": "bottom", "x": 0, "itemclick": False},
        dragmode=False,
        clickmode="event+select",
    )
    return figure


def _add_marks(
    figure: go.Figure,
    part: pd.DataFrame,
    places: list[float],
    kinds: Mapping[str, str],
    symbol: str | None,
    title: str,
    with_group: bool = False,
) -> None:
    """One interval and one mark per row, in the model's colour; references dotted, and squares where `symbol` is None."""
    colours = [colour_of(model_id, kinds) for model_id in part["model_id"]]
    references = [kinds[model_id] == "reference" for model_id in part["model_id"]]
    records = part.to_dict("records")
    for row, place, colour, is_reference in zip(records, places, colours, references, strict=True):
        if pd.notna(row["low"]):
            figure.add_scatter(
                x=[row["low"], row["high"]], y=[place, place], mode="lines", hoverinfo="skip", showlegend=False,
                line={"color": colour, "width": 2, "dash": "dot" if is_reference else "solid"},
            )  # fmt: skip
    figure.add_scatter(
        x=part["value"], y=places, mode="markers", showlegend=False, cliponaxis=False,
        customdata=list(zip(part["group"], part["model_id"], strict=True)) if with_group else part["model_id"],
        marker={"color": colours, "size": 11, "line": {"width": 2, "color": colours},
                "symbol": [symbol or ("square" if is_reference else "circle") for is_reference in references]},
        hovertext=[_hover(row, title or str(row.get("heading", ""))) for row in records],
        hovertemplate="%{hovertext}<extra></extra>",
    )  # fmt: skip


def _name(label: str, kind: str) -> str:
    return f"<i>{short_name(label)}</i>" if kind == "reference" else short_name(label)


def _hover(row: Mapping[Hashable, Any], title: str) -> str:
    interval = "no interval" if pd.isna(row["low"]) else f"95 % interval {row['low']:.1f} to {row['high']:.1f}"
    return (
        f"{short_name(str(row['label']))}, {short_name(title)}<br>{row['value']:.1f} %, {interval}, "
        f"{row['n_triangles']} triangles"
    )
