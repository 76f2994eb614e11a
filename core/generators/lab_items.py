"""A generator's items under sliders: their images, their truths, and the margins of these, at any values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from core.benchmarks.cases import CaseQuestion
from core.records import Value

SEED = 0
"""Seed of the items in the Lab."""

START = "1"
"""Key of the first item of most kinds: its number."""


@dataclass(frozen=True, slots=True)
class Slider:
    """A parameter of an item.

    Attributes:
        low, high: the closed range of its values.
        start: its value in the original item.
        explained: its effect, if the title does not state it.
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
        """Return the nearest value in the range."""
        return min(max(value, self.low), self.high)


@dataclass(frozen=True, slots=True)
class ItemTruth:
    """The truth of an item at some values.

    Attributes:
        title: of the question.
        text: the question as asked.
        asks: the questions that a reply answers.
        truths: right value by question; a question is left out if no option or several options are right.
        foil: the letter of the option that the image plane suggests; empty if it suggests none.
        margin: distance of the truth from another truth, in the question's unit; None if it is not a number.
        problem: why the generator would not ask this, in words; empty if it would.
        facts: other known facts, name and text.
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
        """Return the options of the first question; empty if it is open."""
        return self.asks[0].options

    @property
    def answer(self) -> str:
        """Return the right letter, or name, of the first question; empty if there is none."""
        return str(self.truths.get(self.asks[0].question_id, ""))


Values = Mapping[str, float]
"""Values by the key of a slider; every slider of the item has one."""


class LabItems(Protocol):
    """A module with the items of one benchmark's generator.

    Attributes:
        KINDS: titles by the id of the question that an item asks.
        MARGIN_TITLES: description of each kind's margin, with its unit.
        DEFAULT_ITEMS: by kind, the item shown first, if no slider changes the right answer of the first one, or what
            its flat image suggests.
        CAMERA_KINDS: kinds whose sliders move only the camera, so that none changes the right answer.
        SLOW_KINDS: kinds whose truth takes so long that no curve over a slider is drawn.
    """

    KINDS: Mapping[str, str]
    MARGIN_TITLES: Mapping[str, str]
    DEFAULT_ITEMS: Mapping[str, str]
    CAMERA_KINDS: frozenset[str]
    SLOW_KINDS: frozenset[str]

    def list_items(self, kind: str) -> Mapping[str, str]:
        """Return the titles of the items of a kind, by key."""

    def list_sliders(self, kind: str, item: str) -> tuple[Slider, ...]:
        """List the parameters of an item.

        Raises:
            SceneError: the item cannot be made.
        """

    def compute_truth(self, kind: str, item: str, values: Values) -> ItemTruth:
        """Compute the truth of the item at these values.

        Raises:
            SceneError: the item cannot be made.
        """

    def render_images(self, kind: str, item: str, values: Values) -> tuple[bytes, ...]:
        """Render the item's images as files, in display order.

        Raises:
            SceneError: the item cannot be drawn.
        """


def list_numbered_items(count: int) -> Mapping[str, str]:
    """Return the titles of items that have numbers but no names."""
    return {str(number): f"Item {number}" for number in range(1, count + 1)}
