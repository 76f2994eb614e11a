"""What a benchmark brings: cases, what they ask, what is true, what they can be filtered by, what counts together.

A warehouse is written from it alone. A case is what is shown and asked in one message. It belongs to a group, the unit
of independence in every statistic. A set is cases that count together under a protocol.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from core.records import Correction, Factor, Question, Refusal, Truth

Role = Literal["truth", "foil", "measured"]
"""What a frame is for: answers are scored against the truth; the foil is what they say instead where a model reads
something else; what is measured is only shown beside them."""

Weighting = Literal["cells", "answers"]


@dataclass(frozen=True, slots=True)
class TruthFrame:
    """Where truths come from.

    Attributes:
        frame: key, as in `Truth`.
        title: for pages.
    """

    frame: str
    title: str
    role: Role


@dataclass(frozen=True, slots=True)
class Words:
    """What pages call a benchmark's things, in the singular and the plural."""

    case: str
    cases: str
    group: str
    groups: str
    score: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a case asks.

    Attributes:
        options: of a multiple-choice question, in the order of their letters A, B, C ...; empty for others.
    """

    question_id: str
    options: tuple[str, ...] = ()

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
    """

    case_id: str
    group_id: str
    title: str
    asks: tuple[Asked, ...]
    slot: str = ""
    text: str | None = None
    images: tuple[Path, ...] = ()
    factors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Protocol:
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
class Aggregate:
    """A named mean of a paper.

    Attributes:
        over: keys of the factors (or `question`) whose values make the cells that are averaged.
        of_factor, of_levels: where it takes only the cases with these levels of a factor.
        weighting: whether each cell counts alike, or by its answers.
        source: paper and table.
    """

    aggregate_id: str
    title: str
    over: tuple[str, ...]
    weighting: Weighting
    source: str
    protocol: str | None = None
    of_factor: str | None = None
    of_levels: tuple[str, ...] = ()


@dataclass(slots=True)
class Contents:
    """Everything that a benchmark brings.

    Attributes:
        benchmark: the row of the table `benchmarks`.
        prompt: sent with every case; `{text}` in it stands for the case's question and options.
    """

    benchmark: Mapping[str, str]
    words: Words
    questions: tuple[Question, ...]
    frames: tuple[TruthFrame, ...]
    factors: tuple[Factor, ...]
    cases: list[Case]
    truths: list[Truth]
    prompt: str
    protocols: tuple[Protocol, ...] = ()
    sets: list[CaseSet] = field(default_factory=list)
    aggregates: tuple[Aggregate, ...] = ()
    refusals: list[Refusal] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)
