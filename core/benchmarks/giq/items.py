"""An item of GIQ: pictures of one or two solids, what is asked of them, and everything that decides the answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.benchmarks.giq.viewpoints import SolidView

NAMING, SYMMETRY, ROTATION = "naming", "symmetry", "rotation"
TASKS = (NAMING, SYMMETRY, ROTATION)
"""The three tasks of the paper that have a right answer."""

SAME = "same"
"""Question of mental rotation; those of naming and of symmetry are named where they are asked."""


@dataclass(frozen=True, slots=True)
class PolyhedronItem:
    """An item.

    Attributes:
        group_id: the solid, or the pair of solids.
        options: in the order of their letters; empty for a name, which is free text.
        answer: the right option's text, or the id of the solid to name.
        foil: the option that the flat picture suggests; empty where it suggests none.
        margin: how far the truth is from being another, in the unit of its question; None where that is no number.
        numbers: what was measured, by the key of a measure.
        factors: level by key.
    """

    item_id: str
    task: str
    question_id: str
    group_id: str
    views: tuple[SolidView, ...]
    question: str
    options: tuple[str, ...]
    answer: str
    foil: str = ""
    margin: float | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    factors: Mapping[str, str] = field(default_factory=dict)
