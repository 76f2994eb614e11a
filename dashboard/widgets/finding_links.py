"""A sentence at the top of an analysis, with a link to the cases that show it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from core.formatting import escape_markdown
from dashboard.components.reveal import reveal
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import common as keys
from dashboard.widgets.navigation import build_run_filter, open_cases


@dataclass(frozen=True, slots=True)
class FindingLink:
    """The button beside a sentence."""

    label: str
    icon: str
    on_click: Callable[[], None]


def link_to_cases(run_ids: Sequence[str], **levels: str | Sequence[str]) -> FindingLink | None:
    """Return a link to the worst cases of runs; None if the sentence is about no run.

    Args:
        run_ids: of the runs.
        levels: of the cases, by the key of their factor.
    """
    if not run_ids:
        return None
    return FindingLink(format_link_label(run_ids), ":material/arrow_forward:", partial(_open_cases, run_ids, levels))


def link_to_section(label: str, place: str, choose: Callable[[], None]) -> FindingLink:
    """Return a link to a place on the same page, which `show_section_anchor` marks.

    Args:
        label: what the place shows.
        place: key of its container.
        choose: sets the choices of that section.
    """

    def go() -> None:
        choose()
        keys.SECTION_TO_REVEAL.write(place)

    return FindingLink(label, ":material/arrow_downward:", go)


def format_link_label(run_ids: Sequence[str]) -> str:
    """Format the label of the link from a sentence about these runs."""
    return f"See {'its' if len(run_ids) == 1 else 'their'} worst {get_benchmark_info().words.cases}"


def show(
    text: str,
    key: ElementKey,
    way: FindingLink | None = None,
    show_more: Callable[[], None] | None = None,
    *,
    is_heading: bool = True,
) -> None:
    """Show a sentence as a heading of the page, or as plain text below one.

    Args:
        text: the sentence.
        key: of the button.
        way: link to its cases; None if there is none.
        show_more: shows a second button beside the link.
        is_heading: whether it is a heading.
    """
    sentence = f"{'#### ' if is_heading else ''}{escape_markdown(text)}"
    if way is None:
        st.markdown(sentence)
        return
    said, beside = st.columns([12, 4] if show_more is None else [9, 7], gap="small", vertical_alignment="center")
    said.markdown(sentence)
    with beside.container(horizontal=True):
        st.button(way.label, key=key, icon=way.icon, type="tertiary", on_click=way.on_click)
        if show_more is not None:
            show_more()


def show_section_anchor(place: str) -> None:
    """Scroll to a container whose sentence was clicked; call it after the container's content.

    Args:
        place: key of the container.
    """
    is_asked = keys.SECTION_TO_REVEAL.read() == place
    if is_asked:
        keys.SECTION_TO_REVEAL.forget()
    reveal(f".st-key-{place}", keys.REVEAL.make_key(place), is_asked=is_asked)


def _open_cases(run_ids: Sequence[str], levels: dict[str, str | Sequence[str]]) -> None:
    open_cases(**build_run_filter(run_ids), **levels)
