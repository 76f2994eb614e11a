"""Figures, questions about them, and both together: the items of GePBench."""

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from core.benchmarks.gepbench.shapes import Shape
from core.benchmarks.gepbench.vocabulary import LETTERS

NOISES = ("script", "paper")
"""Kinds of noise: the noise that the authors' released script draws, or the noise that the paper's text describes."""

Choice = str | int | float | None
"""One of four options; None if the authors' engine has no word for it."""


@dataclass(frozen=True, slots=True)
class GeometricFigure:
    """A drawing as shapes, relations and colours.

    Attributes:
        shapes: in drawing order.
        relations: triples (i, j, name): shape i has the relation `name` to shape j.
        colours: the word of each shape's colour; empty if the shape has the level's own colour.
    """

    shapes: tuple[Shape, ...]
    relations: tuple[tuple[int, int, str], ...] = ()
    colours: tuple[str, ...] = ()

    def count_types(self) -> Counter[str]:
        """Count the shapes by their own type; a circle is not counted as an ellipse."""
        return Counter(shape.type for shape in self.shapes)

    def get_only_shape(self, name: str) -> Shape:
        """Return the only shape of a type."""
        (shape,) = (shape for shape in self.shapes if shape.type == name)
        return shape


@dataclass(frozen=True, slots=True)
class FigureQuery:
    """Content of a question in machine-readable form.

    Attributes:
        kind: a key of `core.benchmarks.gepbench.ground_truth.JUDGES`.
        subject: the type or the colour that the question names first.
        other: the type or the colour that it names second.
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
        """Letter of the right option, A to D."""
        return LETTERS[self.key]

    @property
    def answer(self) -> Choice:
        """Right option."""
        return self.choices[self.key]


@dataclass(frozen=True, slots=True)
class DrawingStyle:
    """Drawing style of a figure: the level's style, with noise or without, and the noise's own seed.

    Attributes:
        noise: the kind of noise if the figure is noisy: a member of `NOISES`.
    """

    level: str
    is_noisy: bool
    seed: int
    noise: str = NOISES[0]


@dataclass(frozen=True, slots=True)
class QuestionSheet:
    """A figure with all questions about it."""

    figure: GeometricFigure
    drawing: DrawingStyle
    questions: tuple[FigureQuestion, ...]


def make_random_generator(*parts: object) -> np.random.Generator:
    """Return a random generator that is used for one item only.

    Args:
        parts: version and mode of the engine, followed by the parts of the item's name.
    """
    name = "/".join(map(str, ("gepbench", *parts)))
    return np.random.Generator(np.random.PCG64(int.from_bytes(sha256(name.encode()).digest()[:16], "big")))
