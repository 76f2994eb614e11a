"""What analyses make of sums over the answers that fit the filters, and of the answers of one run or two.

Computed once, shared by all sessions, only to be read.
"""

from collections.abc import Callable
from typing import Literal, TypeVar, TypeVarTuple, cast

import pandas as pd
import streamlit as st

from core.digest import compute_digest
from core.records import FACTORS_OF_ANSWERS
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.queries import (
    Generation,
    get_benchmark_info,
    get_run_kinds,
    get_run_roles,
    load_aggregation,
    load_answers,
    require_generation,
)
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.selection.filters import filter_runs
from dashboard.selection.references import are_references_shown
from dashboard.selection.run_limit import choose_top_runs, format_limit_note

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


def analyse_answers(function: Callable[[pd.DataFrame, *Rest], T], filters: Filters, runs: Runs, *arguments: *Rest) -> T:
    """What a function makes of the answers of one run, or of two that are compared: of more there are sums.

    Args:
        function: of a module; takes the answers, as the query `answers` gives them, and the arguments.
        filters: as `read_filters` returns them; those of models and runs do not count.
        runs: whose answers.
        arguments: the rest.
    """
    return _get_shared_result(function, filters, runs, None, arguments)


def analyse_aggregation(
    function: Callable[[pd.DataFrame, *Rest], T],
    filters: Filters,
    sums: Aggregation,
    *arguments: *Rest,
    counted: Counted = "runs",
    of_all: bool = False,
) -> T:
    """What a function makes of sums: of the shown runs, or where means are over models of all that count.

    Args:
        function: of a module; takes the sums, as `Warehouse.aggregate` gives them, and the arguments.
        filters: as `read_filters` returns them; without chosen models all count, references if switched on.
        sums: what is summed.
        arguments: the rest.
        counted: which runs of a model count.
        of_all: whether runs that are not shown are summed too.
    """
    takes_all = of_all or counted == "pooled"
    runs = list_eligible_runs(filters, counted) if takes_all else list_displayed_runs(filters, counted)
    return _get_shared_result(function, filters, runs, sums, arguments)


def list_displayed_runs(filters: Filters, counted: Counted = "runs") -> Runs:
    """The runs that a page shows of those that count: the chosen ones, then the best."""
    chosen = filters["runs"]
    return choose_top_runs(list_eligible_runs(filters, counted), chosen if isinstance(chosen, list) else ())


def show_run_limit_note(filters: Filters, counted: Counted = "runs") -> None:
    """Says under a page's head that it shows some of many runs, and how to see others; nothing where it shows all.

    Args:
        filters: as for `analyse_aggregation`.
        counted: as for `analyse_aggregation`.
    """
    kinds = get_run_kinds()
    every, shown = (
        [run_id for run_id in runs if kinds[run_id] != "reference"]
        for runs in (list_eligible_runs(filters, counted), list_displayed_runs(filters, counted))
    )
    if text := format_limit_note(len(shown), len(every)):
        which = "the chosen ones first, then " if filters["runs"] else ""
        st.caption(
            f"{text}: {which}the best by mean {get_benchmark_info().score}. What this page says is of these. Choose "
            "others under "
            "*Models* or *Run*, or show more by *Runs on a page*."
        )


def list_eligible_runs(filters: Filters, counted: Counted = "runs") -> Runs:
    """The runs that count, whether a page shows them or not."""
    return tuple(_select_eligible_runs(get_run_roles(), filters, counted)["run_id"])


def _select_eligible_runs(runs: pd.DataFrame, filters: Filters, counted: Counted) -> pd.DataFrame:
    models = filters["model"]
    if isinstance(models, list):
        runs = runs[runs["model_id"].isin(models)]
    chosen = filter_runs(runs, filters)
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


def _get_shared_result(
    function: Callable[..., T], filters: Filters, runs: Runs, sums: Aggregation | None, arguments: tuple[object, ...]
) -> T:
    name = f"{function.__module__}.{function.__qualname__}"
    found = _compute_result(require_generation(), name, filters, compute_digest(runs), sums, arguments, function, runs)
    return cast(T, found.copy(deep=False) if isinstance(found, pd.DataFrame) else found)


@cache_with_limits(max_entries=200, max_mb=40)
def _compute_result(
    found: Generation,
    name: str,  # noqa: ARG001 - key of the cache
    filters: Filters,
    runs_key: str,  # noqa: ARG001 - key of the cache: Streamlit hashes thousands of ids slowly
    sums: Aggregation | None,
    arguments: tuple[object, ...],
    _function: Callable[..., object],
    _runs: Runs,
) -> object:
    of_runs = {**filters, **NOBODY_CHOSEN, "runs": list(_runs), "with_references": True}
    if sums is None:
        return _function(_load_answers(found, of_runs), *arguments)
    return _function(load_aggregation(found, of_runs, sums), *arguments)


def _load_answers(found: Generation, filters: Filters) -> pd.DataFrame:
    """The answers that fit; one query serves every choice of questions."""
    rows = load_answers(found, {**filters, "question": None}).copy(deep=False)
    questions = filters["question"]
    return rows[rows["question_id"].isin(questions)] if isinstance(questions, list) else rows
