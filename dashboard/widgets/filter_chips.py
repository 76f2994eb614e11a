"""Chips over the page for the active filters, since the sidebar may be scrolled or folded away."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import start_fragment_run
from dashboard.runtime.link_parameters import build_filter_key
from dashboard.runtime.session_state import ElementKey, StateKey
from dashboard.runtime.state_keys import common as keys
from dashboard.selection.cohort_filter import TITLE, read_chosen_cohorts
from dashboard.selection.filters import OF_CASES, clear_all, list_all_filter_options, read_selection

MAX_NAMED = 3


def show(further: Callable[[], Mapping[StateKey[Any], str]] = dict, key: ElementKey | None = None) -> None:
    """Show a chip for each active choice, which removes it, and a button to remove all.

    The fragment exists even without chips: otherwise the first chip would shift the page's elements in Streamlit's
    list, and the browser would redraw them all.

    Args:
        further: the page's own choices that narrow its selection: title and choice by the key of their control.
        key: of the fragment; None if the whole page runs when a filter changes.
    """
    st.fragment(_show, key=key)(further)


def _show(further: Callable[[], Mapping[StateKey[Any], str]]) -> None:
    start_fragment_run()
    texts = describe_choices(further())
    if not texts:
        return
    with st.container(horizontal=True, vertical_alignment="center", key=keys.FILTER_CHIPS):
        for key, text in texts.items():
            st.button(
                escape_markdown(text),
                icon=":material/close:",
                icon_position="right",
                key=keys.FILTER_CHIP.make_key(key),
                help="Remove this filter",
                on_click=_remove,
                args=(key,),
            )
        if len(texts) > 1:
            st.button("Clear all", key=keys.CLEAR_CHIPS, type="tertiary", on_click=clear_all)


def describe_choices(further: Mapping[StateKey[Any], str]) -> dict[StateKey[Any], str]:
    """Return the active filters as texts by the key of their control, followed by the page's own choices.

    Args:
        further: the page's own choices, as texts by key.
    """
    cohorts = read_chosen_cohorts()
    return {
        **{build_filter_key(key): _format_chip(key, values) for key, values in read_selection().items() if values},
        **({keys.COHORT: f"{TITLE}: {', '.join(cohorts)}"} if cohorts else {}),
        **further,
    }


def _format_chip(key: str, values: Sequence[str]) -> str:
    labels = list_all_filter_options(key)
    named = [labels.get(value, value) for value in values[:MAX_NAMED]]
    more = f" and {len(values) - MAX_NAMED} more" if len(values) > MAX_NAMED else ""
    return f"{get_benchmark_info().factors[key].title}: {', '.join(named)}{more}"


def _remove(key: StateKey[Any]) -> None:
    """Remove a filter (callback) and rerun the page, so that its widget elsewhere follows."""
    key.write(OF_CASES.get(key, []))
    st.rerun()
