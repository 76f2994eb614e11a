"""The button that downloads the report, with the pinned cases and their notes in it."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

from core.notes import NoteList
from core.review.codebook import ReviewState
from core.warehouse.read import Warehouse
from dashboard.data.benchmark_info import get_benchmark_info, list_case_ids
from dashboard.data.current_benchmark import get_benchmark_id, get_settings, get_workspace, require_warehouse
from dashboard.data.failure_review import read_review
from dashboard.runtime.server_address import get_base_path
from dashboard.runtime.state_keys import common as keys
from dashboard.widgets import cohort_slides, pins
from dashboard.widgets.note_author import read_visible_notes


def show() -> None:
    """Show the button; the report is built on demand."""
    st.download_button(
        "Report",
        partial(
            _build_report,
            require_warehouse(),
            cohort_slides.list_slides(pins.list_pinned_cases(list_case_ids())),
            get_workspace().derived_images,
            partial(read_visible_notes, get_settings().workspace.home, is_read_only=get_settings().read_only),
            partial(
                read_review, get_settings().workspace.home, get_benchmark_id(), is_read_only=get_settings().read_only
            ),
            _find_address(),
        ),
        f"trilens_report_{get_benchmark_info().benchmark_id}.html",
        "text/html",
        icon=":material/description:",
        key=keys.REPORT_DOWNLOAD,
        on_click="ignore",
        help="One file to print or read offline: the findings on page one, each pinned case with its notes and a link, "
        "and a folded appendix with all tables.",
    )


def _find_address() -> str:
    """Return the address of this dashboard as the browser knows it; empty if it is unknown."""
    parts = urlsplit(str(st.context.url or ""))
    return f"{parts.scheme}://{parts.netloc}{get_base_path()}" if parts.scheme in ("http", "https") else ""


def _build_report(
    warehouse: Warehouse,
    case_ids: Sequence[str],
    derived: Path,
    read: Callable[[], NoteList],
    read_state: Callable[[], ReviewState],
    address: str,
) -> bytes:
    """Build the report in a thread that has neither the session nor its benchmark."""
    from core.reports.front_page import ReportRequest
    from core.reports.report import render_report  # imports a template engine that no page needs

    request = ReportRequest(address=address)
    return render_report(warehouse, "html", case_ids, derived, read().notes, read_state(), request).encode()
