"""The cohorts and views of the team: each with its cases, its page, the presentation, export, import and deletion."""

from functools import partial

import streamlit as st

from core.errors import ReviewError
from core.formatting import escape_markdown, format_time
from core.review.cohorts import MAX_SHOWN, Cohort, export_cohorts, name_view_page, plan_cohort_import
from dashboard.data.benchmark_info import get_benchmark_info, list_case_ids
from dashboard.data.current_benchmark import get_benchmark_id, get_settings
from dashboard.data.failure_review import load_review
from dashboard.pages.review import texts
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import review as keys
from dashboard.widgets.cohort_slides import list_known_cases
from dashboard.widgets.navigation import open_cohort, open_view, present_cohort
from dashboard.widgets.review_state import READ_ONLY, ask_coder_name, get_coder, write_entries
from dashboard.widgets.tables import show_lazy_expander

MAX_FILE_MB = 20
"""Maximum size of an imported file."""


def show() -> None:
    """Show every cohort, the file with all of them, and the form that imports one."""
    cohorts, is_read_only = list(load_review().cohorts.values()), get_settings().read_only
    can_change = not is_read_only and bool(get_coder())
    if is_read_only:
        st.info(READ_ONLY)
    if not cohorts:
        st.info(texts.NO_COHORT)
    for cohort in cohorts:
        _show_cohort(cohort, can_change=can_change)
    if cohorts:
        st.download_button(
            "Export all",
            export_cohorts(cohorts, get_benchmark_id()),
            f"trilens_cohorts_{get_benchmark_id()}.json",
            "application/json",
            icon=":material/download:",
            key=keys.EXPORT_COHORTS,
            on_click="ignore",
        )
    if not is_read_only and ask_coder_name("cohorts-coder", texts.NAME_NEEDED):
        show_lazy_expander("Import cohorts", "import-cohorts", _show_import, stays=True)


def _show_cohort(cohort: Cohort, *, can_change: bool) -> None:
    info, known_ids = get_benchmark_info(), list_known_cases(cohort)
    n_missing = len(cohort.case_ids) - len(known_ids)
    with st.container(border=True, key=keys.COHORT.make_key(cohort.cohort_id)):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            page = f"view of {name_view_page(cohort.view)}" if cohort.view else ""
            content = info.format_case_count(len(cohort.case_ids)) if cohort.case_ids else page
            st.markdown(f"**{escape_markdown(cohort.name)}** · {escape_markdown(content)}", width="content")
            with st.container(horizontal=True, gap="small", width="content"):
                if cohort.view:
                    st.button(
                        "Open view",
                        key=keys.OPEN_VIEW.make_key(cohort.cohort_id),
                        type="tertiary",
                        on_click=open_view,
                        args=(cohort.view,),
                        help=texts.describe_view(name_view_page(cohort.view)),
                    )
                if cohort.case_ids:
                    _show_case_buttons(cohort, known_ids)
                with st.popover("Delete", icon=":material/delete:", type="tertiary", disabled=not can_change):
                    st.markdown(texts.DELETION)
                    st.button(
                        "Delete it",
                        key=common_keys.DELETE.make_key(cohort.cohort_id),
                        on_click=partial(_delete, cohort),
                    )
        if cohort.description:
            st.text(cohort.description)
        st.caption(f"{escape_markdown(cohort.author)}, {format_time(cohort.written_at)}")
        if n_missing:
            st.caption(texts.describe_missing_cases(n_missing))


def _show_case_buttons(cohort: Cohort, known_ids: list[str]) -> None:
    st.button(
        "Cases",
        key=keys.OPEN_COHORT.make_key(cohort.cohort_id),
        type="tertiary",
        disabled=not known_ids,
        on_click=open_cohort,
        args=(cohort.name,),
    )
    st.button(
        "Present",
        key=keys.PRESENT_COHORT.make_key(cohort.cohort_id),
        type="tertiary",
        disabled=not known_ids,
        on_click=present_cohort,
        args=(cohort.name, known_ids[0] if known_ids else ""),
        help=texts.describe_presentation(MAX_SHOWN),
    )


def _delete(cohort: Cohort) -> None:
    write_entries([{"kind": "cohort_deletion", "cohort_id": cohort.cohort_id}])


def _show_import() -> None:
    with st.form(keys.COHORT_FILE_FORM, border=False, clear_on_submit=True):
        file = st.file_uploader("File", type="json", key=keys.COHORT_FILE, max_upload_size=MAX_FILE_MB)
        is_sent = st.form_submit_button("Import")
    if not is_sent:
        return
    if file is None:
        st.warning(texts.CHOOSE_FILE)
        return
    try:
        fields = plan_cohort_import(file.getvalue(), get_benchmark_id(), list_case_ids(), load_review().cohorts)
    except ReviewError as error:
        st.warning(escape_markdown(str(error)))
        return
    if not fields:
        st.info(texts.NOTHING_NEW)
    elif write_entries(fields):
        st.rerun()
