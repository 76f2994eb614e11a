"""Links to begin with if no model has answered the benchmark, below a sentence that says so."""

import streamlit as st

from dashboard.data.benchmark_info import has_model_answered
from dashboard.data.current_benchmark import get_settings
from dashboard.widgets import navigation

NO_MODEL = "No model has answered yet."


def show_ask_link() -> None:
    """Show the link to the page that asks a model."""
    st.page_link(navigation.ASK_A_MODEL, label="Ask a model", icon=":material/forum:")


def show_start_links(explanation: str = "") -> None:
    """Show links to ask a model and to import logs, unless a model has answered the benchmark.

    Args:
        explanation: what the page shows until then, and afterwards; empty if the page states it itself.
    """
    if has_model_answered():
        return
    if explanation:
        st.markdown(f"**{NO_MODEL}** {explanation}")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("To begin:", width="content")
        show_ask_link()
        if not get_settings().read_only:
            navigation.show_import_link()
