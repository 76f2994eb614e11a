"""The question of a case with its options: the key, every model's choice, and the score of guessing."""

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.blind_references import describe_missing_references, is_none
from core.formatting import escape_markdown, format_number, join_with_and, split_shared_ending
from core.scoring.answer_codes import LETTERS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.cases import texts
from dashboard.widgets.group_members import read_siblings


def show(case_id: str, answered: pd.DataFrame, counts: Mapping[str, Mapping[str, Any]] = MappingProxyType({})) -> None:
    """Show the question as asked, and each option with its key and the models that chose it.

    Args:
        case_id: id of the case.
        answered: the query `case_answers` of the visible runs.
        counts: by question, a row of the query `case_counts`, if more runs answered than are visible.
    """
    show_text(case_id)
    show_options(case_id, answered, counts)


def show_options(
    case_id: str, answered: pd.DataFrame, counts: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
) -> None:
    """Show each option with its key and the models that chose it; arguments as `show` takes them."""
    for row in run_query("asked", case_id=case_id).to_dict("records"):
        if row["options"] is not None:
            _show_options(row, answered[answered["question_id"] == row["question_id"]], counts)


def show_question(case_id: str) -> None:
    """Show the question as asked and its options, without the key and the models' choices."""
    show_text(case_id)
    for row in run_query("asked", case_id=case_id).to_dict("records"):
        for letter, option in zip(LETTERS, () if row["options"] is None else row["options"], strict=False):
            st.markdown(f"**{letter}.** {escape_markdown(option)}")


def show_text(case_id: str) -> None:
    """Show the question as asked, if the case has a text."""
    text = read_siblings(case_id).set_index("case_id").loc[case_id, "text"]
    if isinstance(text, str):
        st.markdown("**Question**")
        st.text(text)


def _show_options(
    asked: Mapping[Hashable, Any], answered: pd.DataFrame, counts: Mapping[str, Mapping[str, Any]]
) -> None:
    of_all = counts.get(asked["question_id"])
    chosen = answered[answered["status"] == "ok"].groupby("value_class")["run_label"].agg(list)
    for letter, option in zip(LETTERS, asked["options"], strict=False):
        is_key = letter == asked["value_class"]
        labels, ending = split_shared_ending(chosen.get(letter, []))
        said_by = join_with_and(labels) + (f", all {ending}" if ending else "") if labels else ""
        who = f" :gray[← {escape_markdown(said_by)}]" if said_by else ""
        if of_all is not None:
            who += f" :gray[· {of_all['said'].get(letter, 0):,} of {of_all['n_runs']:,} runs]"
        line = f"**{letter}.** {escape_markdown(option)}{who}"
        st.markdown(f":blue-background[{line} · **key**]" if is_key else line)
    unread = answered[answered["status"] != "ok"]
    is_absent = pd.Series([is_none(*pair) for pair in unread[["model_id", "status"]].to_numpy()], unread.index, bool)
    is_unasked = (unread["status"] == "missing") & ~is_absent
    if not (is_absent | is_unasked).all():
        names = unread.loc[~is_absent & ~is_unasked, "run_label"]
        st.caption(texts.describe_unreadable_options(join_with_and([escape_markdown(name) for name in names])))
    if is_unasked.any():
        st.caption(
            texts.describe_missing_replies(
                join_with_and([escape_markdown(name) for name in unread.loc[is_unasked, "run_label"]])
            )
        )
    if is_absent.any():
        st.caption(
            escape_markdown(
                describe_missing_references(list(unread.loc[is_absent, "run_label"]), get_benchmark_info().words)
            )
        )
    st.caption(texts.describe_chance(format_number(100 * float(asked["chance"]), 0)))
