"""Charts of the Bias page: what is said and what is there, confusion, numbers against truth, commonest answers."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts import NEUTRAL, Theme, drawn_once, short_name

Axis = dict[str, Any]

RATIO_TICKS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)
FRAME_TITLES = {"3d": "3D, by tape", "2d": "2D, in the picture"}


@drawn_once
def class_shares(rows: pd.DataFrame, name: str, colour: str) -> go.Figure:
    """How often each class is said (in the model's colour) and is there, in 3D (full) and 2D (open), a line a class.

    Args:
        rows: question_id, class, said, in_3d, in_2d, in percent.
        name: of the run.
        colour: of its model.
    """
    labels = [f"{row['question_id']} {row['class']}" for row in rows.to_dict("records")]
    figure = go.Figure()
    for place, row in enumerate(rows.to_dict("records")):
        figure.add_scatter(
            x=[row["in_3d"], row["said"]],
            y=[place, place],
            mode="lines",
            hoverinfo="skip",
            showlegend=False,
            line={"color": colour, "width": 3},
        )
    for column, legend, symbol, of_colour in (
        ("in_3d", "is there, 3D", "circle", NEUTRAL),
        ("in_2d", "is there, 2D", "diamond-open", NEUTRAL),
        ("said", f"{short_name(name)} says it", "square", colour),
    ):
        figure.add_scatter(
            x=rows[column],
            y=list(range(len(rows))),
            mode="markers",
            name=legend,
            marker={"color": of_colour, "symbol": symbol, "size": 12, "line": {"width": 2, "color": of_colour}},
            hovertext=labels,
            hovertemplate=f"%{{hovertext}}<br>{legend}: %{{x:.1f}} %<extra></extra>",
        )
    figure.update_layout(
        height=90 + 40 * len(rows),
        margin={"l": 0, "r": 20, "t": 10, "b": 10},
        xaxis={"title": "share of the readable answers, %", "zeroline": False, "range": [-4, 104]},
        yaxis={
            "title": None,
            "automargin": True,
            "zeroline": False,
            "autorange": "reversed",
            "tickmode": "array",
            "tickvals": list(range(len(labels))),
            "ticktext": labels,
        },
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "itemclick": False},
        dragmode=False,
    )
    return figure


@drawn_once
def confusion(rows: pd.DataFrame, theme: Theme) -> go.Figure:
    """Said class by true class against 3D and 2D, side by side; `customdata` of a click is (frame, truth, answer).

    Args:
        rows: frame, truth, answer, n, share (percent of the truth's answers, NaN where there are none).
        theme: a sequential scale.
    """
    classes = list(rows["truth"].drop_duplicates())
    panels = []
    for frame in FRAME_TITLES:
        part = rows[rows["frame"] == frame].reset_index(drop=True)
        shares = part["share"].to_numpy().reshape(len(classes), -1)
        counts = part["n"].to_numpy().reshape(len(classes), -1)
        texts = [
            [
                f"{share:.0f}<br><span style='font-size:11px'>n {n}</span>" if n else "–"
                for share, n in zip(*pair, strict=True)
            ]
            for pair in zip(shares, counts, strict=True)
        ]
        cells = go.Heatmap(
            z=shares,
            text=texts,
            texttemplate="%{text}",
            textfont={"color": theme.text_colour, "size": 14},
            colorscale=list(theme.colour_scale),
            zmin=0,
            zmax=100,
            xgap=2,
            ygap=2,
            showscale=False,
            hoverinfo="skip",
        )
        marks = go.Scatter(
            x=[classes.index(name) for name in part["answer"]],
            y=[classes.index(name) for name in part["truth"]],
            mode="markers",
            showlegend=False,
            marker={"symbol": "square", "size": 34, "opacity": 0},
            selected={"marker": {"opacity": 0}},
            unselected={"marker": {"opacity": 0}},
            customdata=list(zip(part["frame"], part["truth"], part["answer"], strict=True)),
            hovertext=[
                f"{row['truth']} in {frame.upper()}, called {row['answer']}: {row['n']:,}"
                for row in part.to_dict("records")
            ],
            hovertemplate="%{hovertext}<br>click: these photographs, below<extra></extra>",
        )
        panels.append((cells, marks))
    axis: Axis = {
        "showgrid": False,
        "zeroline": False,
        "tickmode": "array",
        "tickvals": list(range(len(classes))),
        "ticktext": classes,
    }
    figure = _side_by_side(
        panels,
        {**axis, "title": "said", "autotickangles": [0, -35]},
        {**axis, "autorange": "reversed", "automargin": True},
    )
    return figure.update_layout(height=340)


@drawn_once
def numbers_against_truth(
    rows: pd.DataFrame, colour: str, unit: str, lines: Mapping[str, float], *, is_ratio: bool
) -> go.Figure:
    """Numbers that were said against the truth in 3D and 2D, with the identity line; `customdata` is the photograph.

    Ratios stand on logarithmic axes: twice and half are equally far off. Answers that repeat lie in rows.

    Args:
        rows: photograph_id, value, truth_3d, truth_2d.
        colour: of the model.
        unit: of the numbers, for the axes.
        lines: constant answers to draw, by name.
        is_ratio: whether the numbers are ratios.
    """
    values = rows[["value", "truth_3d", "truth_2d"]].to_numpy()
    low, high = float(values.min()), float(values.max())
    ends = [low / 1.05, high * 1.05] if is_ratio else [low - 4.0, high + 4.0]
    panels = []
    for frame in FRAME_TITLES:
        identity = go.Scatter(
            x=ends,
            y=ends,
            mode="lines",
            hoverinfo="skip",
            showlegend=False,
            line={"color": NEUTRAL, "width": 1.5, "dash": "dash"},
        )
        constants = [
            go.Scatter(
                x=ends,
                y=[constant, constant],
                mode="lines",
                hoverinfo="skip",
                name=short_name(name),
                line={"color": NEUTRAL, "width": 2, "dash": "dot"},
                showlegend=frame == "3d",
            )
            for name, constant in lines.items()
        ]
        marks = go.Scatter(
            x=rows[f"truth_{frame}"],
            y=rows["value"],
            mode="markers",
            showlegend=False,
            customdata=rows["photograph_id"],
            marker={"color": colour, "size": 8, "opacity": 0.5},
            hovertemplate="%{customdata}<br>said %{y:.4g}, true %{x:.4g}<br>click: its case<extra></extra>",
        )
        panels.append((identity, *constants, marks))
    axis: Axis = {"type": "log", "tickvals": RATIO_TICKS} if is_ratio else {"nticks": 6, "zeroline": False}
    figure = _side_by_side(panels, {**axis, "title": f"true{unit}"}, {**axis, "title": f"said{unit}"})
    return figure.update_layout(height=430, legend={"orientation": "h", "y": -0.2})


@drawn_once
def commonest_answers(rows: pd.DataFrame, colour: str) -> go.Figure:
    """Shares of the commonest answers, a bar each; `customdata` is the answer's value.

    Args:
        rows: value, answer (text), n, share (percent), the commonest first.
        colour: of the model.
    """
    figure = go.Figure(
        go.Bar(
            x=rows["share"],
            y=rows["answer"],
            orientation="h",
            marker={"color": colour},
            customdata=rows["value"],
            text=[f"{share:.1f} %" for share in rows["share"]],
            textposition="auto",
            textangle=0,
            hovertemplate="%{y}: %{text}<br>click: these photographs, below<extra></extra>",
        )
    )
    figure.update_layout(
        height=90 + 32 * len(rows),
        margin={"l": 0, "r": 10, "t": 10, "b": 10},
        bargap=0.35,
        xaxis={"title": "share of the readable answers, %", "zeroline": False, "rangemode": "tozero"},
        yaxis={"type": "category", "autorange": "reversed", "automargin": True, "title": None},
        dragmode=False,
        clickmode="event+select",
    )
    return figure


def _side_by_side(panels: Sequence[Sequence[go.Scatter | go.Heatmap]], x_axis: Axis, y_axis: Axis) -> go.Figure:
    """Two panels, against 3D and against 2D, that share what stands on the left.

    Args:
        panels: the traces of either.
        x_axis: settings of both axes below.
        y_axis: settings of both axes on the left; only the first shows its numbers.
    """
    for trace in panels[1]:
        trace.update(xaxis="x2", yaxis="y2")
    domains = ((0.0, 0.48), (0.52, 1.0))
    titles = [
        {
            "text": title,
            "x": sum(domain) / 2,
            "y": 1.0,
            "xref": "paper",
            "yref": "paper",
            "yanchor": "bottom",
            "xanchor": "center",
            "showarrow": False,
            "font": {"size": 14},
        }
        for title, domain in zip(FRAME_TITLES.values(), domains, strict=True)
    ]
    layout = {
        "xaxis": {**x_axis, "domain": domains[0]},
        "xaxis2": {**x_axis, "domain": domains[1], "anchor": "y2"},
        "yaxis": y_axis,
        "yaxis2": {**y_axis, "anchor": "x2", "matches": "y", "showticklabels": False, "title": None},
        "annotations": titles,
        "margin": {"l": 0, "r": 10, "t": 40, "b": 10},
        "dragmode": False,
        "clickmode": "event+select",
    }
    return go.Figure([trace for panel in panels for trace in panel], layout)
