"""Charts whose marks are cases: a click opens one, and a lasso selects several, which can be saved as a cohort."""

from typing import Any

import plotly.graph_objects as go
import streamlit as st

from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.runtime.session_state import ElementKey, read_all_selected
from dashboard.runtime.state_keys import common as keys
from dashboard.widgets import save_cohort
from dashboard.widgets.chart_display import list_marks, show_chart, show_lasso_chart
from dashboard.widgets.navigation import open_photograph, unwrap_only_part


def show_case_chart(figure: go.Figure, key: ElementKey, alt: str) -> None:
    """Show a chart whose marks have the id of a case as `customdata`.

    If the switch above is on, dragging draws a lasso, and clicks open no case. The cases inside can be saved.

    Args:
        figure: the chart.
        key: of the chart in the session.
        alt: description for screen readers and of a saved cohort.
    """
    words = get_benchmark_info().words
    has_lasso = st.toggle(
        "Select with a lasso",
        key=keys.LASSO_IS_ON.make_key(key),
        help=f"Draw around marks; their {words.cases} can then be saved as a cohort. Otherwise a click opens "
        f"a mark's {words.case}.",
    )
    if not has_lasso:
        show_chart(figure, key, alt, open_photograph)
        return
    lasso_key = keys.LASSO.make_key(key)
    show_lasso_chart(figure, lasso_key, alt)
    case_ids = list_selected_cases(figure, lasso_key)
    if not case_ids:
        st.caption(f"Drag around marks to select their {words.cases}.")
        return
    st.markdown(f"**{get_benchmark_info().format_case_count(len(case_ids))}** selected.")
    save_cohort.show(lasso_key, {"The selected ones": lambda: case_ids}, f"Selected on the chart: {alt}")


def list_selected_cases(figure: go.Figure, key: ElementKey) -> list[str]:
    """List the cases of the marks inside the lasso, each once; a mark that the chart does not have is ignored.

    Args:
        figure: the chart.
        key: of the chart in the session.
    """
    marks: list[Any] = [unwrap_only_part(point.get("customdata")) for point in read_all_selected(key, "points", dict)]
    known = {mark for mark in list_marks(figure) if isinstance(mark, str)}
    return list(dict.fromkeys(mark for mark in marks if isinstance(mark, str) and mark in known))
