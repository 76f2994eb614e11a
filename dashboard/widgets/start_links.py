"""Links to begin with if no model has answered the benchmark."""

import streamlit as st

from dashboard.data.benchmark_info import has_model_answered
from dashboard.data.current_benchmark import get_settings
from dashboard.widgets import navigation


def show_start_links() -> None:
    """Show links to ask a model and to import logs, unless a model has answered the benchmark."""
    if has_model_answered():
        return
    with st.container(horizontal=True):
        st.page_link(navigation.ASK_A_MODEL, label="Ask a model", icon=":material/forum:")
        if not get_settings().read_only:
            navigation.show_import_link()
