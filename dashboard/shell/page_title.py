"""The title of a page, and below it a note if other contents replace those of the selected benchmark."""

import streamlit as st

from core.benchmarks.entries import UNLISTED, BenchmarkEntry
from core.benchmarks.registry import list_registered
from core.workspace import FIRST_BENCHMARK
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.current_benchmark import list_available_benchmarks


def show_page_title(title: str) -> None:
    """Show the title of a page and the note on its contents."""
    st.title(title, anchor=False)
    show_contents_note()


def get_contents_entry() -> BenchmarkEntry:
    """Return the registry entry of the contents that the pages show."""
    return list_registered().get(get_benchmark_info().benchmark_id, UNLISTED)


def show_contents_note(*, is_brief: bool = False) -> None:
    """Show that released replies are not the models' texts, or what replaces photographs and how to get them.

    Args:
        is_brief: for a presentation, in which the latter does not matter.
    """
    entry = get_contents_entry()
    if entry.replies_note:
        st.info(entry.replies_note, icon=":material/info:")
    if entry.notice:
        _show_notice(entry.notice, is_brief=is_brief)


def _show_notice(notice: str, *, is_brief: bool) -> None:
    only_references = " Only reference models have answered; no vision-language model was asked."
    answered = "" if "vlm" in get_model_kinds().values() else only_references
    if FIRST_BENCHMARK in list_available_benchmarks():
        real = "For the photographs, use the switch in the sidebar."
    else:
        real = "For the photographs, run `make run` with network access, or `make run SOURCE=FOLDER` with a local copy."
    st.info(f"**{notice}**{answered}{'' if is_brief else f' {real}'}", icon=":material/draw:")
