"""The field that opens a case by its id or number; the server looks up matches."""

import streamlit as st

from core.analyses.case_search import MAX_TYPED, SearchableCase, index_cases, match_ids
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import cache_per_generation, run_query
from dashboard.runtime.state_keys import common as keys
from dashboard.widgets.navigation import open_photograph

MAX_OFFERED = 8
WIDTH_PX = 190


@cache_per_generation
def _list_named_cases() -> tuple[SearchableCase, ...]:
    return index_cases(run_query("case_ids")["case_id"])


def show() -> None:
    """Show the field; open the case if one matches, offer several, and report if none does."""
    with st.container(gap="small", width="content", horizontal_alignment="right"):
        st.text_input(
            "Go to",
            key=keys.CASE_JUMP,
            placeholder=f"Go to {get_benchmark_info().words.case}",
            icon=":material/search:",
            max_chars=MAX_TYPED,
            on_change=_go,
            label_visibility="collapsed",
            width=WIDTH_PX,
        )
        typed = keys.CASE_JUMP.read() or ""
        if typed.strip():
            _offer(typed, _find_matches(typed))


def forget() -> None:
    """Empty the field (callback)."""
    keys.CASE_JUMP.write("")


def find_matching_cases(typed: str, most: int) -> list[str]:
    """Find the cases that match the input."""
    return match_ids(typed, _list_named_cases(), most)


def _find_matches(typed: str) -> list[str]:
    return find_matching_cases(typed, MAX_OFFERED + 1)


def _go() -> None:
    matches = _find_matches(keys.CASE_JUMP.read() or "")
    if len(matches) == 1:
        _open(matches[0])


def _open(case_id: str) -> None:
    forget()
    open_photograph(case_id, is_on_cases=True)


def _offer(typed: str, found: list[str]) -> None:
    words = get_benchmark_info().words
    if not found:
        st.caption(f"No {words.case} matches “{escape_markdown(typed[:40])}”.")
        return
    with st.container(horizontal=True, horizontal_alignment="right", gap="small"):
        for case_id in found[:MAX_OFFERED]:
            st.button(
                escape_markdown(case_id),
                key=keys.CASE_JUMP_MATCH.make_key(case_id),
                type="tertiary",
                on_click=_open,
                args=(case_id,),
            )
        if len(found) > MAX_OFFERED:
            st.caption("and more")
