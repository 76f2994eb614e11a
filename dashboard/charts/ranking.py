"""Score 3D and score 2D of every run."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.marks import Trace, legend_sample, run_colour, run_name
from dashboard.charts.template import chart, drawn_once, named_places

SYMBOLS = {"3D": "circle", "2D": "diamond-open"}
REFERENCE_SYMBOLS = {"3D": "square", "2D": "square-open"}
MARK_PX = 13


@drawn_once
def ranking(rows: pd.DataFrame, kinds: Mapping[str, str]) -> go.Figure:
    """Score 3D and 2D of every run as two marks on one line, best on top; `customdata` is the run's id.

    Args:
        rows: the query `ranking`, best first.
        kinds: as `colour_of` takes them; references have dotted lines, squares and names in italics.
    """
    upwards = rows.rename(columns={"run_label": "label"}).iloc[::-1]
    runs = upwards.to_dict("records")
    traces = [_line(row, place, kinds) for place, row in enumerate(runs)]
    for frame in SYMBOLS:
        traces += [_marks(upwards, frame, kinds), legend_sample(f"against {frame}", SYMBOLS[frame], MARK_PX)]
    kappas = upwards[["score", "foil_score"]]
    lowest, highest = float(kappas.min().min()), float(kappas.max().max())
    room = 0.15 * max(highest - lowest, 1.0)
    return chart(
        traces,
        110 + 58 * len(rows),
        xaxis={"title": "mean score, %", "range": [lowest - room, highest + room]},
        yaxis=named_places(run_name(row, kinds) for row in runs),
    )


def _line(row: Mapping[Hashable, Any], place: int, kinds: Mapping[str, str]) -> Trace:
    """The line between both marks of a run."""
    dash = "dot" if kinds[row["model_id"]] == "reference" else "solid"
    line = {"color": run_colour(row, kinds), "width": 2, "dash": dash}
    ends = [row["score"], row["foil_score"]]
    return {"x": ends, "y": [place, place], "mode": "lines", "line": line, "hoverinfo": "skip", "showlegend": False}


def _marks(rows: pd.DataFrame, frame: str, kinds: Mapping[str, str]) -> Trace:
    """The marks of all runs against one truth, each with its number on the outer side."""
    own, other = ("score", "foil_score") if frame == "3D" else ("foil_score", "score")
    is_left = rows[own] < rows[other] if frame == "2D" else rows[own] <= rows[other]
    runs = rows.to_dict("records")
    symbols = [(REFERENCE_SYMBOLS if kinds[row["model_id"]] == "reference" else SYMBOLS)[frame] for row in runs]
    colours = [run_colour(row, kinds) for row in runs]
    return {
        "x": rows[own],
        "y": list(range(len(rows))),
        "mode": "markers+text",
        "showlegend": False,
        "text": [f" {value:.1f} " for value in rows[own]],
        "textposition": ["middle left" if left else "middle right" for left in is_left],
        "cliponaxis": False,
        "customdata": rows["run_id"],
        "hovertext": [f"{run_name(row, kinds)}<br>score {frame} {row[own]:.2f} %" for row in runs],
        "hovertemplate": "%{hovertext}<br>click: its worst cases<extra></extra>",
        "marker": {"color": colours, "size": MARK_PX, "symbol": symbols, "line": {"width": 2, "color": colours}},
    }
