"""What analyses make of the answers that fit the filters: computed once, shared by all sessions, only to be read."""

from collections.abc import Callable
from typing import Literal, TypeVar, TypeVarTuple, cast

import pandas as pd
import streamlit as st

from core.records import FACTORS_OF_ANSWERS
from core.warehouse.read import Filters
from dashboard.filters import of_chosen_runs
from dashboard.queries import Generation, answers_at, generation
from dashboard.sidebar import with_references

Counted = Literal["runs", "asked", "models", "pooled"]
"""What an analysis counts: every run for itself; all runs but those of reference models (where there are others);
models, each by the run that stands for it; or the pooled runs, for means over models. Chosen runs always count, and
only they do."""

NOBODY_CHOSEN = dict.fromkeys(factor.key for factor in FACTORS_OF_ANSWERS if factor.of in ("model", "run"))
"""Filters by which no model and no run is chosen."""

Rest = TypeVarTuple("Rest")
T = TypeVar("T")
_Whose = tuple[Counted, bool]
"""What is counted, and whether references are shown."""


def analysed(
    function: Callable[[pd.DataFrame, *Rest], T], filters: Filters, *arguments: *Rest, counted: Counted = "runs"
) -> T:
    """What a function makes of the answers of the shown models.

    Args:
        function: of a module; takes the answers, as the query `answers` gives them, and the arguments.
        filters: as `chosen_filters` returns them; without chosen models all are shown, references if switched on.
        arguments: the rest.
        counted: which runs of a model count.
    """
    return _shared(function, filters, (counted, with_references()), arguments)


def analysed_for_all(function: Callable[[pd.DataFrame, *Rest], T], filters: Filters, *arguments: *Rest) -> T:
    """The same on the answers of every run, chosen or not, references too."""
    return _shared(function, {**filters, **NOBODY_CHOSEN}, ("runs", True), arguments)


def _shared(function: Callable[..., T], filters: Filters, whose: _Whose, arguments: tuple[object, ...]) -> T:
    name = f"{function.__module__}.{function.__qualname__}"
    found = _computed(generation(), name, filters, whose, arguments, function)
    return cast(T, found.copy(deep=False) if isinstance(found, pd.DataFrame) else found)


@st.cache_resource(max_entries=400, show_spinner=False)
def _computed(
    found: Generation,
    name: str,  # noqa: ARG001 - key of the cache
    filters: Filters,
    whose: _Whose,
    arguments: tuple[object, ...],
    _function: Callable[..., object],
) -> object:
    return _function(_answers(found, filters, whose).copy(deep=False), *arguments)


def _answers(found: Generation, filters: Filters, whose: _Whose) -> pd.DataFrame:
    """The answers that fit; one query serves every choice of models, runs and questions."""
    counted, has_references = whose
    rows = answers_at(found, {**filters, **NOBODY_CHOSEN, "question": None, "with_references": True})
    models, questions = filters["model"], filters["question"]
    if isinstance(questions, list):
        rows = rows[rows["question_id"].isin(questions)]
    if isinstance(models, list):
        rows = rows[rows["model_id"].isin(models)]
    chosen = of_chosen_runs(rows, filters)
    if chosen is not None:
        return chosen
    if isinstance(models, list):
        return rows if counted in ("runs", "asked") else rows[rows["is_representative"]]
    if counted == "pooled":
        return rows[rows["is_pooled"]]
    if counted == "asked":
        is_reference = rows["model_kind"] == "reference"
        return rows if is_reference.all() else rows[~is_reference]
    rows = rows if counted == "runs" else rows[rows["is_representative"]]
    return rows if has_references else rows[rows["model_kind"] != "reference"]
