"""What a benchmark brings: cases, what they ask, what is true, what they can be filtered by, what counts together.

A warehouse is written from it alone. A case is what is shown and asked in one message. It belongs to a group, the unit
of independence in every statistic. A set is cases that count together under a protocol.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.records import Correction, Factor, Model, Question, RejectedItem, Truth

Role = Literal["truth", "foil", "measured", "corrected"]
"""What a frame is for: answers are scored against the truth; the foil is what they fit instead where a model reads
something else; what is measured is only shown; corrected is the truth without the release's errors."""

Weighting = Literal["cells", "answers", "stated"]


@dataclass(frozen=True, slots=True)
class TruthSource:
    """Where truths come from.

    Attributes:
        frame: key, as in `Truth`.
        title: for pages.
        phrase: the same in a sentence: `the world (3D)`.
    """

    frame: str
    title: str
    role: Role
    phrase: str


@dataclass(frozen=True, slots=True)
class Terminology:
    """What pages call a benchmark's things, in the singular and the plural.

    Attributes:
        score_meaning: what the score is, as a sentence; empty where its word says enough.
    """

    case: str
    cases: str
    group: str
    groups: str
    score: str
    score_meaning: str = ""

    @property
    def units(self) -> tuple[str, str]:
        """What one group is called, and several."""
        return self.group, self.groups


@dataclass(frozen=True, slots=True)
class CaseQuestion:
    """A question that a case asks.

    Attributes:
        options: of a multiple-choice question, in the order of their letters A, B, C ...; empty for others.
        meanings: of each option, the one that says the same of the picture that is not mirrored; empty where each is
            its own.
    """

    question_id: str
    options: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()

    @property
    def chance(self) -> float | None:
        """What guessing among the options gives; None without options."""
        return 1.0 / len(self.options) if self.options else None


@dataclass(frozen=True, slots=True)
class Case:
    """What is shown and asked in one message.

    Attributes:
        case_id: unique within the benchmark.
        group_id: the unit of independence: a triangle, a figure, a solid, a scene.
        slot: the place in the group.
        text: the question as it is put; None where the prompt says all.
        images: paths of the files, relative to the benchmark's folder.
        asks: at least one question.
        factors: level by the key of a factor; a factor without a level is left out.
        numbers: value by the key of a measure.
    """

    case_id: str
    group_id: str
    title: str
    asks: tuple[CaseQuestion, ...]
    slot: str = ""
    text: str | None = None
    images: tuple[Path, ...] = ()
    factors: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A word that pages explain.

    Attributes:
        word: as a heading has it.
        meaning: as a sentence.
        forms: how else it is written: in the plural, in another spelling.
    """

    word: str
    meaning: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseMeasure:
    """A number that cases have, such as the tilt of the camera; its key is a column of the scored answers."""

    measure: str
    title: str
    unit: str = ""


MARGIN, MARGIN_SIZE = "margin", "margin_size"
"""Keys of the factor and the measure that say how clearly a case decides."""


@dataclass(frozen=True, slots=True)
class MarginSpec:
    """What the margin of a question's cases is: how far its truth is from being another.

    Attributes:
        meaning: what is measured, as on an axis: `gap to the nearest other value`.
        unit: of it, as it stands behind a number; empty for none.
    """

    question_id: str
    meaning: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class CurveSpec:
    """A quantity of a question's cases along which scores are shown, other than their margin.

    Attributes:
        factor: its levels are bands of the quantity, from the lowest.
        measure: the quantity itself.
        meaning: what is measured, as on an axis: `angle between the cameras`.
        unit: of it, as it stands behind a number; empty for none.
        step: by how much of it the slope says what is lost.
        remark: what a reader of the curve has to know of its cases, as a sentence.
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
    """Cases with some levels of a factor, among which reliance on the foil is told apart into habit and looking.

    Attributes:
        subset: key, and name in reports.
        phrase: one of them, as in a sentence: `a tilted photograph`.
        factor, levels: which; empty for all cases.
        title: for pages and links; the key by default.
    """

    subset: str
    phrase: str
    factor: str = ""
    levels: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two kinds of cases whose difference in score says what a circumstance costs.

    Attributes:
        contrast: key.
        title: what is subtracted from what: `tilted minus planar`.
        phrase: the circumstance, as in a sentence: `tilting the camera`.
        first, second: levels of the factor with the circumstance, and without; empty for all others.
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
class CaseSet:
    """The cases of one set under a protocol."""

    protocol: str
    set_id: str
    case_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImpossibleCombination:
    """Answers to several questions that no group has together, such as two axes of one solid.

    Attributes:
        title: what is claimed, as in a table.
        claims: question id and what is said to it, the option's text or the class; at least two.
        reason: why nothing has all of it, as a sentence.
    """

    title: str
    claims: tuple[tuple[str, str], ...]
    reason: str


