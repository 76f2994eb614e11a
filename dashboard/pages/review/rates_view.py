"""Rates of failure codes by model, estimated from a reviewed sample, as a sentence, a chart and a table."""

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.analyses.code_rates import ALL_RUNS, compute_code_rates, count_sample_progress
from core.formatting import escape_markdown, format_interval, format_number, has_too_few_groups
from core.records import FEW_GROUPS
from core.review.codebook import UNSURE, ReviewState
from core.review.entries import SampleDrawn
from dashboard.charts.grouped_forest_plot import draw_grouped_forest_plot
from dashboard.data.failure_review import load_review
from dashboard.data.queries import get_benchmark_info, get_model_kinds, get_run_roles
from dashboard.selection.selectors import choose_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_reviewed_cases
from dashboard.widgets.run_selector import get_run_labels
from dashboard.widgets.tables import build_decimal_column, format_intervals, show_table_expander

FIRST_CODER = ""
"""Stands in for a coder: each answer counts with the code of the coder who decided it first."""

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
        sample_id = choose_option(
            "Sample", {key: sample.name for key, sample in state.samples.items()}, "review_sample", width=420
        )
        coder = _choose_coder(state)
    sample = state.samples[sample_id]
    codes = state.get_final_codes(coder or None)
    n_coded, n_answers = count_sample_progress(sample, codes)
    st.caption(f"{n_coded:,} of {n_answers:,} answers of this sample are coded.")
    if not n_coded:
        st.info("No answer of this sample is coded yet. Code some under *Code answers*.")
        return
    _show_rates(state, sample, _compute_rates(state, sample, coder))


def _choose_coder(state: ReviewState) -> str:
    names = {FIRST_CODER: "the first coder of each answer", **{coder: coder for coder in state.coders}}
    return choose_option("Codes of", names, "coder_first", width=240) if len(state.coders) > 1 else FIRST_CODER


def _compute_rates(state: ReviewState, sample: SampleDrawn, coder: str) -> pd.DataFrame:
    codes = state.get_final_codes(coder or None)
    in_sample = {codes[answer] for answer in sample.answers if answer in codes}
    code_ids = [code_id for code_id in [*state.codes, UNSURE] if code_id in in_sample]
    rates = compute_code_rates(sample, codes, code_ids)
    few = rates["n_groups"].map(has_too_few_groups)
    return rates.assign(low=rates["low"].mask(few), high=rates["high"].mask(few))


def _show_rates(state: ReviewState, sample: SampleDrawn, rates: pd.DataFrame) -> None:
    labels, roles = get_run_labels(), get_run_roles().set_index("run_id")["model_id"]
    rates = rates.assign(
        label=[labels.get(run_id, run_id) if run_id != ALL_RUNS else "all models" for run_id in rates["run_id"]],
        model_id=rates["run_id"].map(roles).fillna(ALL_RUNS),
        code=rates["code_id"].map(state.name_code),
    )
    st.markdown(_describe_most_frequent(rates))
    of_runs = rates[rates["run_id"] != ALL_RUNS]
    order = rates.groupby("code_id")["n_coded"].sum().sort_values(ascending=False, kind="stable").index
    headings = {code_id: state.name_code(code_id) for code_id in order}
    figure = _draw_rates(of_runs, headings)

    def open_cases(mark: list[str]) -> None:
        code_id, model_id = mark
        run_ids = [stratum.run_id for stratum in sample.strata if roles.get(stratum.run_id) == model_id]
        open_reviewed_cases(state.name_code(code_id), **build_run_filter(list(dict.fromkeys(run_ids))[:1]))

    show_chart(figure, "review-rates", "Share of each failure code among wrong answers, by model", open_cases)
    if has_too_few_groups(int(of_runs["n_groups"].min())):
        words = get_benchmark_info().words
        st.caption(f"No interval is shown for a model with fewer than {FEW_GROUPS} {words.groups}: too few to tell.")
    show_help_popover(METHOD)
    _show_rates_table(rates)


def _draw_rates(rates: pd.DataFrame, headings: dict[str, str]) -> go.Figure:
    words = get_benchmark_info().words
    rows = rates.rename(columns={"code_id": "group"})
    title = "share of wrong answers, %"
    return draw_grouped_forest_plot(rows, headings, get_model_kinds(), (words.group, words.groups), title)


def _describe_most_frequent(rates: pd.DataFrame) -> str:
    """Describe the most frequent code over all models of the sample, with its interval."""
    whole = rates[rates["run_id"] == ALL_RUNS]
    table = whole if len(whole) else rates
    row = table.iloc[int(table["value"].to_numpy().argmax())]
    who = "all models of the sample" if len(whole) else row["label"]
    if pd.isna(row["low"]):
        interval = "too few to tell how precise that is"
    else:
        interval = f"95% CI {format_interval(row['low'], row['high'], 0)}"
    return (
        f"The most frequent code is **{escape_markdown(row['code'])}**: {format_number(row['value'], 0)}% of the "
        f"wrong answers of {escape_markdown(who)} ({interval}; {row['n']:,} answers coded)."
    )


def _show_rates_table(rates: pd.DataFrame) -> None:
    columns = {
        "label": "Model",
        "code": "Code",
        "value": build_decimal_column("Share of wrong answers, %"),
        "interval": "95% CI",
        "n_coded": "Answers with this code",
        "n": "Answers coded",
        "n_groups": get_benchmark_info().words.groups.capitalize(),
    }
    table = rates.assign(interval=format_intervals(rates)).sort_values(["label", "value"], ascending=[True, False])
    show_table_expander(table, "review-rates", columns, "Rates of failure codes by model")
