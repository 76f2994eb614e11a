"""The title of a page, and below it a note if other contents replace those of the selected benchmark."""

import streamlit as st

from core.benchmarks.entries import UNLISTED, BenchmarkEntry
from core.benchmarks.registry import list_registered
from core.workspace import FIRST_BENCHMARK
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.current_benchmark import list_available_benchmarks


def show_page_title(title: str, *, has_released_replies: bool = True) -> None:
    """Show the title of a page and the note on its contents in one line.

    Args:
        title: of the page.
        has_released_replies: whether the page begins with released replies; if not, the note on them is left out.
    """
    st.title(title, anchor=False)
    show_contents_note(has_released_replies=has_released_replies)


def get_contents_entry() -> BenchmarkEntry:
    """Return the registry entry of the contents that the pages show."""
    return list_registered().get(get_benchmark_info().benchmark_id, UNLISTED)


def show_contents_note(
    *, is_full: bool = False, is_presenting: bool = False, has_released_replies: bool = True
) -> None:
    """Show that released replies are not the models' texts, or what replaces photographs and how to get them.

    Args:
        is_full: whether the note has room to explain, as on Overview.
        is_presenting: for a presentation, in which the way to photographs does not matter.
        has_released_replies: whether the note on released replies is shown.
    """
    entry = get_contents_entry()
    if has_released_replies:
        show_replies_note()
    if entry.notice:
        _show_notice(entry.notice, is_full=is_full, has_way=not is_presenting)


def show_replies_note() -> None:
    """Show that released replies are not the models' texts, if so."""
    if note := get_contents_entry().replies_note:
        st.info(note, icon=":material/info:")


def _show_notice(notice: str, *, is_full: bool, has_way: bool) -> None:
    has_switch = FIRST_BENCHMARK in list_available_benchmarks()
    if is_full:
        answered = "Only reference models have answered; no vision-language model was asked."
        run = "run `make run` with network access, or `make run SOURCE=FOLDER` with a local copy"
        way = f"For the photographs, {'use the switch in the sidebar' if has_switch else run}."
    else:
        answered = "Here no vision-language model was asked."
        way = f"Photographs: {'the switch in the sidebar' if has_switch else '`make run`'}."
    parts = [f"**{notice}**", "" if "vlm" in get_model_kinds().values() else answered, way if has_way else ""]
    text = " ".join(filter(None, parts))
    st.info(text if is_full else f":small[{text}]", icon=":material/draw:")
