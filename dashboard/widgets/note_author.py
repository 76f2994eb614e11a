"""A team's notes as a session meets them, and whose they are: the browser's, which has a secret for it."""

import re
import secrets
from pathlib import Path

import streamlit as st

from core.notes import LABELS, Note, Notes, read_notes, writer_of
from dashboard.components.writer import keep_secret
from dashboard.data.queries import settings
from dashboard.runtime.session_state import read_texts

COOKIE = "trilens_writer"
SECRETS = "writers-secrets"
"""In the session: the secrets that this browser is known by, the one to write with last."""

UNNAMED = "the team"
"""Stands for the author of a note where visitors read it."""

_SECRET = re.compile(r"[A-Za-z0-9_-]{32,64}")
_KEEPER = "writer-keeper"


def notes() -> Notes:
    """All notes, read at every rerun, since other people write them too."""
    return notes_of(settings().data, is_read_only=settings().read_only)


def notes_of(folder: Path, *, is_read_only: bool) -> Notes:
    """The notes of a data folder; visitors of a read-only dashboard read what was written, and not by whom."""
    found = read_notes(folder)
    if not is_read_only:
        return found
    return Notes([note.model_copy(update={"author": UNNAMED}) for note in found.notes], found.unreadable)


def labels() -> list[str]:
    """The labels that notes have, those of the short list first."""
    used = {note.label for note in notes().notes}
    return [*(label for label in LABELS if label in used), *sorted(used - set(LABELS))]


def writer() -> str:
    """The writer that a new note names; the browser keeps the secret from now on."""
    known = _secrets()
    if not known:
        known = st.session_state[SECRETS] = [secrets.token_urlsafe(32)]
    return writer_of(known[-1])


def writer_of_note(note: Note) -> str:
    """The note's writer if that is this browser, else an empty text."""
    return note.writer if note.writer and note.writer in map(writer_of, _secrets()) else ""


def keep_writer() -> None:
    """Keeps the secret of whoever has written a note in this session; nobody else gets a cookie."""
    if (own := read_texts(SECRETS)) and _of_cookie() != own[-1]:
        keep_secret(COOKIE, own[-1], _KEEPER, _take_over)


def _take_over(known: str) -> None:
    """Callback: another tab had kept a secret before; what is written from now on goes by it."""
    if found := _checked(known):
        st.session_state[SECRETS] = [*(old for old in _secrets() if old != found), found]


def _secrets() -> list[str]:
    cookie = _of_cookie()
    own = read_texts(SECRETS)
    return own or ([cookie] if cookie else [])


def _of_cookie() -> str:
    return _checked(st.context.cookies.get(COOKIE))


def _checked(found: object) -> str:
    """What a browser sends, if it is a secret of ours."""
    return found if isinstance(found, str) and _SECRET.fullmatch(found) else ""
