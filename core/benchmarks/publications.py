"""Publications about a benchmark: means, figures, replies, and claims that the tables contradict."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from core.records import Model

Weighting = Literal["cells", "answers", "stated"]


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
        external_scores: by case, the score from 0 to 1 that the authors' program gave the reply.
    """

    model: Model
    source: str
    replies: Mapping[str, str | MissingReply]
    note: str = ""
    prompt_id: str = ""
    prompt: str = ""
    external_scores: Mapping[str, float] = field(default_factory=dict)


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
