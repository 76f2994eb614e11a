"""Which benchmark the pages show: the switch in the sidebar, and what is said of synthetic scenes on every page."""

import streamlit as st

from core.benchmarks.registry import BENCHMARKS, SYNTHETIC, TRI_BENCH
from dashboard.filters import clear_filters
from dashboard.queries import BENCHMARK, benchmarks_here, model_kinds, query

OF_ONE_BENCHMARK = ("triangle", "implied", "page", "panels")
"""Widgets whose values may not be there in another benchmark."""


def show_switch() -> None:
    """The switch between benchmarks; not there where there is only one.

    It is put into the address by hand: what Streamlit binds cannot be kept when a click leads to another page.
    """
    here = benchmarks_here()
    if len(here) < 2:
        return
    asked = st.query_params.get(BENCHMARK)
    if asked in here:
        st.session_state[BENCHMARK] = asked
    elif st.session_state.get(BENCHMARK) not in here:
        st.session_state[BENCHMARK] = here[0]
    chosen = st.sidebar.segmented_control(
        "Benchmark", here, format_func=BENCHMARKS.__getitem__, required=True, key=BENCHMARK, on_change=_changed
    )
    if chosen != here[0]:
        st.query_params[BENCHMARK] = str(chosen)
    elif asked is not None:
        del st.query_params[BENCHMARK]


def _changed() -> None:
    """Photographs, triangles and models of one benchmark are not those of the other."""
    st.query_params[BENCHMARK] = st.session_state[BENCHMARK]
    clear_filters()
    st.query_params.pop("photograph", None)
    for key in OF_ONE_BENCHMARK:
        st.session_state.pop(key, None)


def say_what_it_is() -> None:
    """On synthetic scenes: that they are, who answered, and how to get the photographs."""
    if SYNTHETIC not in set(query("benchmarks")["benchmark_id"]):
        return
    answered = "" if "vlm" in model_kinds().values() else " Only reference solvers answered; no model was asked."
    if TRI_BENCH in benchmarks_here():
        real = "The real ones: the switch in the sidebar."
    else:
        real = "The real ones: `make run` where the network is, or `make run SOURCE=FOLDER` with a copy."
    st.info(f"**Synthetic scenes, drawn by Trilens: no photographs.**{answered} {real}", icon=":material/draw:")
