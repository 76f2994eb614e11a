"""The button that downloads the report, with the pinned cases and their notes in it."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from core.notes import Notes
from core.warehouse.read import Warehouse
from dashboard.data.queries import about, benchmark_settings, case_ids, settings, shown_warehouse
from dashboard.widgets import pins
from dashboard.widgets.note_author import notes_of


def show() -> None:
    """The button; the report is made when it is asked for."""
    st.download_button(
        "Report",
        partial(
            _made,
            shown_warehouse(),
            pins.pinned(case_ids()),
            benchmark_settings().derived_images,
            partial(notes_of, settings().home, is_read_only=settings().read_only),
        ),
        f"trilens_report_{about().benchmark_id}.html",
        "text/html",
        icon=":material/description:",
        key="report-download",
        on_click="ignore",
        help="One file with findings, charts, tables and the pinned cases. It needs no network and prints well.",
    )


def _made(warehouse: Warehouse, case_ids: Sequence[str], derived: Path, read: Callable[[], Notes]) -> bytes:
    """Made in a thread that knows neither the session nor its benchmark."""
    from core.reports.report import rendered  # with the templates' engine, which no page needs

    return rendered(warehouse, "html", case_ids, derived, read().notes).encode()
