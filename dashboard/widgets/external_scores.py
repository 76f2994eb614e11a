"""Scores of other programs for imported replies that differ from ours: by run, and the first ones as links."""

import streamlit as st

from core.analyses.external_scores import MIN_SCORE_DIFFERENCE, describe_external_scores
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import DecimalColumn, show_table_expander

FIRST = 100
"""Maximum number of listed replies."""


def show() -> None:
    """Show the summary, the runs, and the replies that differ most, if any; a row opens its case."""
    by_run = run_query("external_scores_by_run", differs_from=MIN_SCORE_DIFFERENCE)
    if by_run.empty:
        return
    st.header("Scores from the original evaluation harness")
    st.markdown(f"**{describe_external_scores(by_run)}.**")
    words = get_benchmark_info().words
    st.caption(
        "The program that asked may store its own score with each reply. It never counts here: Trilens parses and "
        f"scores each reply again. For this comparison, our {words.score} is the mean over the answers to a case "
        "with unreadable ones as wrong, as most programs count them; other pages leave them out. Scores of "
        "another measure differ by definition."
    )
    titles = {"said": DecimalColumn("The program's, %", 2), "score": DecimalColumn(f"Our {words.score}, %", 2)}
    runs = {"run_label": "Run", "replies": "Replies with both", "differing": "Of which differ"}
    alt = "Runs with scores from their harness"
    show_table_expander(by_run, "said_by_run", {**runs, **titles}, alt, label="All runs")
    apart = int(by_run["differing"].sum())
    if not apart:
        return
    first = run_query("external_scores", differs_from=MIN_SCORE_DIFFERENCE, most=FIRST)
    first = first.assign(difference=first["said"] - first["score"])
    show_table_expander(
        first,
        "external_scores",
        {"case_id": words.case.capitalize(), "run_label": "Run", "status": "Reply", **titles},
        "Replies whose scores differ",
        lambda place: open_photograph(str(first["case_id"].iloc[place])),
        label="Replies that differ" if apart == len(first) else f"The {len(first):,} replies that differ most",
    )
