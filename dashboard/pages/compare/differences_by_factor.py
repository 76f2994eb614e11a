"""The difference between the two runs by the values of a factor, as a forest plot and a table."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import compare, compare_sentences
from core.analyses.answered import name_some
from core.analyses.estimates import replace_no_spread_verdicts
from core.factors import get_factor_column
from core.formatting import escape_markdown
from core.warehouse.read import CASE_IDS
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.pages.compare import code_differences, texts
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.runtime.state_keys import compare as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.filters import list_filter_options
from dashboard.selection.selectors import choose_option, migrate_renamed_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.code_selection import CODES, FORMER_TITLES, TITLE, has_codes
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.tables import DecimalColumn, show_table_expander


def show_slices(pair: RunComparison, overall: Mapping[Hashable, Any]) -> None:
    """Show the difference by the values of a factor, as a forest plot and a table; a click opens the slice's cases."""
    st.header("Where they differ")
    factors = {key: factor for key, factor in get_benchmark_info().factors.items() if factor.of in ("question", "case")}
    labels = {key: factor.title for key, factor in factors.items() if factor.origin != "answers"}
    options = labels | ({CODES: TITLE} if has_codes() else {})
    migrate_renamed_option(keys.FACTOR, options, FORMER_TITLES)
    factor = choose_option("By", options, keys.FACTOR, width=280)
    if factor == CODES:
        code_differences.show(pair)
        return
    slices = analyse_aggregation(
        compare.compare_slices, pair.filters, pair.build_aggregation(get_factor_column(factor), "group_id"), factor
    )
    rows = _build_slice_rows(pair, slices, overall, list_filter_options(factor))

    def open_slice(place: int) -> None:
        value = rows["slice"].iloc[place]
        of_slice = {factor: value} if isinstance(value, str) else {}
        open_cases(**of_slice, **build_run_filter((pair.first, pair.second)))

    first, second = pair.names
    group = get_benchmark_info().words.group
    told = compare_sentences.describe_slices(slices, labels[factor], list_filter_options(factor), first, second, group)
    st.markdown(f"**{escape_markdown(told)}**")
    st.caption(" ".join(filter(None, (texts.describe_sides(first, second), _describe_missing(pair, slices, factor)))))
    figure = draw_forest_plot(
        rows, get_model_kinds(), get_benchmark_info().words.units, "difference, points", {"no difference": 0.0}
    )
    show_chart(figure, keys.FACTOR_CHART, texts.describe_slices_chart(pair.measure, labels[factor]), open_slice)
    st.caption(_describe_slice_marks(rows))
    words = get_benchmark_info().words
    show_help_popover(texts.explain_slices(words.groups, words.cases))
    _show_slice_table(rows, labels[factor], open_slice)


def _describe_missing(pair: RunComparison, slices: pd.DataFrame, factor: str) -> str:
    """Name the levels without an answer that is readable in both runs; empty if filters leave out levels."""
    factors = get_benchmark_info().factors.values()
    of_cases = [case_factor.key for case_factor in factors if case_factor.of in ("question", "case")]
    if any(pair.of_page.get(key) for key in (*of_cases, CASE_IDS)):
        return ""
    compared = set(slices["slice"])
    missing = [label for value, label in list_filter_options(factor).items() if value not in compared]
    return texts.describe_missing_levels(escape_markdown(name_some(missing))) if missing else ""


def _describe_slice_marks(rows: pd.DataFrame) -> str:
    """Describe the kinds of marks that the forest plot contains."""
    is_reference_ahead = rows["model_id"].map(get_model_kinds()).eq("reference").any()
    has_no_spread = (rows["verdict"] == "no spread").any()
    meanings = {
        texts.AHEAD_MARKS: not rows["is_open"].all(),
        texts.describe_no_spread_marks(get_benchmark_info().words.group): has_no_spread,
        texts.REFERENCE_MARKS: is_reference_ahead,
        texts.OPEN_MARKS: rows["is_open"].any(),
    }
    return " ".join(meaning for meaning, occurs in meanings.items() if occurs)


def _build_slice_rows(
    pair: RunComparison, slices: pd.DataFrame, overall: Mapping[Hashable, Any], names: Mapping[str, str]
) -> pd.DataFrame:
    """Build rows for `draw_forest_plot`: one of all answers, and one per slice in the order of the filter's options."""
    order = [value for value in names if value in set(slices["slice"])]
    rows = pd.concat([pd.DataFrame([overall]), slices.set_index("slice").loc[order].reset_index()], ignore_index=True)
    ahead = replace_no_spread_verdicts(rows).map(dict(zip(("higher", "lower"), pair.model_ids, strict=True)))
    return rows.assign(
        label=["all", *(names[value] for value in order)],
        model_id=ahead,
        is_open=ahead.isna(),
        detail=[
            texts.describe_slice_mark(row["verdict"], row["n"], row["n_groups"], get_benchmark_info().words.groups)
            for row in rows.to_dict("records")
        ],
    )


def _show_slice_table(rows: pd.DataFrame, factor_label: str, open_slice: Callable[[int], None]) -> None:
    columns = {
        "label": factor_label,
        "value": DecimalColumn("difference, points", 2),
        "low": DecimalColumn("from", 2),
        "high": DecimalColumn("to", 2),
        "corrected_p": st.column_config.NumberColumn("p, corrected", format="%.4f"),
        "verdict": "first is",
        "n": "n",
        "n_groups": get_benchmark_info().words.groups,
    }
    show_table_expander(
        rows.drop(columns=["model_id", "is_open", "detail"]),
        "slices",
        columns,
        f"Difference by {factor_label}",
        open_slice,
    )
