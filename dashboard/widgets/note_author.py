"""A team's notes as a session meets them, and whose they are: the browser's, which has a secret for it."""

import re
import secrets
from pathlib import Path

import streamlit as st

from core.notes import LABELS, Note, NoteList, hash_writer_secret, read_notes
from dashboard.components.writer import store_secret
from dashboard.data.queries import get_settings
from dashboard.runtime.session_state import read_texts

COOKIE = "trilens_writer"
SECRETS = "writers-secrets"
"""In the session: the secrets that this browser is known by, the one to write with last."""

UNNAMED = "the team"
"""Stands for the author of a note where visitors read it."""

_SECRET = re.compile(r"[A-Za-z0-9_-]{32,64}")
_KEEPER = "writer-keeper"


def load_notes() -> NoteList:
    """All notes, read at every rerun, since other people write them too."""
    return read_visible_notes(get_settings().data, is_read_only=get_settings().read_only)


def read_visible_notes(folder: Path, *, is_read_only: bool) -> NoteList:
    """The notes of a data folder; visitors of a read-only dashboard read what was written, and not by whom."""
    found = read_notes(folder)
    if not is_read_only:
        return found
    return NoteList([note.model_copy(update={"author": UNNAMED}) for note in found.notes], found.unreadable)


def list_note_labels() -> list[str]:
    """The labels that notes have, those of the short list first."""
    used = {note.label for note in load_notes().notes}
    return [*(label for label in LABELS if label in used), *sorted(used - set(LABELS))]


def identify_author() -> str:
    """The writer that a new note names; the browser keeps the secret from now on."""
    known = _list_secrets()
    if not known:
        known = st.session_state[SECRETS] = [secrets.token_urlsafe(32)]
    return hash_writer_secret(known[-1])


def find_note_author(note: Note) -> str:
    """The note's writer if that is this browser, else an empty text."""
    return note.writer if note.writer and note.writer in map(hash_writer_secret, _list_secrets()) else ""


def remember_author() -> None:
    """Keeps the secret of whoever has written a note in this session; nobody else gets a cookie."""
    if (own := read_texts(SECRETS)) and _read_cookie() != own[-1]:
        store_secret(COOKIE, own[-1], _KEEPER, _take_over)


def _take_over(known: str) -> None:
    """Callback: another tab had kept a secret before; what is written from now on goes by it."""
    if found := _check_secret(known):
        st.session_state[SECRETS] = [*(old for old in _list_secrets() if old != found), found]


def _list_secrets() -> list[str]:
    cookie = _read_cookie()
    own = read_texts(SECRETS)
    return own or ([cookie] if cookie else [])


def _read_cookie() -> str:
    return _check_secret(st.context.cookies.get(COOKIE))


def _check_secret(found: object) -> str:
    """What a browser sends, if it is a secret of ours."""
    return found if isinstance(found, str) and _SECRET.fullmatch(found) else ""
