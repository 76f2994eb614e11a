"""What analyses make of sums over the answers that fit the filters, and of the answers of one run or two.

Computed once, shared by all sessions, only to be read.
"""

from collections.abc import Callable
from typing import Literal, TypeVar, TypeVarTuple, cast

import pandas as pd
import streamlit as st

from core.records import FACTORS_OF_ANSWERS
from core.warehouse.aggregation import Sums
from core.warehouse.read import Filters
from dashboard.data.queries import Generation, about, answers_at, generation, run_kinds, run_roles, sums_at
from dashboard.runtime.bounded_cache import weighed
from dashboard.selection.filters import of_chosen_runs
from dashboard.selection.references import are_references_shown
from dashboard.selection.run_limit import best_runs, shown_text

Counted = Literal["runs", "asked", "models", "pooled"]
"""What an analysis counts: every run for itself; all runs but those of reference models (where there are others);
models, each by the run that stands for it; or the pooled runs, for means over models. Chosen runs always count, and
only they do."""

NOBODY_CHOSEN = dict.fromkeys(factor.key for factor in FACTORS_OF_ANSWERS if factor.of in ("model", "run"))
"""Filters by which no model and no run is chosen."""

Runs = tuple[str, ...]
"""Ids of runs."""

Rest = TypeVarTuple("Rest")
T = TypeVar("T")


def analysed(function: Callable[[pd.DataFrame, *Rest], T], filters: Filters, runs: Runs, *arguments: *Rest) -> T:
    """What a function makes of the answers of one run, or of two that are compared: of more there are sums.

    Args:
        function: of a module; takes the answers, as the query `answers` gives them, and the arguments.
        filters: as `chosen_filters` returns them; those of models and runs do not count.
        runs: whose answers.
        arguments: the rest.
    """
    return _shared(function, filters, runs, None, arguments)


def summed(
    function: Callable[[pd.DataFrame, *Rest], T],
    filters: Filters,
    sums: Sums,
    *arguments: *Rest,
    counted: Counted = "runs",
    of_all: bool = False,
) -> T:
    """What a function makes of sums: of the shown runs, or where means are over models of all that count.

    Args:
        function: of a module; takes the sums, as `Warehouse.sums` gives them, and the arguments.
        filters: as `chosen_filters` returns them; without chosen models all count, references if switched on.
        sums: what is summed.
        arguments: the rest.
        counted: which runs of a model count.
        of_all: whether runs that are not shown are summed too.
    """
    takes_all = of_all or counted == "pooled"
    runs = counted_runs(filters, counted) if takes_all else shown_of(filters, counted)
    return _shared(function, filters, runs, sums, arguments)


def shown_of(filters: Filters, counted: Counted = "runs") -> Runs:
    """The runs that a page shows of those that count: the chosen ones, then the best."""
    chosen = filters["runs"]
    return best_runs(counted_runs(filters, counted), chosen if isinstance(chosen, list) else ())


def say_shown(filters: Filters, counted: Counted = "runs") -> None:
    """Says under a page's head that it shows some of many runs, and how to see others; nothing where it shows all.

    Args:
        filters: as for `summed`.
        counted: as for `summed`.
    """
    kinds = run_kinds()
    every, shown = (
        [run_id for run_id in runs if kinds[run_id] != "reference"]
        for runs in (counted_runs(filters, counted), shown_of(filters, counted))
    )
    if text := shown_text(len(shown), len(every)):
        which = "the chosen ones first, then " if filters["runs"] else ""
        st.caption(
            f"{text}: {which}the best by mean {about().score}. What this page says is of these. Choose others under "
            "*Models* or *Run*, or show more by *Runs on a page*."
        )


def counted_runs(filters: Filters, counted: Counted = "runs") -> Runs:
    """The runs that count, whether a page shows them or not."""
    return tuple(_that_count(run_roles(), filters, counted)["run_id"])


def _that_count(runs: pd.DataFrame, filters: Filters, counted: Counted) -> pd.DataFrame:
    models = filters["model"]
    if isinstance(models, list):
        runs = runs[runs["model_id"].isin(models)]
    chosen = of_chosen_runs(runs, filters)
    if chosen is not None:
        return chosen
    if isinstance(models, list):
        return runs if counted in ("runs", "asked") else runs[runs["is_representative"]]
    if counted == "pooled":
        return runs[runs["is_pooled"]]
    is_reference = runs["kind"] == "reference"
    if counted == "asked":
        return runs if is_reference.all() else runs[~is_reference]
    runs = runs if counted == "runs" else runs[runs["is_representative"]]
    return runs if are_references_shown() else runs[runs["kind"] != "reference"]


def _shared(
    function: Callable[..., T], filters: Filters, runs: Runs, sums: Sums | None, arguments: tuple[object, ...]
) -> T:
    name = f"{function.__module__}.{function.__qualname__}"
    found = _computed(generation(), name, filters, hash(runs), sums, arguments, function, runs)
    return cast(T, found.copy(deep=False) if isinstance(found, pd.DataFrame) else found)


@weighed(max_entries=200, max_mb=40)
def _computed(
    found: Generation,
    name: str,  # noqa: ARG001 - key of the cache
    filters: Filters,
    runs_key: int,  # noqa: ARG001 - key of the cache: Streamlit hashes thousands of ids slowly
    sums: Sums | None,
    arguments: tuple[object, ...],
    _function: Callable[..., object],
    _runs: Runs,
) -> object:
    of_runs = {**filters, **NOBODY_CHOSEN, "runs": list(_runs), "with_references": True}
    if sums is None:
        return _function(_answers(found, of_runs), *arguments)
    return _function(sums_at(found, of_runs, sums), *arguments)


def _answers(found: Generation, filters: Filters) -> pd.DataFrame:
    """The answers that fit; one query serves every choice of questions."""
    rows = answers_at(found, {**filters, "question": None}).copy(deep=False)
    questions = filters["question"]
    return rows[rows["question_id"].isin(questions)] if isinstance(questions, list) else rows
