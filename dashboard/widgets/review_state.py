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
from dashboard.runtime.session_state import as_text, read_state
from dashboard.style.palette import CODES as CODE_COLOURS
from dashboard.widgets.note_author import identify_author

READ_ONLY = (
    "This dashboard is read-only: visitors can see codes and rates, but cannot code answers or save cohorts and views."
)

AUTHOR = "note-author"
"""Session key of the name that the visitor gave, for notes and codes."""

UNDO = "review-undo"
"""Session key of the ids of this session's decisions, the last one at the end."""

BULK = "review-bulk"
"""Session key of the ids of the decisions that the last click on *Code them* wrote."""

TEXT = "review-text"
"""Session key of the words that the next decision stores."""

PROBLEM = "review-problem"
"""Session key of the sentence on entries that could not be written."""


def count_unreadable_lines() -> int:
    """Count the lines of the review file that are not entries."""
    return read_entries(get_settings().home).unreadable


def get_coder() -> str:
    """Return the visitor's name; empty before it is given."""
    return read_state(AUTHOR, str) or ""


WHO_CODES = "**Who codes?** Codes are kept per coder, so that a second coder can work independently."


def ask_coder_name(key: str, reason: str = WHO_CODES) -> bool:
    """Show the form for the visitor's name if it is not known yet; return whether it is known.

    Args:
        key: of the form.
        reason: why the name is needed, in Markdown.
    """
    if get_coder():
        return True
    with st.form(f"{key}-form", border=False):
        st.markdown(reason)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input("Your name", max_chars=60, key=f"{key}-name", width=480)
            st.form_submit_button("Begin", on_click=_take_name, args=(f"{key}-name",))
    return False


def show_coder() -> None:
    """Show whose codes are written, and the way to another coder; nothing before the name is known."""
    if coder := get_coder():
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
            st.markdown(f":small[Coding as **{escape_markdown(coder)}**]", width="content")
            st.button("Change coder", key="review-change-coder", type="tertiary", on_click=_forget_coder)


def _forget_coder() -> None:
    """Forget the name and what the coder could undo (callback); the page asks for a name again."""
    for name in (AUTHOR, UNDO, BULK, TEXT):
        st.session_state.pop(name, None)
    st.rerun()  # the form for the name is outside of the desk's fragment


def _take_name(key: str) -> None:
    if name := as_text(st.session_state.get(key)).strip():
        st.session_state[AUTHOR] = name


def find_decision(state: ReviewState, key: AnswerKey, coder: str) -> AnswerCoded | None:
    """Return a coder's decision about an answer, ignoring the case of the name; None if there is none."""
    wanted_name = coder.casefold()
    return next(
        (decision for name, decision in state.decisions.get(key, {}).items() if name.casefold() == wanted_name), None
    )


def write_entries(entries: Sequence[dict[str, Any]]) -> list[Entry]:
    """Write entries by the visitor; if that fails, write none and keep the reason for `show_problem`."""
    if get_settings().read_only:  # a browser may send values even for a disabled widget
        st.session_state[PROBLEM] = READ_ONLY
        return []
    author = EntryAuthor(get_benchmark_id(), get_coder(), identify_author())
    try:
        return append_entries(get_settings().home, author, entries)
    except (TrilensError, OSError) as error:
        st.session_state[PROBLEM] = f"Not saved: {error}"
        return []


def show_problem(show: Callable[[str], object]) -> None:
    """Show why entries could not be written, once."""
    if problem := st.session_state.pop(PROBLEM, None):
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
