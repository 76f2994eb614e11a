"""Size: spans and areas out of a geometric grid of four values, of which one is exact."""

import itertools
import math

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Figure, Query, Question
from core.benchmarks.gepbench.ground_truth import size_of
from core.benchmarks.gepbench.shape_measures import box
from core.benchmarks.gepbench.shapes import moved
from core.generators.gepbench.exact.placement import RIM, Room
from core.generators.gepbench.exact.presence import four, others, total_shapes
from core.generators.gepbench.exact.random_shapes import random_shape

SMALLEST = {"span": (0.2, 0.265), "area": (0.03, 0.04)}
RATIO = {"span": 1.5, "area": 2.0}
JITTER = 0.03
"""Relative, of each value after the first."""

LEAST_SPAN_GAP = 0.1
_SHAPES_TRIED = 60


def ask(random: np.random.Generator, _level: str, key: int) -> Question:
    """The span or the area of a type, out of four ascending values."""
    dimension = vocabulary.DIMENSIONS[random.integers(len(vocabulary.DIMENSIONS))]
    names = vocabulary.WITH_AREA if dimension == "area" else vocabulary.TYPES
    name = names[random.integers(len(names))]
    query = Query("size", name, detail=dimension)
    return Question("size", query, vocabulary.size(dimension, name), four(_grid(dimension, random)), key)


def _grid(dimension: str, random: np.random.Generator) -> tuple[float, ...]:
    """Four values: gaps of spans are 0.10 and more; those of areas, whose ratio is 2, the smallest value and more."""
    kind = "area" if dimension == "area" else "span"
    low, high = SMALLEST[kind]
    while True:
        start = random.uniform(low, high)
        jitter = np.append(0.0, random.uniform(-JITTER, JITTER, 3))
        values = [round(value, 2) for value in (start * RATIO[kind] ** np.arange(4) * (1 + jitter)).tolist()]
        gaps = [upper - lower for lower, upper in itertools.pairwise(values)]
        least = LEAST_SPAN_GAP if kind == "span" else values[0]
        if values[-1] <= 1 - 2 * RIM and min(gaps) >= least - 1e-9:
            return tuple(values)


def show(random: np.random.Generator, level: str, question: Question) -> Figure | None:
    """A figure with one shape of the type, scaled to the key's value."""
    room = Room(random, level)
    name, dimension, value = question.query.subject, question.query.detail, float(str(question.answer))
    for _ in range(_SHAPES_TRIED):
        shape = random_shape(name, 1.0, random)
        factor = value / size_of(shape, dimension)
        shape = moved(shape, math.sqrt(factor) if dimension == "area" else factor, (0.0, 0.0))
        left, bottom, right, top = box(shape)
        # Small shapes would be dots and large ones would not fit.
        if max(right - left, top - bottom) > 1 - 2.2 * RIM or min(right - left, top - bottom) < (name != "line") * 0.1:
            continue
        x = random.uniform(RIM - left + 1e-5, 1 - RIM - right - 1e-5)
        y = random.uniform(RIM - bottom + 1e-5, 1 - RIM - top - 1e-5)
        if room.add(moved(shape, 1.0, (x, y))):
            return room.figure() if room.fill(others([name]), total_shapes(random, level, 1)) else None
    return None
