"""Interface of a type of question: reading a reply, checking a truth, scoring, and the constants worth trying."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from core.parsing.open_answers.coordinates import Scale
from core.records import Answer, Value

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """Facts about a question of a case that a reader of replies needs.

    Attributes:
        kind: type and rule, as in `registry.find_question_type`.
        unit: of a number; replies in another unit of its quantity are converted.
        size_px: width and height of the image that coordinates refer to; None if unknown.
        items: to be ordered.
        scale: of coordinates without a notation of their own; None if the question asks for none.
        chance: the score of guessing, from 0 to 1; None if guessing is not defined.
    """

    kind: str
    unit: str = ""
    size_px: tuple[int, int] | None = None
    items: tuple[str, ...] = ()
    scale: Scale | None = None
    chance: float | None = None


def parse_answer_form(text: str | None) -> AnswerForm | None:
    """Parse a form from the JSON of its attributes; None for none."""
    if text is None:
        return None
    values = json.loads(text)
    size = values.pop("size_px")
    items = tuple(values.pop("items"))
    return AnswerForm(**values, size_px=None if size is None else (size[0], size[1]), items=items)


class QuestionType(ABC):
    """A type with its rule. Values are numbers, or texts in the canonical form of the type.

    A type implements `parse`, `find_problem` and `score`; one of numbers derives from `NumericQuestionType`. The other
    methods have defaults for types without constants of their own, chance or margin.

    Attributes:
        kind: type and rule.
        name: the rule's name.
        title: the type, for pages.
        rules: meanings of the score, as sentences, by the rule's name.
        rule: the meaning under this rule.
        is_number: whether values are numbers, which are their own codes.
        prompt: sentence that is appended to the question.
    """

    title: ClassVar[str] = ""
    is_number: ClassVar[bool] = False
    prompt: ClassVar[str] = ""
    rules: ClassVar[Mapping[str, str]] = {}
    kind: str
    name: str
    rule: str

    def __init__(self, rule: str) -> None:
        """Create the type with one of its rules.

        Raises:
            ValueError: the rule is unknown.
        """
        if rule not in self.rules:
            *rules, last_rule = self.rules
            rule_list = f"{', '.join(rules)} or {last_rule}" if rules else last_rule
            raise ValueError(f"{rule!r} is not a rule for {self.title.removesuffix('s')}s. Use {rule_list}")
        self.kind, self.name, self.rule = f"{self.title}:{rule}", rule, self.rules[rule]

    @abstractmethod
    def parse(self, raw: str | None, form: AnswerForm, question_id: str) -> Answer:
        """Return the answer that a reply gives."""

    @abstractmethod
    def find_problem(self, truth: Value) -> str | None:
        """Return why a value cannot be a truth of this type; None if it can."""

    @abstractmethod
    def score(self, answer: Value, truth: Value) -> float:
        """Return the score of an answer against a truth, from 0 to 1.

        A truth can be given as the answer: it then stands for the best answer that does not know the case.
        """

    def score_all(self, answers: Sequence[Value], truths: Sequence[Value]) -> Floats:
        """Return the scores of all answers against all truths, answers x truths."""
        return np.array([[self.score(answer, truth) for truth in truths] for answer in answers], dtype=float)

    def list_constants(self, truths: Floats) -> Floats:
        """Return the codes of constants of which one is the best for these truths (codes)."""
        return truths

    def find_constant_key(self, value: Value) -> str:
        """Return a key that is equal for two values if a constant answer can be given to both of their questions."""
        del value
        return ""

    def explain_error(self, stated: str, used: Answer, truth: Value, form: AnswerForm) -> str | None:
        """Return how a wrong or invalid answer would be right if read otherwise; None if it would not."""
        del stated, used, truth, form
        return None

    def compute_chance(self, truth: Value, form: AnswerForm) -> float | None:
        """Return the score of guessing; None if it is not defined."""
        del truth
        return form.chance

    def compute_margin(self, truth: Value) -> float | None:
        """Return the distance of a truth from a wrong one; None if the type does not define it."""
        del truth
        return None

    def measure_share(self, truth: Value) -> float | None:
        """Return the share of the image that a truth covers; None if the truth has no area."""
        del truth
        return None

    def describe_required(self, right_at: float) -> str:
        """Describe what an answer needs to count as right; empty if every score is 0 or 1.

        Args:
            right_at: the lowest score of a right answer, from 0 to 1.
        """
        del right_at
        return ""

    def write_reply(self, value: Value) -> str:
        """Return a reply that states a value (or, for a truth, the best answer to it)."""
        return self.format(value)

    def format(self, value: Value) -> str:
        """Return a value as a short text for pages."""
        return str(value)


class NumericQuestionType(QuestionType):
    """A type whose values are numbers."""

    is_number: ClassVar[bool] = True

    def score(self, answer: Value, truth: Value) -> float:
        """Return the score of one number."""
        return float(self.score_numbers(np.array(float(answer)), np.array(float(truth))))

    @abstractmethod
    def score_numbers(self, answers: Floats, truths: Floats) -> Floats:
        """Return the scores of numbers, in the shape that both broadcast to; NaN if answer or truth is NaN."""
