"""Links to a page for other benchmarks, if the current one has nothing to show there."""

from collections.abc import Callable

import streamlit as st

from core.formatting import escape_markdown
from dashboard.data.current_benchmark import (
    BENCHMARK,
    get_benchmark_id,
    list_available_benchmarks,
    list_selectable_benchmarks,
    use_benchmark,
)


def show_benchmark_links(page: str | st.Page, heading: str, has_content: Callable[[], bool]) -> None:
    """Show links to a page for the other built benchmarks for which it has content; nothing without any.

    Args:
        page: as `st.page_link` takes it.
        heading: shown above the links.
        has_content: whether the page has content for the benchmark that is selected when it is called.
    """
    entries, current_id = list_selectable_benchmarks(), get_benchmark_id()
    benchmark_ids = []
    for benchmark_id in list_available_benchmarks():
        with use_benchmark(benchmark_id):
            if benchmark_id != current_id and has_content():
                benchmark_ids.append(benchmark_id)
    if not benchmark_ids:
        return
    st.markdown(f"**{heading}**")
    with st.container(horizontal=True):
        for benchmark_id in benchmark_ids:
            st.page_link(
                page,
                label=escape_markdown(entries[benchmark_id].title),
                icon=":material/category:",
                query_params={BENCHMARK: benchmark_id},
            )
