"""Sections of the page Leaderboard: its columns and filters, its table, and cost against score."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.benchmark_leaders import strip_shared_ending
from core.analyses.leaderboard import (
    MEASURES,
    USAGE,
    WITH_INTERVALS,
    BenchmarkResults,
    estimate_whole_sets,
    format_column_intervals,
    name_column,
)
from core.analyses.reference_models import describe_reference_models
from core.analyses.verdict_phrases import describe_against_blind
from core.analyses.verdicts import BLIND
from core.formatting import escape_markdown, has_too_few_groups
from core.records import RIGHT_AT
from core.warehouse.read import NO_FILTERS
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.current_benchmark import use_benchmark
from dashboard.data.overview_content import load_overview
from dashboard.pages.leaderboard import texts
from dashboard.pages.leaderboard.cost_score_chart import draw_cost_score
from dashboard.pages.leaderboard.leaders import AnsweredBenchmark, get_title
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import leaderboard as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.references import are_references_shown
from dashboard.selection.selectors import choose_segment, choose_several, migrate_renamed_option
from dashboard.selection.set_aggregation import build_set_aggregation
from dashboard.widgets import tables
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.run_usage import load_run_usage
from dashboard.widgets.tables import DecimalColumn, show_lazy_expander

AT_FIRST = ("score", "gain")
"""Measures that the table has until others are chosen."""

SHORT_TITLES = {"gain": "skill"}
"""Names in the choice of columns that differ from the keys."""

FORMER_GAIN = "gain over blind"
"""Former name of skill in links."""

DECIMALS = {"cost": 2, "tokens": 0}
"""Decimals of the columns that do not have one decimal."""


def choose_columns(answered: Mapping[str, AnsweredBenchmark]) -> tuple[list[str], list[str]]:
    """Show the choices of columns; return the ids of the benchmarks and the keys of the measures.

    At first there are the columns of one benchmark, the current one if a model has answered it: few models have
    answered several.
    """
    first = next(iter(answered))
    titles = {benchmark_id: benchmark.title for benchmark_id, benchmark in answered.items()}
    benchmarks = choose_several("Benchmarks", titles, keys.MEAN_BENCHMARKS, titles[first])
    columns = {measure: SHORT_TITLES.get(measure, measure) for measure in MEASURES}
    migrate_renamed_option(common_keys.COLUMNS, columns, {FORMER_GAIN: "gain"})
    measures = choose_several("Columns", columns, common_keys.COLUMNS, texts.FIRST_COLUMNS)
    return benchmarks or [first], [key for key in MEASURES if key in (measures or AT_FIRST)]


def load_results(benchmarks: Iterable[str], *, with_sets: bool) -> list[BenchmarkResults]:
    """Load what each benchmark knows about its models; sets only if they are wanted, since they take a second."""
    results = []
    for benchmark_id in benchmarks:
        with use_benchmark(benchmark_id):
            models, _ = strip_shared_ending(load_overview().models)
            models = [model for model in models if are_references_shown() or not model.is_reference]
            protocol = next(iter(get_benchmark_info().protocols), None)
            robustness = pd.DataFrame()
            if with_sets and protocol is not None:
                sets = build_set_aggregation(RIGHT_AT)
                robustness = analyse_aggregation(
                    estimate_whole_sets, NO_FILTERS, sets, protocol, counted="models", of_all=True
                )
            results.append(
                BenchmarkResults(
                    benchmark_id, get_title(benchmark_id), models, robustness, load_run_usage(), _load_reference_gains()
                )
            )
    return results


def _load_reference_gains() -> pd.DataFrame:
    """Load the gains of reference models, whose constants are the best ones of the same cases, by run id."""
    skill = load_overview().found.skill
    rows = skill[skill["kind"] == "reference"].set_index("run_id")
    is_few = rows["n_groups"].map(has_too_few_groups).astype(bool)
    return rows[["value"]].join(rows[["low", "high"]].mask(is_few))


def filter_models(table: pd.DataFrame) -> pd.DataFrame:
    """Show filters by family, size and date, each only if it distinguishes models; return the rows that fit."""
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


def show_tables(
    models: pd.DataFrame, references: pd.DataFrame, results: Sequence[BenchmarkResults], measures: Sequence[str]
) -> None:
    """Show a table of the models, which the user can sort, and below it a folded one of the reference models."""
    if models.empty:
        st.info(texts.NO_MODEL_FITS)
    else:
        if meanings := _explain_verdicts(models, results, measures):
            st.caption(meanings)
        table, columns = _build_columns(models, results, measures)
        tables.show_table(table, "leaderboard", columns, texts.TABLE)
        _show_coverage(models, results)
        _show_missing(models, results, measures)
    if len(references):
        show_lazy_expander(
            texts.name_references(len(references)),
            "leaderboard-references",
            partial(_show_references, references, results, measures),
        )


def _show_references(table: pd.DataFrame, results: Sequence[BenchmarkResults], measures: Sequence[str]) -> None:
    rows, columns = _build_columns(table, results, measures)
    tables.show_table(rows, "leaderboard_references", columns, texts.REFERENCES_TABLE)
    st.caption(describe_reference_models(dict(table[["model_id", "label"]].to_numpy())))
    _show_coverage(table, results)


def _build_columns(
    table: pd.DataFrame, results: Sequence[BenchmarkResults], measures: Sequence[str]
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Add verdicts and intervals as text, and configure the columns: per benchmark figures, verdict, intervals."""
    is_wide = len(results) * len(measures) > len(AT_FIRST)  # Streamlit writes a pinned column in grey
    columns: dict[str, Any] = {"label": st.column_config.TextColumn("Model", pinned=is_wide)}
    added: dict[str, Sequence[str]] = {}
    for result in results:
        prefix = f"{result.title}: " if len(results) > 1 else ""
        intervals = {}
        for measure in measures:
            column, is_gain = name_column(result.benchmark_id, measure), measure == "gain"
            if not table[column].notna().any():
                continue
            columns[column] = DecimalColumn(f"{prefix}{MEASURES[measure]}", DECIMALS.get(measure, 1), with_plus=is_gain)
            if is_gain and any(verdicts := _list_verdicts(table, result)):
                added[f"{column}:verdict"] = verdicts
                columns[f"{column}:verdict"] = f"{prefix}{texts.VERDICT}"
            if measure in WITH_INTERVALS:
                added[f"{column}:interval"] = format_column_intervals(table, column, with_plus=is_gain)
                intervals[f"{column}:interval"] = f"{prefix}{texts.INTERVAL_TITLES[measure]}"
        columns |= intervals
    for column, title in (("size_b", "size, B"), ("asked", "asked")):
        if len(table[column].dropna().unique()) > 1:
            columns[column] = DecimalColumn(title) if column == "size_b" else title
    return table.assign(**added), columns


def _list_verdicts(table: pd.DataFrame, result: BenchmarkResults) -> list[str]:
    """List the verdicts on the best constant answer in the order of the rows; empty without a verdict."""
    verdicts = {model.model_id: model.verdicts[BLIND] for model in result.models if BLIND in model.verdicts}
    return [
        describe_against_blind(verdicts[model_id]) if model_id in verdicts else "" for model_id in table["model_id"]
    ]


def _explain_verdicts(table: pd.DataFrame, results: Sequence[BenchmarkResults], measures: Sequence[str]) -> str:
    """Explain the verdicts of the table that could be misread; empty if it has none."""
    if "gain" not in measures:
        return ""
    return texts.explain_verdicts([verdict for result in results for verdict in _list_verdicts(table, result)])


def _show_coverage(table: pd.DataFrame, results: Sequence[BenchmarkResults]) -> None:
    """Name the models that have answered only a part of a benchmark."""
    for result in results:
        by_coverage: dict[str, list[str]] = {}
        for model in result.models:
            if model.answered and model.model_id in set(table["model_id"]):
                by_coverage.setdefault(model.answered, []).append(model.label)
        for answered, names in by_coverage.items():
            st.caption(escape_markdown(texts.describe_coverage(names, answered)))


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
