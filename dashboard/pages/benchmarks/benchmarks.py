"""The page Benchmarks: questions and state of each benchmark, models across all of them, and the papers' claims."""

import streamlit as st

from dashboard.pages.benchmarks import sections, texts
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import perform_navigation

st.title("Benchmarks")
perform_navigation()
listed = sections.list_benchmark_cards()
here = [one for one in listed if one.is_here]
st.caption(texts.describe_built(len(here), len(listed)))
sections.show_cards(sorted(listed, key=lambda card: not card.is_here))

st.header("Models across benchmarks", anchor=False)
sections.show_models(here)
show_help_popover(texts.MODELS_HELP)

st.header(texts.CLAIMS, anchor=False)
sections.show_claims()
