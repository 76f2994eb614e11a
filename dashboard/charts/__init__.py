"""Charts out of small frames. One colour per model on every page; 3D is a full circle, 2D an open diamond."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

MODEL_COLOURS = ("#0072B2", "#56B4E9", "#009E73", "#D55E00", "#CC79A7", "#E69F00", "#8A6FBF", "#A0522D")
"""Colours that colour-blind people can tell apart. Source: Okabe and Ito (2008), the first six."""

REFERENCE_COLOURS = ("#5F6B73", "#7D888F", "#99A3A9")
"""For reference models, which are told apart from the others by dotted lines and squares too."""

NEUTRAL = "#7F7F7F"
"""For marks of no model in particular; readable on both themes."""

REFERENCE_SYMBOLS = {"circle": "square", "diamond-open": "square-open"}
"""What a reference model has in place of a model's symbol."""

CONDITION_SYMBOLS = {"P0": "circle", "P1": "square", "T0": "circle-open", "T1": "square-open"}
"""Full is planar, open tilted; a square has an object in it."""

SIDE_SYMBOLS = {"ab": "circle", "bc": "diamond", "ca": "square"}
BLAMED = "#D55E00"
"""For sides by tape that the photographs contradict."""

MAX_LABEL = 32
"""Characters of a label on an axis; a longer one would leave no room for the chart."""

CONFIG = {"displayModeBar": False, "scrollZoom": False}

drawn_once = st.cache_resource(max_entries=200, show_spinner=False)
"""Decorates a chart: equal rows give the same figure, which all sessions share and nobody may change."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of a heatmap.

    Attributes:
        colour_scale: from low to high.
        text_colour: readable on all of it.
        grey: of cells that are not to be trusted.
    """

    colour_scale: Sequence[str]
    text_colour: str
    grey: str = NEUTRAL


def colour_of(model_id: str, kinds: Mapping[str, str]) -> str:
    """The colour of a model, from its place among all models of its sort.

    Args:
        model_id: the model.
        kinds: kind (vlm, reference, human) by model id, of all models of the warehouse.
    """
    is_reference = kinds[model_id] == "reference"
    colours = REFERENCE_COLOURS if is_reference else MODEL_COLOURS
    alike = [other for other, kind in kinds.items() if (kind == "reference") == is_reference]
    return colours[alike.index(model_id) % len(colours)]


@drawn_once
def ranking(rows: pd.DataFrame, kinds: Mapping[str, str]) -> go.Figure:
    """Kappa 3D and 2D of every run as two marks on one line, best on top; `customdata` is the model's id.

    Args:
        rows: the query `ranking`, best first.
        kinds: as `colour_of` takes them; references have dotted lines, squares and names in italics.
    """
    rows = rows.iloc[::-1]
    is_reference = [kinds[model_id] == "reference" for model_id in rows["model_id"]]
    names = [
        f"<i>{short_name(label)}</i>" if reference else short_name(label)
        for label, reference in zip(rows["run_label"], is_reference, strict=True)
    ]
    places = list(range(len(rows)))
    colours = [colour_of(model_id, kinds) for model_id in rows["model_id"]]
    figure = go.Figure()
    for place, ends in enumerate(rows[["kappa_3d", "kappa_2d"]].to_numpy()):
        line = {"color": colours[place], "width": 2, "dash": "dot" if is_reference[place] else "solid"}
        figure.add_scatter(x=ends, y=[place, place], mode="lines", line=line, hoverinfo="skip", showlegend=False)
    for column, other, frame, symbol in (
        ("kappa_3d", "kappa_2d", "3D", "circle"),
        ("kappa_2d", "kappa_3d", "2D", "diamond-open"),
    ):
        is_left = rows[column] < rows[other] if frame == "2D" else rows[column] <= rows[other]
        figure.add_scatter(
            x=rows[column],
            y=places,
            mode="markers+text",
            showlegend=False,
            text=[f" {value:.1f} " for value in rows[column]],
            textposition=["middle left" if left else "middle right" for left in is_left],
            cliponaxis=False,
            customdata=rows["model_id"],
            hovertext=[f"{name}<br>kappa {frame} {v:.2f} %" for name, v in zip(names, rows[column], strict=True)],
            marker={
                "color": colours,
                "size": 13,
                "line": {"width": 2, "color": colours},
                "symbol": [REFERENCE_SYMBOLS[symbol] if reference else symbol for reference in is_reference],
            },
            hovertemplate="%{hovertext}<br>click: its worst cases<extra></extra>",
        )
        figure.add_scatter(
            x=[None],
            y=[None],
            mode="markers",
            name=f"against {frame}",
            marker={"color": NEUTRAL, "symbol": symbol, "size": 13, "line": {"width": 2, "color": NEUTRAL}},
        )
    kappas = rows[["kappa_3d", "kappa_2d"]]
    lowest, highest = float(kappas.min().min()), float(kappas.max().max())
    room = 0.15 * max(highest - lowest, 1.0)
    figure.update_layout(
        height=110 + 58 * len(rows),
        margin={"l": 0, "r": 20, "t": 10, "b": 10},
        xaxis={"title": "mean kappa, %", "zeroline": False, "range": [lowest - room, highest + room]},
        yaxis={
            "title": None,
            "automargin": True,
            "zeroline": False,
            "tickmode": "array",
            "tickvals": places,
            "ticktext": names,
        },
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "itemclick": False},
        dragmode=False,
        clickmode="event+select",
    )
    return figure


