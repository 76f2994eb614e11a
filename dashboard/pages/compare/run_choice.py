"""The controls that choose the two runs and the truth that they are scored against."""

import pandas as pd
import streamlit as st

from core.records import Scored
from dashboard.runtime.state_keys import compare as keys
from dashboard.widgets.run_selector import choose_run, choose_truth_or_foil


def choose_two_runs(runs: pd.DataFrame) -> tuple[str, str, Scored]:
    """Show the controls in one line; return the ids of the first and the second run, and what counts as correct."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        first = choose_run(runs, "First run", keys.FIRST_RUN)
        st.button("Swap", icon=":material/swap_horiz:", key=keys.SWAP_RUNS, on_click=_swap)
        second = choose_run(runs, "Second run", keys.SECOND_RUN, 1)
        return first, second, choose_truth_or_foil()


def _swap() -> None:
    first, second = keys.FIRST_RUN.read(), keys.SECOND_RUN.read()
    keys.FIRST_RUN.write(second)
    keys.SECOND_RUN.write(first)
