"""The sidebar of every page, below the navigation."""

from collections.abc import Hashable, Mapping
from typing import Any

import streamlit as st

from core.analyses.glossary import build_glossary
from core.benchmarks.data import GlossaryTerm
from core.benchmarks.registry import list_registered
from core.formatting import escape_markdown, format_time
from dashboard.components.copy_link import show_copy_link
from dashboard.components.glossary import explain_words
from dashboard.components.sideways import enable_tab_scrolling
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_settings
from dashboard.data.queries import cache_per_generation, run_query
from dashboard.runtime.state_keys import shell as keys
from dashboard.widgets import save_cohort

READ_ONLY = (
    "This dashboard is read-only: look at everything. Importing logs, writing notes, naming causes and saving views "
    "are switched off."
)


def show_read_only_badge() -> None:
    """Show a badge if the dashboard is read-only."""
    if get_settings().read_only:
        st.sidebar.badge("Read-only", icon=":material/lock:", color="gray", help=READ_ONLY)


def show_foot(*, is_on_glossary: bool) -> None:
    """Show the footer below the controls, which stays if the page stops early.

    Args:
        is_on_glossary: whether the page that runs is the glossary, which explains its words itself.
    """
    with st.sidebar:
        if not is_on_glossary:
            explain_words(list_terms(), keys.GLOSSARY_WORDS)
        enable_tab_scrolling(keys.SIDEWAYS_SCROLLING)
        show_copy_link(keys.COPY_LINK)
        save_cohort.show_view_form()
        st.caption("How vision-language models reason about space")
        for line in _list_credits():
            st.markdown(f":small[{line}]")
        st.caption(_format_build_time())


@cache_per_generation
def list_terms() -> list[GlossaryTerm]:
    """List the glossary's terms."""
    return build_glossary(get_benchmark_info())


@cache_per_generation
def _list_credits() -> list[str]:
    return [
        f"{escape_markdown(row['credit'])} · {link_to_source(row, 'source')}"
        for row in run_query("benchmarks").to_dict("records")
    ]


def link_to_source(benchmark: Mapping[Hashable, Any], label: str = "") -> str:
    """Return a benchmark's source as Markdown: a link or a command if Trilens lists it, otherwise plain text.

    Args:
        benchmark: a row of the table `benchmarks`.
        label: of the link; empty for the URL itself.
    """
    source = str(benchmark["source"])
    if benchmark["benchmark_id"] not in list_registered():
        return escape_markdown(source)
    return f"[{label or source}]({source})" if source.startswith("https://") else f"`{source}`"


@cache_per_generation
def _format_build_time() -> str:
    return f"Data built {format_time(run_query('builds')['built_at'][0])}"
