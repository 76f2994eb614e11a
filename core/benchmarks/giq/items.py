"""Items of GIQ: images of one or two solids, a question about them, and everything that determines the answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.benchmarks.giq.viewpoints import SolidView

NAMING, SYMMETRY, ROTATION = "naming", "symmetry", "rotation"
TASKS = (NAMING, SYMMETRY, ROTATION)
"""Tasks of the paper that have a right answer."""

SAME = "same"
"""Question of mental rotation; the modules of naming and symmetry define their own questions."""


@dataclass(frozen=True, slots=True)
class PolyhedronItem:
    """An item.

    Attributes:
        group_id: the solid, or the pair of solids.
        options: in the order of their letters; empty for a name, which is free text.
        answer: the right option's text, or the id of the solid to name.
        foil: the option that the image plane suggests; empty if it suggests none.
        margin: how far the truth is from a different option, in the unit of its question; None if it cannot be
            expressed as a number.
        numbers: measured values by measure key.
        factors: levels by factor key.
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
