"""A chart on a page, what a click on it does, and what explains it."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from dashboard.charts.template import CONFIG
from dashboard.style.theme import set_min_width
from dashboard.widgets.navigation import make_mark_callback, unwrap_only_part


def show_chart(
    figure: go.Figure, key: str, alt: str, on_click: Callable[[Any], None] | None = None, least_px: int = 0
) -> None:
    """Shows a chart.

    Args:
        figure: what to show.
        key: of the chart in the session.
        alt: what it is, for a screen reader.
        on_click: called with what the clicked mark carries (`customdata`).
        least_px: width below which it scrolls sideways; 0 for none.
    """
    if least_px:
        set_min_width(key, least_px)
    if on_click is None:
        st.plotly_chart(figure, key=key, config=CONFIG, alt=alt)
    else:
        handle = on_click

        def clicked(mark: Any) -> None:  # noqa: ANN401 - whatever a mark carries
            if mark in list_marks(figure):  # else a browser has made it up
                handle(mark)

        on_select = make_mark_callback(key, clicked)
        st.plotly_chart(figure, key=key, on_select=on_select, selection_mode="points", config=CONFIG, alt=alt)


def list_marks(figure: go.Figure) -> Iterator[Any]:
    """Yield what each mark of a chart carries as its `customdata`, as a browser sends it."""
    for trace in figure.data:
        rows = [] if trace.customdata is None else trace.customdata
        for mark in chain.from_iterable(rows) if trace.type == "heatmap" else rows:
            yield unwrap_only_part(list(mark) if isinstance(mark, tuple | np.ndarray) else mark)


def show_help_popover(text: str) -> None:
    """What explains a chart's method, behind a button: a reader who knows it is not held up."""
    with st.popover("How to read this", icon=":material/help:", type="tertiary"):
        st.markdown(text)
