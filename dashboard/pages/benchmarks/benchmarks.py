"""All benchmarks: what each asks, what is here of it, the models on all of them, and what the papers claim."""

import streamlit as st

from dashboard.pages.benchmarks import sections
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import perform_navigation

st.title("Benchmarks")
perform_navigation()
listed = sections.list_benchmark_cards()
here = [one for one in listed if one.is_here]
st.caption(
    f"{len(here)} of {len(listed)} benchmarks are built here. A picture stands for each of their questions; a click "
    "opens it."
)
sections.show_cards(listed)

st.header("Models across benchmarks", anchor=False)
sections.show_models(here)
show_help_popover(
    "Mean score in percent with its 95 % interval, as on the Overview of each benchmark, and whether it beats not "
    "looking there (*yes*, *hardly*, *no*, *not shown*, *too few*). An empty cell: the model has not answered this "
    "benchmark, and nothing is put in its place. Scores of different benchmarks are different things: a row says where "
    "a model looks, not which benchmark is harder."
)

st.header("What the papers claim", anchor=False)
sections.show_claims()
