"""Differences in the conditions of the two runs: their prompt, their image view, and how much each has answered."""

import streamlit as st

from core.formatting import escape_markdown
from dashboard.data.queries import run_query
from dashboard.pages.compare import texts
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.widgets.design_names import name_prompt, name_view
from dashboard.widgets.run_selector import list_coverage_texts


def show_conditions(pair: RunComparison) -> None:
    """Show what the names of both runs share, and differences other than the model: prompt and image view."""
    if pair.shared_ending:
        st.caption(texts.describe_shared_condition(pair.shared_ending))
    runs = run_query("runs").set_index("run_id").loc[[pair.first, pair.second]]
    for column, word, name in (("prompt_id", "Prompts", name_prompt), ("image_view", "Image views", name_view)):
        first, second = runs[column]
        if first != second:
            st.caption(texts.describe_condition(word, name(first), name(second)))


def show_answered(pair: RunComparison) -> None:
    """Show how much of the benchmark each of the two has answered, unless both answered all."""
    coverage, run_ids = list_coverage_texts(), (pair.first, pair.second)
    named = zip(pair.names, run_ids, strict=True)
    answered = [(name, coverage[run_id]) for name, run_id in named if run_id in coverage]
    if answered:
        st.caption(escape_markdown(texts.describe_answered(answered)))
