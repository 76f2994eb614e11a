"""Results of the Precision page for a selection: scores by margin, and a verdict per model and question."""

from dataclasses import dataclass

import pandas as pd

from core.analyses import precision
from core.analyses.estimates import compute_run_scores
from core.analyses.precision import PrecisionResult
from core.analyses.skill import ASKED
from core.benchmarks.data import MARGIN
from core.solvers import blind_constant
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.selection.bootstrap_constants import are_redrawn, load_constants
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.widgets.run_selector import sort_references_last

MAX_RUNS_SHOWN = 8
"""Number of models shown at first if there are more; the filter of models chooses others."""


@dataclass(frozen=True, slots=True)
class MarginSummary:
    """A summary of the cases themselves.

    Attributes:
        blind: the score of not looking per question and half, as a share.
        ranges: the margins of each question's bands.
        partly: the numbers of cases with a margin and of all cases, for questions without a margin in some cases.
    """

    blind: pd.DataFrame
    ranges: pd.DataFrame
    partly: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PrecisionResults:
    """The page's results for a selection.

    Attributes:
        runs: the best first, reference models last.
        bands: score per run, question and band.
        sights: by run and question.
    """

    runs: pd.DataFrame
    bands: pd.DataFrame
    margins: MarginSummary
    sights: dict[tuple[str, str], PrecisionResult]

    @property
    def questions(self) -> list[str]:
        """The questions with a margin and an answer, in order."""
        asked = set(self.bands["question_id"])
        return [question_id for question_id in get_benchmark_info().questions if question_id in asked]

    @property
    def are_all_references(self) -> bool:
        """Return whether no model has answered."""
        return bool(self.runs["kind"].eq("reference").all())

    def find_blind_score(self) -> float | None:
        """Find the mean score of the best constant answer on these cases; None if it is filtered out."""
        scores = self.runs.loc[self.runs["model_id"] == blind_constant.MODEL.model_id, "value"]
        return None if scores.empty else float(scores.iloc[0])

    def list_not_better(self) -> list[tuple[str, str]]:
        """List the runs and questions for which no score above the best constant answer is shown."""
        return [key for key, result in self.sights.items() if result.sight in ("no", "not shown")]

    def list_unbeatable_names(self) -> list[str]:
        """List the names of the questions in which one answer is right at every wide margin, but not at narrow ones."""
        unbeatable = {question_id for (_, question_id), result in self.sights.items() if result.is_of_narrow}
        return [get_benchmark_info().questions[each].name for each in self.questions if each in unbeatable]


def list_bands() -> tuple[str, ...]:
    """List the bands, the narrowest first."""
    return get_benchmark_info().factors[MARGIN].levels


def compute_results(filters: Filters) -> PrecisionResults | None:
    """Compute the figures of a selection; None if no readable answer is about a case with a margin."""
    if not get_benchmark_info().margins:
        return None
    by = dict.fromkeys((*precision.SUMMED_BY, *(ASKED if are_redrawn() else ())))
    return analyse_aggregation(
        _compute_results, filters, Aggregation(tuple(by), ("score",)), filters, list_bands(), counted="models"
    )


def _summarise_margins(cases: pd.DataFrame, levels: tuple[str, ...]) -> MarginSummary:
    rows = precision.add_halves(cases, levels)
    return MarginSummary(
        precision.compute_blind_scores(rows),
        precision.compute_margin_ranges(rows),
        precision.count_partial_margins(cases),
    )


def _compute_results(sums: pd.DataFrame, filters: Filters, levels: tuple[str, ...]) -> PrecisionResults | None:
    rows = precision.add_halves(sums, levels)
    if rows["score"].isna().all():
        return None
    of_cases = Aggregation(precision.CASES_BY, ("score", "skill"))
    margins = analyse_aggregation(_summarise_margins, filters, of_cases, levels, counted="models")
    sights = precision.diagnose_precision(rows, margins.blind, load_constants())
    return PrecisionResults(rank_runs(rows), precision.compute_band_scores(rows), margins, sights)


def rank_runs(sums: pd.DataFrame) -> pd.DataFrame:
    """Return the runs of sums, as `compute_run_scores` returns them, the best first and references last."""
    runs = sort_references_last(compute_run_scores(sums).dropna(subset=["value"]))
    is_shown = runs["kind"].eq("reference") | (runs["kind"].ne("reference").cumsum() <= MAX_RUNS_SHOWN)
    return runs.assign(is_shown=is_shown)
