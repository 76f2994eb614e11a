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
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.code_levels import select_filtered_answers
from dashboard.widgets.code_selection import CodeSelection, choose_codes, show_no_codes
from dashboard.widgets.navigation import build_run_filter, open_rated_answers
from dashboard.widgets.tables import DecimalColumn, show_table_expander

METHOD = (
    "Each mark is the share of the first run's wrong answers with this code minus that of the second run's, estimated "
    "from a random sample and weighted by the sampling. It is not a difference of scores: an answer has a code because "
    "it is wrong, so its score would only repeat that. The wrong answers of two runs need not be about the same cases. "
    "Lines are 95% CIs with the benchmark's groups as units; significance is corrected for the number of codes "
    "(Holm). Click a mark to open both runs' answers with this code."
)


def show(pair: RunComparison) -> None:
    """Show the differences; a mark opens the answers of both runs with the code.

    Args:
        pair: the runs.
    """
    if not load_review().samples:
        st.info("Shares of failure codes need a random sample. Draw one on Review, *Code answers*.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        selection = choose_codes()
    differences = _compute_differences(pair, selection)
    first, second = (escape_markdown(name) for name in pair.names)
    if differences is None:
        show_no_codes()
    elif differences.empty:
        st.info(
            f"This sample has no coded answers of both {first} and {second}. Choose another sample or other runs, or "
            "draw one on Review with both models as filters."
        )
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
        sentence = f"{describe_too_few_groups(n_groups, words, 'which code is more frequent')}."
    else:
        sentence = (
            f"The share among wrong answers differs significantly between {first} and {second} for "
            f"{int(is_clear.sum()) or 'none'} of {len(differences)} failure codes."
        )
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

    title = "difference of the share of wrong answers, points"
    figure = draw_forest_plot(rows, get_model_kinds(), words.units, title, {"no difference": 0.0})
    show_chart(figure, "code-differences", "Difference of the share of each failure code", open_answers)
    st.caption(
        f"{first} minus {second}, share of wrong answers with the code. Filled: significantly more frequent, in the "
        "colour and shape of the model that has it more often. Open circle: not significantly different."
    )
    show_help_popover(METHOD)
    columns = {
        "label": "Failure code",
        "value": DecimalColumn("difference, points", 2),
        "low": DecimalColumn("from", 2),
        "high": DecimalColumn("to", 2),
        "corrected_p": st.column_config.NumberColumn("p, corrected", format="%.4f"),
        "verdict": "first is",
        "n": "answers coded",
        "n_groups": words.groups,
    }
    show_table_expander(
        rows[list(columns)], "code-differences", columns, "Rates of failure codes in both runs", open_answers
    )
