"""The page Benchmarks: questions and state of each benchmark, models across all of them, and the papers' claims."""

import streamlit as st

from dashboard.pages.benchmarks import sections
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import perform_navigation

st.title("Benchmarks")
perform_navigation()
listed = sections.list_benchmark_cards()
here = [one for one in listed if one.is_here]
st.caption(
    f"{len(here)} of {len(listed)} benchmarks are built on this server. One image illustrates each question; click "
    "it to open the case."
)
sections.show_cards(listed)

st.header("Models across benchmarks", anchor=False)
sections.show_models(here)
show_help_popover(
    "Mean score in percent with its 95% CI, as on each benchmark's Overview, and whether the model beats "
    "answering blind there (*same as blind*: the whole interval is below one point). A cell is empty if the model has "
    "not answered the benchmark. Scores of different benchmarks are not comparable: a row shows where a model looks, "
    "not which benchmark is harder."
)

st.header("What the papers claim", anchor=False)
sections.show_claims()
