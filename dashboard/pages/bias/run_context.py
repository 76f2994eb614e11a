"""The run that the page Bias is about, and names that its sections share."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from core.records import Question, Scored
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.selection.filters import list_filter_options
from dashboard.style.palette import MarkerStyle, get_marker_style


@dataclass(frozen=True, slots=True)
class SelectedRun:
    """The run that the page is about.

    Attributes:
        answers: its own, as the query `answers` gives them.
        habits: as `bias.compute_habits` returns them.
        wordings: as `bias.find_fixed_wordings` returns them.
    """

    run_id: str
    label: str
    model_id: str
    against: Scored
    answers: pd.DataFrame
    habits: pd.DataFrame
    wordings: Mapping[tuple[str, str], str]

    @property
    def look(self) -> MarkerStyle:
        """The marker style of its model."""
        return get_marker_style(self.model_id, get_model_kinds())


def format_question_title(question_id: str) -> str:
    """Return number and title of a question."""
    return list_filter_options("question")[question_id]


def get_answer_noun(question: Question | None = None) -> str:
    """Return the noun for answers to a question, or to any: a class or, for multiple choice, a letter."""
    is_class = bool(get_benchmark_info().class_questions) if question is None else question.kind == "class"
    return "class" if is_class else "letter"
