"""What analyses make of the answers that fit the filters: computed once, shared by all sessions, only to be read."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, cast

import pandas as pd
import streamlit as st

from core.warehouse.read import Filters
from dashboard.queries import answers_at, shown_warehouse
from dashboard.sidebar import with_references

Rest = TypeVarTuple("Rest")
T = TypeVar("T")


def analysed(
    function: Callable[[pd.DataFrame, *Rest], T], filters: Filters, *arguments: *Rest, pools_models: bool = False
) -> T:
    """What a function makes of the answers of the shown models.

    Args:
        function: of a module; takes the answers, as the query `answers` gives them, and the arguments.
        filters: as `show_filters` returns them; without chosen models all are shown, references if switched on.
        arguments: the rest.
        pools_models: whether the function takes means over several models, which references are never part of.
    """
    whose = "pooled" if pools_models else "shown" if with_references() else "no references"
    return _shared(function, filters, whose, arguments)


def analysed_for_all(function: Callable[[pd.DataFrame, *Rest], T], filters: Filters, *arguments: *Rest) -> T:
    """The same on the answers of every model, chosen or not, references too."""
    return _shared(function, {**filters, "models": None}, "shown", arguments)


def _shared(function: Callable[..., T], filters: Filters, whose: str, arguments: tuple[object, ...]) -> T:
    name = f"{function.__module__}.{function.__qualname__}"
    found = _computed(str(shown_warehouse().path), name, filters, whose, arguments, function)
    return cast(T, found.copy(deep=False) if isinstance(found, pd.DataFrame) else found)


@st.cache_resource(max_entries=400, show_spinner=False)
def _computed(
    path: str,
    name: str,  # noqa: ARG001 - key of the cache
    filters: Filters,
    whose: str,
    arguments: tuple[object, ...],
    _function: Callable[..., object],
) -> object:
    return _function(_answers(path, filters, whose).copy(deep=False), *arguments)


def _answers(path: str, filters: Filters, whose: str) -> pd.DataFrame:
    """The answers that fit; one query serves every choice of models and questions."""
    rows = answers_at(path, {**filters, "models": None, "questions": None, "with_references": True})
    models, questions = filters["models"], filters["questions"]
    if isinstance(questions, list):
        rows = rows[rows["question_id"].isin(questions)]
    if isinstance(models, list):
        return rows[rows["model_id"].isin(models)]
    if whose == "pooled":
        return rows[rows["is_pooled"]]
    return rows if whose == "shown" else rows[rows["model_kind"] != "reference"]
