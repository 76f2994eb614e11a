"""Context for parsing, scoring and diagnosing replies: a benchmark's contents, indexed by case and question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import pandas as pd

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.data import BenchmarkData, Role
from core.benchmarks.protocol import Benchmark
from core.records import Question, Value
from core.scoring.answer_codes import encode_value
from core.scoring.metrics import Floats
from core.warehouse.question_numbers import number_questions, order_questions

SCORED_ROLES: Mapping[Role, str] = {"truth": "score", "foil": "foil_score", "corrected": "corrected_score"}
"""Roles of the frames that every answer is scored against, and the columns of those scores."""


@dataclass(frozen=True, eq=False)
class ScoringContext:
    """A benchmark with its contents, shared by all runs; compared by identity, so that instances cache results."""

    benchmark: Benchmark
    contents: BenchmarkData

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
        """One row per case and question that it asks, in order of question and case: the index is their number.

        Columns: case_no, case_id, group_id, slot, question_id, question_kind, options (a tuple), n_options (NaN without
        options), and the codes of the truths by their roles truth, foil and corrected (NaN if there is none).
        """
        ordered = order_questions(self.contents.cases)
        options = [question.options for _, _, question in ordered]
        columns = {
            "case_no": [case_no for case_no, _, _ in ordered],
            "case_id": [case.case_id for _, case, _ in ordered],
            "group_id": [case.group_id for _, case, _ in ordered],
            "slot": [case.slot for _, case, _ in ordered],
            "question_id": [question.question_id for _, _, question in ordered],
            "question_kind": [self.questions[question.question_id].kind for _, _, question in ordered],
            "options": pd.Series(options, dtype=object),
            "n_options": [len(texts) or np.nan for texts in options],
        }
        return pd.DataFrame(columns | {role: self._encode_truths(role, ordered) for role in SCORED_ROLES})

    @cached_property
    def true_codes(self) -> Floats:
        """The codes of the truths, by number."""
        return self.asked["truth"].to_numpy(dtype=float)

    @cached_property
    def asked_no(self) -> Mapping[tuple[str, str], int]:
        """The numbers of questions, by case and question id."""
        return number_questions(self.contents.cases)

    @cached_property
    def has_foil(self) -> bool:
        """True if any case has a foil."""
        return bool(self.asked["foil"].notna().any())

    def _encode_truths(self, role: Role, ordered: Sequence[tuple[int, Case, CaseQuestion]]) -> Floats:
        """Return the codes of the truths of a role, each from the first frame that has one; NaN if none has."""
        values: dict[tuple[str, str], Value] = {}
        for frame in reversed(self.contents.list_frames(role)):
            values |= {
                (truth.case_id, truth.question_id): truth.value
                for truth in self.contents.truths
                if truth.frame == frame and truth.value is not None
            }
        code_of = cache(lambda question_id, value: encode_value(self.questions[question_id], value))
        truths = ((asked.question_id, values.get((case.case_id, asked.question_id))) for _, case, asked in ordered)
        return np.array([np.nan if value is None else code_of(question_id, value) for question_id, value in truths])
