"""A figure, what is asked about it, and both together: the items of GePBench."""

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from core.benchmarks.gepbench.shapes import Shape
from core.benchmarks.gepbench.vocabulary import LETTERS

NOISES = ("script", "paper")
"""What a noisy figure has: what the authors' released script draws, or what the paper's text names."""

Choice = str | int | float | None
"""One of four options; None where the authors' engine has no word."""


@dataclass(frozen=True, slots=True)
class GeometricFigure:
    """Shapes, relations and colours.

    Attributes:
        shapes: in drawing order.
        relations: (i, j, name) reads: shape i is this of shape j.
        colours: the word of each shape's colour, empty where it is drawn in the level's own.
    """

    shapes: tuple[Shape, ...]
    relations: tuple[tuple[int, int, str], ...] = ()
    colours: tuple[str, ...] = ()

    def count_types(self) -> Counter[str]:
        """Number of shapes by their own type; a circle is not counted as an ellipse."""
        return Counter(shape.type for shape in self.shapes)

    def get_only_shape(self, name: str) -> Shape:
        """The one shape of a type."""
        (shape,) = (shape for shape in self.shapes if shape.type == name)
        return shape


@dataclass(frozen=True, slots=True)
class FigureQuery:
    """What a question asks, for a computer.

    Attributes:
        kind: a key of `core.benchmarks.gepbench.ground_truth.JUDGES`.
        subject: the type, or the colour, that the question names first.
        other: the one that it names second.
        detail: dimension, direction, part, state or comparative.
    """

    kind: str
    subject: str = ""
    other: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """A question with its four options and the index of the right one."""

    aspect: str
    query: FigureQuery
    text: str
    choices: tuple[Choice, Choice, Choice, Choice]
    key: int

    @property
    def letter(self) -> str:
        """A to D."""
        return LETTERS[self.key]

    @property
    def answer(self) -> Choice:
        """The right option."""
        return self.choices[self.key]


@dataclass(frozen=True, slots=True)
class DrawingStyle:
    """How a figure is drawn: the level's style, with noise or without, and the noise's own seed.

    Attributes:
        noise: which kind, where it is noisy: a member of `NOISES`.
    """

    level: str
    is_noisy: bool
    seed: int
    noise: str = NOISES[0]


@dataclass(frozen=True, slots=True)
class QuestionSheet:
    """One figure with all that is asked about it."""

    figure: GeometricFigure
    drawing: DrawingStyle
    questions: tuple[FigureQuestion, ...]


def make_random_generator(*parts: object) -> np.random.Generator:
    """Return the random numbers of one item, and of no other.

    Args:
        parts: version and mode of the engine, then the parts of the item's name.
    """
    name = "/".join(map(str, ("gepbench", *parts)))
    return np.random.Generator(np.random.PCG64(int.from_bytes(sha256(name.encode()).digest()[:16], "big")))
