"""The search in the sidebar, over pages, models and cases, by any part of a name."""

from collections.abc import Mapping

import streamlit as st

from core.analyses.case_search import MAX_TYPED, index_cases, match_ids
from core.formatting import escape_markdown
from dashboard.components.focus_key import bind_focus_key
from dashboard.data.queries import get_benchmark_info
from dashboard.runtime.session_state import read_state, take_state
from dashboard.selection.filters import list_filter_options
from dashboard.widgets import case_jump
from dashboard.widgets.navigation import open_cases, open_photograph

FIELD = "search-field"
PAGE = "searched-page"
"""Session key, for one run of the script: the page that was found."""

MAX_OFFERED = 6
"""Maximum number of matches per kind."""


def show(pages: Mapping[str, st.Page], *, is_on_cases: bool) -> None:
    """Show the field, and the matches below it; a single match is opened at once.

    Args:
        pages: by title.
        is_on_cases: whether the page that runs is Cases.
    """
    if (found := take_state(PAGE, str)) is not None and found in pages:
        st.switch_page(pages[found])
    with st.sidebar:
        st.text_input(
            "Search",
            key=FIELD,
            placeholder=f"{get_benchmark_info().words.case.capitalize()}, model or page",
            icon=":material/search:",
            max_chars=MAX_TYPED,
            on_change=_go,
            args=(list(pages), is_on_cases),
            help="Keys: / or Ctrl K",
        )
        bind_focus_key(f".st-key-{FIELD} input", "focus-search")
        typed = (read_state(FIELD, str) or "").strip()
        if typed:
            _offer(typed, list(pages), is_on_cases)


def _find_matches(typed: str, pages: list[str]) -> list[tuple[str, str, str]]:
    """Return kind, key and name of each match: pages first, then models, then cases."""
    models = {name: model_id for model_id, name in list_filter_options("model").items()}
    found = [("page", title, title) for title in match_ids(typed, index_cases(pages), MAX_OFFERED)]
    found += [("model", models[name], name) for name in match_ids(typed, index_cases(models), MAX_OFFERED)]
    return found + [("case", case_id, case_id) for case_id in case_jump.find_matching_cases(typed, MAX_OFFERED)]


def _go(pages: list[str], is_on_cases: bool) -> None:
    """Open the only match, as a widget callback."""
    found = _find_matches(read_state(FIELD, str) or "", pages)
    if len(found) == 1:
        _open(found[0][0], found[0][1], is_on_cases)


def _open(sort: str, key: str, is_on_cases: bool) -> None:
    """Open a match, as a widget callback."""
    st.session_state[FIELD] = ""
    if sort == "page":
        st.session_state[PAGE] = key
    elif sort == "model":
        open_cases(model=[key])
    else:
        open_photograph(key, is_on_cases=is_on_cases)


def _offer(typed: str, pages: list[str], is_on_cases: bool) -> None:
    found = _find_matches(typed, pages)
    if not found:
        st.caption(f"No matches for “{escape_markdown(typed[:40])}”.")
    icons = {"page": ":material/article:", "model": ":material/smart_toy:", "case": ":material/photo:"}
    with st.container(gap=None):
        for sort, key, name in found:
            st.button(
                escape_markdown(name),
                key=f"found-{sort}-{key}",
                icon=icons[sort],
                type="tertiary",
                on_click=_open,
                args=(sort, key, is_on_cases),
            )
