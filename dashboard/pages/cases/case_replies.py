"""The replies of a case below its answers: raw texts with the deciding words marked, prompts, and differences."""

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.text_difference import split_at_differences
from core.formatting import escape_markdown, join_with_and, to_single_line
from core.parsing.deciding_words import DecidingWords, split_at_words
from dashboard.components.reply import show_reply
from dashboard.components.toggles import show_toggles
from dashboard.data.queries import run_query
from dashboard.pages.cases import texts
from dashboard.runtime.session_state import read_texts
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.cached_analyses import Runs
from dashboard.widgets import rereadings
from dashboard.widgets.deciding_words import describe_mapped_question, find_deciding_words
from dashboard.widgets.design_names import OWN_PROMPT, name_prompt, name_view


@st.fragment
def show(case_id: str, run_ids: Runs) -> None:
    """Show a button per reply and prompt, and the texts of those that are pressed: none at first.

    Two replies, or two prompts, are shown side by side, on request with the words that only one of them has marked.

    Args:
        case_id: id of the case.
        run_ids: the visible runs, in their order.
    """
    st.subheader("Raw replies", anchor=False)
    rows = run_query("case_replies", case_id=case_id, of_runs=list(run_ids))
    places = {run_id: index for index, run_id in enumerate(run_ids)}
    ordered = rows.sort_values("run_id", key=lambda runs: runs.map(places), kind="stable")
    replies, prompts = _label_replies(ordered), _label_prompts(ordered)
    pressed = read_texts(keys.SHOWN_REPLIES)
    show_toggles([*replies, *prompts], pressed, "Replies and prompts", keys.REPLY_TOGGLES, _choose_replies)
    lines = rereadings.load_lines(case_id, run_ids, rows)
    _show_texts(
        {
            label: (_get_text(reply["raw"]), partial(_show_reply, case_id, reply, lines.get(reply["run_id"], [])))
            for label, reply in replies.items()
            if label in pressed
        },
        "replies",
    )
    _show_texts(
        {label: (text, partial(_show_whole, text)) for label, text in prompts.items() if label in pressed}, "prompts"
    )


def _label_replies(rows: pd.DataFrame) -> dict[str, Mapping[Hashable, Any]]:
    """Return the rows of replies by the labels of their buttons, which differ."""
    replies: dict[str, Mapping[Hashable, Any]] = {}
    for reply in rows.to_dict("records"):
        label = to_single_line(_name_reply(str(reply["run_label"]), str(reply["status"])))
        if label in replies:  # another model has the same name
            label = to_single_line(f"{label} · {reply['run_id']}")
        replies[label] = reply
    return replies


def _name_reply(run_label: str, status: str) -> str:
    """Return a run's name, with the status of its reply unless it was read."""
    return run_label if status == "ok" else f"{run_label} ({status.replace('_', ' ')})"


def _label_prompts(rows: pd.DataFrame) -> dict[str, str]:
    """Return the prompts by the labels of their buttons."""
    prompts: dict[str, str] = {}
    for prompt_id, group in rows.groupby("prompt_id"):
        views = join_with_and([name_view(view) for view in sorted(set(group["image_view"]))])
        label = to_single_line(f"Prompt {_name_prompt(str(prompt_id))}, image: {views}")
        if label in prompts:  # another id reads the same
            label = to_single_line(f"{label} · {prompt_id}")
        prompts[label] = str(group["prompt"].iloc[0])
    return prompts


def _name_prompt(prompt_id: str) -> str:
    name = name_prompt(prompt_id)
    return "of the benchmark" if name == OWN_PROMPT else name


def _get_text(raw: object) -> str | None:
    return raw if isinstance(raw, str) else None


def _show_texts(entries: Mapping[str, tuple[str | None, Callable[[], None]]], kind: str) -> None:
    """Show texts below their labels; two side by side, on request with their differences.

    Args:
        entries: by label, a text (None without one) and the function that shows it.
        kind: of the texts, in the plural.
    """
    available = {label: text for label, (text, _) in entries.items() if text is not None}
    is_pair = len(entries) == len(available) == 2
    if is_pair and st.toggle(texts.name_differences_toggle(kind), key=keys.TEXT_DIFFERENCES.make_key(kind)):
        _show_differences(available, kind)
        return
    areas = st.columns(2) if is_pair else [st.container() for _ in entries]
    for area, (label, (_, show_text)) in zip(areas, entries.items(), strict=True):
        with area:
            st.markdown(escape_markdown(label))
            show_text()


def _show_differences(text_by_label: Mapping[str, str], kind: str) -> None:
    pieces = split_at_differences(*text_by_label.values())
    for number, (area, label, text_pieces) in enumerate(zip(st.columns(2), text_by_label, pieces, strict=True)):
        with area:
            st.markdown(escape_markdown(label))
            show_reply(text_pieces, keys.DIFFERENCE.make_key(kind, number), explanation="")
    is_equal = not any(evidence for text_pieces in pieces for _, evidence in text_pieces)
    st.caption(texts.describe_equal(kind) if is_equal else texts.DIFFERENT)


def _choose_replies(labels: list[str]) -> None:
    keys.SHOWN_REPLIES.write(labels)


def _show_reply(case_id: str, reply: Mapping[Hashable, Any], readings: list[str]) -> None:
    """Show the raw reply with the deciding words, the readings of other parsers, and the reason if the call failed."""
    if readings:
        rereadings.show_lines(readings)
    raw, error = (None if pd.isna(reply[name]) else str(reply[name]) for name in ("raw", "error"))
    if raw is None:
        _show_whole(error or texts.NO_REPLY)
        return
    if error:
        st.caption(escape_markdown(error))
    if mapped := describe_mapped_question(case_id, str(reply["image_view"])):
        st.caption(mapped)
    words = find_deciding_words(case_id, raw, reply["options"], str(reply["image_view"]))
    show_reply(split_at_words(raw, words), keys.REPLY.make_key(case_id, reply["run_id"]))
    st.caption(_describe_words(words))


def _describe_words(words: tuple[DecidingWords, ...]) -> str:
    """Describe what is marked in a reply."""
    if not words:
        return texts.NO_MARKED_WORDS
    kinds = list(dict.fromkeys(word.evidence for word in words if word.evidence))
    marked = texts.MARKED_WORDS
    return f"{marked}: {', '.join(kinds)}." if kinds else f"{marked}."


def _show_whole(text: str) -> None:
    st.code(text, language=None, wrap_lines=True)
