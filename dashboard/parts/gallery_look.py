"""How the gallery looks: by what its cases are grouped, and how large its tiles are. Both stand in the address."""

from typing import get_args

import pandas as pd
import streamlit as st

from core.analyses.grouping import by_group, level_of, models_right
from core.text import capital
from core.warehouse.read import Filters
from dashboard.components.gallery import TileSize
from dashboard.filters import OF_CASES, all_options_of
from dashboard.not_found import say_unknown
from dashboard.parts.gallery_strips import shown_runs
from dashboard.queries import about, query

GROUP_BY, SIZE = "group_by", "tile_size"
GROUP, MODELS_RIGHT = "group", "models_right"


def options() -> dict[str, str]:
    """By what cases can be grouped: label by name."""
    described = about()
    factors = {factor.key: factor.title for factor in described.case_factors}
    return {GROUP: capital(described.words.group), **factors, MODELS_RIGHT: "Models right"}


def show() -> TileSize:
    """The controls, side by side; returns the size of tiles."""
    named = options()
    say_unknown(GROUP_BY, "Group by", named.values())
    st.selectbox(
        "Group by",
        list(named),
        index=None,
        format_func=lambda name: named.get(name, name),
        key="group_by",
        bind="query-params",
        placeholder="Group by",
        on_change=_begin_at_first_page,
        label_visibility="collapsed",
        width=190,
    )
    sizes: tuple[TileSize, ...] = get_args(TileSize)
    say_unknown(SIZE, "Size of tiles", sizes)
    return (
        st.segmented_control(
            "Size of tiles",
            sizes,
            default="medium",
            required=True,
            key="tile_size",
            bind="query-params",
            label_visibility="collapsed",
        )
        or "medium"
    )


def _begin_at_first_page() -> None:
    if "page" in st.session_state:
        st.session_state["page"] = OF_CASES["page"]


def grouped(cases: pd.DataFrame, filters: Filters, right_at: float) -> pd.DataFrame:
    """The cases by group with a column `group`; as they are where nothing is chosen to group by.

    A case that is open has no control; what was chosen there last still orders the walk through the cases.
    """
    name = st.session_state.get(GROUP_BY)
    if name not in options() or cases.empty:
        return cases
    if name == GROUP:
        return by_group(cases, capital(about().words.group) + " " + cases["group_id"].astype(str))
    if name == MODELS_RIGHT:
        found = query("models_right", filters=filters, right_at=right_at)
        right = dict(zip(found["case_id"], found["n_right"].astype(int), strict=True))
        return by_group(cases, *models_right(right, cases["case_id"], len(shown_runs(filters))))
    return by_group(cases, level_of(cases["levels"], name), list(all_options_of(name)))
