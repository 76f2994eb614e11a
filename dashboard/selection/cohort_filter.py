"""The filter by named cohorts, which every page with filters has once a cohort exists."""

from collections.abc import Callable

import streamlit as st

from core.review.cohorts import Cohort, list_cohort_cases, select_case_lists
from dashboard.data.failure_review import load_review
from dashboard.runtime.session_state import read_texts
from dashboard.runtime.state_keys import common as keys
from dashboard.selection.link_warnings import warn_unknown_values

TITLE = "Cohort"
"""Key of the filter, its parameter in the URL; and its title."""


def show_cohort_filter(on_change: Callable[[], None] | None) -> None:
    """Show the filter; nothing without cohorts. Warn if a link names a cohort that does not exist."""
    cohorts = _load_cohorts()
    warn_unknown_values(keys.COHORT, TITLE, cohorts)
    if not cohorts:
        st.query_params.pop(keys.COHORT, None)
        return
    st.multiselect(
        TITLE,
        list(cohorts),
        placeholder="all",
        key=keys.COHORT,
        bind="query-params",
        on_change=on_change,
        help="Lists of cases that the team has named. Save one below the gallery of Cases; *Cohorts* on Review has "
        "them all.",
    )


def read_chosen_cohorts() -> list[str]:
    """Return the names of the selected cohorts."""
    names = read_texts(keys.COHORT)
    cohorts = _load_cohorts() if names else {}
    return [name for name in names if name in cohorts]


def read_cohort_cases() -> list[str] | None:
    """Return the cases of the selected cohorts together, sorted by id; None if none is selected."""
    names = read_chosen_cohorts()
    return sorted(list_cohort_cases(_load_cohorts(), names)) if names else None


def _load_cohorts() -> dict[str, Cohort]:
    return select_case_lists(load_review().cohorts)
