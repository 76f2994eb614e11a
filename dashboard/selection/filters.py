"""The filters that the pages share. They live in the URL, so a link opens the same selection."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.analyses.phrases import describe_tolerance
from core.formatting import escape_markdown
from core.records import FACTORS_OF_ANSWERS, RIGHT_AT, Factor
from core.warehouse.read import Filters
from dashboard.data.queries import (
    cache_per_generation,
    get_benchmark_info,
    get_model_kinds,
    get_run_kinds,
    get_run_ranks,
    run_query,
    start_fragment_run,
)
from dashboard.runtime.page_layout import get_controls
from dashboard.runtime.session_state import build_filter_key, read_state, read_texts
from dashboard.selection.link_warnings import warn_unknown_values
from dashboard.selection.references import are_references_shown
from dashboard.selection.selectors import list_searchable_options

SCOPE, ORIGIN = "scope", "from"
"""Parameters of Cases that no widget is bound to, see `dashboard/selection/drilldown.py`: what a mark of an analysis
stands for, by factor, as a query of its own; and the page of the analysis with its query."""

OF_CASES: dict[str, object] = {"outcome": "any", "right": None, "wrong": None, "label": None}
"""What a cleared page Cases has in its own widgets, by key: what narrows the selection."""

PAGE, GROUP_BY = "page", "group_by"
"""Parameters of Cases that the gallery keeps by hand, see `dashboard/pages/cases/url_state.py`."""


def describe_derived_factors() -> str:
    """What is said beside difficulty and agreement."""
    words = get_benchmark_info().words
    return (
        f"Difficulty and agreement come from the same answers that the pages show: a {words.case} is hard because "
        f"models fail on it, so {words.score} is low there by construction."
    )


def list_filter_options(key: str) -> dict[str, str]:
    """Label by value of a filter, in the order to show them."""
    options = list_all_filter_options(key)
    if key in ("model", "runs") and not are_references_shown():
        kinds = get_model_kinds() if key == "model" else get_run_kinds()
        return {value: label for value, label in options.items() if kinds[value] != "reference"}
    return options


def list_all_filter_options(key: str) -> dict[str, str]:
    """The same with reference models and their runs, whether they are shown or not."""
    fixed = get_benchmark_info().factors[key].levels
    return {value: value for value in fixed} if fixed else _load_filter_options().get(key, {})


@cache_per_generation
def _load_filter_options() -> dict[str, dict[str, str]]:
    """Label by value, by filter, of those that depend on the data."""
    return {
        str(key): dict(zip(rows["value"], rows["label"], strict=True))
        for key, rows in run_query("filter_options").groupby("filter", sort=False)
    }


HEAD, CHIPS, BROWSE = "filter-head", "filter-chips", "cases-browse"
"""Keys of fragments of Cases, which run when a filter changes: what tells over the filters, and over the page, what is
set; and what the page shows. Those of other pages have no key: one that is left before it is whole stays registered,
and would run beside that of Cases."""

MORE = "more-filters"
"""Key of the expander of the filters that are drawn when they are asked for."""

_WHOLE = "whole-page"
"""In the session: the address of the page that ran to its end; nothing while one runs."""

_head: ContextVar[DeltaGenerator] = ContextVar("head")
"""The place over the filters of this run."""

_own_place: ContextVar[DeltaGenerator] = ContextVar("own_place")
"""The place of the page's own choices: below the filters of answers, above those of cases."""


