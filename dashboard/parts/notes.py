"""Notes on a case: what a team wrote about it, a form for a new one, and the label as a filter of the gallery."""

from collections import Counter
from collections.abc import Container
from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from core.errors import TrilensError
from core.notes import LABELS, MAX_TEXT, Note, Notes, read_notes, write_note
from core.text import plain, time_text
from dashboard.queries import settings
from dashboard.tables import show_table

WRITTEN = "notes_written"
"""In the session: how many notes have been saved."""


def read() -> Notes:
    """All notes, read at every rerun, since other people write them too."""
    return read_notes(settings().data)


def labels(notes: Notes) -> list[str]:
    """The labels that notes have, those of the short list first."""
    used = {note.label for note in notes.notes}
    return [*(label for label in LABELS if label in used), *sorted(used - set(LABELS))]


def counts() -> Counter[str]:
    """How many notes there are on each case."""
    return Counter(note.case_id for note in read().notes)


def show(case_id: str) -> None:
    """The notes on a case, the newest first, and the form."""
    found = read()
    own = [note for note in found.notes if note.case_id == case_id]
    st.subheader(f"Notes ({len(own)})", anchor="notes")
    if found.unreadable:
        st.caption(f"{found.unreadable} lines of the notes file cannot be read; they stay as they are.")
    for note in reversed(own):
        with st.container(border=True):
            st.markdown(f"**{plain(note.label)}** · {plain(note.author)}, {time_text(note.written_at)}")
            if note.text:
                st.text(note.text)
    with st.expander("Write a note"):
        _show_form(case_id, found)


def _show_form(case_id: str, found: Notes) -> None:
    is_read_only = settings().read_only
    reason = "This dashboard is read-only: visitors cannot write notes." if is_read_only else None
    # Not cleared by the form, which would clear a draft that cannot be saved yet: new widgets after each saved note.
    number = st.session_state.get(WRITTEN, 0)
    with st.form("note", border=False):
        choices = [*LABELS, *(label for label in labels(found) if label not in LABELS)]
        label = st.selectbox(
            "Label",
            choices,
            index=None,
            accept_new_options=True,
            placeholder="choose or write a label",
            disabled=is_read_only,
            key=f"note_label_{number}",
        )
        text = st.text_area("Comment", max_chars=MAX_TEXT, disabled=is_read_only, key=f"note_text_{number}")
        author = st.text_input(
            "Your name", value=st.session_state.get("author", ""), max_chars=60, disabled=is_read_only
        )
        if st.form_submit_button("Save", disabled=is_read_only, help=reason):
            _save(case_id, str(label or ""), text, author)
    if reason:
        st.caption(reason)


def _save(case_id: str, label: str, text: str, author: str) -> None:
    if not label:
        st.warning("A note needs a label.")
        return
    try:
        note = write_note(settings().data, case_id, label, text, author, datetime.now(UTC))
    except TrilensError as error:
        st.warning(plain(str(error)))
        return
    st.session_state["author"] = note.author
    st.session_state[WRITTEN] = st.session_state.get(WRITTEN, 0) + 1
    st.rerun()


def show_all(known: Container[str]) -> None:
    """Every note on a case of this benchmark, as a table; nothing if there is none."""
    notes = [note for note in read().notes if note.case_id in known]
    if notes:
        with st.expander(f"Notes ({len(notes)})"):
            show_table(_frame(notes), "notes")


def _frame(notes: list[Note]) -> pd.DataFrame:
    return pd.DataFrame([note.model_dump() for note in reversed(notes)])
