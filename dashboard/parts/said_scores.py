"""The scores that other programs gave imported replies, where they differ from ours: by run, and the first as links."""

import streamlit as st

from core.analyses.said_scores import by_run, differing, sentence
from dashboard.links import open_photograph
from dashboard.queries import about, query
from dashboard.tables import percent, show_table

FIRST = 100
"""So many replies are listed."""


def show() -> None:
    """The sentence, the runs, and the replies farthest apart; a row opens its case."""
    st.header("The harness said")
    rows = query("said_scores")
    if rows.empty:
        st.caption(sentence(rows))
        return
    st.markdown(f"**{sentence(rows)}.**")
    words = about().words
    st.caption(
        "A program that asked keeps its own score beside each reply. It never counts here: every reply is read and "
        f"scored anew, and our {words.score} is the mean over the questions of a {words.case}, unreadable answers as "
        "wrong. Scores of another measure differ by their nature."
    )
    titles = {"said": percent("The program's, %"), "score": percent(f"Our {words.score}, %")}
    runs = {"run_label": "Run", "replies": "Replies with both", "differing": "Of these differ"}
    show_table(by_run(rows), "said_by_run", {**runs, **titles}, alt="Runs with scores of their programs")
    apart = differing(rows)
    if apart.empty:
        return
    first = apart.head(FIRST).reset_index(drop=True)
    st.caption(
        f"The {len(first):,} farthest apart of {len(apart):,}. Choose a row to open its {words.case}."
        if len(apart) > len(first)
        else f"Choose a row to open its {words.case}."
    )
    show_table(
        first,
        "said_scores",
        {"case_id": words.case.capitalize(), "run_label": "Run", "status": "Reply", **titles},
        alt="Replies whose scores differ",
        on_choose=lambda place: open_photograph(str(first["case_id"].iloc[place])),
    )
