"""The difference between the two runs by the values of a factor, as a forest plot and a table."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import compare, compare_sentences
from core.analyses.estimates import replace_no_spread_verdicts
from core.factors import get_factor_column
from core.formatting import escape_markdown
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.pages.compare import code_differences
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.filters import list_filter_options
from dashboard.selection.selectors import choose_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.code_selection import CODES, TITLE, has_codes
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.tables import DecimalColumn, show_table_expander


def show_slices(pair: RunComparison, overall: Mapping[Hashable, Any]) -> None:
    """Show the difference by the values of a factor, as a forest plot and a table; a click opens the slice's cases."""
    st.header("Where they differ")
    factors = {key: factor for key, factor in get_benchmark_info().factors.items() if factor.of in ("question", "case")}
    labels = {key: factor.title for key, factor in factors.items() if factor.origin != "answers"}
    factor = choose_option("By", labels | ({CODES: TITLE} if has_codes() else {}), "slice", width=280)
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
    figure = draw_forest_plot(
        rows, get_model_kinds(), get_benchmark_info().words.units, "difference, points", {"no difference": 0.0}
    )
    show_chart(figure, "slices-chart", f"Difference of {pair.measure} by {labels[factor]}", open_slice)
    st.caption(_describe_slice_marks(rows, *pair.names))
    show_help_popover(
        f"Lines are 95% CIs of each part alone, with {get_benchmark_info().words.groups} as clusters. "
        "Significance is "
        f"corrected for the number of parts (Holm). Click a mark to open the {get_benchmark_info().words.cases} of "
        "the part."
    )
    _show_slice_table(rows, labels[factor], open_slice)


def _describe_slice_marks(rows: pd.DataFrame, first: str, second: str) -> str:
    """Describe the kinds of marks that the forest plot contains."""
    is_reference_ahead = rows["model_id"].map(get_model_kinds()).eq("reference").any()
    meanings = {
        "Filled: significantly different, in the colour and shape of who is ahead.": not rows["is_open"].all(),
        f"Without a line: the same difference on every {get_benchmark_info().words.group}.": (
            rows["verdict"] == "no spread"
        ).any(),
        "Grey with a dotted line: a reference model is ahead.": is_reference_ahead,
        "Open circle: not significantly different, once corrected for the number of parts.": rows["is_open"].any(),
    }
    told = " ".join(meaning for meaning, is_there in meanings.items() if is_there)
    return f"{escape_markdown(first)} minus {escape_markdown(second)}, the mean paired difference. {told}"


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
            f"{row['verdict']}; n {row['n']:,.0f} of {row['n_groups']:,.0f} "
            f"{get_benchmark_info().words.groups}<br>click: its cases"
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
