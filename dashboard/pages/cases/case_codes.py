"""The failure codes that answers to a case have, with their coders and words."""

import streamlit as st

from core.formatting import escape_markdown, format_time
from dashboard.data.queries import get_benchmark_info
from dashboard.widgets.review_state import format_code_dot, load_review
from dashboard.widgets.run_selector import get_run_labels


def show(case_id: str) -> None:
    """Show a line per coded answer to the case and coder; nothing if no answer is coded."""
    state, labels, questions = load_review(), get_run_labels(), get_benchmark_info().questions
    lines = []
    for key, decisions in state.decisions.items():
        if key.case_id != case_id:
            continue
        question = questions.get(key.question_id)
        title = f", {escape_markdown(question.title)}" if question is not None and len(questions) > 1 else ""
        for coder, decision in decisions.items():
            if code := state.get_code(decision):
                words = f": “{escape_markdown(decision.text)}”" if decision.text else ""
                lines.append(
                    f"- {format_code_dot(state, code)} **{escape_markdown(state.name_code(code))}** · "
                    f"{escape_markdown(labels.get(key.run_id, key.run_id))}{title} · {escape_markdown(coder)}, "
                    f"{format_time(decision.written_at)}{words}"
                )
    if lines:
        st.markdown("**Failure codes**\n\n" + "\n".join(lines))
