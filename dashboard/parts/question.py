"""The question of a case with its options: the key, what every model chose, and what guessing gives."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.scoring.coding import LETTERS
from core.text import listed, plain
from dashboard.queries import query


def show(case_id: str, answered: pd.DataFrame) -> None:
    """The question as it is put, and each option with its key and who chose it.

    Args:
        case_id: which.
        answered: the query `case_answers` of the runs that are shown.
    """
    text = query("group_cases", case_id=case_id).set_index("case_id").loc[case_id, "text"]
    if isinstance(text, str):
        st.markdown("**Question**")
        st.text(text)
    for asked in query("asked", case_id=case_id).to_dict("records"):
        if asked["options"] is not None:
            _show_options(asked, answered[answered["question_id"] == asked["question_id"]])


def _show_options(asked: Mapping[Hashable, Any], answered: pd.DataFrame) -> None:
    chosen = answered[answered["status"] == "ok"].groupby("value_class")["run_label"].agg(list)
    for letter, option in zip(LETTERS, asked["options"], strict=False):
        is_key = letter == asked["value_class"]
        labels = [plain(label) for label in chosen.get(letter, [])]
        who = f" :gray[← {listed(labels)}]" if labels else ""
        line = f"**{letter}.** {plain(option)}{who}"
        st.markdown(f":blue-background[{line} · **key**]" if is_key else line)
    unread = answered[answered["status"] != "ok"]
    if len(unread):
        st.caption(f"No option could be read from {listed([plain(label) for label in unread['run_label']])}.")
    st.caption(f"Guessing among the options gives {100 * float(asked['chance']):.0f} %.")
