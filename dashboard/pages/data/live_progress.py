"""Progress of runs under way on this machine, while the page is open."""

import streamlit as st

from core.formatting import escape_markdown
from core.runs.live_runs import LiveRun, list_live_runs
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_workspace
from dashboard.data.queries import count_rows
from dashboard.pages.data import texts

EVERY_S = 5.0
"""Seconds between two looks at the journals."""


def show() -> None:
    """Show a bar per run under way; nothing, and no further look, if there is none."""
    if list_live_runs(get_workspace().runs):
        st.header("Under way")
        st.fragment(_show_runs, run_every=EVERY_S)()


def _show_runs() -> None:
    runs, n_cases = list_live_runs(get_workspace().runs), count_rows("cases")
    for run in runs:
        st.progress(min(run.n_replies / max(n_cases, 1), 1.0), _describe(run, n_cases))
    if not runs:
        st.markdown(texts.NO_LIVE_RUN)


def _describe(run: LiveRun, n_cases: int) -> str:
    cases = get_benchmark_info().words.cases
    answered = f"{run.n_replies:,} of {n_cases:,} {cases}"
    return texts.describe_live_run(escape_markdown(run.label), answered, run.n_failed, run.silent_s)
