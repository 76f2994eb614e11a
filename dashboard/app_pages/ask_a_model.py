"""What does a model say to this case, and is it right?"""

import streamlit as st

from core.records import RIGHT_AT
from core.text import plain
from dashboard.ask import answers, choice
from dashboard.ask.history import show_history
from dashboard.ask.replies import show_replies
from dashboard.ask.session import ask_session
from dashboard.parts import case, rectified, triangle_case
from dashboard.parts.case_answers import answers_to
from dashboard.queries import about

st.title("Ask a model")
keyless = " The solvers need no key." if triangle_case.is_one() else ""
st.markdown(f"Ask any model about any {about().words.case}; its reply is scored at once.{keyless}")
subject, below_button = choice.show()
asked = ask_session().of(subject) if subject else []

if subject and asked:
    st.header(f"Replies to {plain(subject.title)}", anchor="replies")
    show_replies(asked)
    judged = answers.judged_by(asked, subject)
    if judged and all(item.is_settled for item in asked):
        with below_button:
            st.markdown(f"**{plain(answers.agreement_sentence(judged, subject))}** [Its answers](#answers)")
        st.header("Answers", anchor="answers")
        answers.show_answers(judged, subject)
        answers.show_views(judged, subject)
        if len(subject.questions) > 1:
            board, words = st.columns([3, 4], gap="medium")
            if subject.has_board:
                with board:
                    rectified.show(subject.row, answers.as_frame(judged), subject.rectified_url)
            with words:
                st.markdown("**Contradictions between the answers of one reply**")
                answers.show_contradictions(judged)

if subject and asked and subject.is_of_benchmark:
    stored = answers_to(subject.subject_id, RIGHT_AT)
    case.show_answers(stored, title=f"Stored answers to this {about().words.case}")

show_history()
