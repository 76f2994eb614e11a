"""Results of analyses, from aggregations over the filtered answers, or from the answers of one or two runs.

They are computed once and shared by all sessions; do not modify them.
"""

from collections.abc import Callable
from typing import Literal, TypeVar, TypeVarTuple, cast

import pandas as pd
import streamlit as st

from core.digest import compute_digest
from core.factors import FACTORS_OF_ANSWERS
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_run_kinds, get_run_roles
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.queries import load_aggregation, load_answers
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.selection.filters import filter_runs
from dashboard.selection.references import are_references_shown
from dashboard.selection.run_limit import choose_top_runs, format_limit_note

Counted = Literal["runs", "asked", "models", "pooled"]
"""The runs that an analysis counts: every run; all runs but those of reference models (if there are others); models,
each by its representative run; or the pooled runs, for means over models. If runs are selected, exactly these count."""

NOBODY_CHOSEN = dict.fromkeys(factor.key for factor in FACTORS_OF_ANSWERS if factor.of in ("model", "run"))
"""Filters without a selected model or run."""

Runs = tuple[str, ...]
"""Ids of runs."""

Rest = TypeVarTuple("Rest")
T = TypeVar("T")


def analyse_answers(function: Callable[[pd.DataFrame, *Rest], T], filters: Filters, runs: Runs, *arguments: *Rest) -> T:
    """Apply a function to the answers of one run, or of two that are compared; for more, use aggregations.

    Args:
        function: module-level; takes the answers, as the query `answers` returns them, and the arguments.
        filters: as `read_filters` returns them; those of models and runs are ignored.
        runs: whose answers.
        arguments: further arguments of the function.
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
    """Apply a function to aggregations: of the displayed runs, or of all eligible ones for means over models.

    Args:
        function: module-level; takes the sums, as `Warehouse.aggregate` returns them, and the arguments.
        filters: as `read_filters` returns them; without selected models all count, references if switched on.
        sums: the aggregation.
        arguments: further arguments of the function.
        counted: the runs of a model that count.
        of_all: whether runs that are not displayed are aggregated too.
    """
    takes_all = of_all or counted == "pooled"
    runs = list_eligible_runs(filters, counted) if takes_all else list_displayed_runs(filters, counted)
    return _get_shared_result(function, filters, runs, sums, arguments)


def list_displayed_runs(filters: Filters, counted: Counted = "runs") -> Runs:
    """Return the eligible runs that a page displays: the selected ones, then the best."""
    chosen = filters["runs"]
    return choose_top_runs(list_eligible_runs(filters, counted), chosen if isinstance(chosen, list) else ())


def show_run_limit_note(filters: Filters, counted: Counted = "runs") -> None:
    """Show a note below the page title if the page displays only some of many runs, and how to see others.

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
            f"{text}: {which}the best by mean {get_benchmark_info().score}. The page describes only these. Choose "
            "others under "
            "*Model* or *Run*, or show more with *Runs on a page*."
        )


def list_eligible_runs(filters: Filters, counted: Counted = "runs") -> Runs:
    """Return the runs that count, whether a page displays them or not."""
    return tuple(_select_eligible_runs(get_run_roles(), filters, counted)["run_id"])


def _select_eligible_runs(runs: pd.DataFrame, filters: Filters, counted: Counted) -> pd.DataFrame:
    models = filters["model"]
    if isinstance(models, list):
        runs = runs[runs["model_id"].isin(models)]
    eligible_runs = filter_runs(runs, filters)
    if eligible_runs is not None:
        return eligible_runs
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


def _load_answers(generation: Generation, filters: Filters) -> pd.DataFrame:
    """Return the answers that match; one query serves every selection of questions."""
    rows = load_answers(generation, {**filters, "question": None}).copy(deep=False)
    questions = filters["question"]
    return rows[rows["question_id"].isin(questions)] if isinstance(questions, list) else rows
