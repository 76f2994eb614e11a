"""The pages' files, and the ways from a mark or a row to cases.

The functions that open something are for callbacks of widgets.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard.components.trip import NavigationRequest, send_navigation
from dashboard.data.queries import BENCHMARK, get_benchmark_info, read_table
from dashboard.page_files import PAGE_FILES
from dashboard.runtime.session_state import build_filter_key, read_selected, take_state
from dashboard.selection.drilldown import encode_drilldown
from dashboard.selection.filters import ORIGIN, SCOPE
from dashboard.selection.references import REFERENCES

OVERVIEW = PAGE_FILES["overview"]
CASES = PAGE_FILES["cases"]
HEATMAPS = PAGE_FILES["heatmaps"]
COMPARE = PAGE_FILES["compare"]
BIAS = PAGE_FILES["bias"]
TILT = PAGE_FILES["tilt"]
ROBUSTNESS = PAGE_FILES["robustness"]
PRECISION = PAGE_FILES["precision"]
TRUTH_AUDIT = PAGE_FILES["truth_audit"]
BENCHMARKS = PAGE_FILES["benchmarks"]
PAPER = PAGE_FILES["paper"]
DATA = PAGE_FILES["data"]
GLOSSARY = PAGE_FILES["glossary"]
ASK_A_MODEL = PAGE_FILES["ask_a_model"]
ASK_YOURSELF = PAGE_FILES["ask_yourself"]
LAB = PAGE_FILES["lab"]

WITH_FILTERS = frozenset({CASES, HEATMAPS, COMPARE, BIAS, TILT, PRECISION, ROBUSTNESS})
"""The pages that show the filters."""

WITH_RIGHT_AT = frozenset({CASES, COMPARE, ROBUSTNESS})
"""The pages that ask from which score on a number is right."""


_TRIP = "trip-asked"
_HAS_CHOSEN_ROW = "has-chosen-row"


def get_page_path(page: st.Page) -> str:
    """The file of a page."""
    return PAGE_FILES.get(page.url_path, "")


def open_cases(outcome: str | None = None, /, **values: str | Sequence[str]) -> None:
    """Opens the cases with these values of factors, by key, within the filters that the present page shows.

    The values are a scope of Cases alone, no filters: `dashboard/selection/drilldown.py`.

    Args:
        outcome: only cases with an answer of this outcome, as the control on Cases names it.
        values: by the key of their factor.
    """
    chosen = {} if outcome is None else {"outcome": [outcome]}
    _leave_for_cases({SCOPE: [encode_drilldown(values)], **chosen})


def build_run_filter(run_ids: Sequence[str]) -> dict[str, list[str]]:
    """The filter that leaves these runs in Cases: their models where each run stands for its model, else the runs."""
    roles = read_table("run_roles").set_index("run_id").loc[list(run_ids)]
    if roles["is_representative"].all():
        return {"model": list(dict.fromkeys(roles["model_id"]))}
    return {"runs": list(run_ids)}


def open_photograph(case_id: str, *, is_on_cases: bool = False, benchmark: str | None = None) -> None:
    """Opens one photograph on Cases.

    Args:
        case_id: which.
        is_on_cases: whether the click is on Cases itself.
        benchmark: of the case, where it is not the one that is shown; no filter of the page goes with it.
    """
    if benchmark is not None:
        parameters = {"photograph": [case_id], BENCHMARK: [benchmark]}
        st.session_state[_TRIP] = NavigationRequest("cases", parameters, (REFERENCES,), ORIGIN)
    elif is_on_cases:
        st.query_params["photograph"] = case_id
    else:
        _leave_for_cases({"photograph": [case_id]})


def _leave_for_cases(parameters: Mapping[str, Sequence[str]]) -> None:
    kept = [*map(build_filter_key, get_benchmark_info().factors), "right_at", REFERENCES, BENCHMARK]
    st.session_state[_TRIP] = NavigationRequest("cases", parameters, kept, ORIGIN)


def go_back(page: str, parameters: Mapping[str, Sequence[str]]) -> None:
    """Opens an analysis as it was."""
    st.session_state[_TRIP] = NavigationRequest(page, parameters)


def perform_navigation() -> None:
    """Makes the trip that a click has asked for: before the page runs, and in each fragment with such clicks."""
    consume_row_selection()
    if trip := take_state(_TRIP, NavigationRequest):
        send_navigation(trip)


def make_mark_callback(key: str, handle: Callable[[Any], None]) -> Callable[[], None]:
    """The callback of a chart: hands on what the clicked mark carries as `customdata`.

    A click beside every mark clears the selection and is not handed on.

    Args:
        key: of the chart.
        handle: takes the mark's `customdata`; a list where it has several parts.
    """

    def callback() -> None:
        clicked = (read_selected(key, "points", dict) or {}).get("customdata")
        if clicked is not None:
            handle(unwrap_only_part(clicked))

    return callback


def unwrap_only_part(mark: Any) -> Any:  # noqa: ANN401 - whatever a chart's mark carries
    """Return the parts of a mark, an only part as itself: Plotly gives it so, or as a list of one."""
    return mark[0] if isinstance(mark, list) and len(mark) == 1 else mark


def consume_row_selection() -> bool:
    """Whether a row was chosen since this was last asked; the page asks before anything else of it runs."""
    return bool(take_state(_HAS_CHOSEN_ROW, bool))


def make_row_callback(key: str, n_rows: int, handle: Callable[[int], None]) -> Callable[[], None]:
    """The callback of a table, the way by keyboard: hands on the place of the chosen row.

    Args:
        key: of the table.
        n_rows: how many it has.
        handle: takes the place, from 0.
    """

    def callback() -> None:
        place = read_selected(key, "rows", int)
        if place is not None and 0 <= place < n_rows:
            st.session_state[_HAS_CHOSEN_ROW] = True
            handle(place)

    return callback
