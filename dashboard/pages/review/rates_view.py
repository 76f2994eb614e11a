"""Rates of failure codes by model, estimated from a reviewed sample, as a sentence, a chart and a table."""

from collections.abc import Callable

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.analyses.code_rates import ALL_RUNS, compute_code_rates, count_sample_progress
from core.formatting import escape_markdown, format_interval, format_number, has_too_few_groups
from core.records import FEW_GROUPS
from dashboard.charts.grouped_forest_plot import draw_grouped_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds, get_run_roles
from dashboard.data.failure_review import load_review
from dashboard.pages.review import texts
from dashboard.runtime.state_keys import review as keys
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.code_selection import CodeSelection, choose_codes, hide_few_groups, show_no_codes
from dashboard.widgets.navigation import build_run_filter, open_rated_answers
from dashboard.widgets.run_selector import get_run_labels
from dashboard.widgets.tables import DecimalColumn, format_intervals, show_table_expander


def show() -> None:
    """Show the rates of a sample."""
    state = load_review()
    if not state.samples:
        st.info(texts.NO_SAMPLE)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        selection = choose_codes()
    sample = selection.sample
    if sample is None:
        return
    n_coded, n_answers = count_sample_progress(sample, selection.codes)
    st.caption(texts.describe_coded(n_coded, n_answers, _count_left_out(selection)))
    if not n_coded:
        show_no_codes()
        return
    _show_rates(selection, hide_few_groups(compute_code_rates(sample, selection.codes, selection.code_ids)))


def _count_left_out(selection: CodeSelection) -> int:
    """Count the codes that do not count because they were not given in the sample's order."""
    coded = load_review().get_final_codes(selection.coder or None)
    answers = selection.sample.answers if selection.sample is not None else ()
    return sum(answer in coded and answer not in selection.codes for answer in answers)


def _show_rates(selection: CodeSelection, rates: pd.DataFrame) -> None:
    labels, roles = get_run_labels(), get_run_roles().set_index("run_id")["model_id"]
    rates = rates.assign(
        label=[labels.get(run_id, run_id) if run_id != ALL_RUNS else "all models" for run_id in rates["run_id"]],
        model_id=rates["run_id"].map(roles).fillna(ALL_RUNS),
        code=rates["code_id"].map(selection.names),
    )
    st.markdown(_describe_most_frequent(rates))
    of_runs = rates[rates["run_id"] != ALL_RUNS]
    figure = _draw_rates(of_runs, {code_id: selection.names[code_id] for code_id in _rank_codes(rates)})

    def open_answers(code_id: str, runs: list[str]) -> None:
        values = build_run_filter(runs) if runs else {}
        code_name = selection.names[code_id]
        open_rated_answers(code_name, selection.sample_name, selection.coder, values, keeps_filters=False)

    def open_mark(mark: list[str]) -> None:
        code_id, run_id = mark
        open_answers(code_id, [run_id])

    show_chart(figure, keys.RATES_CHART, texts.RATES_CHART, open_mark)
    if has_too_few_groups(int(of_runs["n_groups"].min())):
        words = get_benchmark_info().words
        st.caption(texts.describe_missing_intervals(FEW_GROUPS, words.groups))
    show_help_popover(texts.RATES_METHOD)
    _show_rates_table(rates, open_answers)


def _rank_codes(rates: pd.DataFrame) -> list[str]:
    """Return the codes, the most frequent over all models of the sample first."""
    whole = _select_whole(rates)
    return list(whole.sort_values("value", ascending=False, kind="stable")["code_id"])


def _select_whole(rates: pd.DataFrame) -> pd.DataFrame:
    """Return the rates over all models; those of the only model if there is one."""
    whole = rates[rates["run_id"] == ALL_RUNS]
    return whole if len(whole) else rates


def _draw_rates(rates: pd.DataFrame, headings: dict[str, str]) -> go.Figure:
    words = get_benchmark_info().words
    rows = rates.rename(columns={"code_id": "group"})
    title = texts.RATE_AXIS
    return draw_grouped_forest_plot(rows, headings, get_model_kinds(), (words.group, words.groups), title, "run_id")


def _describe_most_frequent(rates: pd.DataFrame) -> str:
    """Describe the most frequent code over all models of the sample, with its interval."""
    whole = _select_whole(rates)
    row = whole.iloc[int(whole["value"].to_numpy().argmax())]
    runs = "" if row["run_id"] == ALL_RUNS else escape_markdown(row["label"])
    interval = "" if pd.isna(row["low"]) else format_interval(row["low"], row["high"], 0)
    share = format_number(row["value"], 0)
    return texts.describe_most_frequent(escape_markdown(row["code"]), share, runs, interval, row["n"])


def _show_rates_table(rates: pd.DataFrame, open_answers: Callable[[str, list[str]], None]) -> None:
    columns = {
        "label": "Model",
        "code": "Cause",
        "value": DecimalColumn(texts.RATE_COLUMN),
        "interval": "95% CI",
        "n_coded": texts.CODED_COLUMN,
        "n": "Answers reviewed",
        "n_groups": get_benchmark_info().words.groups.capitalize(),
    }
    table = rates.assign(interval=format_intervals(rates))
    table = table.sort_values(["label", "value"], ascending=[True, False], ignore_index=True)

    def open_row(row_index: int) -> None:
        row = table.iloc[row_index]
        open_answers(row["code_id"], [row["run_id"]] if row["run_id"] != ALL_RUNS else [])

    alt = texts.RATES_TABLE
    show_table_expander(table, "review-rates", columns, alt, open_row)
