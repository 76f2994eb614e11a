"""Relation of the red shape to the blue one.

Shapes are named by colour, because types reveal the answer: a line can be the diagonal of a rectangle only. Two shapes
of one type, such as parallel lines, could not be named at all.
"""

import math

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import FigureQuery, FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.relation_margins import DISTANCE_MARGIN
from core.benchmarks.gepbench.shape_measures import compute_box
from core.benchmarks.gepbench.shapes import move_shape
from core.generators.gepbench.exact.pairs import Pair, break_relation, build_pair, rotate_shape
from core.generators.gepbench.exact.placement import RIM, FigureBuilder
from core.generators.gepbench.exact.presence import sample_shape_count, to_choices

COLOURS = "red", "blue"
SHAPE = "{} shape"

NOT_TOGETHER = (
    {"tangent", "circumscribed"}, {"tangent", "inscribed"},
    {"diameter", "major axis"}, {"diameter", "minor axis"},
)  # fmt: skip
"""An inscribed circle touches sides, and a circle's diameter is as long as any axis, so only one is an option."""

SIZES = {"easy": (0.4, 0.8), "hard": (0.35, 0.65)}
"""Longer side of the box around both shapes."""


def ask(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask with three relations in random order, and none of the above."""
    while True:
        names = [vocabulary.RELATIONS[index] for index in random.permutation(len(vocabulary.RELATIONS))[:3]]
        if not any(pair <= set(names) for pair in NOT_TOGETHER):
            break
    text = vocabulary.ask_relation(*map(SHAPE.format, COLOURS))
    return FigureQuestion(
        "relation", FigureQuery("relation", *COLOURS), text, to_choices((*names, vocabulary.NONE_OF_THE_ABOVE)), key
    )


def show(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure in which the key's relation is constructed, or one of the options is clearly missed."""
    holds = question.answer != vocabulary.NONE_OF_THE_ABOVE
    name = str(question.answer if holds else question.choices[random.integers(3)])
    size = random.uniform(*SIZES[level])
    pair = build_pair(name, random)
    if not holds:
        left, bottom, right, top = _compute_bounding_box(pair)
        nearer = break_relation(pair, DISTANCE_MARGIN * 1.05 / size * max(right - left, top - bottom) * 1.6, random)
        if nearer is None:
            return None
        pair = nearer
    angle = random.uniform(0, 2 * math.pi)
    pair = rotate_shape(pair[0], angle), rotate_shape(pair[1], angle)
    left, bottom, right, top = _compute_bounding_box(pair)
    factor = size / max(right - left, top - bottom)
    x = random.uniform(RIM - factor * left, 1 - RIM - factor * right)
    y = random.uniform(RIM - factor * bottom, 1 - RIM - factor * top)
    room = FigureBuilder(random, level)
    first, second = (move_shape(shape, factor, (x, y)) for shape in pair)
    if not room.add_pair(first, second, name if holds else None, COLOURS):
        return None
    return room.build_figure() if room.fill(vocabulary.TYPES, sample_shape_count(random, level, 2)) else None


def _compute_bounding_box(pair: Pair) -> tuple[float, float, float, float]:
    boxes = [compute_box(shape) for shape in pair]
    lows = [min(box[index] for box in boxes) for index in (0, 1)]
    highs = [max(box[index] for box in boxes) for index in (2, 3)]
    return lows[0], lows[1], highs[0], highs[1]
