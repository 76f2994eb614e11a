"""What pages and reports have to know of a benchmark, as a warehouse has it: words, questions, truths and factors."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.benchmarks.data import Contrast, CurveSpec, GlossaryTerm, MarginSpec, Subset, Terminology, TruthSource
from core.records import FACTORS_OF_ANSWERS, Factor, Question


@dataclass(frozen=True, slots=True)
class BenchmarkInfo:
    """A benchmark as its warehouse describes it.

    Attributes:
        questions: by id, in the order to show them.
        foil: the frame that answers fit where a model reads something else; None without one.
        case_factors: what its cases can be filtered and grouped by.
        protocols: title by protocol, of its sets.
        subsets: by key, the cases among which reliance is told apart; findings are about the first.
        contrasts: circumstances that may cost something.
        terms: its own words that pages explain.
        margins: of the questions whose cases have one, by question.
        curves: quantities along which scores are shown beside.
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
        """Every factor by its key: models and questions first, then those of cases, then those of runs."""
        before = [factor for factor in FACTORS_OF_ANSWERS if factor.of != "run"]
        after = [factor for factor in FACTORS_OF_ANSWERS if factor.of == "run"]
        return {factor.key: factor for factor in (*before, *self.case_factors, *after)}

    @property
    def score(self) -> str:
        """What the score against the truth is called, as in a sentence: `score 3D`, `accuracy`."""
        return f"{self.words.score} {self.truth.title}" if self.foil else self.words.score

    @property
    def foil_score(self) -> str:
        """What the score against the foil is called; empty without one."""
        return f"{self.words.score} {self.foil.title}" if self.foil else ""

    @property
    def difference(self) -> str:
        """What the foil's score minus the truth's is called: `2D − 3D`; empty without a foil."""
        return f"{self.foil.title} − {self.truth.title}" if self.foil else ""

    @property
    def reliance_by(self) -> list[str]:
        """The factor by whose values reliance is shown: that of the first contrast; none without one."""
        return [self.contrasts[0].factor] if self.contrasts else []

    @property
    def class_questions(self) -> list[Question]:
        """The questions with fixed classes."""
        return [question for question in self.questions.values() if question.kind == "class"]

    @property
    def has_numbers(self) -> bool:
        """Whether some question asks for a number, which is right within a tolerance."""
        return any(question.kind in ("ratio", "angle") for question in self.questions.values())

    def list_questions(self, *kinds: str) -> list[Question]:
        """The questions of these kinds, in order."""
        return [question for question in self.questions.values() if question.kind in kinds]

    def format_case_count(self, count: int) -> str:
        """A number of cases: `300 photographs`."""
        return f"{count:,} {self.words.case if count == 1 else self.words.cases}"
