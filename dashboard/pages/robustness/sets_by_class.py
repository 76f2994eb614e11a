"""Whole sets by their true class, on Robustness: robust, or always the same answer?"""

import pandas as pd
import streamlit as st

from core.analyses.sets_by_class import (
    CASES_BY,
    SUMMED_BY,
    SUMMED_COLUMNS,
    SetsByClass,
    compute_sets_by_class,
    describe_sets_by_class,
)
from core.formatting import escape_markdown
from core.records import Question
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import build_set_aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.robustness import texts
from dashboard.runtime.state_keys import robustness as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.filters import list_filter_options
from dashboard.selection.selectors import choose_segment
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import download, show_small_table


def _compute_by_class(
    sums: pd.DataFrame, filters: Filters, protocol: str, questions: dict[str, Question]
) -> SetsByClass | None:
    sets, cases = (
        run_query("set_cases", filters=filters),
        analyse_aggregation(_return_cases, filters, Aggregation(CASES_BY, ())),
    )
    own, own_sets = (rows[rows["protocol"] == protocol] for rows in (sums, sets))
    return compute_sets_by_class(own, cases, own_sets, questions)


def _return_cases(cases: pd.DataFrame) -> pd.DataFrame:
    return cases


def show_sets_by_class(filters: Filters, right_at: float) -> None:
    """Show the first protocol's classes with their sets, the score of a constant answer, and each model's score."""
    described = get_benchmark_info()
    arguments = filters, next(iter(described.protocols)), dict(described.questions)
    results = analyse_aggregation(
        _compute_by_class, filters, build_set_aggregation(SUMMED_BY, SUMMED_COLUMNS, right_at), *arguments
    )
    if results is None:
        return
    words = described.words
    asked = {
        q: title for q, title in list_filter_options("question").items() if q in set(results.classes["question_id"])
    }
    first = next(iter(asked))
    if len(asked) > 1 or describe_sets_by_class(results, first, described):
        st.header(texts.CLASSES_TITLE, anchor=False)
    question_id = choose_segment("Question", asked, keys.SETS_QUESTION) if len(asked) > 1 else first
    if sentence := describe_sets_by_class(results, question_id, described):
        st.markdown(escape_markdown(sentence))
    classes = results.classes[results.classes["question_id"] == question_id]
    rows = results.rows[results.rows["question_id"] == question_id]
    wide = rows.pivot_table(index="true_class", columns="run_id", values="value", observed=True)
    labels = rows.drop_duplicates("run_id").set_index("run_id")["label"]
    table = pd.DataFrame(
        {"True": classes["true_class"], "sets": classes["n_sets"], texts.ALWAYS_HEADING: classes["always"]}
    )
    for run_id in labels.index:
        table[f"{labels[run_id]}, %"] = table["True"].map(wide[run_id])
    with st.expander(texts.CLASSES_TABLE):
        show_small_table(table, dict.fromkeys(table.columns[2:], "{:.1f}"), ["sets"])
        whole = results.whole[results.whole["question_id"] == question_id]
        columns = {"Model": whole["label"], "all correct, %": whole["value"], "average, %": whole["graded"],
                   "consistency index": whole["consistency"]}  # fmt: skip
        show_small_table(
            pd.DataFrame(columns), {"all correct, %": "{:.1f}", "average, %": "{:.1f}", "consistency index": "{:.2f}"}
        )
        download(results.rows, "sets_by_class")
        show_help_popover(texts.explain_classes(words.case, words.cases))
