"""The field that leads to a case by its id or its number; what fits is looked for on the server."""

import streamlit as st

from core.analyses.case_search import MAX_TYPED, Named, fitting, named
from core.formatting import plain
from dashboard.data.queries import about, per_generation, query
from dashboard.runtime.session_state import read_state
from dashboard.widgets.navigation import open_photograph

FIELD = "go-to"
MAX_OFFERED = 8


@per_generation
def _named_cases() -> tuple[Named, ...]:
    return named(query("case_ids")["case_id"])


def show() -> None:
    """The field. One case that fits is opened, several are offered, and if there is none the page says so."""
    with st.container(gap="small", width="content", horizontal_alignment="right"):
        st.text_input(
            "Go to",
            key=FIELD,
            placeholder=f"Go to {about().words.case}",
            icon=":material/search:",
            max_chars=MAX_TYPED,
            on_change=_go,
            label_visibility="collapsed",
            width=230,
        )
        typed = read_state(FIELD, str) or ""
        if typed.strip():
            _offer(typed, _found(typed))


def forget() -> None:
    """Callback: empties the field."""
    st.session_state[FIELD] = ""


def fitting_cases(typed: str, most: int) -> list[str]:
    """The cases that fit what was typed."""
    return fitting(typed, _named_cases(), most)


def _found(typed: str) -> list[str]:
    return fitting_cases(typed, MAX_OFFERED + 1)


def _go() -> None:
    found = _found(read_state(FIELD, str) or "")
    if len(found) == 1:
        _open(found[0])


def _open(case_id: str) -> None:
    forget()
    open_photograph(case_id, is_on_cases=True)


def _offer(typed: str, found: list[str]) -> None:
    words = about().words
    if not found:
        st.caption(f"No {words.case} “{plain(typed[:40])}”.")
        return
    with st.container(horizontal=True, horizontal_alignment="right", gap="small"):
        for case_id in found[:MAX_OFFERED]:
            st.button(plain(case_id), key=f"go-to-{case_id}", type="tertiary", on_click=_open, args=(case_id,))
        if len(found) > MAX_OFFERED:
            st.caption("and more")
