"""The controls that choose the two runs and the truth that they are scored against."""

import pandas as pd
import streamlit as st

from core.records import Scored
from dashboard.widgets.run_selector import choose_run, choose_truth_or_foil


def choose_two_runs(runs: pd.DataFrame) -> tuple[str, str, Scored]:
    """Show the controls in one line; return the ids of the first and the second run, and what counts as correct."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        first = choose_run(runs, "First run", "first")
        st.button("Swap", icon=":material/swap_horiz:", key="swap-runs", on_click=_swap)
        second = choose_run(runs, "Second run", "second", 1)
        return first, second, choose_truth_or_foil()


def _swap() -> None:
    chosen = st.session_state
    chosen["first"], chosen["second"] = chosen["second"], chosen["first"]
