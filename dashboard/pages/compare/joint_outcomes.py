"""Counts of the answers on which both runs are right, only one, or neither."""

import pandas as pd
import streamlit as st

from core.analyses import compare, compare_sentences
from core.analyses.phrases import describe_tolerances
from core.analyses.right_where_other_wrong import describe_right_where_other_wrong, estimate_right_where_other_wrong
from core.formatting import escape_markdown
from core.records import EXACT_KINDS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.compare import texts
from dashboard.pages.compare.case_scatter_chart import draw_case_scatter
from dashboard.pages.compare.outcome_bars_chart import draw_outcome_bars
from dashboard.pages.compare.outcome_table_chart import draw_outcome_table
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import compare as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.filters import list_filter_options
from dashboard.style.theme import get_heatmap_theme
from dashboard.widgets.case_chart import show_case_chart
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.tables import DecimalColumn, show_table_expander
from dashboard.widgets.truth_labels import get_truth_label, get_truth_noun

MIN_SPREAD = 2
"""Minimum number of different scores of either run for a scatter chart."""


def show_outcomes(pair: RunComparison, table: pd.DataFrame, cases: pd.DataFrame, *, is_independent: bool) -> None:
    """Show how often one run is right where the other is wrong: sentences, bars by question, and a table.

    Beside the bars is a scatter chart of the cases' scores, or, if every question is right or wrong, a two by two
    table, since a scatter chart would be a few points.

    Args:
        pair: the runs.
        table: as `compare.count_joint_outcomes` returns it.
        cases: as `compare.compare_cases` returns them.
        is_independent: whether each answer is about a different group, so that an exact test may count answers.
    """
    st.header(texts.OUTCOMES_TITLE)
    whole = table[table["truth"].isna()]
    total = {outcome: int(whole[outcome].sum()) for outcome in compare.OUTCOMES}
    shares = analyse_aggregation(estimate_right_where_other_wrong, pair.filters, pair.build_aggregation("group_id"))
    sentence = describe_right_where_other_wrong(shares, *pair.names, get_benchmark_info().words)
    st.markdown(f"**{escape_markdown(sentence)}**")
    first, second = map(escape_markdown, pair.names)
    st.markdown(texts.describe_outcomes(int(whole["n"].sum()), first, second, **total))
    if is_independent:
        st.caption(compare_sentences.describe_exact_test(table))
    left, right = st.columns([5, 4], gap="medium")
    with left:
        _show_bars(pair, whole)
    with right:
        if all(question.kind in EXACT_KINDS for question in get_benchmark_info().questions.values()):
            _show_two_by_two(pair, total)
        else:
            _show_cases(pair, cases)
    _show_table(pair, table)


def _show_bars(pair: RunComparison, whole: pd.DataFrame) -> None:
    """Show the shares of the outcomes by question; a click shows the cases of a part below."""

    def choose_part(part: list[str]) -> None:
        question_id, outcome = part
        common_keys.ABOUT_QUESTION.write(question_id)
        keys.OUTCOME.write(outcome)

    described, titles = get_benchmark_info(), list_filter_options("question")
    places = {question_id: index for index, question_id in enumerate(titles)}
    ordered = whole.sort_values("question_id", key=lambda ids: ids.map(places))
    figure = draw_outcome_bars(
        ordered.assign(label=ordered["question_id"].map(titles)),
        pair.outcomes,
        (pair.looks[0].colour, pair.looks[1].colour),
        get_heatmap_theme("Sequential").text_colour,
    )
    show_chart(figure, keys.JOINT_OUTCOMES_CHART, texts.OUTCOMES_CHART, choose_part)
    tolerances = escape_markdown(describe_tolerances(described, pair.right_at))
    st.caption(texts.explain_right(tolerances))
    show_help_popover(texts.OUTCOMES_HELP)


def _show_two_by_two(pair: RunComparison, total: dict[str, int]) -> None:
    """Show the outcomes over all questions as a two by two table; a click shows the cases of an outcome below."""

    def choose_outcome(outcome: str) -> None:
        common_keys.ABOUT_QUESTION.write(None)
        keys.OUTCOME.write(outcome)

    figure = draw_outcome_table(total, pair.names, pair.outcomes, get_heatmap_theme("Sequential"))
    show_chart(figure, keys.BAR_OUTCOMES, texts.OUTCOME_SQUARE, choose_outcome)
    st.caption(texts.OUTCOME_SQUARE_CAPTION)


def _show_table(pair: RunComparison, table: pd.DataFrame) -> None:
    """Show the counts by question and by true class, with phi, in an expander."""
    titles = list_filter_options("question")
    columns = {
        "question": "Question",
        "truth": f"true class, {get_truth_label(pair.against)}" if get_benchmark_info().foil else get_truth_noun(),
        **pair.outcomes,
        "n": "n",
        "phi": DecimalColumn("phi of errors", 2),
    }
    named = table.assign(question=table["question_id"].map(titles), truth=table["truth"].fillna("all"))
    show_table_expander(named, "four_way", columns, texts.OUTCOMES_TABLE, label=texts.OUTCOMES_EXPANDER)


def _show_cases(pair: RunComparison, cases: pd.DataFrame) -> None:
    """Show who is ahead, and a scatter chart with one mark per case, whose click opens the case.

    If all scores of either run are equal, no chart is drawn, because its marks would be on one line.
    """
    word = get_benchmark_info().words.case
    st.markdown(escape_markdown(compare_sentences.describe_leads(cases, *pair.names)))
    if cases[["score_first", "score_second"]].nunique().min() < MIN_SPREAD:
        return
    show_case_chart(
        draw_case_scatter(cases, pair.names, pair.looks, pair.measure),
        keys.CASE_DIFFERENCES_CHART,
        texts.describe_cases_chart(pair.measure, *pair.names, word),
    )
    st.caption(texts.CASE_MARKS)
