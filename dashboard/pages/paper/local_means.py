"""Means of the local models as the paper defines them, on the page Paper."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.analyses.aggregates import PublishedMeanEstimates
from core.benchmarks.publications import DEFINED_HERE
from dashboard.charts.grouped_forest_plot import draw_grouped_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.pages.paper import texts
from dashboard.pages.paper.paper_means import load_paper_means
from dashboard.runtime.state_keys import paper as keys
from dashboard.selection.references import list_displayed_kinds
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import open_cases
from dashboard.widgets.run_selector import sort_references_last
from dashboard.widgets.tables import show_lazy_expander


def show() -> None:
    """Show every mean of the paper for all visible runs, folded if only reference solvers have answered.

    Nothing is shown if the paper defines no mean.

    Source: 3DSRBench, Figure 1, for its four types; other papers begin with such a figure too.
    """
    kinds = list_displayed_kinds()
    means = [paper_mean for paper_mean in load_paper_means() if paper_mean.defined.source != DEFINED_HERE]
    parts = [one.by_run.assign(group=one.defined.aggregate_id) for one in means]
    if not parts:
        return
    rows = pd.concat(parts, ignore_index=True)
    rows = rows if kinds is None else rows[rows["kind"].isin(kinds)]
    if rows.empty:
        return
    if not (rows["kind"] != "reference").any():
        show_lazy_expander(texts.REFERENCE_MEANS, "local_means", partial(_show_chart, rows, means))
        return
    st.subheader(texts.LOCAL_MEANS, anchor=False)
    _show_chart(rows, means)


def _show_chart(rows: pd.DataFrame, means: Sequence[PublishedMeanEstimates]) -> None:
    """Show the means of these runs.

    Args:
        rows: as `PublishedMeanEstimates.by_run`, with the mean's id as group.
        means: the means.
    """
    titles = {one.defined.aggregate_id: one.defined.title for one in means}

    def open_model(mark: list[str]) -> None:
        open_cases(model=mark[1])

    figure = draw_grouped_forest_plot(
        sort_references_last(rows.sort_values("value", ascending=False, kind="stable")),
        titles,
        get_model_kinds(),
        get_benchmark_info().words.units,
        "mean, %",
    )
    show_chart(figure, keys.LOCAL_MEANS_CHART, texts.LOCAL_MEANS_CHART, open_model)
    show_help_popover(texts.explain_local_means(get_benchmark_info().words.groups))
