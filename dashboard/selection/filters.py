"""The filters that the pages share. They are kept in the URL, so a link opens the same selection."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.benchmarks.condition_phrases import get_condition_phrase
from core.factors import FACTORS_OF_ANSWERS, Factor
from core.formatting import escape_markdown
from core.records import RIGHT_AT
from core.warehouse.read import CASE_IDS, Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds, get_run_kinds, get_run_ranks
from dashboard.data.current_benchmark import start_fragment_run
from dashboard.data.queries import cache_per_generation, run_query
from dashboard.runtime.link_parameters import build_filter_key
from dashboard.runtime.page_layout import get_controls
from dashboard.runtime.session_state import ElementKey, StateKey, read_texts
from dashboard.runtime.state_keys import cases as cases_keys
from dashboard.runtime.state_keys import common as keys
from dashboard.selection.cohort_filter import read_chosen_cohorts, read_cohort_cases, show_cohort_filter
from dashboard.selection.link_warnings import warn_unknown_values
from dashboard.selection.references import are_references_shown
from dashboard.selection.right_at import show_right_at
from dashboard.selection.selectors import list_searchable_options

SCOPE, ORIGIN = "scope", "from"
"""Parameters of Cases that are not bound to a widget, see `dashboard/selection/drilldown.py`: the scope of a mark of an
analysis, by factor, as a nested query; and the page of the analysis with its query."""

OF_CASES: dict[StateKey[str], str | None] = {
    cases_keys.OUTCOME: "any",
    **dict.fromkeys((cases_keys.RIGHT_MODEL, cases_keys.WRONG_MODEL, cases_keys.NOTE_LABEL)),
    **dict.fromkeys((cases_keys.CODE, cases_keys.CODE_SAMPLE, cases_keys.CODER)),
    **dict.fromkeys((cases_keys.REPLY_SEARCH, cases_keys.CASE_SEARCH), ""),
}
"""Neutral values of the widgets of Cases that narrow the selection, by key."""


def describe_derived_factors() -> str:
    """Return the note on the factors that come from answers."""
    words = get_benchmark_info().words
    return (
        f"Difficulty and agreement come from the same answers that the pages show: a {words.case} is hard because "
        f"models fail on it, so {words.score} is low there by construction."
    )


def list_filter_options(key: str) -> dict[str, str]:
    """Return the label by value of a filter, in display order."""
    options = list_all_filter_options(key)
    if key in ("model", "runs") and not are_references_shown():
        kinds = get_model_kinds() if key == "model" else get_run_kinds()
        return {value: label for value, label in options.items() if kinds[value] != "reference"}
    return options


def list_all_filter_options(key: str) -> dict[str, str]:
    """Return the same, always with reference models and their runs."""
    fixed = get_benchmark_info().factors[key].levels
    return {value: value for value in fixed} if fixed else _load_filter_options().get(key, {})


@cache_per_generation
def _load_filter_options() -> dict[str, dict[str, str]]:
    """Load the labels by value of the filters that depend on the data."""
    return {
        str(key): dict(zip(rows["value"], rows["label"], strict=True))
        for key, rows in run_query("filter_options").groupby("filter", sort=False)
    }


_head: ContextVar[DeltaGenerator] = ContextVar("head")
"""The place above the filters in this run."""

_own_place: ContextVar[DeltaGenerator] = ContextVar("own_place")
"""The place of the page's own choices: below the filters of answers, above those of cases."""


def show_filters(*, with_right_at: bool, followed_by: Sequence[str] = ()) -> None:
    """Show the filters in the sidebar, before the page runs.

    The entry script calls this instead of the page: Streamlit treats a widget of the entry script as the same one on
    every page, and keeps it and its parameter during navigation. A parameter that a page binds itself is lost when the
    user leaves another page that binds the same name with the browser's Back button.

    Args:
        with_right_at: whether the page uses the lowest score at which a number is right.
        followed_by: keys of all fragments that depend on the filters and run when one changes; the whole script if
            empty.
    """
    on_change = partial(_rerun_fragments, list(followed_by)) if followed_by else None
    with get_controls():
        _head.set(st.container())
        factors = sorted(get_benchmark_info().factors.values(), key=lambda factor: factor.of == "case")
        first = [factor for factor in factors if factor.is_first]
        for factor in first:
            if factor.of != "case":
                _show(factor, on_change)
        _own_place.set(st.container())
        for factor in first:
            if factor.of == "case":
                _show(factor, on_change)
        show_cohort_filter(on_change)
        more = [factor for factor in factors if not factor.is_first]
        with st.expander("More filters", key=keys.MORE_FILTERS, on_change="rerun") as place:
            if place.open or any(_is_set(factor.key) for factor in more):
                for factor in more:
                    _show(factor, on_change)
        if with_right_at:
            show_right_at()


def begin_page() -> None:
    """Note that the script runs: until `end_page`, a filter reruns the whole page."""
    keys.URL_OF_COMPLETE_PAGE.forget()


def end_page() -> None:
    """Note that the page is complete: from now on, a filter may rerun only the fragments that depend on it."""
    keys.URL_OF_COMPLETE_PAGE.write(_get_page_address())


def _rerun_fragments(fragment_keys: list[str]) -> None:
    """Rerun the fragments, if the browser has the page that they belong to.

    A click on a page that is being left, or that is not complete, finds fragments of the previous page: their content
    would appear on the new page, or at places that it does not have.
    """
    if keys.URL_OF_COMPLETE_PAGE.read() == _get_page_address():
        st.rerun(fragment_keys)


def _get_page_address() -> str:
    return str(st.context.url or "").partition("?")[0]


