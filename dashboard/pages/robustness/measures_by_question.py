"""Section of the Robustness page: one measure question by question, and the table of all."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.analyses import robustness
from core.formatting import escape_markdown
from dashboard.charts.grouped_forest_plot import draw_grouped_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds, get_run_kinds
from dashboard.pages.robustness import texts
from dashboard.runtime.state_keys import robustness as keys
from dashboard.selection.filters import list_filter_options
from dashboard.selection.run_limit import choose_top_runs, format_limit_note
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.navigation import open_cases
from dashboard.widgets.run_selector import sort_by_rank
from dashboard.widgets.tables import DecimalColumn, show_table_expander

MAX_CHART_ROWS = 160
"""Maximum rows of a chart by groups: the browser measures each name, which takes seconds for several hundred."""


def limit_runs(rows: pd.DataFrame, n_groups: int) -> pd.DataFrame:
    """Return the rows of as many runs as fit in a chart of so many groups: the best ones and the references."""
    top_runs = choose_top_runs(rows["run_id"].unique())
    references = [run_id for run_id in top_runs if get_run_kinds()[run_id] == "reference"]
    models = [run_id for run_id in top_runs if run_id not in references]
    drawn = [*models[: max(MAX_CHART_ROWS // n_groups - len(references), 1)], *references]
    return rows[rows["run_id"].isin(drawn)]


def _open_question(mark: Sequence[str]) -> None:
    """Open the cases of a question and a model."""
    question_id, model_id = mark
    open_cases(question=question_id, model=model_id)


def show_by_question(by_question: pd.DataFrame, measure: str) -> None:
    """Show one measure of every run, question by question."""
    title = robustness.list_set_measures(get_benchmark_info())[measure]
    rows = by_question[by_question["measure"] == measure].rename(columns={"question_id": "group"})
    if rows.empty:
        st.caption(escape_markdown(texts.explain_no_measure(title)))
        return
    drawn = limit_runs(rows, rows["group"].nunique())
    figure = draw_grouped_forest_plot(
        sort_by_rank(drawn),
        list_filter_options("question"),
        get_model_kinds(),
        get_benchmark_info().words.units,
        f"{title}, %",
    )
    show_chart(figure, keys.MEASURES_BY_QUESTION_CHART, texts.describe_questions_chart(title), _open_question)
    if limit_note := format_limit_note(drawn["run_id"].nunique(), rows["run_id"].nunique()):
        st.caption(texts.explain_run_limit(limit_note))


def show_table_of(by_question: pd.DataFrame) -> None:
    """Show every measure by run and question as an expandable table with a download."""
    rows = sort_by_rank(by_question)
    named = rows.assign(
        question=[get_benchmark_info().questions[question_id].name for question_id in rows["question_id"]],
        measure=rows["measure"].map(robustness.list_set_measures(get_benchmark_info())),
    )
    columns = {
        "label": "Model",
        "question": "Question",
        "measure": "Measure",
        "value": DecimalColumn("%"),
        "low": DecimalColumn("95% from"),
        "high": DecimalColumn("to"),
        "least": DecimalColumn(texts.UNREADABLE_AS_WRONG),
        "most": DecimalColumn("as right, %"),
        "n": "n",
        "n_groups": get_benchmark_info().words.groups,
    }
    marks = list(zip(named["question_id"], named["model_id"], strict=True))
    show_table_expander(named, "robustness", columns, texts.QUESTIONS_TABLE, lambda place: _open_question(marks[place]))
