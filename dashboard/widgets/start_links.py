"""Links to begin with if no model has answered the benchmark, below a sentence that says so."""

import streamlit as st

from core.analyses.baseline_findings import find_blind_score
from core.analyses.reference_models import describe_reference_models
from core.formatting import format_number
from dashboard.data.benchmark_info import get_model_names, has_model_answered
from dashboard.data.current_benchmark import get_settings
from dashboard.data.overview_content import load_overview
from dashboard.widgets import navigation

NO_MODEL = "No model has answered yet."
OF_CONSTANT = "that of the best constant answer over the whole benchmark"


def show_ask_link() -> None:
    """Show the link to the page that asks a model."""
    st.page_link(navigation.ASK_A_MODEL, label="Ask a model", icon=":material/forum:")


def show_start_links(explanation: str = "", *, has_score: bool = False, describes_references: bool = True) -> None:
    """Show links to ask a model and to import logs, unless a model has answered the benchmark.

    Args:
        explanation: what the page shows until then, and afterwards; empty for none.
        has_score: whether to state the score that a model has to beat.
        describes_references: whether to say below the links what each reference model does, instead of in a help text.
    """
    if has_model_answered():
        return
    score = find_blind_score(load_overview().found) if has_score else None
    to_beat = "" if score is None else f"The score to beat is **{format_number(score)}%**, {OF_CONSTANT}."
    references = describe_reference_models(get_model_names())
    if explanation or has_score:
        sentences = " ".join(filter(None, (f"**{NO_MODEL}**", explanation, to_beat)))
        st.markdown(sentences, help=None if describes_references else references)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("To add a model:", width="content")
        show_ask_link()
        if not get_settings().read_only:
            navigation.show_import_link()
    if explanation and describes_references:
        st.caption(references)