def show_filters(*, with_right_at: bool, followed_by: Sequence[str] = ()) -> None:
    """Shows the filters in the sidebar, before the page runs.

    The list of pages calls this, not the page: Streamlit takes a widget of the list for the same one on every page, and
    keeps it and its parameter on the way from page to page. What a page binds itself is lost when another page that
    binds the same name is left by the browser's Back.

    Args:
        with_right_at: whether the page asks from which score on a number is right.
        followed_by: keys of the fragments that run when a filter changes, all that it changes; the whole script where
            there are none.
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
        more = [factor for factor in factors if not factor.is_first]
        with st.expander("More filters", key=MORE, on_change="rerun") as place:
            if place.open or any(_is_set(factor.key) for factor in more):
                for factor in more:
                    _show(factor, on_change)
        if with_right_at:
            _show_right_at()


def begin_page() -> None:
    """Note that the script runs: until `end_page`, a filter has all of the page run."""
    st.session_state.pop(_WHOLE, None)


def end_page() -> None:
    """Note that the page is whole: from here on, a filter may run the fragments that follow it alone."""
    st.session_state[_WHOLE] = _get_page_address()


def _rerun_fragments(keys: list[str]) -> None:
    """Run the fragments, if the browser has the page that they belong to.

    A click on a page that is being left, or that is not whole yet, finds fragments of the page before: what they show
    would stand on the new page, or at places that it does not have.
    """
    if read_state(_WHOLE, str) == _get_page_address():
        st.rerun(keys)


def _get_page_address() -> str:
    return str(st.context.url or "").partition("?")[0]


def get_page_filter_area() -> DeltaGenerator:
    """Where a page with filters puts what narrows its answers too: `with filters.own_place():`."""
    return _own_place.get()


def read_filters(count_further: Callable[[], int] = int, key: str | None = None) -> Filters:
    """What is chosen; says over the filters how many are set, beside the button that clears them.

    Args:
        count_further: how many of the page's own choices narrow its selection too.
        key: of the fragment that says how many are set; None where all of the page runs when a filter changes.
    """
    with _head.get():
        st.fragment(_show_head, key=key)(count_further)
    return read_session_filters()


def read_session_filters() -> Filters:
    """What is chosen, as the session has it: for a fragment, which runs without the filters."""
    return {**read_selection(), "with_references": False}


def _show_head(count_further: Callable[[], int]) -> None:
    start_fragment_run()
    count = sum(map(bool, read_selection().values())) + count_further()
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.markdown(f"**Filters** · {count} set")
        st.button("Clear", key="clear-filters", type="tertiary", on_click=clear_all)


def read_selection() -> dict[str, list[str] | None]:
    """The chosen values by factor, None where all are shown; those that always stand in the sidebar first."""
    factors = sorted(get_benchmark_info().factors.values(), key=lambda factor: not factor.is_first)
    return {factor.key: _read_chosen_values(factor.key) for factor in factors}


def _read_chosen_values(key: str) -> list[str] | None:
    options, chosen = list_filter_options(key), read_texts(build_filter_key(key))
    return [value for value in chosen if value in options] or None


def read_correctness_threshold() -> float:
    """The lowest score at which a number is right, one for all pages; where no question asks for one, any."""
    chosen = read_state("right_at", float)
    return RIGHT_AT if chosen is None or not get_benchmark_info().has_numbers else chosen


def _is_set(key: str) -> bool:
    """Whether a filter is chosen, or a link asks for it."""
    return build_filter_key(key) in st.query_params or bool(read_texts(build_filter_key(key)))


def _show(factor: Factor, on_change: Callable[[], None] | None) -> None:
    options, key = list_filter_options(factor.key), build_filter_key(factor.key)
    if factor.of == "run" and len(options) < 2 and not _is_set(factor.key):
        return

    def label_of(value: str) -> str:
        return options.get(value, value)

    warn_unknown_values(key, factor.title, list_all_filter_options(factor.key).values())
    look: dict[str, Any] = {"key": key, "bind": "query-params", "on_change": on_change}
    look |= {"help": describe_derived_factors()} if factor.origin == "answers" else {}
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


@cache_per_generation
def _rank_models() -> list[str]:
    """Every model with a run, the one with the best run first, references last."""
    runs = run_query("runs")
    model_of = dict(zip(runs["run_id"], runs["model_id"], strict=True))
    return list(dict.fromkeys(model_of[run_id] for run_id in get_run_ranks()))


def list_best_values(key: str, options: Collection[str]) -> Iterable[str]:
    """The values of a filter that stand first in a long list; none where no order is better than that of the list."""
    ranked = {"model": _rank_models, "runs": get_run_ranks}.get(key)
    return [value for value in ranked() if value in options] if ranked else []


def filter_runs(rows: pd.DataFrame, filters: Filters) -> pd.DataFrame | None:
    """The rows of the runs that are chosen, by id, prompt or image view; None where none is."""
    is_chosen = False
    for factor in (factor for factor in FACTORS_OF_ANSWERS if factor.of == "run"):
        values = filters[factor.key]
        if isinstance(values, list):
            rows, is_chosen = rows[rows[factor.column].isin(values)], True
    return rows if is_chosen else None


def _show_right_at() -> None:
    """Shows the slider of the lowest score at which a number is right; where no question asks for one, nothing.

    It has all of the page run: what is said below it follows.
    """
    described = get_benchmark_info()
    if not described.has_numbers:
        return
    exact = ", ".join(question.question_id for question in described.list_questions("class", "choice"))
    numbers = ", ".join(question.question_id for question in described.list_questions("ratio", "angle"))
    with st.container(gap="small"):
        right_at = st.slider(
            "Count a number as correct if its score is at least",
            0.5,
            1.0,
            RIGHT_AT,
            0.01,
            format="percent",
            key="right_at",
            bind="query-params",
            help=f"Class answers ({exact}) are correct or wrong. Numbers ({numbers}) are correct from this value on.",
        )
        st.caption(f"That is {describe_tolerance(right_at)}.")


def clear_all() -> None:
    """Callback: the same in a fragment; all of the page has to follow."""
    clear_filters()
    st.rerun()


def clear_filters() -> None:
    """Clears whatever narrows the selection: every filter, and what Cases adds to them. For a widget's callback."""
    for key in get_benchmark_info().factors:
        st.session_state[build_filter_key(key)] = []
    for key, neutral in OF_CASES.items():
        if key in st.session_state:
            st.session_state[key] = neutral
        else:  # its widget is not there, only its parameter
            st.query_params.pop(key, None)
    for name in (SCOPE, ORIGIN, PAGE):
        st.query_params.pop(name, None)
