"""Notes on a case: the team's notes, a form for a new one, and all of them as a table."""

from collections import Counter
from collections.abc import Callable, Container
from functools import partial

import pandas as pd
import streamlit as st

from core.formatting import escape_markdown, format_time
from core.notes import Note
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.cases import case_codes, note_form, texts
from dashboard.widgets.note_author import find_note_author, remember_author
from dashboard.widgets.note_author import load_notes as all_notes
from dashboard.widgets.tables import get_css_class, request_open, show_lazy_expander, show_table

FORM = "note"
"""Key of the expander with the form of a new note."""

ANCHOR = "notes"
"""Id of the heading above the notes."""

FIRST_FIELD = f".{get_css_class(FORM)} input"
"""CSS selector of the form's first field."""


def list_case_notes(case_id: str) -> list[Note]:
    """Return the notes on a case, the newest first."""
    return group_notes_by_case().get(case_id, [])


def group_notes_by_case() -> dict[str, list[Note]]:
    """Return the notes on each case that has any, the newest first."""
    found: dict[str, list[Note]] = {}
    for note in reversed(all_notes().notes):
        found.setdefault(note.case_id, []).append(note)
    return found


def count_notes() -> Counter[str]:
    """Count the notes on each case."""
    return Counter(note.case_id for note in all_notes().notes)


def show(case_id: str) -> None:
    """Show the notes on a case, the newest first, and the form."""
    remember_author()
    case_notes = list_case_notes(case_id)
    st.subheader(f"Notes ({len(case_notes)})", anchor=ANCHOR)
    with st.container():  # always one element, so that a step to another case keeps the form in position
        if unreadable := all_notes().unreadable:
            st.caption(texts.describe_unreadable_lines(unreadable))
        show_list(case_notes)
        case_codes.show(case_id)
        if not get_settings().read_only and not all(map(find_note_author, case_notes)):
            st.caption(texts.OTHER_BROWSER)
    show_lazy_expander("Write a note", FORM, partial(note_form.show_form, case_id), stays=True)


def build_keys() -> dict[str, Callable[[], None]]:
    """Return the key that opens the form, for `listen`; none for visitors, who cannot write."""
    return {} if get_settings().read_only else dict.fromkeys("nN", _open_form)


def _open_form() -> None:
    request_open(FORM)


def show_list(notes: list[Note]) -> None:
    """Show notes; their author can change them in the browser that wrote them."""
    for note in notes:
        with st.container(border=True):
            if note_form.is_changed(note):
                note_form.show_form(note.case_id, note)
                continue
            changed = f", changed {format_time(note.changed_at)}" if note.changed_at else ""
            written = f"{escape_markdown(note.author)}, {format_time(note.written_at)}{changed}"
            with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
                st.markdown(f"**{escape_markdown(note.label)}** · {written}", width="content")
                note_form.show_changes(note)
            if note.text:
                st.text(note.text)


def show_all(known: Container[str]) -> None:
    """Show every note on a case of this benchmark as a table that loads when opened; nothing if there are none."""
    notes = [note for note in all_notes().notes if note.case_id in known]
    if notes:
        show_lazy_expander(f"Notes ({len(notes)})", "notes", lambda: show_table(_build_frame(notes), "notes", COLUMNS))


COLUMNS = {"case_id": "Case", "label": "Label", "text": "Comment", "author": "Author", "written_at": "Written"}


def _build_frame(notes: list[Note]) -> pd.DataFrame:
    return pd.DataFrame([note.model_dump() for note in reversed(notes)])[list(COLUMNS)]
