"""The failure review of the selected benchmark in a session: its state, the coder, and new entries."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from core.errors import TrilensError
from core.formatting import escape_markdown, format_time
from core.review.codebook import ReviewState
from core.review.entries import AnswerCoded, AnswerKey, Entry
from core.review.review_file import EntryAuthor, append_entries, read_entries
from dashboard.data.current_benchmark import get_benchmark_id, get_settings
from dashboard.runtime.session_state import StateKey
from dashboard.runtime.state_keys import common as keys
from dashboard.style.palette import CODES as CODE_COLOURS
from dashboard.widgets.note_author import identify_author

READ_ONLY = (
    "This dashboard is read-only: visitors can see causes and rates, but cannot name causes or save cohorts and views."
)


def count_unreadable_lines() -> int:
    """Count the lines of the review file that are not entries."""
    return read_entries(get_settings().workspace.home).unreadable


def get_coder() -> str:
    """Return the visitor's name; empty before it is given."""
    return keys.NOTE_AUTHOR.read() or ""


WHO_CODES = (
    "**Who are you?** The causes that you name for wrong answers are kept under your name, so that a second reviewer "
    "can work independently."
)


def ask_coder_name(form: str, reason: str = WHO_CODES) -> bool:
    """Show the form for the visitor's name if it is not known yet; return whether it is known.

    Args:
        form: name of the form; unique on the page.
        reason: why the name is needed, in Markdown.
    """
    if get_coder():
        return True
    with st.form(keys.CODER_FORM.make_key(form), border=False):
        st.markdown(reason)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input("Your name", max_chars=60, key=keys.CODER_NAME.make_key(form), width=356)
            st.form_submit_button("Begin", on_click=_take_name, args=(keys.CODER_NAME.make_key(form),))
    return False


def show_coder() -> None:
    """Show whose codes are written, and the way to another coder; nothing before the name is known."""
    if coder := get_coder():
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            st.markdown(f":small[Reviewing as **{escape_markdown(coder)}**]", width="content")
            st.button("Change reviewer", key=keys.CHANGE_CODER, type="tertiary", on_click=_forget_coder)


def _forget_coder() -> None:
    """Forget the name and what the coder could undo (callback); the page asks for a name again."""
    keys.NOTE_AUTHOR.forget()
    keys.UNDOABLE_DECISIONS.forget()
    keys.BULK_DECISIONS.forget()
    keys.DECISION_WORDS.forget()
    st.rerun()  # the form for the name is outside of the desk's fragment


def _take_name(key: StateKey[str]) -> None:
    if name := (key.read() or "").strip():
        keys.NOTE_AUTHOR.write(name)


def find_decision(state: ReviewState, key: AnswerKey, coder: str) -> AnswerCoded | None:
    """Return a coder's decision about an answer, ignoring the case of the name; None if there is none."""
    wanted_name = coder.casefold()
    return next(
        (decision for name, decision in state.decisions.get(key, {}).items() if name.casefold() == wanted_name), None
    )


def write_entries(entries: Sequence[dict[str, Any]]) -> list[Entry]:
    """Write entries by the visitor; if that fails, write none and keep the reason for `show_problem`."""
    if get_settings().read_only:  # a browser may send values even for a disabled widget
        keys.REVIEW_PROBLEM.write(READ_ONLY)
        return []
    author = EntryAuthor(get_benchmark_id(), get_coder(), identify_author())
    try:
        return append_entries(get_settings().workspace.home, author, entries)
    except (TrilensError, OSError) as error:
        keys.REVIEW_PROBLEM.write(f"Not saved: {error}")
        return []


def show_problem(show: Callable[[str], object]) -> None:
    """Show why entries could not be written, once."""
    if problem := keys.REVIEW_PROBLEM.take():
        show(str(problem))


def format_code_dot(state: ReviewState, code_id: str) -> str:
    """Format a dot in the code's colour, in Streamlit's Markdown."""
    return f':color[●]{{foreground="{get_code_colour(state, code_id)}"}}'


def list_decision_lines(state: ReviewState, key: AnswerKey, about: str = "") -> list[str]:
    """List a line in Markdown per coder who gave the answer a code: code, coder, time and words.

    Args:
        state: the review.
        key: the answer.
        about: what the answer is, in Markdown, between code and coder.
    """
    lines = []
    for author, decision in state.decisions.get(key, {}).items():
        if code := state.get_code(decision):
            words = f": “{escape_markdown(decision.text)}”" if decision.text else ""
            name = f"{format_code_dot(state, code)} **{escape_markdown(state.name_code(code))}**"
            parts = [name, *filter(None, [about]), f"{escape_markdown(author)}, {format_time(decision.written_at)}"]
            lines.append(f"{' · '.join(parts)}{words}")
    return lines


def get_code_colour(state: ReviewState, code_id: str) -> str:
    """Return the colour of a code."""
    code = state.codes.get(code_id)
    return CODE_COLOURS[code.colour % len(CODE_COLOURS)] if code else CODE_COLOURS[-1]
