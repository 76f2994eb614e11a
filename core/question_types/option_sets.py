"""Sets of options: multiple choice with several right letters."""

from collections.abc import Mapping
from typing import ClassVar

from core.parsing.choice.letter_sets import NO_LETTERS, is_letter_set
from core.parsing.choice.multiple_answers import parse_multiple_answers
from core.parsing.values import MAX_STATED_CHARACTERS
from core.question_types.question_type import AnswerForm, QuestionType
from core.records import Answer, Value

MAX_OPTIONS = 26


class OptionSetType(QuestionType):
    """A set of options as its sorted letters, such as `AC`, or `none`. The form's items are the options."""

    title: ClassVar[str] = "choices"
    prompt: ClassVar[str] = "Answer with the letters of all right options, separated by commas, and nothing else."
    rules: ClassVar[Mapping[str, str]] = {
        "exact": "1 if the answer names all right options and no other.",
        "jaccard": "The options in both answer and truth, as a share of those in either.",
    }

    def parse(self, raw: str | None, form: AnswerForm, question_id: str) -> Answer:
        """Return the set of options that a reply names."""
        if raw is None or not raw.strip():
            return Answer(question_id, "missing", reason="the reply states nothing")
        reading = parse_multiple_answers(raw, form.items)
        stated = None if reading.stated is None else reading.stated[:MAX_STATED_CHARACTERS]
        value = reading.letter if reading.status == "ok" else None
        return Answer(question_id, reading.status, value, stated, reading.reason, reading.note)

    def find_problem(self, truth: Value) -> str | None:
        """Return why a value cannot be a truth."""
        is_set = truth != NO_LETTERS and is_letter_set(str(truth), MAX_OPTIONS)
        return None if is_set else f"{truth!r} is not a set of letters"

    def score(self, answer: Value, truth: Value) -> float:
        """Return the score of one set."""
        if self.name == "exact":
            return float(answer == truth)
        stated, right = _list_letters(answer), _list_letters(truth)
        return len(stated & right) / len(stated | right) if stated | right else 1.0

    def describe_required(self, right_at: float) -> str:
        """Describe the smallest share of common options; empty for the rule `exact`."""
        return f"with {right_at:.0%} of the options in common" if self.name == "jaccard" else ""

    def compute_chance(self, truth: Value, form: AnswerForm) -> float | None:
        """Return the share of the sets with at least one option that are right; None for the rule `jaccard`."""
        del truth
        return 1 / (2 ** len(form.items) - 1) if self.name == "exact" and form.items else None

    def format(self, value: Value) -> str:
        """Return the letters separated by commas."""
        return ", ".join(sorted(_list_letters(value))) or NO_LETTERS


def _list_letters(value: Value) -> set[str]:
    return set() if value == NO_LETTERS else set(str(value))
