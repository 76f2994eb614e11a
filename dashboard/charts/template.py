"""The look that all charts share: one Plotly template, and how a figure is made with it.

Streamlit lays its fonts, the theme's colours and its own margins over the template. Margins and the drag mode therefore
stand in each figure, which Streamlit leaves as it is.
"""

from collections.abc import Iterable
from html import escape
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
import streamlit as st

CONFIG = {"displayModeBar": False, "scrollZoom": False}
"""Of Plotly itself, for every chart."""

MAX_LABEL = 32
"""Characters of a label on an axis; a longer one would leave no room for the chart."""

CELL_TEXT_PX, SMALL_TEXT_PX = 14, 11

HIDING_LEGEND = {"itemclick": "toggle"}
"""Of charts with many lines: a click on the legend hides one."""

pio.templates["trilens"] = go.layout.Template(
    layout={
        "xaxis": {"zeroline": False},
        "yaxis": {"zeroline": False, "automargin": True},
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "itemclick": False},
        "annotationdefaults": {"font": {"size": 14}, "showarrow": False},
        "bargap": 0.35,
    }
)
TEMPLATE = pio.templates.merge_templates("streamlit+trilens")

drawn_once = st.cache_resource(max_entries=200, show_spinner=False)
"""Decorates a chart: equal rows give the same figure, which all sessions share: do not modify it."""


def chart(traces: Iterable[Any], height_px: float, *, top_px: float = 10, **layout: Any) -> go.Figure:  # noqa: ANN401 - Plotly's own settings
    """A figure in the shared look.

    Args:
        traces: Plotly's, or dictionaries of their settings.
        height_px: of the whole figure.
        top_px: room above the chart, for titles that stand there.
        layout: what is special to the chart: its axes, shapes and annotations.
    """
    shared = {
        "template": TEMPLATE,
        "height": height_px,
        "margin": {"l": 0, "r": 10, "t": top_px, "b": 10},
        "dragmode": False,
        "clickmode": "event+select",
    }
    return go.Figure(list(traces), shared | layout)


def named_places(labels: Iterable[str], places: Iterable[float] | None = None) -> dict[str, Any]:
    """An axis with a label at each place: 0, 1, 2 and so on where no places are given."""
    names = list(labels)
    return {"tickmode": "array", "tickvals": list(range(len(names)) if places is None else places), "ticktext": names}


def title_at(text: str, x: float, y: float, **settings: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's own settings
    """A title within the chart, at a place of the whole figure unless the settings name an axis."""
    return {"text": text, "x": x, "y": y, "xref": "paper", "yref": "paper", "yanchor": "bottom", **settings}


def line_name(text: str, x: float) -> dict[str, Any]:
    """The name of a vertical line, above it."""
    return {"text": text, "x": x, "y": 1, "yref": "y domain", "yanchor": "bottom", "font": {"size": 12}}


def short_name(label: str, *, is_reference: bool = False) -> str:
    """A label for Plotly, which reads some HTML: escaped, short enough for an axis, a reference model's in italics."""
    short = escape(label if len(label) <= MAX_LABEL else f"{label[: MAX_LABEL - 1]}…")
    return f"<i>{short}</i>" if is_reference else short


def small(text: str) -> str:
    """A small text below another one in a cell."""
    return f"<span style='font-size:{SMALL_TEXT_PX}px'>{text}</span>"
