"""The page Benchmarks: questions and state of each benchmark, models across all of them, and the papers' claims."""

import streamlit as st

from dashboard.pages.benchmarks import claims_section, sections, texts
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.navigation import perform_navigation

show_page_title("Benchmarks")
perform_navigation()
listed = sections.list_benchmark_cards()
built = [card for card in listed if card.is_here]
st.markdown(texts.INTRODUCTION)
sections.show_cards(built)
sections.show_models(built)

st.header(texts.CLAIMS, anchor="claims")
claims_section.show_claims()
sections.show_others([card for card in listed if not card.is_here])
