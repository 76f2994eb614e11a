"""FlipEval on Robustness: consistency of the answers about an image and its mirror image, right or not."""

import pandas as pd
import streamlit as st

from core.analyses.flip_eval import compute_flip_consistency, describe_flip_consistency
from core.formatting import escape_markdown
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.robustness import texts
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import format_intervals, show_small_table


def show_mirrored(filters: Filters, sums: Aggregation) -> None:
    """Show the consistency of every model under mirroring; nothing if no image has a mirror image.

    Args:
        filters: of the page.
        sums: aggregation of sets, as the page builds it.
    """
    results = analyse_aggregation(compute_flip_consistency, filters, sums)
    if results is None:
        return
    st.header(texts.MIRROR_TITLE, anchor=False)
    st.markdown(escape_markdown(describe_flip_consistency(results)))
    rows = results.by_run
    columns = {
        "Model": rows["label"],
        "Mirrored answer, %": rows["value"],
        "95%": format_intervals(rows),
        texts.RIGHT_ABOUT_BOTH: rows["both"],
        "n": rows["n"],
        get_benchmark_info().words.groups: rows["n_groups"],
    }
    numbers = dict.fromkeys(["Mirrored answer, %", texts.RIGHT_ABOUT_BOTH], "{:.1f}")
    with st.expander(texts.MODELS_TABLE):
        show_small_table(pd.DataFrame(columns), numbers, whole=["n", get_benchmark_info().words.groups])
        show_help_popover(texts.MIRROR_HELP)
