"""Error correlation on Compare: phi between the errors of every two of the runs side by side."""

import streamlit as st

from core.analyses.compare import OUTCOMES
from core.analyses.error_correlation import compute_error_correlations, describe_most_alike, describe_pair
from core.formatting import escape_markdown
from core.warehouse.aggregation_presets import build_pair_aggregation
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.compare import texts
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.runtime.state_keys import compare as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import DecimalColumn, show_lazy_expander, show_table


def show_common_errors(pair: RunComparison) -> None:
    """Show phi of the two runs, the pair with the strongest error correlation, and all pairs."""
    sums = build_pair_aggregation(("first", "second", "group_id"), OUTCOMES, pair.against, pair.right_at)
    names = zip(pair.runs.index, pair.runs["run_label"], pair.runs["model_kind"], strict=True)
    runs = tuple((str(run_id), str(label), str(kind)) for run_id, label, kind in names)
    results = analyse_aggregation(compute_error_correlations, pair.side_by_side, sums, runs)
    st.header("Correlated errors")
    st.caption(texts.CORRELATION_LEAD)
    if of_pair := describe_pair(results, pair.first, pair.second):
        st.markdown(escape_markdown(of_pair))
    st.markdown(escape_markdown(describe_most_alike(results)) or texts.NO_CORRELATION)
    show_help_popover(texts.explain_correlation(get_benchmark_info().words.groups))

    def compare(place: int) -> None:
        keys.FIRST_RUN.write(results["first"].iloc[place])
        keys.SECOND_RUN.write(results["second"].iloc[place])

    def show_pairs() -> None:
        columns = {
            "first_label": "First",
            "second_label": "Second",
            "phi": DecimalColumn("phi of errors", 2),
            "interval": "95%",
            "n": "n",
            "both_wrong": "wrong in both",
            "n_groups": get_benchmark_info().words.groups,
        }
        show_table(results, "common_errors", columns, texts.CORRELATION_TABLE, compare)

    show_lazy_expander("All pairs", "common_errors", show_pairs)
