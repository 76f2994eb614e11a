"""The answers to one case that a page shows: those of the chosen and the best runs, and counts over all of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from core.text import listed
from core.warehouse.read import NO_FILTERS, Filters
from dashboard.analysed import NOBODY_CHOSEN, counted_runs
from dashboard.queries import about, query, run_kinds, run_places
from dashboard.shown import best_runs, shown_text


@dataclass(frozen=True, slots=True)
class CaseAnswers:
    """Answers to a case.

    Attributes:
        rows: the query `case_answers` of the shown runs, with the truths of questions that none of them answered.
        run_ids: of the shown runs, the best run over all cases first, references last.
        asked: of all runs that were asked and that the choice leaves; None where no run is left out.
        n_asked: how many these are.
    """

    case_id: str
    right_at: float
    rows: pd.DataFrame
    run_ids: tuple[str, ...]
    asked: tuple[str, ...] | None
    n_asked: int

    @property
    def answered(self) -> pd.DataFrame:
        """The rows with an answer, in the order of the runs."""
        places = {run_id: place for place, run_id in enumerate(self.run_ids)}
        answered = self.rows.dropna(subset=["run_id"])
        return answered.sort_values("run_id", key=lambda runs: runs.map(places), kind="stable")

    @property
    def are_all_shown(self) -> bool:
        """Whether every run stands on the page."""
        return len(self.run_ids) == self.n_asked

    def counts(self) -> dict[str, Mapping[str, Any]]:
        """By question, the query `case_counts` over all runs that were asked, shown or not."""
        asked = None if self.asked is None else list(self.asked)
        rows = query("case_counts", case_id=self.case_id, of_runs=asked, right_at=self.right_at).to_dict("records")
        return {row["question_id"]: {str(key): value for key, value in row.items()} for row in rows}

    def counts_text(self) -> str:
        """How many runs stand on the page, and how many of all are right; empty where all are shown."""
        if self.are_all_shown:
            return ""
        names = {one.question_id: one.name for one in about().questions.values()}
        right = [f"{names[name]} {row['n_right']:,} of {row['n_runs']:,}" for name, row in self.counts().items()]
        told = f" Right over all of them: {listed(right)}." if right else ""
        return (
            f"{shown_text(len(self.run_ids), self.n_asked)}: the best over all cases, or those that are chosen.{told}"
        )


def answers_to(
    case_id: str, right_at: float, filters: Filters = NO_FILTERS, *, with_solvers: bool = True
) -> CaseAnswers:
    """The answers of the runs that the filters leave: the chosen ones, then the best.

    Args:
        case_id: which.
        right_at: the score from which on a number is right.
        filters: with the chosen models and runs.
        with_solvers: whether references stand beside others without being chosen, where the sidebar shows them.
    """
    asked = list(query("case_runs", case_id=case_id)["run_id"])
    left = set(counted_runs(filters))
    wanted = [run_id for run_id in asked if run_id in left]
    if not with_solvers and not any(filters[key] for key in NOBODY_CHOSEN):
        kinds = run_kinds()
        wanted = [run_id for run_id in wanted if kinds[run_id] != "reference"] or wanted
    chosen, places = filters["runs"], run_places()
    shown = best_runs(wanted, chosen if isinstance(chosen, list) else ())
    run_ids = tuple(sorted(shown, key=lambda run_id: places.get(run_id, len(places))))
    rows = query("case_answers", case_id=case_id, right_at=right_at, of_runs=list(run_ids))
    return CaseAnswers(
        case_id, right_at, rows, run_ids, None if len(wanted) == len(asked) else tuple(wanted), len(wanted)
    )
