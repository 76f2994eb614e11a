"""The agreement of two coders: Krippendorff's alpha with its interval, and the answers that they coded differently."""

import streamlit as st

from core.analyses.coder_agreement import CoderDisagreement, compute_coder_agreement, describe_agreement
from core.formatting import escape_markdown
from core.review.codebook import ReviewState
from dashboard.data.failure_review import load_review
from dashboard.pages.review import texts
from dashboard.pages.review.queue_choice import describe_answer
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import review as keys
from dashboard.selection.selectors import choose_option
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.code_levels import load_groups
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.review_state import format_code_dot

MAX_SHOWN = 50
"""Maximum number of disagreements on the page."""


def show(cases: str) -> None:
    """Show the agreement; `cases` is the benchmark's word for several cases."""
    state = load_review()
    coders = {coder: coder for coder in state.coders}
    if len(coders) < 2:
        st.info(texts.explain_second_coder(cases))
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        first = choose_option("First reviewer", coders, common_keys.FIRST_CODER, width=240)
        second = choose_option("Second reviewer", coders, keys.SECOND_CODER, place=1, width=240)
    if first == second:
        st.info(texts.SAME_CODER)
        return
    agreement = compute_coder_agreement(state, first, second, load_groups())
    if not agreement.alpha.n:
        st.info(texts.NO_COMMON_ANSWER)
        return
    st.markdown(escape_markdown(describe_agreement(agreement, first, second)))
    show_help_popover(texts.AGREEMENT_METHOD)
    if agreement.disagreements:
        st.subheader(f"Disagreements ({len(agreement.disagreements)})", anchor=False)
    for number, disagreement in enumerate(agreement.disagreements[:MAX_SHOWN]):
        _show_disagreement(state, disagreement, number, (first, second))
    if len(agreement.disagreements) > MAX_SHOWN:
        st.caption(texts.describe_first(MAX_SHOWN))


def _show_disagreement(
    state: ReviewState, disagreement: CoderDisagreement, number: int, coders: tuple[str, str]
) -> None:
    codes = (disagreement.first_code, disagreement.second_code)
    with st.container(border=True):
        st.button(
            describe_answer(disagreement.key),
            key=keys.DISAGREEMENT.make_key(number),
            type="tertiary",
            on_click=open_photograph,
            args=(disagreement.key.case_id,),
        )
        for coder, code in zip(coders, codes, strict=True):
            text = state.decisions[disagreement.key][coder].text
            words = f" · “{escape_markdown(text)}”" if text else ""
            name = escape_markdown(state.name_code(code))
            st.markdown(f"{format_code_dot(state, code)} {escape_markdown(coder)}: **{name}**{words}")
