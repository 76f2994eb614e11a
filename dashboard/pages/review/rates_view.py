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
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.code_selection import CodeSelection, choose_codes, hide_few_groups, show_no_codes
from dashboard.widgets.navigation import build_run_filter, open_rated_answers
from dashboard.widgets.run_selector import get_run_labels
from dashboard.widgets.tables import DecimalColumn, format_intervals, show_table_expander

METHOD = (
    "Each rate estimates the share of a model's wrong answers that would get this code if all of them were coded. "
    "The sample takes answers from strata (model, question, margin) with different probabilities, so each coded answer "
    "counts for as many answers as it stands for (Horvitz-Thompson). The 95% CI treats the benchmark's groups "
    "as the units of independence and comes from the effective number of answers (Wilson). Skipped answers are left "
    "out, and the other answers of their stratum count for them. Rates of a model add up to 100%, *Unsure* included."
)


def show() -> None:
    """Show the rates of a sample."""
    state = load_review()
    if not state.samples:
        st.info("Rates need a random sample. Draw one under *Code answers*.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        selection = choose_codes()
    sample = selection.sample
    if sample is None:
        return
    n_coded, n_answers = count_sample_progress(sample, selection.codes)
    st.caption(f"{n_coded:,} of {n_answers:,} answers of this sample are coded.{_describe_left_out(selection)}")
    if not n_coded:
        show_no_codes()
        return
    _show_rates(selection, hide_few_groups(compute_code_rates(sample, selection.codes, selection.code_ids)))


def _describe_left_out(selection: CodeSelection) -> str:
    """State how many codes do not count because they were not given in the sample's order; empty if all count."""
    coded = load_review().get_final_codes(selection.coder or None)
    answers = selection.sample.answers if selection.sample is not None else ()
    n_left_out = sum(answer in coded and answer not in selection.codes for answer in answers)
    if not n_left_out:
        return ""
    return (
        f" Further codes from a search or another list: {n_left_out:,}. They do not count until the review of the "
        "sample reaches their answers in its random order."
    )


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

    show_chart(figure, "review-rates", "Share of each failure code among wrong answers, by model", open_mark)
    if has_too_few_groups(int(of_runs["n_groups"].min())):
        words = get_benchmark_info().words
        st.caption(f"No interval is shown for a model with fewer than {FEW_GROUPS} {words.groups}: too few to tell.")
    show_help_popover(METHOD)
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
    title = "share of wrong answers, %"
    return draw_grouped_forest_plot(rows, headings, get_model_kinds(), (words.group, words.groups), title, "run_id")


def _describe_most_frequent(rates: pd.DataFrame) -> str:
    """Describe the most frequent code over all models of the sample, with its interval."""
    whole = _select_whole(rates)
    row = whole.iloc[int(whole["value"].to_numpy().argmax())]
    who = "all models of the sample" if row["run_id"] == ALL_RUNS else row["label"]
    if pd.isna(row["low"]):
        interval = "too few to tell how precise that is"
    else:
        interval = f"95% CI {format_interval(row['low'], row['high'], 0)}"
    return (
        f"The most frequent code is **{escape_markdown(row['code'])}**: {format_number(row['value'], 0)}% of the "
        f"wrong answers of {escape_markdown(who)} ({interval}; {row['n']:,} answers coded)."
    )


def _show_rates_table(rates: pd.DataFrame, open_answers: Callable[[str, list[str]], None]) -> None:
    columns = {
        "label": "Model",
        "code": "Code",
        "value": DecimalColumn("Share of wrong answers, %"),
        "interval": "95% CI",
        "n_coded": "Answers with this code",
        "n": "Answers coded",
        "n_groups": get_benchmark_info().words.groups.capitalize(),
    }
    table = rates.assign(interval=format_intervals(rates))
    table = table.sort_values(["label", "value"], ascending=[True, False], ignore_index=True)

    def open_row(row_index: int) -> None:
        row = table.iloc[row_index]
        open_answers(row["code_id"], [row["run_id"]] if row["run_id"] != ALL_RUNS else [])

    alt = "Rates of failure codes by model; a row opens the cases of its answers"
    show_table_expander(table, "review-rates", columns, alt, open_row)
