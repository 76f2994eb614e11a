"""Section of the Robustness page: replies that contradict themselves, and their contradictions."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from core.analyses import robustness
from core.analyses.phrases import format_run_estimates
from core.formatting import escape_markdown
from core.warehouse.aggregation_presets import OF_REPLIES
from core.warehouse.read import Filters
from dashboard.charts.grouped_forest_plot import draw_grouped_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.queries import run_query
from dashboard.pages.robustness import texts
from dashboard.pages.robustness.measures_by_question import MAX_CHART_ROWS, limit_runs
from dashboard.pages.robustness.section_expander import fold_section
from dashboard.runtime.state_keys import robustness as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, analyse_aggregation
from dashboard.selection.selectors import choose_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.run_selector import sort_by_rank
from dashboard.widgets.tables import show_table

COHERENT = "without any contradiction"

KINDS = {"coherent": COHERENT} | robustness.KINDS

MIN_KINDS = 3
"""Minimum number of kinds of contradiction that are drawn, however many runs there are."""

MIN_SHARE = 1.0
"""Kinds of contradiction below this share of every run's replies, in percent, are listed but not drawn."""


def choose_contradiction(mark: list[str]) -> None:
    """List the contradictions of the kind and model whose mark was clicked."""
    kind, model_id = mark
    keys.CONTRADICTION.write(KINDS[kind] if kind != "coherent" else "any")
    keys.CONTRADICTION_MODEL.write(model_id)


def show_contradictions(filters: Filters) -> None:
    """Show which replies contradict themselves, by kind and model, and their contradictions."""
    of_replies = {**filters, "question": None}
    shares = analyse_aggregation(robustness.compute_contradiction_shares, of_replies, OF_REPLIES)
    if shares.empty:
        st.caption(texts.NO_REPLIES)
        return
    kinds = {kind: KINDS[kind] for kind in shares["kind"].unique()}
    rows = sort_by_rank(shares.rename(columns={"kind": "group", "kind_of_model": "kind"}))
    _describe_coherent(rows[rows["group"] == "coherent"])
    with fold_section(
        texts.CONTRADICTIONS_SECTION, "contradiction-kinds", keys.CONTRADICTION, keys.CONTRADICTION_MODEL
    ):
        _show_kinds(of_replies, shares, rows, kinds)


def _describe_coherent(rows: pd.DataFrame) -> None:
    """Show how many replies of each model hold together, the most first; of references if no model has answered."""
    models = rows[rows["kind"] != "reference"]
    shown = (models if len(models) else rows).sort_values("value", ascending=False, kind="stable")
    st.markdown(escape_markdown(texts.describe_coherent(format_run_estimates(shown, with_plus=False))))


def _show_kinds(filters: Filters, shares: pd.DataFrame, rows: pd.DataFrame, kinds: Mapping[str, str]) -> None:
    drawn = _list_common_kinds(shares)
    runs = limit_runs(rows[rows["group"].isin(drawn)], len(drawn))
    figure = draw_grouped_forest_plot(
        runs, kinds, get_model_kinds(), get_benchmark_info().words.units, texts.CONTRADICTIONS_AXIS
    )
    show_chart(figure, keys.CONTRADICTIONS_CHART, texts.CONTRADICTIONS_CHART, choose_contradiction)
    st.caption(texts.CONTRADICTIONS_CAPTION)
    show_help_popover(texts.explain_contradictions(MIN_SHARE))
    titles = ["any", *(title for kind, title in kinds.items() if kind != "coherent")]
    _show_replies(filters, rows.drop_duplicates("run_id"), titles)


def _list_common_kinds(shares: pd.DataFrame) -> list[str]:
    """List the kinds of contradiction to draw: the share without any, and as many of the commonest kinds as fit."""
    most = shares.groupby("kind", sort=False)["value"].max().drop("coherent", errors="ignore")
    common = list(most.index[most >= MIN_SHARE])
    return ["coherent", *common[: max(MAX_CHART_ROWS // shares["run_id"].nunique(), MIN_KINDS) - 1]]


def _show_replies(filters: Filters, runs: pd.DataFrame, titles: list[str]) -> None:
    """Show the choice of a kind and a model, and the contradictions that fit; a row opens its case.

    Args:
        filters: that select cases.
        runs: run_id, model_id, label.
        titles: of the kinds to choose from.
    """
    names = dict(zip(runs["model_id"], runs["label"], strict=True))
    with st.container(horizontal=True):
        title = choose_option("Contradiction", {title: title for title in titles}, keys.CONTRADICTION, width=320)
        of_model = choose_option("Model", names, keys.CONTRADICTION_MODEL, width=240)
    own = list(runs["run_id"][runs["model_id"] == of_model])
    rows = run_query("contradictions", filters={**filters, **NOBODY_CHOSEN, "runs": own, "with_references": True})
    fitting = rows.assign(title=rows["kind"].map(robustness.KINDS))
    fitting = fitting if title == "any" else fitting[fitting["title"] == title]
    if fitting.empty:
        st.caption(texts.explain_no_contradiction(names[of_model]))
        return
    case_ids = list(fitting["case_id"])
    columns = {
        "case_id": get_benchmark_info().words.case.capitalize(),
        "title": st.column_config.TextColumn("Kind", width=220),
        "sentence": st.column_config.TextColumn("Contradiction", width="large"),
    }
    fitting = fitting.assign(question_ids=fitting["question_ids"].map(", ".join))
    show_table(
        fitting,
        "contradictions",
        columns,
        texts.CONTRADICTIONS_TABLE,
        on_choose=lambda place: open_photograph(case_ids[place]),
    )
