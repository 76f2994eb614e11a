"""Second readers' extractions from replies: beside a raw reply, and counted by run on the page Data."""

import pandas as pd
import streamlit as st

from core.analyses.second_reader import build_second_reading_table, list_reading_lines
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.selection.cached_analyses import Runs
from dashboard.widgets.tables import DecimalColumn, format_intervals, show_table


def load_lines(case_id: str, run_ids: Runs, replies: pd.DataFrame) -> dict[str, list[str]]:
    """Return the readings of the replies of these runs to a case as lines, by run; runs that were not reread have none.

    Args:
        case_id: the case.
        run_ids: the visible runs.
        replies: of the query `case_replies`.
    """
    rows = run_query("case_rereadings", case_id=case_id, of_runs=list(run_ids))
    if rows.empty:
        return {}
    external_scores = dict(replies.dropna(subset=["said_score"])[["run_id", "said_score"]].to_numpy())
    return {
        str(run_id): list_reading_lines(own, external_scores.get(run_id))
        for run_id, own in rows.groupby("run_id", sort=False)
    }


def show_lines(lines: list[str]) -> None:
    """Show the readings of a raw reply, each named by its reader."""
    st.markdown("\n".join(f"- {escape_markdown(line)}" for line in lines))
    st.caption("Only the rule's reading counts in scores. The second reader is a model that sees the text alone.")


def show() -> None:
    """Show the section of the page Data; nothing if no reply was reread."""
    answers = run_query("reread_answers", of_runs=None)
    if answers.empty:
        return
    words = get_benchmark_info().words
    st.header("A second reader")
    st.caption(
        "A model was asked to extract the answers from replies that the rules could not read, and from a random sample "
        "of the others, on which both readings are compared. Only the rule's reading counts on all pages. *In sample*, "
        "*Unread* and *It reads* count answers; *With it* is the score including what only the second reader reads."
    )
    table = build_second_reading_table(answers, run_query("reread_runs", of_runs=None))
    table["interval"] = format_intervals(table)
    columns = {
        "run_label": "Run",
        "extractor_id": "Second reader",
        "replies": "Replies",
        "n_sample": "In sample",
        "agreement": DecimalColumn("Agree, %"),
        "interval": "95% CI",
        "n_unread": "Unread",
        "n_extracted": "It reads",
        "rule_score": DecimalColumn(f"{words.score.capitalize()}, %", 2),
        "score": DecimalColumn("With it, %", 2),
    }
    show_table(table, "rereadings", columns, alt="Replies reread by a second reader")
