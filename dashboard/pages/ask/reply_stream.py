"""Replies side by side as they arrive, each with a button that stops it."""

from collections.abc import Sequence

import streamlit as st

from core.errors import PriceError
from core.formatting import escape_markdown
from core.inference.prices import ModelPrice, find_price
from core.inference.request_outcome import format_outcome
from dashboard.data.current_benchmark import get_settings
from dashboard.pages.ask import texts
from dashboard.pages.ask.ask_session import SessionQuestion
from dashboard.pages.ask.model_picker import SOLVER
from dashboard.runtime.state_keys import ask as keys

EVERY_S = 0.4
BESIDE = 3
MAX_SHOWN = 20_000
"""Maximum characters of a reply that are sent to the browser; the middle of a longer one is left out."""


def show_replies(questions: Sequence[SessionQuestion]) -> None:
    """Show every reply; only this part of the page refreshes while a reply is arriving."""
    is_running = any(not item.is_settled for item in questions)
    st.fragment(_show, run_every=EVERY_S if is_running else None)(list(questions), is_running)


def _show(questions: list[SessionQuestion], was_running: bool) -> None:
    is_running = any(not item.is_settled for item in questions)
    for begin in range(0, len(questions), BESIDE):
        for column, item in zip(st.columns(BESIDE, gap="small"), questions[begin : begin + BESIDE], strict=False):
            with column:
                _show_one(item)
    if was_running and not is_running:
        st.rerun()


def _show_one(item: SessionQuestion) -> None:
    question = item.question
    with st.container(border=True, key=keys.REPLY.make_key(item.number)):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.markdown(f"**{escape_markdown(item.label)}**")
            if not question.is_over:
                st.button(
                    "Stop",
                    key=keys.STOP_REPLY.make_key(item.number),
                    icon=":material/stop_circle:",
                    on_click=question.cancel,
                )
        st.caption(_describe_state(item))
        text = shorten_reply(question.text) or (texts.NO_TEXT if question.is_over else "…")
        if item.endpoint.provider is SOLVER:
            with st.expander(texts.RAW_REPLY):
                st.code(text, language=None, wrap_lines=True)
        else:
            st.code(text, language=None, wrap_lines=True, height=220)


def _describe_state(item: SessionQuestion) -> str:
    question = item.question
    if question.state == "done" and question.outcome is not None:
        return (
            f"{escape_markdown(format_outcome(question.outcome, _find_price(item)))}. {escape_markdown(item.journal)}"
        )
    words = {"new": "Starting", "asking": "Answering", "waiting": "Waiting", "failed": "Failed", "cancelled": "Stopped"}
    return escape_markdown(f"{words.get(question.state, question.state)}. {question.message}".strip())


def _find_price(item: SessionQuestion) -> ModelPrice | None:
    try:
        return find_price(item.endpoint.model.model_id, get_settings().workspace.prices)
    except PriceError:  # the model picker already shows it
        return None


def shorten_reply(text: str) -> str:
    """Return a reply whole, or its beginning and end if it is too long."""
    if len(text) <= MAX_SHOWN:
        return text
    half = MAX_SHOWN // 2
    left_out = texts.describe_left_out(len(text) - MAX_SHOWN)
    return f"{text[:half]}\n\n{left_out}\n\n{text[-half:]}"
