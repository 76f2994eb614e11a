"""Both runs' mean scores case by case, as a scatter chart."""

import pandas as pd
import streamlit as st

from core.analyses import compare_sentences
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.compare import texts
from dashboard.pages.compare.case_scatter_chart import draw_case_scatter
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.runtime.state_keys import compare as keys
from dashboard.widgets.case_chart import show_case_chart


def show_cases(pair: RunComparison, cases: pd.DataFrame) -> None:
    """Show the scatter chart with one mark per case; a click opens the case."""
    word = get_benchmark_info().words.case
    st.markdown(escape_markdown(compare_sentences.describe_leads(cases, *pair.names)))
    show_case_chart(
        draw_case_scatter(cases, pair.names, pair.looks, pair.measure),
        keys.CASE_DIFFERENCES_CHART,
        texts.describe_cases_chart(pair.measure, *pair.names, word),
    )
    st.caption(texts.CASE_MARKS)