DEFINED_HERE = "own"
"""Source of what no paper defines."""


@dataclass(frozen=True, slots=True)
class PublishedMean:
    """A named mean of a paper.

    Attributes:
        over: keys of the factors (or `question`) whose values make the cells that are averaged.
        of_factor, of_levels: where it takes only the cases with these levels of a factor, or `question` and some ids.
        weighting: whether each cell counts alike, by its answers, or by a weight that the paper states.
        source: paper and table.
        weights: of the cells with stated weights, by the one factor's level; a level without one does not count.
    """

    aggregate_id: str
    title: str
    over: tuple[str, ...]
    weighting: Weighting
    source: str
    protocol: str | None = None
    of_factor: str | None = None
    of_levels: tuple[str, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One published number, in the shape of the warehouse's table `published_figures`."""

    origin: str
    figure_id: str
    row_key: str
    column_key: str
    value: float
    unit: str
    decimals: int | None
    source: str


@dataclass(frozen=True, slots=True)
class MissingReply:
    """Why a case has no reply."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class BundledRun:
    """Replies that come with a benchmark, or that a reference model gives.

    Attributes:
        replies: by case, the reply, or why there is none.
        note: stands beside each reply; empty if the replies are texts of the model.
        prompt_id, prompt: what was sent; the benchmark's own prompt if empty.
        said_scores: by case, the score from 0 to 1 that the authors' program gave the reply.
    """

    model: Model
    source: str
    replies: Mapping[str, str | MissingReply]
    note: str = ""
    prompt_id: str = ""
    prompt: str = ""
    said_scores: Mapping[str, float] = field(default_factory=dict)


MADE_HERE = "Trilens, made by the build"
"""Source of the replies of reference models."""


@dataclass(frozen=True, slots=True)
class PaperContradiction:
    """What a paper's text claims, and what its tables say.

    Attributes:
        claim: what the number is, in words of our own.
        claimed: empty where the text gives no number.
        stated_by: one of `paper_claims.STATED_BY`.
        quote: a few words of the authors; empty where they do not state it.
        source: paper, and places of text and table.
    """

    contradiction_id: str
    claim: str
    claimed: str
    table_says: str
    unit: str
    verdict: str
    stated_by: str
    quote: str
    source: str


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that a benchmark is read from.

    Attributes:
        path: within the benchmark's folder, absent or not.
        sha256: what the content has to have; None where nothing says.
    """

    path: str
    sha256: str | None = None


@dataclass(kw_only=True, slots=True)
class BenchmarkData:
    """Everything that a benchmark brings.

    Attributes:
        benchmark: the columns of the table `benchmarks` but the words.
        prompt: sent with every case; `{text}` in it stands for the case's question and options.
        prescribes_prompt: whether the prompt is part of the benchmark, so that runs with another one are not compared.
        margins: of the questions whose cases have one: the measure `MARGIN_SIZE`, and as bands the factor `MARGIN`.
        curves: at most one of a factor.
        subsets: findings are about the first.
        published: the replies that came with it.
        references: those of its reference models.
        image_sizes: width and height in pixels that it states for its images, by path.
        other_names: of `question` and of factors, in filters of cases: what its author calls them.
        terms: its own words that pages explain.
        own_rows: rows of its own tables, by table.
        files: what it is read from, images aside.
        absent: the files of these whose tables stay empty.
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
        """Key of the benchmark, and of its own prompt."""
        return self.benchmark["benchmark_id"]

    @property
    def question_by_id(self) -> dict[str, Question]:
        """The questions by their ids."""
        return {question.question_id: question for question in self.questions}

    def list_frames(self, *roles: Role) -> list[str]:
        """The frames with these roles, in order."""
        return [frame.frame for frame in self.frames if frame.role in roles]
