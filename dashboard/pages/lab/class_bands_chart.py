"""Bars of the image's classes by tilt, in the Lab."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.formatting import format_number
from dashboard.charts.label_spacing import space_labels
from dashboard.charts.primitives import Trace, draw_vertical_line
from dashboard.charts.template import build_annotation, build_figure, drawn_once, label_ticks
from dashboard.style.palette import CLASSES, NEUTRAL, TEXT_ON_CLASSES

ROWS = {"Q1": "Side class", "Q2": "Angle class"}
TILTS_DEG = (0.0, 80.0)

BAR_PX, NAMES_PX, STEM_PX, BETWEEN_PX, BELOW_PX = 36, 18, 12, 16, 60
"""Heights: a bar, the names above it, the lines between them, the gap between two bars, the space below them."""

PHONE_PX, CHARACTER_PX = 240, 7
"""Width of the axis on a phone, and of a character of a name: what fits there fits everywhere."""

Span = Mapping[Hashable, Any]


@drawn_once
def draw_class_bands(rows: pd.DataFrame, tilt_deg: float) -> go.Figure:
    """Draw one bar per question along the tilt, coloured by class, and a line at the current tilt.

    The name of a class is inside its span, or above it with a connecting line if the span is too narrow.

    Args:
        rows: question_id, value, from_deg, to_deg.
        tilt_deg: current tilt of the scene.
    """
    bars: list[Trace] = []
    names: list[Trace] = []
    places: list[float] = []
    top = 0.0
    for question_id in ROWS:
        spans: Sequence[Span] = rows[rows["question_id"] == question_id].to_dict("records")
        narrow = [span for span in spans if not _has_room(span)]
        top -= NAMES_PX + STEM_PX if narrow else 0
        places.append(top - BAR_PX / 2)
        bars += [_draw_bar(span, places[-1]) for span in spans]
        names += _draw_names_above(narrow, top)
        top -= BAR_PX + BETWEEN_PX
    return build_figure(
        bars,
        -top + BELOW_PX,
        barmode="overlay",
        xaxis={"title": "tilt, °", "range": list(TILTS_DEG)},
        yaxis={**label_ticks(ROWS.values(), places), "range": [top, 0], "showgrid": False},
        shapes=[draw_vertical_line(tilt_deg)],
        annotations=names,
    )


def _estimate_width_deg(name: str) -> float:
    """Return how much of the axis a name takes on a phone."""
    return (TILTS_DEG[1] - TILTS_DEG[0]) * CHARACTER_PX * (len(name) + 1) / PHONE_PX


def _has_room(span: Span) -> bool:
    """Return whether the name fits into the span."""
    return bool(span["to_deg"] - span["from_deg"] >= _estimate_width_deg(span["value"]))


def _draw_names_above(narrow: Sequence[Span], top: float) -> list[Trace]:
    """Draw the names of narrow spans side by side above the bar, each with a line to the middle of its span."""
    middles = [(span["from_deg"] + span["to_deg"]) / 2 for span in narrow]
    gap = max((_estimate_width_deg(span["value"]) for span in narrow), default=0.0)
    at = space_labels(middles, gap, TILTS_DEG[0] + gap / 2, TILTS_DEG[1] - gap / 2)
    line = {"showarrow": True, "arrowhead": 0, "arrowwidth": 1, "arrowcolor": NEUTRAL, "axref": "x", "ayref": "y"}
    return [
        build_annotation(span["value"], x=middle, y=top, ax=place, ay=top + STEM_PX, yanchor="bottom", **line)
        for span, middle, place in zip(narrow, middles, at, strict=True)
    ]


def _draw_bar(span: Span, place: float) -> Trace:
    return {
        "type": "bar",
        "x": [span["to_deg"] - span["from_deg"]],
        "y": [place],
        "base": [span["from_deg"]],
        "orientation": "h",
        "showlegend": False,
        "marker": {"color": CLASSES[span["value"]], "line": {"width": 0}},
        "width": BAR_PX,
        "text": [span["value"] if _has_room(span) else ""],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textfont": {"color": TEXT_ON_CLASSES},
        "constraintext": "none",
        "hovertext": [f"{span['value']}<br>{format_number(span['from_deg'])}° to {format_number(span['to_deg'])}°"],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }
