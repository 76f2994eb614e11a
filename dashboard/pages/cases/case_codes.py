"""The failure codes that answers to a case have, with their coders and words."""

import streamlit as st

from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.failure_review import load_review
from dashboard.pages.cases import texts
from dashboard.widgets.review_state import find_decision, get_coder, list_decision_lines
from dashboard.widgets.run_selector import get_run_labels


def show(case_id: str) -> None:
    """Show a line per coded answer to the case and coder; nothing if no answer is coded.

    A visitor who codes sees the codes of others only for answers that the visitor has decided, so that a second pass
    is blind on this page too.
    """
    state, labels, questions = load_review(), get_run_labels(), get_benchmark_info().questions
    coder, n_hidden = get_coder(), 0
    lines = []
    for key in state.decisions:
        if key.case_id != case_id:
            continue
        if coder and find_decision(state, key, coder) is None:
            n_hidden += 1
            continue
        question = questions.get(key.question_id)
        title = f", {escape_markdown(question.title)}" if question is not None and len(questions) > 1 else ""
        about = f"{escape_markdown(labels.get(key.run_id, key.run_id))}{title}"
        lines += [f"- {line}" for line in list_decision_lines(state, key, about)]
    if lines:
        st.markdown("**Failure causes**\n\n" + "\n".join(lines))
    if n_hidden:
        st.caption(texts.HIDDEN_CODES)
