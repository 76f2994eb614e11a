"""Location: the quadrant of a shape in the image, or relative to another shape."""

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import FigureQuery, FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.ground_truth import MARGINS
from core.benchmarks.gepbench.shape_measures import compute_box, compute_centroid
from core.benchmarks.gepbench.shapes import Point, move_shape
from core.generators.gepbench.exact.placement import RIM, SIZES, FigureBuilder
from core.generators.gepbench.exact.presence import list_unmentioned_types, sample_shape_count, sample_unrelated_types
from core.generators.gepbench.exact.random_shapes import sample_shape

TYPES = tuple(name for name in vocabulary.TYPES if name != "spiral")
"""A spiral's centroid is not visible."""

_PLACES_TRIED = 40


def ask(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask for the quadrant of the image that contains a type."""
    name = TYPES[random.integers(len(TYPES))]
    return FigureQuestion(
        "location", FigureQuery("quadrant", name), vocabulary.ask_location(name), _shuffle_quadrants(random), key
    )


def ask_relative(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask for the direction of a type from another type."""
    name, other = sample_unrelated_types(2, TYPES, random)
    query = FigureQuery("quadrant to", name, other)
    return FigureQuestion(
        "location", query, vocabulary.ask_relative_location(name, other), _shuffle_quadrants(random), key
    )


def _shuffle_quadrants(random: np.random.Generator) -> tuple[str, str, str, str]:
    names = list(vocabulary.QUADRANTS)
    first, second, third, fourth = (names[index] for index in random.permutation(4))
    return first, second, third, fourth


def show(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure with one shape of each named type, the first in the key's quadrant."""
    room = FigureBuilder(random, level)
    query = question.query
    origin: Point = (0.5, 0.5)
    if query.other:
        if not room.place(query.other):
            return None
        origin = compute_centroid(room.build_figure().get_only_shape(query.other))
    if not place_in(room, query.subject, origin, vocabulary.QUADRANTS[str(question.answer)]):
        return None
    named = [query.subject, query.other] if query.other else [query.subject]
    return (
        room.build_figure()
        if room.fill(list_unmentioned_types(named), sample_shape_count(random, level, len(named)))
        else None
    )


def place_in(room: FigureBuilder, name: str, origin: Point, signs: tuple[int, int]) -> bool:
    """Place a shape with its centroid off the origin by at least the margin, on the side of each sign."""
    margin = MARGINS["quadrant"] + 1e-5
    for _ in range(_PLACES_TRIED):
        shape = sample_shape(name, room.random.uniform(*SIZES[room.level]), room.random)
        (left, bottom, right, top), middle = compute_box(shape), compute_centroid(shape)
        offset = []
        for start, sign, low, high, own in zip(origin, signs, (left, bottom), (right, top), middle, strict=True):
            nearest, furthest = RIM - low, 1 - RIM - high
            if sign > 0:
                nearest = max(nearest, start + margin - own)
            else:
                furthest = min(furthest, start - margin - own)
            if nearest < furthest:
                offset.append(room.random.uniform(nearest, furthest))
        if len(offset) == 2 and room.add(move_shape(shape, 1.0, (offset[0], offset[1]))):
            return True
    return False
