"""The cases on which the two runs differ most, or those with a chosen outcome, as a gallery."""

from collections.abc import Collection

import pandas as pd
import streamlit as st

from core.analyses import compare
from core.analyses.phrases import format_coded_value
from core.formatting import escape_markdown
from core.scoring.answer_codes import get_truth_column
from dashboard.data.queries import get_benchmark_info
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.selection.cached_analyses import analyse_answers
from dashboard.selection.filters import list_filter_options
from dashboard.selection.selectors import choose_optional
from dashboard.widgets.example_gallery import show_examples
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import build_percent_column, show_table_expander
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
        who = choose_optional("Who is right", pair.outcomes, "who", "any", width=280)
        asked_about = choose_optional("About", asked, "about", "all questions", width=280)
    rows = _build_answer_rows(pair, asked_about, who) if asked_about else _build_case_rows(cases, who)
    if rows.empty:
        st.info(f"No {get_benchmark_info().words.case} has this outcome.")
        return
    order = "most such answers first" if who and not asked_about else "largest difference first"
    first, second = pair.names
    st.caption(
        f"{get_benchmark_info().format_case_count(len(rows))}, {order}. Below each: {escape_markdown(first)} | "
        f"{escape_markdown(second)}."
    )
    show_examples(rows, "disagreements")
    columns = {
        "case_id": get_benchmark_info().words.case.capitalize(),
        "kappa_first": build_percent_column(f"{first}, %"),
        "kappa_second": build_percent_column(f"{second}, %"),
        "difference": build_percent_column("difference, points"),
        **pair.outcomes,
    }
    case_ids = list(cases["case_id"])
    alt = f"{get_benchmark_info().words.cases.capitalize()} that both answered; a row opens one"
    show_table_expander(
        cases[list(columns)], "disagreements", columns, alt, lambda place: open_photograph(case_ids[place])
    )


def _build_case_rows(cases: pd.DataFrame, who: str | None) -> pd.DataFrame:
    if who:
        cases = cases[cases[who] > 0].sort_values(who, ascending=False, kind="stable")
    details = [
        f"{get_benchmark_info().words.score} {row['kappa_first']:.0f} | {row['kappa_second']:.0f}"
        + (f" · {row[who]} answers" if who else "")
        for row in cases.to_dict("records")
    ]
    return cases.assign(caption=cases["case_id"], detail=details)


def _build_answer_rows(pair: RunComparison, question_id: str, who: str | None) -> pd.DataFrame:
    """Build a row per case with both answers to a question."""
    both, of_question = (pair.first, pair.second), {**pair.of_page, "question": [question_id]}
    asked = analyse_answers(compare.compare_answers, of_question, both, *both, pair.against, pair.right_at)
    asked = asked if who is None else asked[asked["outcome"] == who]
    asked = asked.sort_values("difference", key=abs, ascending=False, kind="stable")
    truth, question = get_truth_column(pair.against), get_benchmark_info().questions[question_id]
    details = [
        " | ".join(format_coded_value(question, row[name]) for name in ("value", "value_other"))
        + f" · {get_truth_noun()} {format_coded_value(question, row[truth])}"
        for row in asked.to_dict("records")
    ]
    return asked.assign(caption=asked["case_id"], detail=details)
