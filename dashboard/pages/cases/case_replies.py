"""The replies of a case below its answers: raw texts with the deciding words marked, prompts, and differences."""

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.formatting import escape_markdown, to_single_line
from core.parsing.deciding_words import DecidingWords, split_at_words
from dashboard.components.reply import show_reply
from dashboard.components.toggles import show_toggles
from dashboard.data.queries import run_query
from dashboard.runtime.session_state import read_texts
from dashboard.selection.cached_analyses import Runs
from dashboard.widgets import rereadings
from dashboard.widgets.deciding_words import find_deciding_words

SHOWN_REPLIES = "shown-replies"
"""Session key of the labels of the visible replies and prompts."""


@st.fragment
def show(case_id: str, run_ids: Runs) -> None:
    """Show a button per reply and prompt, and the texts of those that are pressed: none at first."""
    st.subheader("Replies")
    found = run_query("case_replies", case_id=case_id, of_runs=list(run_ids))
    lines = rereadings.load_lines(case_id, run_ids, found)
    places = {run_id: place for place, run_id in enumerate(run_ids)}
    replies = found.sort_values("run_id", key=lambda runs: runs.map(places), kind="stable")
    texts: dict[str, Callable[[], None]] = {}
    for reply in replies.to_dict("records"):
        label = to_single_line(f"{reply['run_label']}: raw reply ({reply['status'].replace('_', ' ')})")
        if label in texts:  # another model has the same name
            label = to_single_line(f"{label} · {reply['run_id']}")
        texts[label] = partial(_show_reply, case_id, reply, lines.get(reply["run_id"], []))
    for prompt_id, rows in replies.groupby("prompt_id"):
        label = f"Prompt {prompt_id}, image view {', '.join(sorted(set(rows['image_view'])))}"
        texts[to_single_line(label)] = partial(_show_whole, rows["prompt"].iloc[0])
    shown = read_texts(SHOWN_REPLIES)
    show_toggles(list(texts), shown, "Replies and prompts", "case-replies", _choose_replies)
    for label in texts:
        if label in shown:
            st.markdown(escape_markdown(label))
            texts[label]()


def _choose_replies(labels: list[str]) -> None:
    st.session_state[SHOWN_REPLIES] = labels


def _show_reply(case_id: str, reply: Mapping[Hashable, Any], readings: list[str]) -> None:
    """Show the raw reply with the deciding words, the readings of other parsers, and the reason if the call failed."""
    if readings:
        rereadings.show_lines(readings)
    raw, error = (None if pd.isna(reply[name]) else str(reply[name]) for name in ("raw", "error"))
    if raw is None:
        _show_whole(error or "There is no reply.")
        return
    if error:
        st.caption(escape_markdown(error))
    words = find_deciding_words(case_id, raw, reply["options"])
    show_reply(split_at_words(raw, words), f"reply-{case_id}-{reply['run_id']}")
    st.caption(_describe_words(words))


def _describe_words(words: tuple[DecidingWords, ...]) -> str:
    """Describe what is marked in a reply."""
    if not words:
        return "No words are marked, because none decided how this reply was read."
    kinds = list(dict.fromkeys(word.evidence for word in words if word.evidence))
    marked = "The marked words decided how the reply was read"
    return f"{marked}: {', '.join(kinds)}." if kinds else f"{marked}."


def _show_whole(text: str) -> None:
    st.code(text, language=None, wrap_lines=True)
