"""Forms to write, change and delete a note: on a case's page, and over a slide of a presentation."""

from datetime import UTC, datetime

import streamlit as st

from core.errors import TrilensError
from core.formatting import escape_markdown
from core.notes import LABELS, MAX_TEXT, Note, change_note, delete_note, write_note
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.cases import texts
from dashboard.runtime.session_state import as_text
from dashboard.runtime.state_keys import cases as keys
from dashboard.runtime.state_keys import common as common_keys
from dashboard.widgets.note_author import find_note_author, identify_author, list_note_labels


def show_form(case_id: str, before: Note | None = None) -> None:
    """Show the fields of a new note, or of one that is being changed.

    Args:
        case_id: the case of the note.
        before: the note before the change.
    """
    is_read_only = get_settings().read_only
    # The form does not clear its fields, so that an unsaved draft survives; each saved note gets new widgets instead.
    number = keys.N_WRITTEN_NOTES.read() or 0
    key = before.note_id if before else f"{number}"
    with st.form(keys.NOTE_FORM.make_key(key), border=False):
        choices = _list_label_choices(before)
        label = st.selectbox(
            "Label",
            choices,
            index=choices.index(before.label) if before else None,
            accept_new_options=True,
            placeholder=texts.LABEL_HINT,
            disabled=is_read_only,
            key=keys.NEW_NOTE_LABEL.make_key(key),
        )
        text = st.text_area(
            "Comment",
            before.text if before else "",
            max_chars=MAX_TEXT,
            disabled=is_read_only,
            key=keys.NOTE_TEXT.make_key(key),
        )
        author = before.author if before else _show_author(is_read_only=is_read_only)
        with st.container(horizontal=True):
            is_saved = st.form_submit_button(
                "Save", disabled=is_read_only, help=texts.READ_ONLY if is_read_only else None
            )
            if before and st.form_submit_button("Cancel", type="tertiary"):
                _end()
        if is_saved:
            _save(case_id, as_text(label), as_text(text), author, before)
    if is_read_only:
        st.caption(texts.READ_ONLY)


def show_labels(case_id: str) -> None:
    """Show a button per label; a click saves a note without a comment."""
    is_read_only = get_settings().read_only
    author = _show_author(is_read_only=is_read_only)
    with st.container(horizontal=True):
        for label in _list_label_choices(None):
            if st.button(escape_markdown(label), key=keys.QUICK_LABEL.make_key(label), disabled=is_read_only):
                _save(case_id, label, "", author, None)
    if is_read_only:
        st.caption(texts.READ_ONLY)


def show_changes(note: Note) -> None:
    """Show the buttons that change and delete a note; nothing if another author wrote it."""
    if get_settings().read_only or not find_note_author(note):
        return
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Edit",
            icon=":material/edit:",
            type="tertiary",
            key=keys.EDIT_NOTE.make_key(note.note_id),
            on_click=_begin,
            args=(note.note_id,),
        )
        with st.popover("Delete", icon=":material/delete:", type="tertiary"):
            st.markdown(texts.DELETION)
            if st.button("Delete the note", key=common_keys.DELETE.make_key(note.note_id), type="primary"):
                _delete(note)


def is_changed(note: Note) -> bool:
    """Return whether the note is being changed."""
    return bool(note.note_id) and keys.CHANGED_NOTE.read() == note.note_id


def _list_label_choices(before: Note | None) -> list[str]:
    known = [*LABELS, *(label for label in list_note_labels() if label not in LABELS)]
    return known if before is None or before.label in known else [*known, before.label]


def _show_author(*, is_read_only: bool) -> str:
    known = common_keys.NOTE_AUTHOR.read() or ""
    return as_text(st.text_input("Your name", value=known, max_chars=60, disabled=is_read_only))


def _save(case_id: str, label: str, text: str, author: str, before: Note | None) -> None:
    if not label:
        st.warning(texts.LABEL_NEEDED)
        return
    if get_settings().read_only:  # a browser may send values even for a disabled widget
        st.warning(texts.READ_ONLY)
        return
    folder, now = get_settings().data, datetime.now(UTC)
    try:
        if before:
            change_note(folder, before.note_id, find_note_author(before), label, text, now)
        else:
            common_keys.NOTE_AUTHOR.write(
                write_note(folder, case_id, label, text, author, now, identify_author()).author
            )
    except (TrilensError, OSError) as error:
        st.warning(escape_markdown(texts.describe_unsaved_note(str(error))))
        return
    _end()


def _delete(note: Note) -> None:
    if get_settings().read_only:
        st.warning(texts.READ_ONLY)
        return
    try:
        delete_note(get_settings().data, note.note_id, find_note_author(note))
    except (TrilensError, OSError) as error:
        st.warning(escape_markdown(f"Not deleted: {error}"))
        return
    _end()


def _begin(note_id: str) -> None:
    keys.CHANGED_NOTE.write(note_id)


def _end() -> None:
    keys.CHANGED_NOTE.forget()
    keys.N_WRITTEN_NOTES.write((keys.N_WRITTEN_NOTES.read() or 0) + 1)
    st.rerun()
