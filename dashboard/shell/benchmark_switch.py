"""The switch between benchmarks in the sidebar."""

from typing import Any

import streamlit as st

from core.benchmarks.registry import list_entries
from core.formatting import escape_markdown
from dashboard.data.current_benchmark import (
    find_warehouse,
    get_settings,
    list_available_benchmarks,
    list_selectable_benchmarks,
)
from dashboard.runtime.case_parameter import forget_case_id
from dashboard.runtime.session_state import StateKey
from dashboard.runtime.state_keys import ask as ask_keys
from dashboard.runtime.state_keys import cases as cases_keys
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import heatmaps as heatmaps_keys
from dashboard.runtime.state_keys import paper as paper_keys
from dashboard.runtime.state_keys import truth_audit as truth_audit_keys
from dashboard.selection.filters import clear_filters
from dashboard.selection.link_warnings import show_link_warning, warn_ignored_values
from dashboard.widgets import pins

OF_ONE_BENCHMARK: tuple[StateKey[Any], ...] = (
    truth_audit_keys.TRIANGLE,
    cases_keys.IMPLIED_ANSWERS_RUN,
    heatmaps_keys.PANELS,
    ask_keys.PROMPT,
    paper_keys.AGGREGATE,
    paper_keys.TABLE,
    paper_keys.COLUMN,
)
"""Widgets whose values may not exist in another benchmark."""


MAX_BUTTONS = 2
"""Maximum number of benchmarks shown as buttons; more are shown as a list."""


def remember_choice() -> None:
    """Select the benchmark in the URL, before the list of pages is made."""
    available_benchmarks, choices = list_available_benchmarks(), list_selectable_benchmarks()
    asked = st.query_params.get(common_keys.BENCHMARK)
    if asked and choices and asked not in choices:
        _warn_ignored(asked)
        del st.query_params[common_keys.BENCHMARK]
    if asked in choices:
        common_keys.BENCHMARK.write(asked)
    elif available_benchmarks and common_keys.BENCHMARK.read() not in choices:
        common_keys.BENCHMARK.write(available_benchmarks[0])


def _warn_ignored(asked: str) -> None:
    """Warn that a link's benchmark is unknown, or that its data are missing or of another version."""
    entry = list_entries(get_settings().workspace).get(asked)
    if entry is None:
        warn_ignored_values([asked], "Benchmark")
    else:
        show_link_warning(
            f"The link is to {escape_markdown(entry.title)}, whose data are missing or of another version. Build them: "
            f"`trilens build --benchmark {asked}`."
        )


def show_switch() -> None:
    """Show the switch between benchmarks; nothing if there is only one.

    Its parameter is set by hand: one that Streamlit binds is lost when a click opens another page.
    """
    available_benchmarks, choices = list_available_benchmarks(), list_selectable_benchmarks()
    if not available_benchmarks or len(choices) < 2:
        return
    titles = {benchmark_id: listed.title for benchmark_id, listed in choices.items()}
    common: dict[str, Any] = {
        "options": list(choices),
        "key": common_keys.BENCHMARK,
        "on_change": _reset_benchmark_state,
    }
    if len(choices) > MAX_BUTTONS:
        chosen = st.sidebar.selectbox("Benchmark", format_func=titles.__getitem__, **common)
    else:
        plain_titles = {benchmark_id: escape_markdown(title) for benchmark_id, title in titles.items()}
        chosen = st.sidebar.segmented_control(
            "Benchmark", required=True, format_func=plain_titles.__getitem__, **common
        )
    if chosen != available_benchmarks[0]:
        st.query_params[common_keys.BENCHMARK] = str(chosen)
    elif common_keys.BENCHMARK in st.query_params:
        del st.query_params[common_keys.BENCHMARK]


def _reset_benchmark_state() -> None:
    """Clear references to photographs, triangles and models of the previous benchmark."""
    if chosen := common_keys.BENCHMARK.read():
        st.query_params[common_keys.BENCHMARK] = chosen
    if find_warehouse() is not None:  # otherwise no filters exist yet
        clear_filters()
    forget_case_id()
    ask_keys.CASE.forget()
    pins.leave_benchmark()
    for key in OF_ONE_BENCHMARK:
        key.forget()
    st.query_params.pop(cases_keys.GROUP_BY, None)
