"""The forms that name a list of cases as a cohort, and a page with all that is chosen on it as a view."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from core.digest import compute_digest
from core.formatting import escape_markdown
from core.review.cohorts import build_cohort_fields, find_cohort
from core.review.entries import MAX_COHORT_CASES, MAX_TEXT
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_settings
from dashboard.data.failure_review import load_review
from dashboard.runtime.session_state import StateKey
from dashboard.runtime.state_keys import common as keys
from dashboard.widgets.navigation import read_view
from dashboard.widgets.review_state import READ_ONLY, get_coder, write_entries
from dashboard.widgets.tables import show_lazy_expander

Sources = Mapping[str, Callable[[], Sequence[str]]]
"""Lists of cases by their labels; a list is computed when it is saved."""


COHORT_HELP = "A cohort is a list of cases with a name. Every page can be filtered by it."


def show(form: str, sources: Sources, description: str) -> None:
    """Show the closed form that saves a list of cases under a name.

    Args:
        form: name of the form; unique on the page.
        sources: the lists of cases to choose from.
        description: how the cases were chosen, as plain text; the user can change it.
    """
    show_lazy_expander("Save as cohort", f"{form}-cohort", partial(_show_form, form, sources, description))


@st.fragment
def show_button(form: str, sources: Sources, description: str) -> None:
    """Show a button that opens this form; arguments as for `show`. Its content is built once it is open."""
    key = keys.EXPANDER.make_key(f"{form}-cohort")
    with st.popover(
        "Save as cohort", icon=":material/bookmark:", type="tertiary", help=COHORT_HELP, key=key, on_change="rerun"
    ) as popover:
        if popover.open:
            _show_form(form, sources, description)


def show_view_form() -> None:
    """Show the closed form that saves the current page, with all that is chosen on it, under a name."""
    show_lazy_expander("Save view", "view-cohort", partial(_show_form, "view", {}, ""))


def _show_form(form: str, sources: Sources, description: str) -> None:
    is_read_only = get_settings().read_only
    with st.form(keys.COHORT_FORM.make_key(form), border=False):
        st.text_input("Name", max_chars=60, key=keys.COHORT_NAME.make_key(form), disabled=is_read_only)
        if len(sources) > 1:
            st.radio(
                "Cases", list(sources), key=keys.COHORT_SOURCE.make_key(form), horizontal=True, disabled=is_read_only
            )
        st.text_input(
            "How it was chosen" if sources else "What it shows",
            description[:MAX_TEXT],
            key=_build_text_key(form, description),
            disabled=is_read_only,
        )
        if not get_coder():
            st.text_input("Your name", max_chars=60, key=keys.COHORT_AUTHOR.make_key(form), disabled=is_read_only)
        st.form_submit_button("Save", on_click=_save, args=(form, sources, description), disabled=is_read_only)
    if is_read_only:
        st.caption(READ_ONLY)
    if problem := keys.REVIEW_PROBLEM.take():
        st.warning(escape_markdown(str(problem)))
    if saved := keys.SAVED_COHORT.take():
        st.success(str(saved))


def _save(form: str, sources: Sources, description: str) -> None:
    """Save the cohort (callback); a problem is kept for the form."""
    name = (keys.COHORT_NAME.make_key(form).read() or "").strip()
    if author := (keys.COHORT_AUTHOR.make_key(form).read() or "").strip():
        keys.NOTE_AUTHOR.write(author)
    label = keys.COHORT_SOURCE.make_key(form).read() or ""
    text = _build_text_key(form, description).read() or ""
    if text == description[:MAX_TEXT] and label in list(sources)[1:]:  # the description is of the first list
        text = label
    case_ids = sources.get(label, next(iter(sources.values())))() if sources else None
    if problem := _find_problem(name, case_ids):
        keys.REVIEW_PROBLEM.write(problem)
    elif write_entries([build_cohort_fields(name, text, case_ids or (), read_view())]):
        bold_name = f"**{escape_markdown(name)}**"
        keys.SAVED_COHORT.write(
            f"Saved. *Cohort* among the filters now lists {bold_name}."
            if sources
            else f"Saved. Ctrl K and *Cohorts* on Review open {bold_name}."
        )
        st.rerun()  # the filter is outside of the form's fragment


def _build_text_key(form: str, description: str) -> StateKey[str]:
    """Return the key of the description's field: another list of cases gets another field, without the old text."""
    return keys.COHORT_TEXT.make_key(form, compute_digest([description])[:8])


def _find_problem(name: str, case_ids: Sequence[str] | None) -> str:
    """Return why a list of cases, or a view if it is None, cannot be saved; empty if it can."""
    words = get_benchmark_info().words
    if not name:
        return "Give it a name."
    if not get_coder():
        return "Enter your name, so that the team knows who saved it."
    if find_cohort(load_review().cohorts, name) is not None:
        return f"There is a cohort {name} already. Choose another name, or delete it on Review, Cohorts."
    if case_ids is None:
        return ""
    if not case_ids:
        return f"The list has no {words.cases}."
    if len(case_ids) > MAX_COHORT_CASES:
        return f"A cohort has at most {MAX_COHORT_CASES:,} {words.cases}; this list has {len(case_ids):,}."
    return ""
