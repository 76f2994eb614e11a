"""The page Items: difficulty and discrimination of each question of a case, and questions that deserve a look."""

from functools import partial

import streamlit as st

from core.analyses.items import MIN_MODELS, describe_cautions, describe_items
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import has_model_answered
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.items import sections, texts
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import read_correctness_threshold, read_filters
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.benchmark_links import show_benchmark_links
from dashboard.widgets.navigation import ITEMS
from dashboard.widgets.run_selector import build_run_command, show_empty_state
from dashboard.widgets.start_links import show_ask_link

show_page_title("Items")
st.markdown(texts.LEAD)
filters, right_at = read_filters(), read_correctness_threshold()
show_run_limit_note(filters, "models")
with st.spinner("Fitting the questions", show_time=True):
    result = sections.compute_items(filters, right_at)


def show_links() -> None:
    """Show links to ask further models, and to the benchmarks that enough models have answered."""
    show_ask_link()
    show_benchmark_links(ITEMS, texts.ANSWERED_BENCHMARKS, partial(has_model_answered, MIN_MODELS))


if result.fit is None:
    reason = describe_items(result)
    show_empty_state(
        reason if get_settings().read_only else f"{reason}\n\n{texts.ASK_MODELS}",
        texts.describe_few_models(sections.count_models(filters), MIN_MODELS),
        build_run_command(),
        show_links,
    )
st.markdown(f"#### {escape_markdown(describe_items(result))}")
for caution in describe_cautions(result):
    st.caption(escape_markdown(caution))
sections.show_flagged(result)
sections.show_scatter(result)
sections.show_subset(result)
