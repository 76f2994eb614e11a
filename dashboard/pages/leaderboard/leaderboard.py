"""The page Leaderboard: models over all benchmarks, with chosen columns, and their cost against their score."""

import streamlit as st

from core.analyses.leaderboard import build_leaderboard
from core.analyses.phrases import NO_ANSWER_YET
from core.benchmarks.model_sizes import read_model_sizes
from core.formatting import escape_markdown
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.leaderboard import sections, texts
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.run_usage import COST_NOTE

st.title("Leaderboard")
st.markdown(texts.QUESTION)
leaders = sections.list_leaders()
if not leaders:
    st.info(NO_ANSWER_YET, title="No answers yet")
    st.stop()
st.markdown("\n".join(f"- **{escape_markdown(title)}**: {escape_markdown(told)}" for title, told in leaders.items()))

if explanation := sections.describe_other_benchmark(leaders):
    st.markdown(escape_markdown(explanation))
benchmarks, measures = sections.choose_columns(leaders)
results = sections.load_results(benchmarks, with_sets="robustness" in measures)
table = build_leaderboard(results, read_model_sizes(get_settings().workspace.home))
shown = sections.filter_models(table)
sections.show_table(shown, results, measures)
show_help_popover(texts.explain_table(COST_NOTE))
sections.show_cost(shown, results)
