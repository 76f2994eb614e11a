"""The filters that the pages share. They live in the URL, so a link opens the same selection."""

from collections.abc import Sequence
from typing import Any, Literal

import pandas as pd
import streamlit as st

from core.analyses.wording import right_at_text
from core.records import FACTORS_OF_ANSWERS, RIGHT_AT, Factor
from core.warehouse.read import Filters
from dashboard.queries import about, model_kinds, per_generation, query, run_kinds
from dashboard.sidebar import body, with_references


def made_of_answers() -> str:
    """What is said beside difficulty and agreement."""
    words = about().words
    return (
        f"Difficulty and agreement come from the same answers that the pages show: a {words.case} is hard because "
        f"models fail on it, so {words.score} is low there by construction."
    )


def options_of(key: str) -> dict[str, str]:
    """Label by value of a filter, in the order to show them."""
    fixed = about().factors[key].levels
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
        factors = about().factors.values()
        selection = {factor.key: _show(factor) for factor in factors if factor.is_first}
        with st.expander("More filters"):
            selection |= {factor.key: _show(factor) for factor in factors if not factor.is_first}
        with head:
            st.markdown(f"**Filters** · {sum(bool(values) for values in selection.values())} set")
            st.button("Clear", key="clear_filters", type="tertiary", on_click=clear_filters)
    return {**selection, "with_references": False}


def _show(factor: Factor) -> list[str] | None:
    options = options_of(factor.key)
    values = list(options)
    is_linked = factor.key in st.query_params or st.session_state.get(factor.key)
    if factor.of == "run" and len(values) < 2 and not is_linked:
        return None

    def label_of(value: str) -> str:
        return options.get(value, value)

    look: dict[str, Any] = {"format_func": label_of, "key": factor.key, "bind": "query-params"}
    look |= {"help": made_of_answers()} if factor.origin == "answers" else {}
    if factor.is_short:
        chosen = st.pills(factor.title, values, selection_mode="multi", **look)
    else:
        chosen = st.multiselect(factor.title, values, placeholder="all", **look)
    return [value for value in chosen if value in options] or None


def of_chosen_runs(rows: pd.DataFrame, filters: Filters) -> pd.DataFrame | None:
    """The rows of the runs that are chosen, by id, prompt or image view; None where none is."""
    is_chosen = False
    for factor in (factor for factor in FACTORS_OF_ANSWERS if factor.of == "run"):
        values = filters[factor.key]
        if isinstance(values, list):
            rows, is_chosen = rows[rows[factor.column].isin(values)], True
    return rows if is_chosen else None


def show_right_at(width: Literal["stretch"] | int = "stretch") -> float:
    """Shows the slider of the lowest score at which a number is right, one for all pages, and returns it.

    Where no question asks for a number there is nothing to choose.
    """
    described = about()
    if not described.has_numbers:
        return RIGHT_AT
    exact = ", ".join(question.question_id for question in described.questions_of("class", "choice"))
    numbers = ", ".join(question.question_id for question in described.questions_of("ratio", "angle"))
    with st.container(width=width, gap="small"):
        right_at = st.slider(
            f"A number is right from {described.words.score}",
            0.5,
            1.0,
            RIGHT_AT,
            0.01,
            key="right_at",
            bind="query-params",
            help=f"Class answers ({exact}) are right or wrong. Numbers ({numbers}) are right at this value and above.",
        )
        st.caption(f"That is {right_at_text(right_at)}.")
    return right_at


def clear_filters() -> None:
    """Clears every filter. Call it from a widget's callback."""
    for key in about().factors:
        st.session_state[key] = []


def choose(**values: str | Sequence[str]) -> None:
    """Chooses a value, or several, in each of the filters named. Call it from a widget's callback."""
    for key, value in values.items():
        st.session_state[key] = [value] if isinstance(value, str) else list(value)


def address(**values: str) -> dict[str, str]:
    """The query parameters that open Cases or Heatmaps with one value each chosen, from a page without filters."""
    return {key: options_of(key)[value] for key, value in values.items()}
