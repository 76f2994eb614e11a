"""Options of the gallery: the order and grouping of its cases and the size of its tiles."""

from typing import get_args

import pandas as pd
import streamlit as st

from core.analyses.gallery_groups import describe_models_right, group_cases
from core.formatting import capitalise_first
from core.warehouse.read import Filters
from dashboard.components.gallery import TileSize
from dashboard.data.benchmark_info import get_benchmark_info, has_model_answered
from dashboard.data.queries import run_query
from dashboard.pages.cases import gallery_sorting, gallery_texts, url_state
from dashboard.pages.cases.answer_strips import select_strip_runs
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN
from dashboard.selection.filters import list_all_filter_options
from dashboard.selection.selectors import migrate_renamed_option

GROUP, CORRECT_MODELS = "group", "correct_models"

MEDIUM: TileSize = "medium"
SIZES: dict[TileSize, str] = {size: size for size in get_args(TileSize)}

ORDERS = {"worst": "worst first", "best": "best first", "id": "by number"}
FOIL_LEAD = "foil_lead"


def list_orders() -> dict[str, str]:
    """Return the labels of the gallery's orders, by name; one needs a benchmark with image-plane answers."""
    described = get_benchmark_info()
    lead = {FOIL_LEAD: f"closer to {described.foil.title}"} if described.foil else {}
    return {**ORDERS, **lead, **gallery_sorting.list_orders()}


def list_former_orders() -> dict[str, str]:
    """Return the orders by the labels that they have in old links."""
    described = get_benchmark_info()
    return {f"{described.foil.title} minus {described.truth.title}": FOIL_LEAD} if described.foil else {}


def name_answerers() -> str:
    """Return what the models that have answered are called."""
    return "models" if has_model_answered() else "reference models"


def describe_order(sort: str, filters: Filters) -> str:
    """Return the words for an order, and the score and selection by which it sorts."""
    described = get_benchmark_info()
    has_models, has_questions = any(filters[key] for key in NOBODY_CHOSEN), bool(filters["question"])
    selection = gallery_texts.name_selection(name_answerers(), has_models=has_models, has_questions=has_questions)
    if sort == FOIL_LEAD and described.foil:
        phrases = described.foil.phrase, described.truth.phrase
        return gallery_texts.describe_foil_order(*phrases, described.foil_score, described.score, selection)
    if sort in gallery_sorting.list_orders():
        return gallery_sorting.describe_order(sort)
    return (
        ORDERS[sort] if sort == "id" else gallery_texts.describe_score_order(ORDERS[sort], described.score, selection)
    )


def list_group_options() -> dict[str, str]:
    """Return the labels of the criteria by which cases can be grouped, by name."""
    described = get_benchmark_info()
    factors = {factor.key: factor.title for factor in described.case_factors}
    return {GROUP: capitalise_first(described.words.group), **factors, CORRECT_MODELS: "Models correct"}


def show() -> TileSize:
    """Show the controls side by side; return the size of tiles."""
    group_options = list_group_options()
    migrate_renamed_option(keys.GROUP_BY, group_options, {"Models right": CORRECT_MODELS})
    keep_group = url_state.bind_choice(keys.GROUP_BY, "Group by", group_options)
    keep_size = url_state.bind_choice(keys.TILE_SIZE, "Size of tiles", SIZES, MEDIUM)

    def regroup() -> None:
        url_state.write_page(1)
        keep_group()

    st.selectbox(
        "Group by",
        list(group_options),
        format_func=lambda name: group_options.get(name, name),
        key=keys.GROUP_BY,
        placeholder="Group by",
        on_change=regroup,
        index=None,
        label_visibility="collapsed",
        width=190,
    )
    size = st.segmented_control(
        "Size of tiles",
        list(SIZES),
        required=True,
        key=keys.TILE_SIZE,
        on_change=keep_size,
        label_visibility="collapsed",
    )
    return size or MEDIUM


def assign_groups(cases: pd.DataFrame, filters: Filters, right_at: float) -> pd.DataFrame:
    """Return the cases by group with a column `group`; unchanged if no grouping is chosen."""
    name = url_state.read_choice(keys.GROUP_BY, list_group_options())
    if name is None or cases.empty:
        return cases
    if name == GROUP:
        return group_cases(
            cases, capitalise_first(get_benchmark_info().words.group) + " " + cases["group_id"].astype(str)
        )
    if name == CORRECT_MODELS:
        rows = run_query("correct_models_per_case", filters=filters, right_at=right_at)
        right = dict(zip(rows["case_id"], rows["n_right"].astype(int), strict=True))
        return group_cases(cases, *describe_models_right(right, cases["case_id"], len(select_strip_runs(filters))))
    return group_cases(cases, get_levels(cases, name), list(list_all_filter_options(name)))


def get_levels(cases: pd.DataFrame, factor: str) -> pd.Series:
    """Return the factor's level by row; missing if a case has none."""
    rows = run_query("case_levels", factor=factor)
    return cases["case_id"].map(dict(zip(rows["case_id"], rows["level"], strict=True)))