@drawn_once
def conditions(rows: pd.DataFrame) -> go.Figure:
    """Kappa by question, one mark per condition: planar full, tilted open; with an object a square.

    Args:
        rows: the query `reproduction`, figure `kappa_by_condition`.
    """
    figure = go.Figure()
    questions = sorted(rows["row_key"].unique())
    for number, (condition, symbol) in enumerate(CONDITION_SYMBOLS.items()):
        part = rows[rows["column_key"] == condition]
        figure.add_scatter(
            x=part["computed"],
            y=[questions.index(key) + (number - 1.5) / 6 for key in part["row_key"]],
            mode="markers",
            name=condition,
            marker={
                "symbol": symbol,
                "size": 11,
                "color": "#0072B2" if condition[0] == "P" else "#D55E00",
                "line": {"width": 2},
            },
            hovertext=[f"{key} {condition}" for key in part["row_key"]],
            hovertemplate="%{hovertext}<br>kappa 3D %{x:.2f} %<extra></extra>",
        )
    figure.update_layout(
        height=330,
        margin={"l": 0, "r": 20, "t": 10, "b": 10},
        xaxis={"title": "mean kappa 3D, %", "zeroline": False},
        yaxis={
            "autorange": "reversed",
            "title": None,
            "tickmode": "array",
            "tickvals": list(range(len(questions))),
            "ticktext": questions,
            "zeroline": False,
        },
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        dragmode=False,
    )
    return figure


@drawn_once
def residuals(rows: pd.DataFrame, verdicts: Mapping[str, str]) -> go.Figure:
    """Each triangle's three sides through the homography less those by tape; `customdata` is the triangle's id.

    Args:
        rows: the query `truth_audit`, triangles with measured views only, the largest disagreement first.
        verdicts: what each verdict says.
    """
    figure = go.Figure()
    limit_cm = float(rows["limit_cm"].iloc[0])
    figure.add_hrect(y0=-limit_cm, y1=limit_cm, line_width=0, fillcolor=NEUTRAL, opacity=0.15)
    places = list(range(len(rows)))
    for side, symbol in SIDE_SYMBOLS.items():
        values = rows[f"{side}_residual_cm"]
        blamed = rows["is_blamed"] & (values.abs() > limit_cm)
        figure.add_scatter(
            x=places,
            y=values,
            mode="markers+text",
            showlegend=False,
            customdata=rows["triangle_id"],
            marker={"symbol": symbol, "size": 9, "color": [BLAMED if is_off else NEUTRAL for is_off in blamed]},
            text=[name if is_off else "" for name, is_off in zip(rows["triangle_id"], blamed, strict=True)],
            textposition="middle right",
            hovertext=[
                f"{row['triangle_id']} {side.upper()}: {value:+.1f} cm<br>{verdicts[row['verdict']]}"
                for row, value in zip(rows.to_dict("records"), values, strict=True)
            ],
            hovertemplate="%{hovertext}<br>click: its evidence<extra></extra>",
        )
        figure.add_scatter(
            x=[None],
            y=[None],
            mode="markers",
            name=side.upper(),
            marker={"symbol": symbol, "size": 9, "color": NEUTRAL},
        )
    figure.update_layout(
        height=340,
        margin={"l": 0, "r": 20, "t": 10, "b": 10},
        xaxis={
            "title": "triangles, the largest disagreement first",
            "showgrid": False,
            "zeroline": False,
            "showticklabels": False,
        },
        yaxis={"title": "homography less tape, cm", "zeroline": False},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "itemclick": False},
        dragmode=False,
        clickmode="event+select",
    )
    return figure


def short_name(label: str) -> str:
    """A label for Plotly, which reads some HTML: escaped, and short enough to leave room for the chart."""
    return escape(label if len(label) <= MAX_LABEL else f"{label[: MAX_LABEL - 1]}…")
