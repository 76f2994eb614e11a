"""Answers to one case on a page: those of the chosen and the best runs, and counts over all runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd

from core.analyses.answers_table import AnswersTable, build_case_table
from core.warehouse.read import NO_FILTERS, Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_run_kinds, get_run_ranks
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.queries import run_query
from dashboard.pages.cases import texts
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, Runs, list_eligible_runs
from dashboard.selection.run_limit import choose_top_runs, format_limit_note


@dataclass(frozen=True, slots=True)
class CaseAnswerRows:
    """The answers of some runs to a case; read-only because all sessions share it.

    Attributes:
        rows: the query `case_answers`, with the truths of questions that none of the runs answered.
        answered: its rows with an answer, in the order of the runs.
    """

    rows: pd.DataFrame
    answered: pd.DataFrame


def load_answers(case_id: str, right_at: float, run_ids: Runs) -> CaseAnswerRows:
    """Load the answers of these runs, in their order."""
    return _load_answers(require_generation(), case_id, right_at, run_ids)


@cache_with_limits(max_entries=1000, max_mb=20)
def _load_answers(generation: Generation, case_id: str, right_at: float, run_ids: Runs) -> CaseAnswerRows:  # noqa: ARG001 - key
    rows = run_query("case_answers", case_id=case_id, right_at=right_at, of_runs=list(run_ids))
    places = {run_id: index for index, run_id in enumerate(run_ids)}
    answered = rows.dropna(subset=["run_id"])
    answered = answered.sort_values("run_id", key=lambda runs: runs.map(places), kind="stable")
    return CaseAnswerRows(rows, answered)


def load_answers_table(case_id: str, right_at: float, run_ids: Runs) -> AnswersTable:
    """Load the answers of these runs as texts with their verdicts; all sessions share the result."""
    return _load_answers_table(require_generation(), case_id, right_at, run_ids)


@cache_with_limits(max_entries=1000, max_mb=10)
def _load_answers_table(generation: Generation, case_id: str, right_at: float, run_ids: Runs) -> AnswersTable:  # noqa: ARG001 - key
    answers, rows = load_answers(case_id, right_at, run_ids), run_query("asked", case_id=case_id)
    options = dict(zip(rows["question_id"], rows["options"], strict=True))
    with_options = {question_id: option for question_id, option in options.items() if option is not None}
    return build_case_table(answers.rows, answers.answered, get_benchmark_info(), right_at, with_options)


@dataclass(frozen=True, slots=True)
class CaseAnswers:
    """Answers to a case.

    Attributes:
        run_ids: the visible runs, the best run over all cases first, references last.
        asked: all runs that answered the case and fit the choice; None if no run is left out.
        n_asked: the number of these.
        rows, answered: of the visible runs, as in `CaseAnswerRows`.
    """

    case_id: str
    right_at: float
    run_ids: Runs
    asked: Runs | None
    n_asked: int
    rows: pd.DataFrame
    answered: pd.DataFrame

    @property
    def are_all_shown(self) -> bool:
        """Return whether the page shows every run."""
        return len(self.run_ids) == self.n_asked

    def load_counts(self) -> dict[str, Mapping[str, Any]]:
        """Load the query `case_counts` over all runs that answered the case, by question; empty if all are visible."""
        return {} if self.are_all_shown else self._load_counts(None if self.asked is None else list(self.asked))

    def load_model_counts(self) -> dict[str, Mapping[str, Any]]:
        """Load the same over the runs of models alone."""
        if self.are_all_shown:
            return {}
        kinds = get_run_kinds()
        return self._load_counts([run_id for run_id in self.asked or kinds if kinds[run_id] == "vlm"])

    def _load_counts(self, run_ids: list[str] | None) -> dict[str, Mapping[str, Any]]:
        rows = run_query("case_counts", case_id=self.case_id, of_runs=run_ids, right_at=self.right_at)
        return {row["question_id"]: {str(key): value for key, value in row.items()} for row in rows.to_dict("records")}

    def describe_counts(self) -> str:
        """Describe how many runs the page shows, and how many of all are right; empty if it shows all."""
        if self.are_all_shown:
            return ""
        names = {question.question_id: question.name for question in get_benchmark_info().questions.values()}
        right = [f"{names[name]} {row['n_right']:,} of {row['n_runs']:,}" for name, row in self.load_counts().items()]
        return texts.describe_shown_runs(format_limit_note(len(self.run_ids), self.n_asked), right)


class CaseRuns(NamedTuple):
    """The runs whose answers to a case are visible; the attributes are as in `CaseAnswers`."""

    run_ids: Runs
    asked: Runs | None
    n_asked: int


def select_case_runs(
    case_id: str,
    filters: Filters = NO_FILTERS,
    *,
    with_solvers: bool = True,
    most: int | None = None,
    counted: Runs | None = None,
) -> CaseRuns:
    """Select the runs that fit the filters: the chosen ones, then the best.

    Args:
        case_id: id of the case.
        filters: with the chosen models and runs.
        with_solvers: whether references appear without being chosen, if the sidebar shows them.
        most: the maximum number of runs on the page.
        counted: the runs that count by these filters, for callers without a session; None for those of the session.
    """
    asked_ids = list(run_query("case_runs", case_id=case_id)["run_id"])
    eligible = set(list_eligible_runs(filters) if counted is None else counted)
    selected = [run_id for run_id in asked_ids if run_id in eligible]
    if not with_solvers and not any(filters[key] for key in NOBODY_CHOSEN):
        kinds = get_run_kinds()
        selected = [run_id for run_id in selected if kinds[run_id] != "reference"] or selected
    chosen_ids, places = filters["runs"], get_run_ranks()
    top_runs = choose_top_runs(selected, chosen_ids if isinstance(chosen_ids, list) else ())
    run_ids = tuple(sorted(top_runs, key=lambda run_id: places.get(run_id, len(places))))[:most]
    return CaseRuns(run_ids, None if len(selected) == len(asked_ids) else tuple(selected), len(selected))


def load_case_answers(
    case_id: str, right_at: float, filters: Filters = NO_FILTERS, *, with_solvers: bool = True, most: int | None = None
) -> CaseAnswers:
    """Load the answers of the runs that `select_case_runs` selects.

    Args:
        case_id: id of the case.
        right_at: the score from which a number is right.
        filters: as in `select_case_runs`.
        with_solvers: as in `select_case_runs`.
        most: as in `select_case_runs`.
    """
    return load_run_answers(case_id, right_at, select_case_runs(case_id, filters, with_solvers=with_solvers, most=most))


def load_run_answers(case_id: str, right_at: float, runs: CaseRuns) -> CaseAnswers:
    """Load the answers of these runs."""
    answers = load_answers(case_id, right_at, runs.run_ids)
    return CaseAnswers(case_id, right_at, runs.run_ids, runs.asked, runs.n_asked, answers.rows, answers.answered)
