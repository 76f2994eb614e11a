"""Charts on a page, with click handling and explanations."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from dashboard.charts.template import CONFIG, copy_with_lasso
from dashboard.runtime.session_state import ElementKey
from dashboard.style.theme import set_min_width
from dashboard.widgets.navigation import make_mark_callback, unwrap_only_part


def show_chart(
    figure: go.Figure, key: ElementKey, alt: str, on_click: Callable[[Any], None] | None = None, least_px: int = 0
) -> None:
    """Show a chart.

    Args:
        figure: the chart.
        key: of the chart in the session.
        alt: description for screen readers.
        on_click: called with the `customdata` of the clicked mark.
        least_px: width below which it scrolls sideways; 0 for none.
    """
    if least_px:
        set_min_width(key, least_px)
    if on_click is None:
        st.plotly_chart(figure, key=key, config=CONFIG, alt=alt)
    else:
        handle = on_click

        def handle_click(mark: Any) -> None:  # noqa: ANN401 - marks carry any type
            if mark in list_marks(figure):  # a browser could send anything
                handle(mark)

        on_select = make_mark_callback(key, handle_click)
        st.plotly_chart(figure, key=key, on_select=on_select, selection_mode="points", config=CONFIG, alt=alt)


def show_lasso_chart(figure: go.Figure, key: ElementKey, alt: str) -> None:
    """Show a chart on which dragging selects marks; the page then runs again, with the selection in the session.

    Args:
        figure: the chart.
        key: of the chart in the session.
        alt: description for screen readers.
    """
    st.plotly_chart(copy_with_lasso(figure), key=key, on_select="rerun", selection_mode="lasso", config=CONFIG, alt=alt)


def list_marks(figure: go.Figure) -> Iterator[Any]:
    """Yield the `customdata` of each mark of a chart, as a browser sends it."""
    for trace in figure.data:
        rows = [] if trace.customdata is None else trace.customdata
        for mark in chain.from_iterable(rows) if trace.type == "heatmap" else rows:
            yield unwrap_only_part(list(mark) if isinstance(mark, tuple | np.ndarray) else mark)


def show_help_popover(text: str) -> None:
    """Show the explanation of a chart's method behind a button, so that it is read only on demand."""
    with st.popover("How to read this", icon=":material/help:", type="tertiary"):
        st.markdown(text)
