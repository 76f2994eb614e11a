"""The desk before the coder's name is known: how many wrong answers there are, and one of them with the form."""

from functools import partial

import streamlit as st

from core.analyses.phrases import describe_tolerances
from core.formatting import escape_markdown
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.review import answer_view, texts
from dashboard.pages.review.queue_choice import describe_answer, describe_wrong_answers, find_wrong_answer
from dashboard.selection.filters import read_correctness_threshold
from dashboard.widgets.review_state import ask_coder_name


def show(filters: Filters) -> None:
    """Show the number of wrong answers that fit the filters, the first one without its codes, and the form."""
    ask_name = partial(ask_coder_name, "review-coder")
    key = find_wrong_answer(filters)
    if key is None:
        st.info(texts.NO_WRONG_ANSWER)
        ask_name()
        return
    st.markdown(f"#### {describe_wrong_answers(filters)} {texts.ONE_OF_THEM}")
    if tolerances := describe_tolerances(get_benchmark_info(), read_correctness_threshold()):
        st.caption(escape_markdown(texts.explain_wrong_numbers(tolerances)))
    st.markdown(f"**{describe_answer(key)}**")
    answer_view.show_answer(key, ask_name)
