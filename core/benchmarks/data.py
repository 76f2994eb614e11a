"""Contents of a benchmark: cases, questions, truths, factors and the sets that count together.

A warehouse is written from these contents alone. A case is what is shown and asked in one message. It belongs to a
group, the unit of independence in every statistic. A set is a list of cases that count together under a protocol.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.benchmarks.cases import Case, CaseMeasure, CaseSet
from core.benchmarks.publications import BundledRun, PaperContradiction, PublishedFigure, PublishedMean
from core.factors import Factor
from core.records import Correction, Question, RejectedItem, Truth

Role = Literal["truth", "foil", "measured", "corrected"]
"""Purpose of a frame. Answers are scored against the truth; they fit the foil instead if a model reads something else.
A measured value is only shown. A corrected value is the truth without the release's errors."""


@dataclass(frozen=True, slots=True)
class TruthSource:
    """Source of truths.

    Attributes:
        frame: key, as in `Truth`.
        title: for pages.
        phrase: the title as used in a sentence: `the world (3D)`.
    """

    frame: str
    title: str
    role: Role
    phrase: str


@dataclass(frozen=True, slots=True)
class Terminology:
    """Names that pages use for a benchmark's things, in the singular and the plural.

    Attributes:
        score_meaning: the meaning of the score, as a sentence; empty if its name is clear enough.
    """

    case: str
    cases: str
    group: str
    groups: str
    score: str
    score_meaning: str = ""

    @property
    def units(self) -> tuple[str, str]:
        """Return the singular and the plural name of a group."""
        return self.group, self.groups


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A word that pages explain.

    Attributes:
        word: spelled as in a heading.
        meaning: a sentence.
        forms: other forms: the plural, another spelling.
    """

    word: str
    meaning: str
    forms: tuple[str, ...] = ()


MARGIN, MARGIN_SIZE = "margin", "margin_size"
"""Keys of the factor and the measure that state how clear-cut a case is."""


@dataclass(frozen=True, slots=True)
class MarginSpec:
    """Margin of a question's cases: how far the truth is from a different value.

    Attributes:
        meaning: what is measured, as an axis label: `gap to the nearest other value`.
        unit: the unit as written after a number; empty if there is none.
    """

    question_id: str
    meaning: str
    unit: str = ""


UNNAMED_MARGIN = "margin"
"""Meaning of a margin if its source does not explain what it measures."""


@dataclass(frozen=True, slots=True)
class CurveSpec:
    """A quantity of a question's cases, other than their margin, along which scores are shown.

    Attributes:
        factor: its levels are bands of the quantity, from the lowest.
        measure: the quantity itself.
        meaning: what is measured, as an axis label: `angle between the cameras`.
        unit: the unit as written after a number; empty if there is none.
        step: the amount of the quantity for which the slope states the loss.
        remark: a sentence that a reader of the curve needs to know about its cases.
    """

    question_id: str
    factor: str
    measure: str
    meaning: str
    unit: str
    step: float
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Subset:
    """Cases with some levels of a factor, for which reliance on the foil is split into habit and looking.

    Attributes:
        subset: key, and name in reports.
        phrase: one of the cases, as in a sentence: `a tilted photograph`.
        factor, levels: the selection; empty for all cases.
        title: for pages and links; the key by default.
    """

    subset: str
    phrase: str
    factor: str = ""
    levels: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two kinds of cases whose difference in score shows the cost of a circumstance.

    Attributes:
        contrast: key.
        title: what is subtracted from what: `tilted minus planar`.
        phrase: the circumstance, as in a sentence: `tilting the camera`.
        first, second: levels of the factor with the circumstance, and without it; empty for all other levels.
    """

    contrast: str
    title: str
    phrase: str
    factor: str
    first: tuple[str, ...]
    second: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetProtocol:
    """A way in which several cases count together.

    Attributes:
        source: paper and section, or `own`.
        is_headline: whether its score is the benchmark's main one.
    """

    protocol: str
    title: str
    source: str
    is_headline: bool = False


@dataclass(frozen=True, slots=True)
class ImpossibleCombination:
    """Answers to several questions that no group has together, such as two axes of one solid.

    Attributes:
        title: the claim, as in a table.
        claims: question id and its answer, the option's text or the class; at least two.
        reason: why nothing satisfies all claims, as a sentence.
    """

    title: str
    claims: tuple[tuple[str, str], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that a benchmark is read from.

    Attributes:
        path: within the benchmark's folder, even if the file is absent.
        sha256: the expected checksum of the content; None without a checksum.
    """

    path: str
    sha256: str | None = None


@dataclass(kw_only=True, slots=True)
class BenchmarkData:
    """All contents of a benchmark.

    Attributes:
        benchmark: the columns of the table `benchmarks`, except for the words.
        prompt: sent with every case; `{text}` in it is replaced by the case's question and options.
        prescribes_prompt: whether the prompt is part of the benchmark, so that runs with others are not compared.
        margins: of the questions whose cases have one: the measure `MARGIN_SIZE`, and as bands the factor `MARGIN`.
        curves: at most one per factor.
        subsets: findings use the first one.
        published: the replies that are part of the release.
        references: the replies of its reference models.
        image_sizes: width and height in pixels that the benchmark states for its images, by path.
        other_names: the author's names for `question` and for factors, usable in filters of cases.
        terms: the benchmark's terms that pages explain.
        own_rows: rows of the benchmark's own tables, by table.
        files: the files that the benchmark is read from, except for images.
        absent: those of these files whose tables stay empty.
    """

    benchmark: Mapping[str, str]
    words: Terminology
    questions: tuple[Question, ...]
    frames: tuple[TruthSource, ...]
    factors: tuple[Factor, ...]
    cases: list[Case]
    truths: list[Truth]
    prompt: str
    prescribes_prompt: bool = True
    measures: tuple[CaseMeasure, ...] = ()
    margins: tuple[MarginSpec, ...] = ()
    curves: tuple[CurveSpec, ...] = ()
    subsets: tuple[Subset, ...] = ()
    contrasts: tuple[Contrast, ...] = ()
    protocols: tuple[SetProtocol, ...] = ()
    sets: list[CaseSet] = field(default_factory=list)
    aggregates: tuple[PublishedMean, ...] = ()
    published: list[BundledRun] = field(default_factory=list)
    references: list[BundledRun] = field(default_factory=list)
    published_figures: list[PublishedFigure] = field(default_factory=list)
    paper_contradictions: list[PaperContradiction] = field(default_factory=list)
    image_sizes: Mapping[Path, tuple[int, int]] = field(default_factory=dict)
    other_names: Mapping[str, str] = field(default_factory=dict)
    terms: tuple[GlossaryTerm, ...] = ()
    own_rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    files: list[SourceFile] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)

    @property
    def benchmark_id(self) -> str:
        """Key of the benchmark and of its default prompt."""
        return self.benchmark["benchmark_id"]

    @property
    def question_by_id(self) -> dict[str, Question]:
        """Questions by id."""
        return {question.question_id: question for question in self.questions}

    def list_frames(self, *roles: Role) -> list[str]:
        """Return the frames with these roles, in order."""
        return [frame.frame for frame in self.frames if frame.role in roles]
