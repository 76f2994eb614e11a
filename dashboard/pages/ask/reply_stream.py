"""The replies as they arrive, side by side, each with a button that stops it."""

from collections.abc import Sequence

import streamlit as st

from core.errors import PriceError
from core.formatting import escape_markdown
from core.inference.prices import ModelPrice, find_price
from core.inference.request import format_outcome
from dashboard.data.queries import get_settings
from dashboard.pages.ask.ask_session import SessionQuestion

EVERY_S = 0.4
BESIDE = 3
MAX_SHOWN = 20_000
"""Characters of a reply that are sent to the browser; a longer one is cut in the middle."""


def show_replies(asked: Sequence[SessionQuestion]) -> None:
    """Shows every reply; while one is under way, only this part of the page renews itself."""
    is_running = any(not item.is_settled for item in asked)
    st.fragment(_show, run_every=EVERY_S if is_running else None)(list(asked), is_running)


def _show(asked: list[SessionQuestion], was_running: bool) -> None:
    is_running = any(not item.is_settled for item in asked)
    for begin in range(0, len(asked), BESIDE):
        for column, item in zip(st.columns(BESIDE, gap="small"), asked[begin : begin + BESIDE], strict=False):
            with column:
                _show_one(item)
    if was_running and not is_running:
        st.rerun()


def _show_one(item: SessionQuestion) -> None:
    question = item.question
    with st.container(border=True, key=f"reply-{item.number}"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.markdown(f"**{escape_markdown(item.label)}**")
            if not question.is_over:
                st.button("Stop", key=f"stop-{item.number}", icon=":material/stop_circle:", on_click=question.cancel)
        st.caption(_describe_state(item))
        text = shorten_reply(question.text)
        st.code(
            text or "…" if not question.is_over else text or "The reply has no text.",
            language=None,
            wrap_lines=True,
            height=220,
        )


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
        return find_price(item.endpoint.model.model_id, get_settings().data)
    except PriceError:  # the choice of models already shows it
        return None


def shorten_reply(text: str) -> str:
    """A reply as it is shown: whole, or its beginning and end."""
    if len(text) <= MAX_SHOWN:
        return text
    half = MAX_SHOWN // 2
    return f"{text[:half]}\n\n[... {len(text) - MAX_SHOWN:,} characters left out ...]\n\n{text[-half:]}"
