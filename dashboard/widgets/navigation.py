"""Files of the pages, and navigation from marks and rows to cases.

The functions that open something are for callbacks of widgets.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import streamlit as st

from dashboard.components.trip import NavigationRequest, send_navigation
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import read_table
from dashboard.page_files import PAGE_FILES
from dashboard.runtime.case_parameter import CASE, write_case_id
from dashboard.runtime.link_parameters import build_filter_key
from dashboard.runtime.session_state import ElementKey, read_selected
from dashboard.runtime.state_keys import common as keys
from dashboard.selection.drilldown import encode_drilldown
from dashboard.selection.filters import ORIGIN, SCOPE

OVERVIEW = PAGE_FILES["overview"]
CASES = PAGE_FILES["cases"]
HEATMAPS = PAGE_FILES["heatmaps"]
COMPARE = PAGE_FILES["compare"]
BIAS = PAGE_FILES["bias"]
TILT = PAGE_FILES["tilt"]
ROBUSTNESS = PAGE_FILES["robustness"]
SLICES = PAGE_FILES["slices"]
CHECKPOINTS = PAGE_FILES["checkpoints"]
ITEMS = PAGE_FILES["items"]
PRECISION = PAGE_FILES["precision"]
REVIEW = PAGE_FILES["review"]
TRUTH_AUDIT = PAGE_FILES["truth_audit"]
LEADERBOARD = PAGE_FILES["leaderboard"]
BENCHMARKS = PAGE_FILES["benchmarks"]
PAPER = PAGE_FILES["paper"]
DATA = PAGE_FILES["data"]
GLOSSARY = PAGE_FILES["glossary"]
ASK_A_MODEL = PAGE_FILES["ask_a_model"]
ASK_YOURSELF = PAGE_FILES["ask_yourself"]
LAB = PAGE_FILES["lab"]

WITH_FILTERS = frozenset(
    {CASES, HEATMAPS, COMPARE, BIAS, TILT, PRECISION, ROBUSTNESS, SLICES, ITEMS, CHECKPOINTS, REVIEW}
)
"""Pages that show the filters."""

WITH_RIGHT_AT = frozenset({CASES, COMPARE, ROBUSTNESS, ITEMS, REVIEW})
"""Pages with a choice of the score from which a number is right."""


IMPORT_LOGS = "Import logs"
"""Name of the import on every page."""

IMPORT_TAB: Mapping[str, str] = MappingProxyType({"data_part": "Import"})
"""Parameters of the page Data with the import of logs open."""

NOTHING: Mapping[str, Sequence[str]] = MappingProxyType({})


def get_page_path(page: st.Page) -> str:
    """Return the file of a page."""
    return PAGE_FILES.get(page.url_path, "")


def show_import_link() -> None:
    """Show the link to the import of logs on Data."""
    st.page_link(DATA, label=IMPORT_LOGS, icon=":material/upload_file:", query_params=IMPORT_TAB)


def open_cases(outcome: str | None = None, /, **values: str | Sequence[str]) -> None:
    """Open the cases with these values of factors, by key, within the filters of the current page.

    The values only limit Cases and set no filters: `dashboard/selection/drilldown.py`.

    Args:
        outcome: only cases with an answer of this outcome, as the control on Cases names it.
        values: by the key of their factor.
    """
    chosen = {} if outcome is None else {"outcome": [outcome]}
    _leave_for_cases({SCOPE: [encode_drilldown(values)], **chosen})


def open_reviewed_cases(code: str = "", reply_search: str = "", /, **values: str | Sequence[str]) -> None:
    """Open the cases with an answer of a failure code, or with a reply that a search finds, within the filters.

    Args:
        code: name of the code; empty for any.
        reply_search: as Cases has it; empty for none.
        values: by the key of their factor.
    """
    further = {"code": [code]} if code else {}
    further |= {"reply_search": [reply_search]} if reply_search else {}
    _leave_for_cases({SCOPE: [encode_drilldown(values)], **further})


def open_rated_answers(
    code: str, sample: str, coder: str, values: Mapping[str, str | Sequence[str]], *, keeps_filters: bool = True
) -> None:
    """Open the cases of exactly the answers that a rate of a failure code counts.

    Args:
        code: name of the code.
        sample: name of the sample; empty for all coded answers.
        coder: whose codes; empty for the first coder of each answer.
        values: by the key of their factor.
        keeps_filters: whether the rate counts only answers that fit the filters.
    """
    further = {"code": [code], "code_sample": [sample], "code_coder": [coder]}
    parameters = {SCOPE: [encode_drilldown(values)], **{key: names for key, names in further.items() if names[0]}}
    unfiltered: list[str] = [keys.RIGHT_AT, keys.REFERENCES, keys.BENCHMARK]
    kept_parameters = _list_kept() if keeps_filters else unfiltered
    keys.NAVIGATION_REQUEST.write(NavigationRequest("cases", parameters, kept_parameters, ORIGIN))


def open_cohort(name: str) -> None:
    """Open the cases of a cohort, within the filters of the current page."""
    _leave_for_cases({keys.COHORT: [name]})


def present_cohort(name: str, first_id: str) -> None:
    """Present the cases of a cohort, from its first one."""
    _leave_for_cases({CASE: [first_id], "present": ["1"], "slides": [name]})


def read_view() -> str:
    """Return the current page with all that is chosen on it, as `core.review.entries.View` has it."""
    page = urlsplit(str(st.context.url or "")).path.rpartition("/")[2]
    passing = {keys.BENCHMARK, ORIGIN, "present", "slides"}
    parameters = {name: st.query_params.get_all(name) for name in st.query_params if name not in passing}
    return f"{page if page in PAGE_FILES else ''}?{urlencode(parameters, doseq=True)}"


def open_view(view: str) -> None:
    """Open a saved view of the current benchmark.

    Args:
        view: as `read_view` returns it.
    """
    page, _, query = view.partition("?")
    keys.NAVIGATION_REQUEST.write(NavigationRequest(page, parse_qs(query), (keys.BENCHMARK,)))


def build_run_filter(run_ids: Sequence[str]) -> dict[str, list[str]]:
    """Return the filter that selects these runs in Cases: models if each run represents its model, else the runs.

    A run that has been hidden or deleted since the page was drawn is selected too: Cases states that it is unknown.
    """
    roles = read_table("run_roles").set_index("run_id").reindex(list(run_ids))
    if roles["is_representative"].eq(True).all():
        return {"model": list(dict.fromkeys(roles["model_id"]))}
    return {"runs": list(run_ids)}


def open_photograph(case_id: str, *, is_on_cases: bool = False, benchmark: str | None = None) -> None:
    """Open one photograph on Cases.

    Args:
        case_id: id of the case.
        is_on_cases: whether the click is on Cases itself.
        benchmark: of the case, if it is not the current one; the page's filters are then dropped.
    """
    if benchmark is not None:
        parameters = {CASE: [case_id], keys.BENCHMARK: [benchmark]}
        keys.NAVIGATION_REQUEST.write(NavigationRequest("cases", parameters, (keys.REFERENCES,), ORIGIN))
    elif is_on_cases:
        write_case_id(case_id)
    else:
        _leave_for_cases({CASE: [case_id]})


def open_page(path: str, parameters: Mapping[str, Sequence[str]] = NOTHING, *, keeps_filters: bool = True) -> None:
    """Open a page.

    Args:
        path: the last part of its URL; empty for the first page.
        parameters: of its URL, each with its values.
        keeps_filters: whether the filters and the benchmark stay.
    """
    keys.NAVIGATION_REQUEST.write(
        NavigationRequest(path, parameters, _list_kept() if keeps_filters else (keys.REFERENCES,))
    )


def _leave_for_cases(parameters: Mapping[str, Sequence[str]]) -> None:
    keys.NAVIGATION_REQUEST.write(NavigationRequest("cases", parameters, _list_kept(), ORIGIN))


def _list_kept() -> list[str]:
    """List the parameters that stay when another page opens."""
    filter_keys = map(build_filter_key, get_benchmark_info().factors)
    return [*filter_keys, keys.COHORT, keys.RIGHT_AT, keys.REFERENCES, keys.BENCHMARK]


def go_back(page: str, parameters: Mapping[str, Sequence[str]]) -> None:
    """Open an analysis in its previous state."""
    keys.NAVIGATION_REQUEST.write(NavigationRequest(page, parameters))


def perform_navigation() -> None:
    """Perform the navigation that a click requested: before the page runs, and in each fragment with such clicks."""
    consume_row_selection()
    trip = keys.NAVIGATION_REQUEST.take()
    if isinstance(trip, NavigationRequest):
        send_navigation(trip)


def make_mark_callback(key: ElementKey, handle: Callable[[Any], None]) -> Callable[[], None]:
    """Return the callback of a chart that passes the clicked mark's `customdata` to a handler.

    A click outside of the marks clears the selection and is ignored.

    Args:
        key: of the chart.
        handle: takes the mark's `customdata`; a list if it has several parts.
    """

    def callback() -> None:
        clicked = (read_selected(key, "points", dict) or {}).get("customdata")
        if clicked is not None:
            handle(unwrap_only_part(clicked))

    return callback


def unwrap_only_part(mark: Any) -> Any:  # noqa: ANN401 - marks carry any type
    """Return the parts of a mark, a single part as itself: Plotly sends it bare, or as a list of one."""
    return mark[0] if isinstance(mark, list) and len(mark) == 1 else mark


def request_full_run() -> None:
    """Let the whole page run, although the click was in a fragment, such as a lazy expander (callback)."""
    keys.RUNS_WHOLE_PAGE.write(True)


def consume_row_selection() -> bool:
    """Return whether a full run was requested since the last call; the page calls this before anything else."""
    return bool(keys.RUNS_WHOLE_PAGE.take())


def make_row_callback(key: ElementKey, n_rows: int, handle: Callable[[int], None]) -> Callable[[], None]:
    """Return the callback of a table, the keyboard alternative to a chart, that passes the index of the chosen row.

    Args:
        key: of the table.
        n_rows: how many it has.
        handle: takes the index, from 0.
    """

    def callback() -> None:
        place = read_selected(key, "rows", int)
        if place is not None and 0 <= place < n_rows:
            request_full_run()
            handle(place)

    return callback
