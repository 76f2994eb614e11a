"""What replies are read, scored and diagnosed against: a benchmark's contents, looked up by case and question."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from core.benchmarks.data import Case, Contents, Role
from core.benchmarks.protocol import Benchmark
from core.records import Question, Value
from core.scoring.answer_codes import coded
from core.warehouse.question_numbers import in_order, numbers_of_asked

SCORED_ROLES: Mapping[Role, str] = {"truth": "score", "foil": "foil_score", "corrected": "corrected_score"}
"""Roles of the frames that every answer is scored against, and the columns of those scores."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A benchmark with its contents, which hold for all runs; each is its own, so that what it gives is kept by it."""

    benchmark: Benchmark
    contents: Contents

    @cached_property
    def questions(self) -> Mapping[str, Question]:
        """The questions by id."""
        return self.contents.question_by_id

    @cached_property
    def cases(self) -> Mapping[str, Case]:
        """The cases by id."""
        return {case.case_id: case for case in self.contents.cases}

    @cached_property
    def asked(self) -> pd.DataFrame:
        """One row per case and question that it asks, in order of question and case: its index is their number.

        Columns: case_no, case_id, group_id, slot, question_id, question_kind, options (a tuple), n_options (NaN without
        options), and the codes of the truths by their roles truth, foil and corrected (NaN where there is none).
        """
        rows = [
            (case_no, case.case_id, case.group_id, case.slot, asked.question_id,
             self.questions[asked.question_id].kind, asked.options, len(asked.options) or np.nan,
             *self._codes(case.case_id, asked.question_id))
            for case_no, case, asked in in_order(self.contents.cases)
        ]  # fmt: skip
        names = ["case_no", "case_id", "group_id", "slot", "question_id", "question_kind", "options", "n_options"]
        return pd.DataFrame(rows, columns=[*names, *SCORED_ROLES])

    @cached_property
    def asked_no(self) -> Mapping[tuple[str, str], int]:
        """The number of a case and a question that it asks."""
        return numbers_of_asked(self.contents.cases)

    @cached_property
    def has_foil(self) -> bool:
        """Whether some case has a foil."""
        return bool(self.asked["foil"].notna().any())

    @cached_property
    def _values(self) -> Mapping[tuple[str, str, str], Value]:
        return {(truth.case_id, truth.question_id, truth.frame): truth.value for truth in self.contents.truths}

    def _codes(self, case_id: str, question_id: str) -> list[float]:
        """The codes of the truths by role."""
        found = []
        for role in SCORED_ROLES:
            values = (self._values.get((case_id, question_id, frame)) for frame in self.contents.frames_of(role))
            value = next((value for value in values if value is not None), None)
            found.append(np.nan if value is None else coded(self.questions[question_id], value))
        return found
