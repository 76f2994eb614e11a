"""The page Leaderboard: models over all benchmarks, with chosen columns, and their cost against their score."""

import streamlit as st

from core.analyses.leaderboard import build_leaderboard
from core.benchmarks.model_sizes import read_model_sizes
from core.formatting import escape_markdown
from dashboard.data.current_benchmark import get_benchmark_id, get_settings
from dashboard.pages.leaderboard import leaders, sections, texts
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.run_usage import COST_NOTE
from dashboard.widgets.start_links import show_start_links

show_page_title("Leaderboard")
st.markdown(texts.QUESTION)
answered = leaders.list_answered_benchmarks()
if not answered:
    st.markdown(texts.NO_ANSWER)
    show_start_links()
    st.stop()
leaders.show_leaders(answered)
choices = st.container(horizontal=True)
with choices:
    benchmarks, measures = sections.choose_columns(answered)
results = sections.load_results(benchmarks, with_sets="robustness" in measures)
table = build_leaderboard(results, read_model_sizes(get_settings().workspace.home))
with choices:
    models = sections.filter_models(table[~table["is_reference"]])
if benchmarks != [get_benchmark_id()] or len(answered) > 1:
    st.markdown(f"#### {escape_markdown(texts.name_models_table([result.title for result in results]))}")
sections.show_tables(models, table[table["is_reference"]], results, measures)
show_help_popover(texts.explain_table(COST_NOTE))
sections.show_cost(models, results)