def get_page_filter_area() -> DeltaGenerator:
    """Return the place for a page's own controls that narrow its answers, as a context manager."""
    return _own_place.get()


def read_filters(count_further: Callable[[], int] = int, key: ElementKey | None = None) -> Filters:
    """Return the selected filters, and show their number above them, with a button to clear them.

    Args:
        count_further: returns how many of the page's own choices narrow its selection too.
        key: of the fragment that shows the number; None if the whole page runs when a filter changes.
    """
    with _head.get():
        st.fragment(_show_head, key=key)(count_further)
    return read_session_filters()


def read_session_filters() -> Filters:
    """Return the selected filters from the session, for fragments, which run without the widgets."""
    case_ids = read_cohort_cases()
    return {**read_selection(), "with_references": False, **({} if case_ids is None else {CASE_IDS: case_ids})}


def _show_head(count_further: Callable[[], int]) -> None:
    start_fragment_run()
    count = count_filters() + count_further()
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.markdown(f"**Filters** · {count} set")
        st.button("Clear", key=keys.CLEAR_FILTERS, type="tertiary", on_click=clear_all)


def count_filters() -> int:
    """Count the filters with a selection; chosen cohorts count as one."""
    return sum(map(bool, read_selection().values())) + bool(read_chosen_cohorts())


def read_selection() -> dict[str, list[str] | None]:
    """Return the selected values by factor, None for all; the filters that are always visible come first."""
    factors = sorted(get_benchmark_info().factors.values(), key=lambda factor: not factor.is_first)
    return {factor.key: _read_chosen_values(factor.key) for factor in factors}


def _read_chosen_values(key: str) -> list[str] | None:
    texts = read_texts(build_filter_key(key))
    options = list_filter_options(key) if texts else {}
    return [value for value in texts if value in options] or None


def read_correctness_threshold() -> float:
    """Return the lowest score at which an answer is right, one for all pages; the default if every score is 0 or 1."""
    chosen = keys.RIGHT_AT.read()
    return RIGHT_AT if chosen is None or not get_benchmark_info().has_graded_scores else chosen


def _is_set(key: str) -> bool:
    """Return whether a filter has a selection, or a link sets it."""
    return build_filter_key(key) in st.query_params or bool(read_texts(build_filter_key(key)))


def _show(factor: Factor, on_change: Callable[[], None] | None) -> None:
    options, key = list_filter_options(factor.key), build_filter_key(factor.key)
    if factor.of == "run" and len(options) < 2 and not _is_set(factor.key):
        return

    def label_of(value: str) -> str:
        return options.get(value, value)

    warn_unknown_values(key, factor.title, list_all_filter_options(factor.key).values())
    look: dict[str, Any] = {"key": key, "bind": "query-params", "on_change": on_change}
    look |= {"help": describe_derived_factors() if factor.origin == "answers" else _explain_levels(factor, options)}
    if factor.is_short:
        title, values = escape_markdown(factor.title), list(options)
        st.pills(
            title, values, selection_mode="multi", format_func=lambda value: escape_markdown(label_of(value)), **look
        )
    else:
        is_growing = factor.of in ("model", "run")
        values = (
            list_searchable_options(factor.title, options, key, list_best_values(factor.key, options))
            if is_growing
            else list(options)
        )
        st.multiselect(escape_markdown(factor.title), values, placeholder="all", format_func=label_of, **look)


def _explain_levels(factor: Factor, levels: Collection[str]) -> str | None:
    """Explain the short names of levels, such as P0; None if they are words or have no explanation."""
    benchmark_id = get_benchmark_info().benchmark_id
    phrases = {level: get_condition_phrase(benchmark_id, factor.key, level) for level in levels if factor.is_short}
    return "; ".join(f"{level}: {phrase}" for level, phrase in phrases.items() if phrase) or None


@cache_per_generation
def _rank_models() -> list[str]:
    """Return every model with a run, ordered by best run, references last."""
    runs = run_query("runs")
    model_of = dict(zip(runs["run_id"], runs["model_id"], strict=True))
    return list(dict.fromkeys(model_of[run_id] for run_id in get_run_ranks()))


def list_best_values(key: str, options: Collection[str]) -> Iterable[str]:
    """Return the values of a filter to list first among many; none if no better order than that of the list exists."""
    ranked = {"model": _rank_models, "runs": get_run_ranks}.get(key)
    return [value for value in ranked() if value in options] if ranked else []


def filter_runs(rows: pd.DataFrame, filters: Filters) -> pd.DataFrame | None:
    """Return the rows of the selected runs, by id, prompt or image view; None if no run is selected."""
    is_chosen = False
    for factor in (factor for factor in FACTORS_OF_ANSWERS if factor.of == "run"):
        values = filters[factor.key]
        if isinstance(values, list):
            rows, is_chosen = rows[rows[factor.column].isin(values)], True
    return rows if is_chosen else None


def clear_all() -> None:
    """Clear all filters in a fragment and rerun the whole page, as a widget callback."""
    clear_filters()
    st.rerun()


def clear_filters() -> None:
    """Clear everything that narrows the selection: every filter, and what Cases adds to them. For a widget callback."""
    for key in get_benchmark_info().factors:
        build_filter_key(key).write([])
    keys.COHORT.write([])
    for key, neutral in OF_CASES.items():
        if key.is_present():
            key.write(neutral)
        else:  # the widget is not drawn, only its parameter exists
            st.query_params.pop(key, None)
    for name in (SCOPE, ORIGIN, cases_keys.PAGE_NUMBER):
        st.query_params.pop(name, None)
