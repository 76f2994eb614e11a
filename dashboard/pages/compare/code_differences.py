"""The difference between the two runs' shares of each failure code, as a forest plot and a table."""

import pandas as pd
import streamlit as st

from core.analyses.code_rates import compute_code_differences
from core.analyses.estimates import add_verdicts
from core.analyses.phrases import describe_too_few_groups
from core.formatting import escape_markdown, has_too_few_groups
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.failure_review import load_review
from dashboard.pages.compare import texts
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.runtime.state_keys import compare as keys
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.code_levels import select_filtered_answers
from dashboard.widgets.code_selection import CodeSelection, choose_codes, show_no_codes
from dashboard.widgets.navigation import build_run_filter, open_rated_answers
from dashboard.widgets.tables import DecimalColumn, show_table_expander


def show(pair: RunComparison) -> None:
    """Show the differences; a mark opens the answers of both runs with the code.

    Args:
        pair: the runs.
    """
    if not load_review().samples:
        st.info(texts.CODES_NEED_SAMPLE)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        selection = choose_codes()
    differences = _compute_differences(pair, selection)
    first, second = (escape_markdown(name) for name in pair.names)
    if differences is None:
        show_no_codes()
    elif differences.empty:
        st.info(texts.explain_no_coded_answers(first, second))
    else:
        _show_differences(pair, selection, differences)


def _compute_differences(pair: RunComparison, selection: CodeSelection) -> pd.DataFrame | None:
    """Return the difference by code with its verdict; None if nothing is coded, empty if one run has no answer."""
    sample = selection.sample
    if sample is None or not selection.codes:
        return None
    fitting = select_filtered_answers(sample.answers, pair.of_page)
    of_first, of_second = (
        [is_kept and answer.run_id == run_id for answer, is_kept in zip(sample.answers, fitting, strict=True)]
        for run_id in (pair.first, pair.second)
    )
    return add_verdicts(
        compute_code_differences(sample, selection.codes, selection.code_ids, (of_first, of_second))
    ).sort_values("value", key=abs, ascending=False, kind="stable", ignore_index=True)


def _show_differences(pair: RunComparison, selection: CodeSelection, differences: pd.DataFrame) -> None:
    words, names = get_benchmark_info().words, selection.names
    first, second = (escape_markdown(name) for name in pair.names)
    n_groups = int(differences["n_groups"].min())
    is_clear = differences["verdict"].isin(["higher", "lower"]) & (not has_too_few_groups(n_groups))
    if has_too_few_groups(n_groups):
        sentence = f"{describe_too_few_groups(n_groups, words, texts.MORE_FREQUENT_CODE)}."
    else:
        sentence = texts.describe_code_differences(first, second, int(is_clear.sum()), len(differences))
    st.markdown(f"**{sentence}**")
    ahead = differences["verdict"].map(dict(zip(("higher", "lower"), pair.model_ids, strict=True))).where(is_clear)
    rows = differences.assign(
        label=differences["code_id"].map(names),
        model_id=ahead,
        is_open=ahead.isna(),
        detail=[f"{verdict}; n {n:,}<br>click: its answers" for verdict, n in differences[["verdict", "n"]].to_numpy()],
    )

    def open_answers(row_index: int) -> None:
        code, runs = names[differences["code_id"].iloc[row_index]], (pair.first, pair.second)
        open_rated_answers(code, selection.sample_name, selection.coder, build_run_filter(runs))

    figure = draw_forest_plot(rows, get_model_kinds(), words.units, texts.CODES_AXIS, {"no difference": 0.0})
    show_chart(figure, keys.CODE_DIFFERENCES_CHART, texts.CODES_CHART, open_answers)
    st.caption(texts.explain_code_marks(first, second))
    show_help_popover(texts.CODES_HELP)
    columns = {
        "label": "Failure cause",
        "value": DecimalColumn("difference, points", 2),
        "low": DecimalColumn("from", 2),
        "high": DecimalColumn("to", 2),
        "corrected_p": st.column_config.NumberColumn("p, corrected", format="%.4f"),
        "verdict": "first is",
        "n": "answers reviewed",
        "n_groups": words.groups,
    }
    show_table_expander(rows[list(columns)], "code-differences", columns, texts.CODES_TABLE, open_answers)
