"""Runs side by side: the answers of those that are shown, how to choose one, and the way to a photograph."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, cast

import pandas as pd
import streamlit as st

from core.analyses.estimates import coverage
from core.records import Frame
from core.warehouse.read import Filters
from dashboard.filters import clear_filters
from dashboard.queries import answers_at, query, shown_warehouse
from dashboard.sidebar import with_references

Rest = TypeVarTuple("Rest")
T = TypeVar("T")

COLUMNS = (
    "run_id", "model_id", "run_label", "model_kind", "question_id", "photograph_id", "triangle_id", "condition", "pose",
    "object", "side_class_3d", "angle_class_3d", "side_class_2d", "angle_class_2d", "class_change", "occlusion",
    "value", "truth_3d", "truth_2d", "kappa_3d", "kappa_2d", "skill_3d", "skill_2d",
)  # fmt: skip
"""What Compare and Bias need of an answer; every further column costs them time in each step."""

FRAMES: dict[Frame, str] = {"3d": "3D", "2d": "2D"}


def analysed(function: Callable[[pd.DataFrame, *Rest], T], filters: Filters, *arguments: *Rest) -> T:
    """What an analysis makes of the answers of the shown models, once for equal arguments; only to be read.

    Args:
        function: takes the answers, as the query `answers` gives them, and the arguments.
        filters: as `show_filters` returns them; without chosen models all are shown, references if switched on.
        arguments: the rest.
    """
    shown = {**filters, "with_references": with_references()}
    return _cached(function, shown, arguments)


def analysed_for_all(function: Callable[[pd.DataFrame, *Rest], T], filters: Filters, *arguments: *Rest) -> T:
    """The same on the answers of every model, chosen or not, references too."""
    return _cached(function, {**filters, "models": None, "with_references": True}, arguments)


def _cached(function: Callable[..., T], filters: Filters, arguments: tuple[object, ...]) -> T:
    name = f"{function.__module__}.{function.__qualname__}"
    found = _analysed(str(shown_warehouse().path), name, filters, arguments, function)
    return cast(T, found.copy(deep=False) if isinstance(found, pd.DataFrame) else found)


@st.cache_resource(max_entries=200, show_spinner=False)
def _analysed(
    path: str,
    name: str,  # noqa: ARG001 - key of the cache
    filters: Filters,
    arguments: tuple[object, ...],
    _function: Callable[..., object],
) -> object:
    answers = answers_at(path, {**filters, "models": None, "with_references": True})[list(COLUMNS)]
    if isinstance(filters["models"], list):
        answers = answers[answers["model_id"].isin(filters["models"])]
    elif not filters["with_references"]:
        answers = answers[answers["model_kind"] != "reference"]
    return _function(answers, *arguments)


def of_run(answers: pd.DataFrame, run_id: str) -> pd.DataFrame:
    """The answers of one run."""
    return answers[answers["run_id"] == run_id]


def shown_runs(filters: Filters) -> pd.DataFrame:
    """The runs with answers that the filters leave, by id: name, model, kind and coverage; the best model first.

    The order hangs on the warehouse alone, so that a choice stays where it is when a filter changes.
    """
    ranking = query("ranking", kinds=None)[["run_id", "run_label", "model_id", "model_kind"]].set_index("run_id")
    runs = ranking.join(analysed(coverage, filters), how="inner")
    is_reference = runs["model_kind"] == "reference"
    return runs.loc[is_reference.sort_values(kind="stable").index]


def name_of(runs: pd.DataFrame, run_id: str) -> str:
    """What to write for a run."""
    return str(runs.loc[run_id, "run_label"])


def model_of(runs: pd.DataFrame, run_id: str) -> str:
    """The id of a run's model."""
    return str(runs.loc[run_id, "model_id"])


def choose_run(runs: pd.DataFrame, label: str, key: str, place: int = 0) -> str:
    """Shows a choice among runs and returns the chosen run's id.

    Args:
        runs: as `shown_runs` returns them.
        label: of the widget.
        key: of the widget, and in the URL.
        place: of the run that is chosen at first.
    """
    names = dict(runs["run_label"])
    return str(
        st.selectbox(
            label,
            list(names),
            index=place,
            format_func=lambda run_id: names.get(run_id, run_id),
            key=key,
            bind="query-params",
            width=280,
        )
    )


def choose_frame() -> Frame:
    """Shows the choice of the truth that scores are against, and returns it."""
    return (
        st.segmented_control(
            "Against",
            list(FRAMES),
            format_func=FRAMES.__getitem__,
            default="3d",
            required=True,
            key="frame",
            bind="query-params",
            help="3D: by tape measure. 2D: the triangle as it appears in the picture.",
        )
        or "3d"
    )


def show_nothing(sentence: str) -> None:
    """A sentence where there is nothing to show, and a way out; the page ends here."""
    st.info(sentence, title="Nothing to show")
    st.button("Clear all filters", on_click=clear_filters)
    st.stop()
