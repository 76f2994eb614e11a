"""The cases on which the two runs differ most, or those with a chosen outcome, as a gallery."""

from collections.abc import Collection, Hashable, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import compare
from core.analyses.phrases import format_coded_value
from core.scoring.answer_codes import get_truth_column
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.compare import texts
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import compare as keys
from dashboard.selection.cached_analyses import analyse_answers
from dashboard.selection.filters import list_filter_options
from dashboard.selection.selectors import choose_optional
from dashboard.widgets.example_gallery import show_examples
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import DecimalColumn, show_table_expander
from dashboard.widgets.truth_labels import get_truth_noun


def show_disagreements(pair: RunComparison, questions: Collection[str], cases: pd.DataFrame) -> None:
    """Show the cases on which the two differ most, or those with a chosen outcome, as a gallery.

    Args:
        pair: the runs.
        questions: ids of those that both answered.
        cases: as `compare.by_case` returns them.
    """
    st.header("Largest disagreements")
    asked = {q: title for q, title in list_filter_options("question").items() if q in questions}
    with st.container(horizontal=True):
        who = choose_optional("Who is right", pair.outcomes, keys.OUTCOME, "any", width=280)
        asked_about = choose_optional("About", asked, common_keys.ABOUT_QUESTION, "all questions", width=280)
    rows = _select_answers(pair, asked_about, who) if asked_about else _select_cases(cases, who)
    if rows.empty:
        st.info(texts.explain_no_disagreement(get_benchmark_info().words.case))
        return
    order = texts.MOST_ANSWERS_FIRST if who and not asked_about else texts.LARGEST_FIRST
    first, second = pair.names
    case_count = get_benchmark_info().format_case_count(len(rows))
    st.caption(texts.describe_disagreements(case_count, order, first, second))
    describe = partial(_describe_answers, pair, asked_about) if asked_about else partial(_describe_cases, who)
    show_examples(rows.assign(caption=rows["case_id"]), "disagreements", describe)
    columns = {
        "case_id": get_benchmark_info().words.case.capitalize(),
        "score_first": DecimalColumn(f"{first}, %", 2),
        "score_second": DecimalColumn(f"{second}, %", 2),
        "difference": DecimalColumn("difference, points", 2),
        **pair.outcomes,
    }
    case_ids = list(cases["case_id"])
    alt = texts.describe_disagreements_table(get_benchmark_info().words.cases)
    show_table_expander(
        cases[list(columns)], "disagreements", columns, alt, lambda place: open_photograph(case_ids[place])
    )


def _select_cases(cases: pd.DataFrame, who: str | None) -> pd.DataFrame:
    return cases[cases[who] > 0].sort_values(who, ascending=False, kind="stable") if who else cases


def _describe_cases(who: str | None, row: Mapping[Hashable, Any]) -> str:
    scores = f"{get_benchmark_info().words.score} {row['score_first']:.0f} | {row['score_second']:.0f}"
    return f"{scores} · {row[who]} answers" if who else scores


def _select_answers(pair: RunComparison, question_id: str, who: str | None) -> pd.DataFrame:
    """Return a row per case with both answers to a question, the largest difference first."""
    runs, of_question = (pair.first, pair.second), {**pair.of_page, "question": [question_id]}
    answers = analyse_answers(compare.compare_answers, of_question, runs, *runs, pair.against, pair.right_at)
    answers = answers if who is None else answers[answers["outcome"] == who]
    return answers.sort_values("difference", key=abs, ascending=False, kind="stable")


def _describe_answers(pair: RunComparison, question_id: str, row: Mapping[Hashable, Any]) -> str:
    question = get_benchmark_info().questions[question_id]
    values = " | ".join(format_coded_value(question, row[name]) for name in ("value", "value_other"))
    return f"{values} · {get_truth_noun()} {format_coded_value(question, row[get_truth_column(pair.against)])}"
