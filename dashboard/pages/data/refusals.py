"""Refusals of an import as sentences, each with its remedy as a button, and all rows in an expander."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.formatting import escape_markdown
from core.importers.refusal_groups import RefusalGroup, group_refusals, suggest_benchmark_id
from core.records import RejectedItem
from dashboard.data.current_benchmark import list_selectable_benchmarks
from dashboard.pages.data import texts
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import data as keys
from dashboard.widgets.tables import show_table

MAX_GROUPS = 5
"""Maximum number of sentences."""


def show(items: Sequence[RejectedItem], n_refused: int, *, can_create: bool) -> None:
    """Show the sentences, the largest group first, and the table; nothing without refusals.

    Args:
        items: the first refusals.
        n_refused: number of all.
        can_create: whether the logs may become a new benchmark; false if they already do.
    """
    if not items:
        return
    groups = group_refusals(items)
    for number, group in enumerate(groups[:MAX_GROUPS]):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(
                f":material/block: **{escape_markdown(group.source)}** {escape_markdown(group.describe())}",
                width="stretch",
            )
            _show_remedy(group, number, can_create=can_create)
    if len(groups) > MAX_GROUPS:
        st.caption(texts.describe_further_reasons(len(groups) - MAX_GROUPS))
    with st.expander(texts.name_refused(n_refused)):
        rows = [(item.source, item.location, item.reason) for item in items]
        show_table(pd.DataFrame(rows, columns=["File", "Row", "Why"]), "refused_rows", alt="Refused rows")


def _show_remedy(group: RefusalGroup, number: int, *, can_create: bool) -> None:
    """Show the buttons of a group: a new benchmark from its log, or a map of its rows."""
    if group.remedy == "model":
        st.markdown(texts.ENTER_MODEL, width="content")
    if group.remedy == "map" and _show_button(texts.MAP_ROWS, keys.MAP_ROWS.make_key(number), "map"):
        keys.ADVANCED_IS_OPEN.write(True)
        st.rerun()
    if group.remedy in ("new benchmark", "map") and can_create:
        name = suggest_benchmark_id(group.source, list(list_selectable_benchmarks()))
        choose = partial(_choose_name, name)
        if _show_button(texts.CREATE_BENCHMARK, keys.CREATE_BENCHMARK.make_key(number), "add", choose):
            st.rerun()


def _show_button(label: str, key: ElementKey, icon: str, on_click: partial[None] | None = None) -> bool:
    return st.button(label, key=key, icon=f":material/{icon}:", on_click=on_click)


def _choose_name(name: str) -> None:
    keys.NEW_BENCHMARK.write(name)
    keys.ADVANCED_IS_OPEN.write(True)
