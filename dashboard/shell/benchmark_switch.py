"""The switch between benchmarks in the sidebar, and a notice if other contents replace the selected benchmark."""

from typing import Any

import streamlit as st

from core.benchmarks.entries import UNLISTED, BenchmarkEntry
from core.benchmarks.registry import list_entries, list_registered
from core.formatting import escape_markdown
from core.workspace import FIRST_BENCHMARK
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
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
from dashboard.runtime.state_keys import shell as shell_keys
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


def get_contents_entry() -> BenchmarkEntry:
    """Return the registry entry of the contents that the pages show."""
    return list_registered().get(get_benchmark_info().benchmark_id, UNLISTED)


def show_contents_note(*, is_brief: bool = False) -> None:
    """Show that released replies are not the models' texts, or what replaces photographs and how to get them.

    A style moves the page's title above it.

    Args:
        is_brief: for a presentation, in which the latter does not matter.
    """
    entry = get_contents_entry()
    if not (entry.replies_note or entry.notice):
        return
    with st.container(key=shell_keys.CONTENTS_NOTE):
        if entry.replies_note:
            st.info(entry.replies_note, icon=":material/info:")
        if entry.notice:
            _show_notice(entry.notice, is_brief=is_brief)


def _show_notice(notice: str, *, is_brief: bool) -> None:
    only_references = " Only reference models have answered; no vision-language model was asked."
    answered = "" if "vlm" in get_model_kinds().values() else only_references
    if FIRST_BENCHMARK in list_available_benchmarks():
        real = "For the photographs, use the switch in the sidebar."
    else:
        real = "For the photographs, run `make run` with network access, or `make run SOURCE=FOLDER` with a local copy."
    st.info(f"**{notice}**{answered}{'' if is_brief else f' {real}'}", icon=":material/draw:")
