"""The section on discrimination between two answers, on Bias: d' and criterion of every run."""

from functools import partial

import pandas as pd
import streamlit as st

from core.analyses import signal_detection
from core.formatting import escape_markdown
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.bias import texts
from dashboard.pages.bias.run_forest import show_run_forest
from dashboard.runtime.state_keys import bias as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.filters import list_filter_options
from dashboard.selection.selectors import choose_option
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import open_cases
from dashboard.widgets.tables import format_intervals, show_small_table

ALL = ("", "")
"""Stands in for a factor and a level: all cases."""


def show(filters: Filters, run_id: str) -> None:
    """Show the section with the page's run; nothing if no question has the same two options in all of its cases."""
    questions = analyse_aggregation(
        signal_detection.find_binary_questions, filters, Aggregation(signal_detection.QUESTIONS_BY, ())
    )
    if not questions:
        return
    st.header(texts.DETECTION_TITLE, anchor=False)
    titles = {
        question_id: title for question_id, title in list_filter_options("question").items() if question_id in questions
    }
    factors = {
        factor.key: factor.title
        for factor in get_benchmark_info().case_factors
        if factor.origin != "answers" and factor.levels
    }
    with st.container(horizontal=True):
        question_id = choose_option("Question", titles, keys.SIGNAL_QUESTION, width=280)
        of_question = {**filters, "question": [question_id]}
        by_case = Aggregation(("case_id", "true_option", *factors), ())
        levels = analyse_aggregation(signal_detection.list_mixed_levels, of_question, by_case, factors)
        of = choose_option("Among", {ALL: "all of them", **levels}, keys.SIGNAL_GROUP, width=320)
    options = questions[question_id]
    narrowed = None if of == ALL else of
    sums = Aggregation((*signal_detection.SUMMED_BY, *([narrowed[0]] if narrowed else [])), ())
    results = analyse_aggregation(signal_detection.compute_run_detection, of_question, sums, options[0], narrowed)
    if results.empty:
        st.caption(texts.NO_DETECTION)
        return
    question = get_benchmark_info().questions[question_id]
    if text := signal_detection.describe_detection(results, question, options):
        st.markdown(escape_markdown(text))
    level = {} if of == ALL else {of[0]: of[1]}

    def open_run(model_id: str) -> None:
        open_cases(question=question_id, model=model_id, **level)

    show_run_forest(
        results, 0.0, texts.DETECTION_AXIS, "detection", run_id, partial(_show_table, results, options), open_run
    )
    words = get_benchmark_info().words
    show_help_popover(texts.explain_detection(*options, words.cases, words.groups))


def _show_table(found: pd.DataFrame, options: tuple[str, str]) -> None:
    yes = options[0]
    columns = {
        "Model": found["label"],
        "d′": found["value"],
        "95%": format_intervals(found, 2),
        "Leans to": [
            signal_detection.find_preferred_option(criterion, options) or "neither" for criterion in found["criterion"]
        ],
        "Criterion": found["criterion"],
        f"“{yes}” when correct, %": 100 * found["hit_rate"],
        f"“{yes}” when wrong, %": 100 * found["false_alarm_rate"],
        "n": found["n"],
        get_benchmark_info().words.groups: found["n_groups"],
        "unreadable": found["n_unreadable"],
    }
    table = pd.DataFrame(columns)
    numbers = dict.fromkeys((f"“{yes}” when {so}, %" for so in ("right", "wrong")), "{:.1f}")
    whole = ["n", get_benchmark_info().words.groups, "unreadable"]
    show_small_table(table, {"d′": "{:.2f}", "Criterion": "{:.2f}", **numbers}, whole)
