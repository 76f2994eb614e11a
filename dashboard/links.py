"""The pages' files, and the ways from a mark or a row to cases.

The functions that open something are for callbacks of widgets.
"""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from dashboard.filters import address, choose, clear_filters
from dashboard.queries import table

_PAGES = "dashboard/app_pages"
OVERVIEW, CASES, HEATMAPS = f"{_PAGES}/overview.py", f"{_PAGES}/cases.py", f"{_PAGES}/heatmaps.py"
COMPARE, BIAS, TILT = f"{_PAGES}/compare.py", f"{_PAGES}/bias.py", f"{_PAGES}/tilt.py"
ROBUSTNESS, TRUTH_AUDIT, DATA = f"{_PAGES}/robustness.py", f"{_PAGES}/truth_audit.py", f"{_PAGES}/data.py"
ASK_A_MODEL, ASK_YOURSELF, LAB = f"{_PAGES}/ask_a_model.py", f"{_PAGES}/ask_yourself.py", f"{_PAGES}/lab.py"

WITH_FILTERS = frozenset({CASES, HEATMAPS, COMPARE, BIAS, TILT, ROBUSTNESS})
"""The pages that show the filters."""

WITH_RIGHT_AT = frozenset({CASES, COMPARE, ROBUSTNESS})
"""The pages that ask from which score on a number is right."""


def path_of(page: st.Page) -> str:
    """The file of a page."""
    return f"{_PAGES}/{page.url_path}.py"


def open_cases(**values: str | Sequence[str]) -> None:
    """Opens the cases with these values of filters, by key, beside the filters that the present page shows."""
    choose(**values)
    # An empty address: Streamlit refuses to clear one that widgets are bound to; Cases writes the filters into it.
    st.switch_page(CASES, query_params={})


def of_runs(run_ids: Sequence[str]) -> dict[str, list[str]]:
    """The filter that leaves these runs in Cases: their models where each run stands for its model, else the runs."""
    roles = table("run_roles").set_index("run_id").loc[list(run_ids)]
    if roles["is_representative"].all():
        return {"model": list(dict.fromkeys(roles["model_id"]))}
    return {"runs": list(run_ids)}


def open_only_cases(**values: str) -> None:
    """Opens the cases with these values of filters, by key, and no other filter, from a page that shows none."""
    clear_filters()
    st.switch_page(CASES, query_params=address(**values))


def open_photograph(case_id: str, *, is_on_cases: bool = False) -> None:
    """Opens one photograph on Cases.

    Args:
        case_id: which.
        is_on_cases: whether the click is on Cases itself, where filters stay; from other pages they are cleared.
    """
    if is_on_cases:
        st.query_params["photograph"] = case_id
        return
    clear_filters()
    st.switch_page(CASES, query_params={"photograph": case_id})


def on_mark(key: str, handle: Callable[[Any], None]) -> Callable[[], None]:
    """The callback of a chart: hands on what the clicked mark carries as `customdata`.

    A click beside every mark clears the selection and is not handed on.

    Args:
        key: of the chart.
        handle: takes the mark's `customdata`; a list where it has several parts.
    """

    def callback() -> None:
        if points := st.session_state[key].selection.points:
            clicked = points[0]["customdata"]
            # Plotly gives a mark's only part as itself or as a list of one.
            handle(clicked[0] if isinstance(clicked, list) and len(clicked) == 1 else clicked)

    return callback


def on_row(key: str, handle: Callable[[int], None]) -> Callable[[], None]:
    """The callback of a table, the way by keyboard: hands on the place of the chosen row.

    Args:
        key: of the table.
        handle: takes the place, from 0.
    """

    def callback() -> None:
        if chosen := st.session_state[key].selection.rows:
            handle(int(chosen[0]))

    return callback
