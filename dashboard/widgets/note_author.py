"""A team's notes in a session, and their authors: browsers, each recognised by a secret."""

import re
import secrets
from pathlib import Path

import streamlit as st

from core.notes import LABELS, Note, NoteList, hash_writer_secret, read_notes
from dashboard.components.author_cookie import store_secret
from dashboard.data.current_benchmark import get_settings
from dashboard.runtime.session_state import read_texts
from dashboard.runtime.state_keys import common as keys

COOKIE = "trilens_writer"
UNNAMED = "the team"
"""Replaces the author of a note for visitors."""

_SECRET = re.compile(r"[A-Za-z0-9_-]{32,64}")


def load_notes() -> NoteList:
    """Load all notes, at every rerun, since other users write notes too."""
    return read_visible_notes(get_settings().data, is_read_only=get_settings().read_only)


def read_visible_notes(folder: Path, *, is_read_only: bool) -> NoteList:
    """Read the notes of a data folder; visitors of a read-only dashboard see them without their authors."""
    notes = read_notes(folder)
    if not is_read_only:
        return notes
    return NoteList([note.model_copy(update={"author": UNNAMED}) for note in notes.notes], notes.unreadable)


def list_note_labels() -> list[str]:
    """List the labels that notes have, those of the short list first."""
    used = {note.label for note in load_notes().notes}
    return [*(label for label in LABELS if label in used), *sorted(used - set(LABELS))]


def identify_author() -> str:
    """Return the author id for a new note; the browser keeps its secret from now on."""
    known = _list_secrets()
    if not known:
        known = [secrets.token_urlsafe(32)]
        keys.WRITER_SECRETS.write(known)
    return hash_writer_secret(known[-1])


def find_note_author(note: Note) -> str:
    """Return the note's author id if it is this browser's, else an empty text."""
    return note.writer if note.writer and note.writer in map(hash_writer_secret, _list_secrets()) else ""


def remember_author() -> None:
    """Store the secret of a session that has written a note; other sessions get no cookie."""
    if (texts := read_texts(keys.WRITER_SECRETS)) and _read_cookie() != texts[-1]:
        store_secret(COOKIE, texts[-1], keys.WRITER_COOKIE, _take_over)


def _take_over(known: str) -> None:
    """Adopt the secret that another tab stored before, for all further notes (callback)."""
    if secret := _check_secret(known):
        keys.WRITER_SECRETS.write([*(old for old in _list_secrets() if old != secret), secret])


def _list_secrets() -> list[str]:
    cookie = _read_cookie()
    texts = read_texts(keys.WRITER_SECRETS)
    return texts or ([cookie] if cookie else [])


def _read_cookie() -> str:
    return _check_secret(st.context.cookies.get(COOKIE))


def _check_secret(found: object) -> str:
    """Return a value from a browser if it has the form of a secret, else an empty text."""
    return found if isinstance(found, str) and _SECRET.fullmatch(found) else ""
