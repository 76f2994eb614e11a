"""The presentation of a cohort: its cases take the place of the pinned ones."""

from collections.abc import Sequence

import streamlit as st

from core.review.cohorts import MAX_SHOWN, Cohort, find_cohort, select_case_lists
from dashboard.data.benchmark_info import get_benchmark_info, list_case_ids
from dashboard.data.failure_review import load_review
from dashboard.selection.link_warnings import warn_ignored_values
from dashboard.widgets import pins


def list_slides(pinned_ids: Sequence[str]) -> list[str]:
    """Return the cases to present: the first `MAX_SHOWN` of the link's cohort, or the pinned ones.

    A cohort that does not exist is reported and removed from the URL.
    """
    name = st.query_params.get(pins.SLIDES)
    if name is None or not pins.is_presenting():
        return list(pinned_ids)
    cohort = find_cohort(select_case_lists(load_review().cohorts), name)
    if cohort is None:
        warn_ignored_values([name], "Present a cohort")
        st.query_params.pop(pins.SLIDES)
        return list(pinned_ids)
    return list_known_cases(cohort)[:MAX_SHOWN]


def list_known_cases(cohort: Cohort) -> list[str]:
    """Return the cases of a cohort that exist in the data."""
    all_ids = list_case_ids()
    return [case_id for case_id in cohort.case_ids if case_id in all_ids]


def get_list_title() -> str:
    """Return the title of the slide that lists all cases, as plain text."""
    return st.query_params.get(pins.SLIDES) or f"Pinned {get_benchmark_info().words.cases}"
