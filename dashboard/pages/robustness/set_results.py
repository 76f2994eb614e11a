"""Results of the Robustness page for a selection: every measure over sets of cases, by run and by question."""

from dataclasses import dataclass

import pandas as pd

from core.analyses import robustness, set_claims
from core.records import COUNTED
from core.solvers import blind_constant
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, analyse_aggregation
from dashboard.selection.set_aggregation import build_set_aggregation


@dataclass(frozen=True, slots=True)
class RobustnessResults:
    """The page's results for a selection: every measure per run, and per run and question.

    Attributes:
        gains: of whole sets over not looking, as `set_claims.compute_set_gains` returns them.
        ties: runs that are tied with the highest model.
        unreadable: number of answers, and of those that could not be read, by run id.
    """

    by_run: pd.DataFrame
    by_question: pd.DataFrame
    gains: pd.DataFrame
    ties: list[str]
    unreadable: pd.DataFrame


def compute_results(filters: Filters, right_at: float) -> RobustnessResults | None:
    """Compute the figures of a selection; None if no set has two cases to compare."""
    if not get_benchmark_info().protocols:
        return None
    unreadable = analyse_aggregation(_count_unreadable, filters, Aggregation(("run_id",), ("score",)))
    sums, protocols = build_set_aggregation(right_at), tuple(get_benchmark_info().protocols)
    of_constants = {**filters, **NOBODY_CHOSEN, "model": [blind_constant.MODEL.model_id]}
    constant_sums = analyse_aggregation(pd.DataFrame, of_constants, sums)
    return analyse_aggregation(_compute_results, filters, sums, protocols, constant_sums, unreadable)


def _count_unreadable(sums: pd.DataFrame) -> pd.DataFrame:
    counts = sums.assign(unreadable=sums["answers"] - sums[COUNTED.format("score")])
    return counts.groupby("run_id", observed=True)[["answers", "unreadable"]].sum()


def _compute_results(
    sums: pd.DataFrame, protocols: tuple[str, ...], constant_sums: pd.DataFrame, unreadable: pd.DataFrame
) -> RobustnessResults | None:
    rows = robustness.build_measure_rows(sums, protocols)
    by_run = robustness.compute_set_measures(rows)
    if by_run.empty:
        return None
    return RobustnessResults(
        by_run,
        robustness.compute_set_measures(rows, ["run_id", "question_id"]),
        set_claims.compute_set_gains(sums, constant_sums, protocols[0]),
        set_claims.list_set_ties(sums, by_run, protocols[0]),
        unreadable,
    )
