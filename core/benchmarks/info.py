"""Description of a benchmark in its warehouse, for pages and reports: words, questions, truths and factors."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from core.benchmarks.data import Contrast, CurveSpec, GlossaryTerm, MarginSpec, Subset, Terminology, TruthSource
from core.factors import FACTORS_OF_ANSWERS, KIND_OF_QUESTION, Factor
from core.formatting import format_count
from core.question_types.registry import describe_required
from core.records import Question


@dataclass(frozen=True, slots=True)
class BenchmarkInfo:
    """A benchmark as its warehouse describes it.

    Attributes:
        questions: by id, in the order to show them.
        foil: the frame that answers fit if a model reads something else; None without a foil.
        case_factors: factors by which cases can be filtered and grouped.
        protocols: titles of the set protocols, by protocol.
        subsets: by key, cases for which reliance is split into habit and looking; findings use the first.
        contrasts: circumstances that may cost something.
        terms: the benchmark's terms that pages explain.
        margins: by question, for the questions whose cases have one.
        curves: further quantities along which scores are shown.
    """

    benchmark_id: str
    title: str
    words: Terminology
    questions: Mapping[str, Question]
    truth: TruthSource
    foil: TruthSource | None
    case_factors: tuple[Factor, ...]
    protocols: Mapping[str, str]
    subsets: Mapping[str, Subset]
    contrasts: tuple[Contrast, ...]
    terms: tuple[GlossaryTerm, ...] = ()
    margins: Mapping[str, MarginSpec] = field(default_factory=dict)
    curves: tuple[CurveSpec, ...] = ()

    @property
    def factors(self) -> dict[str, Factor]:
        """All factors by key: models and questions first, then those of cases, then those of runs."""
        before = [
            replace(factor, title=KIND_OF_QUESTION) if factor.key == "question" and self.are_cases_questions else factor
            for factor in FACTORS_OF_ANSWERS
            if factor.of != "run"
        ]
        after = [factor for factor in FACTORS_OF_ANSWERS if factor.of == "run"]
        return {factor.key: factor for factor in (*before, *self.case_factors, *after)}

    @property
    def are_cases_questions(self) -> bool:
        """Return whether “question” is the word for cases, so that what many of them ask is a kind of question."""
        return self.words.case == "question"

    @property
    def questions_word(self) -> str:
        """Plural of what `questions` lists: `questions`, or `kinds of question` if cases are called questions."""
        return "kinds of question" if self.are_cases_questions else "questions"

    @property
    def score(self) -> str:
        """Name of the score against the truth, as used in a sentence: `score 3D`, `accuracy`."""
        return f"{self.words.score} {self.truth.title}" if self.foil else self.words.score

    @property
    def foil_score(self) -> str:
        """Name of the score against the foil; empty without a foil."""
        return f"{self.words.score} {self.foil.title}" if self.foil else ""

    @property
    def difference(self) -> str:
        """Name of the foil's score minus the truth's: `2D − 3D`; empty without a foil."""
        return f"{self.foil.title} − {self.truth.title}" if self.foil else ""

    @property
    def reliance_by(self) -> list[str]:
        """The factor by which reliance is shown, that of the first contrast; empty without contrasts."""
        return [self.contrasts[0].factor] if self.contrasts else []

    @property
    def class_questions(self) -> list[Question]:
        """Questions with fixed classes."""
        return [question for question in self.questions.values() if question.kind == "class"]

    @property
    def has_numbers(self) -> bool:
        """Return whether any question asks for a number, which is right within a tolerance."""
        return any(question.is_number for question in self.questions.values())

    def describe_required_scores(self, right_at: float) -> dict[str, str]:
        """Describe what an answer needs to count as right, by question; without those scored as 0 or 1 alone.

        Args:
            right_at: the lowest score of a right answer, from 0 to 1.
        """
        described = {key: describe_required(question.kind, right_at) for key, question in self.questions.items()}
        return {key: text for key, text in described.items() if text}

    @property
    def has_graded_scores(self) -> bool:
        """Return whether any question has scores between 0 and 1, so that right depends on a lowest score."""
        return bool(self.describe_required_scores(1.0))

    def list_questions(self, *kinds: str) -> list[Question]:
        """Return the questions of these kinds, in order."""
        return [question for question in self.questions.values() if question.kind in kinds]

    def format_case_count(self, count: int) -> str:
        """Format a number of cases: `300 photographs`."""
        return format_count(count, self.words.case, self.words.cases)
