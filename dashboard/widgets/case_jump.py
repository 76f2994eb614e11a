"""The field that leads to a case by its id or its number; what fits is looked for on the server."""

import streamlit as st

from core.analyses.case_search import MAX_TYPED, SearchableCase, index_cases, match_ids
from core.formatting import escape_markdown
from dashboard.data.queries import cache_per_generation, get_benchmark_info, run_query
from dashboard.runtime.session_state import read_state
from dashboard.widgets.navigation import open_photograph

FIELD = "go-to"
MAX_OFFERED = 8


@cache_per_generation
def _list_named_cases() -> tuple[SearchableCase, ...]:
    return index_cases(run_query("case_ids")["case_id"])


def show() -> None:
    """The field. One case that fits is opened, several are offered, and if there is none the page says so."""
    with st.container(gap="small", width="content", horizontal_alignment="right"):
        st.text_input(
            "Go to",
            key=FIELD,
            placeholder=f"Go to {get_benchmark_info().words.case}",
            icon=":material/search:",
            max_chars=MAX_TYPED,
            on_change=_go,
            label_visibility="collapsed",
            width=230,
        )
        typed = read_state(FIELD, str) or ""
        if typed.strip():
            _offer(typed, _find_matches(typed))


def forget() -> None:
    """Callback: empties the field."""
    st.session_state[FIELD] = ""


def find_matching_cases(typed: str, most: int) -> list[str]:
    """The cases that fit what was typed."""
    return match_ids(typed, _list_named_cases(), most)


def _find_matches(typed: str) -> list[str]:
    return find_matching_cases(typed, MAX_OFFERED + 1)


def _go() -> None:
    found = _find_matches(read_state(FIELD, str) or "")
    if len(found) == 1:
        _open(found[0])


def _open(case_id: str) -> None:
    forget()
    open_photograph(case_id, is_on_cases=True)


def _offer(typed: str, found: list[str]) -> None:
    words = get_benchmark_info().words
    if not found:
        st.caption(f"No {words.case} “{escape_markdown(typed[:40])}”.")
        return
    with st.container(horizontal=True, horizontal_alignment="right", gap="small"):
        for case_id in found[:MAX_OFFERED]:
            st.button(
                escape_markdown(case_id), key=f"go-to-{case_id}", type="tertiary", on_click=_open, args=(case_id,)
            )
        if len(found) > MAX_OFFERED:
            st.caption("and more")
