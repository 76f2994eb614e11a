"""The page Leaderboard: models over all benchmarks, with chosen columns, and their cost against their score."""

import streamlit as st

from core.analyses.leaderboard import build_leaderboard
from core.benchmarks.model_sizes import read_model_sizes
from core.formatting import escape_markdown
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.leaderboard import sections
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.run_usage import COST_NOTE

st.title("Leaderboard")
leaders = sections.list_leaders()
if not leaders:
    st.info("No model has answered any benchmark yet. Ask a model, or import a log on Data.", title="No answers yet")
    st.stop()
st.markdown("\n".join(f"- **{escape_markdown(title)}**: {escape_markdown(told)}" for title, told in leaders.items()))

benchmarks, measures = sections.choose_columns(leaders)
results = sections.load_results(benchmarks, with_sets="robustness" in measures)
table = build_leaderboard(results, read_model_sizes(get_settings().home))
shown = sections.filter_models(table)
sections.show_table(shown, results, measures)
show_help_popover(
    "Each model has one run per benchmark, as on Overview. Click a column's head to sort. Intervals are 95%, "
    "clustered by the benchmark's groups; a dash means not asked, not reported, or too few groups. *Gain over blind* "
    "is the score minus that of the best answer without looking. *Right in whole sets* is the share of sets that are "
    "right in every view. Scores of different benchmarks are not comparable. The family is the word with which a name "
    f"begins; a size comes from the name or from model_sizes.csv; *asked* is when the first run began. {COST_NOTE}"
)
st.header("Cost against score", anchor=False)
sections.show_cost(shown, results)
