"""The filters that the pages share. They live in the URL, so a link opens the same selection."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd
import streamlit as st

from core.analyses.wording import right_at_text
from core.records import ANGLE_CLASSES, RIGHT_AT, SIDE_CLASSES
from core.warehouse.read import RUN_FILTERS, Filters
from dashboard.queries import model_kinds, per_generation, query, run_kinds
from dashboard.sidebar import body, with_references


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter: `key` in the URL and as a factor, `name` among the filters of the queries."""

    key: str
    name: str
    label: str
    options: tuple[str, ...] = ()
    is_short: bool = False


FIRST_FILTERS = (
    Filter("model", "models", "Model"),
    Filter("question", "questions", "Question"),
    Filter("condition", "conditions", "Condition", is_short=True),
    Filter("pose", "poses", "Pose", is_short=True),
    Filter("object", "objects", "Object"),
    Filter("side_3d", "side_classes_3d", "Side class, 3D", SIDE_CLASSES),
    Filter("angle_3d", "angle_classes_3d", "Angle class, 3D", ANGLE_CLASSES),
)
"""The filters that always stand in the sidebar."""

MORE_FILTERS = (
    Filter("side_2d", "side_classes_2d", "Side class, 2D", SIDE_CLASSES),
    Filter("angle_2d", "angle_classes_2d", "Angle class, 2D", ANGLE_CLASSES),
    Filter("change", "class_changes", "Class change, 3D to 2D", ("none", "side", "angle", "both")),
    Filter("occlusion", "occlusions", "Occlusion", ("none", "square", "edge", "vertex")),
    Filter("tilt", "tilt_bands", "Tilt band"),
    Filter("difficulty", "difficulties", "Difficulty", ("hard", "medium", "easy")),
    Filter("agreement", "agreements", "Models agree", ("agree", "mixed", "disagree")),
    Filter("runs", "runs", "Run"),
    Filter("prompts", "prompts", "Prompt"),
    Filter("views", "image_views", "Image view"),
)
"""The filters behind *More filters*."""

FILTERS = (*FIRST_FILTERS, *MORE_FILTERS)
FILTER_BY_KEY = {item.key: item for item in FILTERS}


def options_of(key: str) -> dict[str, str]:
    """Label by value of a filter, in the order to show them."""
    fixed = FILTER_BY_KEY[key].options
    if fixed:
        return {value: value for value in fixed}
    options = _options_found().get(key, {})
    if key in ("model", "runs") and not with_references():
        kinds = model_kinds() if key == "model" else run_kinds()
        return {value: label for value, label in options.items() if kinds[value] != "reference"}
    return options


@per_generation
def _options_found() -> dict[str, dict[str, str]]:
    """Label by value, by filter, of those that depend on the data."""
    return {
        str(key): dict(zip(rows["value"], rows["label"], strict=True))
        for key, rows in query("filter_options").groupby("filter", sort=False)
    }


def show_filters() -> Filters:
    """Shows the filters in the sidebar and returns what is chosen."""
    with body():
        head = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center")
        selection = {item.name: _show(item) for item in FIRST_FILTERS}
        with st.expander("More filters"):
            selection |= {item.name: _show(item) for item in MORE_FILTERS}
        with head:
            st.markdown(f"**Filters** · {sum(bool(values) for values in selection.values())} set")
            st.button("Clear", key="clear_filters", type="tertiary", on_click=clear_filters)
    return {**selection, "with_references": False}


def _show(item: Filter) -> list[str] | None:
    options = options_of(item.key)
    values = list(options)
    if item.name in RUN_FILTERS and len(values) < 2:
        return None

    def label_of(value: str) -> str:
        return options.get(value, value)

    if item.is_short:
        chosen = st.pills(
            item.label, values, selection_mode="multi", format_func=label_of, key=item.key, bind="query-params"
        )
    else:
        chosen = st.multiselect(
            item.label, values, format_func=label_of, key=item.key, bind="query-params", placeholder="all"
        )
    return [value for value in chosen if value in options] or None


def of_chosen_runs(rows: pd.DataFrame, filters: Filters) -> pd.DataFrame | None:
    """The rows of the runs that are chosen, by id, prompt or image view; None where none is."""
    is_chosen = False
    for name, column in RUN_FILTERS.items():
        values = filters[name]
        if isinstance(values, list):
            rows, is_chosen = rows[rows[column].isin(values)], True
    return rows if is_chosen else None


def show_right_at(width: Literal["stretch"] | int = "stretch") -> float:
    """Shows the slider of the lowest kappa at which a number is right, one for all pages, and returns it."""
    with st.container(width=width, gap="small"):
        right_at = st.slider(
            "A number is right from kappa",
            0.5,
            1.0,
            RIGHT_AT,
            0.01,
            key="right_at",
            bind="query-params",
            help="Class answers (Q1, Q2) are right or wrong. Numbers (Q3 to Q6) are right at this kappa and above.",
        )
        st.caption(f"That is {right_at_text(right_at)}.")
    return right_at


def clear_filters() -> None:
    """Clears every filter. Call it from a widget's callback."""
    for item in FILTERS:
        st.session_state[item.key] = []


def choose(**values: str | Sequence[str]) -> None:
    """Chooses a value, or several, in each of the filters named. Call it from a widget's callback."""
    for key, value in values.items():
        st.session_state[key] = [value] if isinstance(value, str) else list(value)


def address(**values: str) -> dict[str, str]:
    """The query parameters that open Cases or Heatmaps with one value each chosen, from a page without filters."""
    return {key: options_of(key)[value] for key, value in values.items()}
