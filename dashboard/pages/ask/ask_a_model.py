"""The page Ask a model."""

from datetime import UTC, datetime

import streamlit as st

from core.formatting import escape_markdown
from core.records import RIGHT_AT
from dashboard.components.reveal import reveal
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.ask import answers_view, request_form, result_texts, texts
from dashboard.pages.ask.ask_session import get_ask_session
from dashboard.pages.ask.history import show_history
from dashboard.pages.ask.model_picker import can_ask, is_asking_off
from dashboard.pages.ask.reply_stream import show_replies
from dashboard.pages.cases import board_view, case_view, triangle_panel
from dashboard.pages.cases.case_answers import load_case_answers
from dashboard.runtime.state_keys import ask as keys
from dashboard.shell.page_title import show_page_title, show_replies_note

REVEAL_WITHIN_S = 5.0
"""Seconds after the question within which the page scrolls to the answers; later the user may be reading elsewhere."""

show_page_title("Ask a model", has_released_replies=False)
case = get_benchmark_info().words.case
if not is_asking_off():
    st.markdown(texts.explain_models(case, has_solvers=triangle_panel.is_triangle_benchmark()))
elif can_ask():
    st.markdown(texts.explain_solvers(case))
else:
    st.markdown(texts.explain_prompts(case))
subject, below_button = request_form.show()
asked = get_ask_session().list_latest(subject) if subject else []

if subject and asked:
    st.header(f"Replies to {escape_markdown(subject.title)}", anchor="replies")
    show_replies(asked)
    judged = answers_view.score_replies(asked, subject)
    if judged and all(item.is_settled for item in asked):
        with below_button:
            st.markdown(
                f"**{escape_markdown(answers_view.describe_agreement(judged, subject))}** [See its answers](#answers)"
            )
        with st.container(key=keys.ASKED_RESULT):
            st.header("Answers", anchor="answers")
            answers_view.show_answers(judged, subject)
        waited_s = (datetime.now(UTC) - max(item.asked_at for item in asked)).total_seconds()
        reveal(
            f".st-key-{keys.ASKED_RESULT}",
            keys.REVEAL_RESULT,
            is_asked=bool(keys.ANSWERS_ARE_AWAITED.take()) and waited_s < REVEAL_WITHIN_S,
        )
        answers_view.show_views(judged, subject)
        if len(subject.questions) > 1:
            board, words = st.columns([3, 4], gap="medium")
            if subject.has_board:
                with board:
                    board_view.show(subject.row, answers_view.as_frame(judged), subject.rectified_url)
            with words:
                st.markdown(result_texts.CONTRADICTIONS_SECTION)
                answers_view.show_contradictions(judged)

if subject and asked and subject.is_of_benchmark:
    stored = load_case_answers(subject.subject_id, RIGHT_AT)
    show_replies_note()
    case_view.show_answers(stored, texts.name_stored_answers(get_benchmark_info().words.case))

show_history()
