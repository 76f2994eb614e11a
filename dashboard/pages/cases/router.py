"""The gallery of Cases, or the case in the URL; a step between them leaves the rest of the page unchanged."""

import streamlit as st

from core.formatting import escape_markdown
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, list_case_ids
from dashboard.data.current_benchmark import start_fragment_run
from dashboard.pages.cases import case_view, cohort_form, gallery, notes, texts
from dashboard.runtime.case_parameter import forget_case_id, read_case_id
from dashboard.runtime.state_keys import cases as keys
from dashboard.runtime.state_keys import common as common_keys
from dashboard.selection.drilldown import read_drilldown
from dashboard.selection.filters import read_session_filters
from dashboard.style.theme import set_tab_title
from dashboard.widgets import case_jump, pins
from dashboard.widgets.navigation import perform_navigation


def count_further() -> int:
    """Count the choices that narrow the gallery beside the filters."""
    return len(gallery.list_further_choices()) + bool(read_drilldown().values)


def read_narrowed_filters() -> Filters:
    """Return the filters within the scope of the URL."""
    return read_drilldown().narrow(read_session_filters())


@st.fragment(key=common_keys.CASES_BROWSER)
def show(pinned_ids: list[str]) -> None:
    """Show the gallery or case for the URL and filters; rerun the whole page when the pins changed.

    Args:
        pinned_ids: the pins in the sidebar.
    """
    start_fragment_run()
    perform_navigation()
    case_ids = list_case_ids()
    if pins.list_pinned_cases(case_ids) != pinned_ids:
        st.rerun()
    case_id, filters, order = read_case_id(), read_narrowed_filters(), gallery.read_order()
    if case_id in case_ids:
        case_view.show(
            case_id, list(gallery.load_cases(filters, order)["case_id"]), pinned_ids, filters, order.right_at
        )
    else:
        _show_gallery(case_id, filters, order, pinned_ids)


def _show_gallery(case_id: str | None, filters: Filters, order: gallery.GalleryOrder, pinned_ids: list[str]) -> None:
    """Show the gallery, with links to single cases above; `case_id` is an unknown id from the URL."""
    set_tab_title("Cases")
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title("Cases", anchor=False, width="content")
        with st.container(horizontal=True, vertical_alignment="center", width="content"):
            pins.show_present(pinned_ids)
            case_jump.show()
    if case_id is not None:
        words = get_benchmark_info().words
        st.warning(texts.describe_unknown_case(words.case, escape_markdown(case_id[:40]), words.cases))
        forget_case_id()
    gallery.show(filters, order, pinned_ids)
    keys.GALLERY_IS_DRAWN.write(True)
    cohort_form.show(pinned_ids)
    notes.show_all(list_case_ids())
