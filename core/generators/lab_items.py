"""A generator's items under sliders: what they show, what is true of them, and how clearly, at any values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from core.benchmarks.data import CaseQuestion
from core.records import Value

SEED = 0
"""Of the items that stand on a workbench."""

START = "1"
"""Key of the first item of most kinds: its number."""


@dataclass(frozen=True, slots=True)
class Slider:
    """A parameter of an item.

    Attributes:
        low, high: the closed range of its values.
        start: its value in the item as it was made.
        explained: what it changes, where its title does not say.
    """

    key: str
    title: str
    low: float
    high: float
    start: float
    step: float = 1.0
    unit: str = ""
    explained: str = ""

    def clip(self, value: float) -> float:
        """The nearest value in the range."""
        return min(max(value, self.low), self.high)


@dataclass(frozen=True, slots=True)
class ItemTruth:
    """What is true of an item at some values.

    Attributes:
        title: of what is asked: the question's.
        text: the question as it is put.
        asks: what a reply answers.
        truths: right value by question; without one where no option is right, or several are.
        foil: the letter of the option that the flat picture suggests; empty where it suggests none.
        margin: how far the truth is from being another, in the question's unit; None where that is no number.
        problem: why the generator would not ask this, in words; empty where it would.
        facts: what else is known, name and text.
    """

    title: str
    text: str
    asks: tuple[CaseQuestion, ...]
    truths: Mapping[str, Value]
    foil: str = ""
    margin: float | None = None
    problem: str = ""
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """Of the first question; empty where it is open."""
        return self.asks[0].options

    @property
    def answer(self) -> str:
        """The right letter, or name, of the first question; empty where there is none."""
        return str(self.truths.get(self.asks[0].question_id, ""))


Values = Mapping[str, float]
"""By the key of a knob; every knob of the item has one."""


class LabItems(Protocol):
    """The items of one benchmark's generator.

    Attributes:
        kinds: titles by the id of the question that an item asks.
        margins: what the margin of a kind measures, with its unit.
        slow: kinds whose truth takes so long that no curve over a knob is drawn.
    """

    kinds: Mapping[str, str]
    margins: Mapping[str, str]
    slow: frozenset[str]

    def list_items(self, kind: str) -> Mapping[str, str]:
        """Titles of the items of a kind, by their keys."""

    def list_sliders(self, kind: str, item: str) -> tuple[Slider, ...]:
        """The parameters of an item.

        Raises:
            SceneError: it cannot be made.
        """

    def compute_truth(self, kind: str, item: str, values: Values) -> ItemTruth:
        """What is true of the item at these values.

        Raises:
            SceneError: it cannot be made.
        """

    def render_images(self, kind: str, item: str, values: Values) -> tuple[bytes, ...]:
        """Its pictures as files, in the order in which they are shown.

        Raises:
            SceneError: it cannot be drawn.
        """


def list_numbered_items(count: int) -> Mapping[str, str]:
    """Items that have numbers and no names."""
    return {str(number): f"Item {number}" for number in range(1, count + 1)}
