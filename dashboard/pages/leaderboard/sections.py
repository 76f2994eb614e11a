"""Sections of the page Leaderboard: its columns and filters, its table, and cost against score."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.baseline_findings import compare_with_constant
from core.analyses.leaderboard import (
    MEASURES,
    USAGE,
    WITH_INTERVALS,
    BenchmarkResults,
    estimate_whole_sets,
    format_column_intervals,
    name_column,
)
from core.formatting import escape_markdown
from core.records import RIGHT_AT
from core.warehouse.read import NO_FILTERS
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.current_benchmark import (
    get_benchmark_id,
    list_available_benchmarks,
    list_selectable_benchmarks,
    use_benchmark,
)
from dashboard.data.overview_content import load_overview
from dashboard.pages.leaderboard import texts
from dashboard.pages.leaderboard.cost_score_chart import draw_cost_score
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import leaderboard as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.references import are_references_shown
from dashboard.selection.selectors import choose_segment, choose_several
from dashboard.selection.set_aggregation import build_set_aggregation
from dashboard.widgets import tables
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.run_usage import load_run_usage
from dashboard.widgets.tables import DecimalColumn

AT_FIRST = ("score", "gain")
"""Measures that the table has until others are chosen."""

SHORT_TITLES = {"gain": "gain over blind"}
"""Names in the choice of columns that differ from the keys."""

DECIMALS = {"cost": 2, "tokens": 0}
"""Decimals of the columns that do not have one decimal."""


def list_leaders() -> dict[str, str]:
    """List by title who leads each benchmark that a model has answered and who beats answering blind, as on Overview.

    The current benchmark is the first, here and in the columns.
    """
    leaders = {}
    for benchmark_id in sorted(list_available_benchmarks(), key=_is_not_current):
        with use_benchmark(benchmark_id):
            overview = load_overview()
            if any(not model.is_reference for model in overview.models):
                against_blind = compare_with_constant(overview.found, overview.found.compared)
                leaders[_get_title(benchmark_id)] = " ".join([overview.leaders or texts.NO_LEADER, *against_blind])
    return leaders


def describe_other_benchmark(leaders: Iterable[str]) -> str:
    """State that no model has answered the current benchmark, and which one the table has; empty if one has."""
    current, titles = _get_title(get_benchmark_id()), list(leaders)
    return "" if current in titles else texts.describe_other_benchmark(current, titles[0])


def _is_not_current(benchmark_id: str) -> bool:
    return benchmark_id != get_benchmark_id()


def _get_title(benchmark_id: str) -> str:
    return list_selectable_benchmarks()[benchmark_id].title


def choose_columns(leaders: Iterable[str]) -> tuple[list[str], list[str]]:
    """Show the choices of columns; return the ids of the benchmarks and the keys of the measures.

    At first there are the columns of one benchmark, the current one if a model has answered it: few models have
    answered several.
    """
    titles = {
        benchmark_id: title
        for benchmark_id in sorted(list_available_benchmarks(), key=_is_not_current)
        if (title := _get_title(benchmark_id)) in set(leaders)
    }
    first = next(iter(titles))
    left, right = st.columns(2)
    with left:
        benchmarks = choose_several("Benchmarks", titles, keys.MEAN_BENCHMARKS, titles[first])
    with right:
        columns = {measure: SHORT_TITLES.get(measure, measure) for measure in MEASURES}
        measures = choose_several("Columns", columns, common_keys.COLUMNS, texts.FIRST_COLUMNS)
    return benchmarks or [first], [key for key in MEASURES if key in (measures or AT_FIRST)]


def load_results(benchmarks: Iterable[str], *, with_sets: bool) -> list[BenchmarkResults]:
    """Load what each benchmark knows about its models; sets only if they are wanted, since they take a second."""
    results = []
    for benchmark_id in benchmarks:
        with use_benchmark(benchmark_id):
            models = [model for model in load_overview().models if are_references_shown() or not model.is_reference]
            protocol = next(iter(get_benchmark_info().protocols), None)
            robustness = pd.DataFrame()
            if with_sets and protocol is not None:
                sets = build_set_aggregation(RIGHT_AT)
                robustness = analyse_aggregation(
                    estimate_whole_sets, NO_FILTERS, sets, protocol, counted="models", of_all=True
                )
            results.append(
                BenchmarkResults(benchmark_id, _get_title(benchmark_id), models, robustness, load_run_usage())
            )
    return results


def filter_models(table: pd.DataFrame) -> pd.DataFrame:
    """Show filters by family, size and date, each only if it distinguishes models; return the rows that fit."""
    with st.container(horizontal=True):
        for column, label, key in (
            ("family", "Family", keys.FAMILY),
            ("size", "Size", keys.MODEL_SIZE),
            ("asked", "Asked", keys.PERIOD),
        ):
            values = sorted(table[column].unique(), key=str.casefold)
            if len(values) > 1:
                chosen = choose_several(label, {value: value for value in values}, key, "all")
                table = table[table[column].isin(chosen)] if chosen else table
    return table


def show_table(table: pd.DataFrame, results: Sequence[BenchmarkResults], measures: Sequence[str]) -> None:
    """Show the table with a numeric column per benchmark and measure, which the user can sort, and its interval."""
    if table.empty:
        st.info(texts.NO_MODEL_FITS)
        return
    is_wide = len(results) * len(measures) > len(AT_FIRST)  # Streamlit writes a pinned column in grey
    columns: dict[str, Any] = {"label": st.column_config.TextColumn("Model", pinned=is_wide)}
    intervals: dict[str, list[str]] = {}
    for result in results:
        for measure in measures:
            column = name_column(result.benchmark_id, measure)
            if not table[column].notna().any():
                continue
            title = f"{result.title}: {MEASURES[measure]}" if len(results) > 1 else MEASURES[measure]
            columns[column] = DecimalColumn(title, DECIMALS.get(measure, 1))
            if measure in WITH_INTERVALS:
                intervals[f"{column}:interval"] = format_column_intervals(table, column)
                columns[f"{column}:interval"] = "95% CI"
    for column, title in (("size_b", "size, B"), ("asked", "asked")):
        if len(table[column].dropna().unique()) > 1:
            columns[column] = DecimalColumn(title) if column == "size_b" else title
    tables.show_table(table.assign(**intervals), "leaderboard", columns, texts.TABLE)
    _show_missing(table, results, measures)


def _show_missing(table: pd.DataFrame, results: Sequence[BenchmarkResults], measures: Sequence[str]) -> None:
    """State which of the chosen columns are left out because no run has the figure."""
    missing = [
        f"{result.title}: {MEASURES[measure].partition(',')[0]}"
        for result in results
        for measure in measures
        if not table[name_column(result.benchmark_id, measure)].notna().any()
    ]
    if missing:
        st.caption(escape_markdown(texts.describe_unknown("; ".join(missing))))
    if set(USAGE) & set(measures):
        st.caption(texts.USAGE_NOTE)


def show_cost(table: pd.DataFrame, results: Sequence[BenchmarkResults]) -> None:
    """Show cost against score for a benchmark with known costs, or a line on why no costs are known."""
    titles = {
        result.benchmark_id: result.title
        for result in results
        if table[name_column(result.benchmark_id, "cost")].gt(0).any()
    }
    if not titles:
        st.caption(texts.NO_COST)
        return
    st.header(texts.COST_SECTION, anchor=False)
    benchmark_id = choose_segment("Benchmark", titles, keys.COST_BENCHMARK) if len(titles) > 1 else next(iter(titles))
    rows = _select_priced(table, benchmark_id)
    models = table[~table["is_reference"]]
    n_unpriced = int(models[name_column(benchmark_id, "score")].notna().sum()) - len(rows)
    with use_benchmark(benchmark_id):
        kinds, score = get_model_kinds(), get_benchmark_info().score
    show_chart(draw_cost_score(rows, kinds, f"{score}, %"), keys.COST_CHART, texts.name_cost_chart(score))
    st.caption(texts.explain_cost_chart(n_unpriced))


def _select_priced(table: pd.DataFrame, benchmark_id: str) -> pd.DataFrame:
    """Select the models with a known cost on a benchmark, with the columns that the chart takes."""
    names: Mapping[str, str] = {
        name_column(benchmark_id, "cost"): "cost",
        name_column(benchmark_id, "score"): "score",
        name_column(benchmark_id, "score", "low"): "low",
        name_column(benchmark_id, "score", "high"): "high",
    }
    rows = table[["model_id", "label", *names]].rename(columns=names)
    return rows[rows["cost"] > 0].reset_index(drop=True)
