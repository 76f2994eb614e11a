"""The page before a warehouse exists: the progress of its preparation, and what to do if that fails."""

from typing import TYPE_CHECKING

import streamlit as st

from core.benchmarks.registry import TRI_BENCH
from core.formatting import escape_markdown
from dashboard.data.current_benchmark import find_warehouse, get_benchmark_id, get_settings, list_selectable_benchmarks

if TYPE_CHECKING:
    from core.workflows.prepare import BackgroundPreparation

PREPARATIONS: dict[str, "BackgroundPreparation"] = {}
"""Preparations by benchmark, shared by all sessions. Not a Streamlit cache, which any visitor's browser can clear."""


def get_preparation(benchmark_id: str) -> "BackgroundPreparation":
    """Return the preparation of a benchmark; this process never has two of the same benchmark."""
    # This imports everything for photographs and downloads; a server that has its data starts without it.
    from core.workflows.prepare import BackgroundPreparation

    settings = get_settings()
    preparation = BackgroundPreparation(settings.workspace.select_benchmark(benchmark_id), settings.fetch_options)
    return PREPARATIONS.setdefault(benchmark_id, preparation)


def show_preparation() -> bool:
    """Show the progress and return True until a warehouse exists."""
    if find_warehouse() is not None:
        return False
    work = get_preparation(get_benchmark_id())
    if work.error is None and not get_settings().read_only:
        work.start()
    st.title(
        "Trilens"
        if get_benchmark_id() == TRI_BENCH
        else escape_markdown(list_selectable_benchmarks()[get_benchmark_id()].title)
    )
    st.markdown("A dashboard for how vision-language models reason about space.")
    _show_progress()
    return True


@st.fragment(run_every="1s")
def _show_progress() -> None:
    work = get_preparation(get_benchmark_id())
    if find_warehouse() is not None:
        st.rerun()
    if work.error is not None:
        st.warning(escape_markdown(work.error), title="There is no data to show yet")
        if get_benchmark_id() == TRI_BENCH:
            st.markdown(
                "Fetch Tri-Bench from a local copy, then build:\n"
                "```\ntrilens fetch --source FOLDER\ntrilens build\n```\n"
                "This page then turns into the dashboard automatically."
            )
        is_read_only = get_settings().read_only
        reason = "This dashboard is read-only: visitors cannot start the preparation." if is_read_only else None
        st.button("Try again", on_click=work.start, disabled=is_read_only, help=reason)
        return
    progress = work.progress
    st.progress(progress.share, f"{escape_markdown(progress.stage)}: {progress.done} of {progress.total}")
    instead = (
        " If Tri-Bench is unavailable, synthetic scenes take its place." if get_benchmark_id() == TRI_BENCH else ""
    )
    st.caption(f"This happens only once, and resumes if it is interrupted.{instead}")
