"""A sentence at the head of an analysis, and the way to the cases that show it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from core.formatting import escape_markdown
from dashboard.components.reveal import reveal
from dashboard.data.queries import get_benchmark_info
from dashboard.runtime.session_state import read_state
from dashboard.widgets.navigation import build_run_filter, open_cases

_ASKED = "asked-for-place"
"""In the session, for one run of the script: the place on the page that a sentence leads to."""


@dataclass(frozen=True, slots=True)
class FindingLink:
    """The button beside a sentence."""

    label: str
    icon: str
    on_click: Callable[[], None]


def link_to_cases(run_ids: Sequence[str], **levels: str | Sequence[str]) -> FindingLink | None:
    """The way to the worst cases of runs; None where the sentence is about none.

    Args:
        run_ids: of the runs.
        levels: of the cases, by the key of their factor.
    """
    if not run_ids:
        return None
    return FindingLink(format_link_label(run_ids), ":material/arrow_forward:", partial(_open_cases, run_ids, levels))


def link_to_section(label: str, place: str, choose: Callable[[], None]) -> FindingLink:
    """The way to a place on the same page, which `show_section_anchor` marks.

    Args:
        label: what is seen there.
        place: key of its container.
        choose: chooses what is shown there.
    """

    def go() -> None:
        choose()
        st.session_state[_ASKED] = place

    return FindingLink(label, ":material/arrow_downward:", go)


def format_link_label(run_ids: Sequence[str]) -> str:
    """What the way from a sentence on these runs is called."""
    return f"{'Its' if len(run_ids) == 1 else 'Their'} worst {get_benchmark_info().words.cases}"


def show(text: str, key: str, way: FindingLink | None = None) -> None:
    """A sentence as a heading of the page.

    Args:
        text: the sentence.
        key: of the button.
        way: to its cases; None where they have no name.
    """
    if way is None:
        st.markdown(f"#### {escape_markdown(text)}")
        return
    said, beside = st.columns([12, 4], gap="small", vertical_alignment="center")
    said.markdown(f"#### {escape_markdown(text)}")
    beside.button(way.label, key=key, icon=way.icon, type="tertiary", on_click=way.on_click)


def show_section_anchor(place: str) -> None:
    """Scrolls to a container whose sentence was clicked; stands behind what is in it.

    Args:
        place: key of the container.
    """
    is_asked = read_state(_ASKED, str) == place
    if is_asked:
        del st.session_state[_ASKED]
    reveal(f".st-key-{place}", f"reveal-{place}", is_asked=is_asked)


def _open_cases(run_ids: Sequence[str], levels: dict[str, str | Sequence[str]]) -> None:
    open_cases(**build_run_filter(run_ids), **levels)
