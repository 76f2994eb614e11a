"""Contents of a benchmark: cases, questions, truths, factors and the sets that count together.

A warehouse is written from these contents alone. A case is what is shown and asked in one message. It belongs to a
group, the unit of independence in every statistic. A set is a list of cases that count together under a protocol.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.question_types.question_type import AnswerForm
from core.records import Correction, Factor, Model, Question, RejectedItem, Truth

Role = Literal["truth", "foil", "measured", "corrected"]
"""Purpose of a frame. Answers are scored against the truth; they fit the foil instead if a model reads something else.
A measured value is only shown. A corrected value is the truth without the release's errors."""

Weighting = Literal["cells", "answers", "stated"]


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
class CaseQuestion:
    """A question that a case asks.

    Attributes:
        options: of a multiple-choice question, in the order of their letters A, B, C ...; empty for other kinds.
        meanings: for each option, the option that means the same for the image that is not mirrored; empty if each
            option means itself.
        form: what the reader of an open answer needs to know; None for other kinds.
    """

    question_id: str
    options: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()
    form: AnswerForm | None = None

    @property
    def chance(self) -> float | None:
        """Return the score that guessing gives; None if it is not defined."""
        if self.form is not None:
            return self.form.chance
        return 1.0 / len(self.options) if self.options else None


@dataclass(frozen=True, slots=True)
class Case:
    """Content of one message: what is shown and asked.

    Attributes:
        case_id: unique within the benchmark.
        group_id: the unit of independence: a triangle, a figure, a solid, a scene.
        slot: the place of the case in its group.
        text: the wording of the question; None if the prompt states everything.
        images: paths of the files, relative to the benchmark's folder.
        asks: the questions, at least one.
        factors: levels by factor key; a factor without a level is left out.
        numbers: values by measure key.
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
        word: spelled as in a heading.
        meaning: a sentence.
        forms: other forms: the plural, another spelling.
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
class CaseSet:
    """The cases of one set under a protocol."""

    protocol: str
    set_id: str
    case_ids: tuple[str, ...]


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


DEFINED_HERE = "own"
"""Source of whatever no paper defines."""


@dataclass(frozen=True, slots=True)
class PublishedMean:
    """A mean that a paper names.

    Attributes:
        over: keys of the factors (or `question`) whose values form the cells that are averaged.
        of_factor, of_levels: restrict the mean to cases with these levels of a factor, or to some ids of `question`.
        weighting: `cells` if each cell counts the same, `answers` if it counts by its answers, `stated` if by a weight
            that the paper states.
        source: paper and table.
        weights: of the cells, if stated, by level of the only factor; a level without a weight does not count.
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
    """Placeholder for a reply that does not exist, with the reason."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class BundledRun:
    """Replies that are part of a benchmark, or that a reference model gives.

    Attributes:
        replies: by case, the reply or the reason why there is none.
        note: shown next to each reply; empty if the replies are texts of the model.
        prompt_id, prompt: the prompt that was sent; the benchmark's own prompt if empty.
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
    """A claim in a paper's text that the paper's tables contradict.

    Attributes:
        claim: the meaning of the number, in our own words.
        claimed: empty if the text gives no number.
        stated_by: one of `paper_claims.STATED_BY`.
        quote: a few words of the authors; empty if they do not state the claim.
        source: the paper, with the places of text and table.
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
