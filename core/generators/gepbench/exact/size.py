"""Size: spans and areas out of four values that include the exact one at a random place."""

import math

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import FigureQuery, FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.ground_truth import measure_size
from core.benchmarks.gepbench.shape_measures import compute_box
from core.benchmarks.gepbench.shapes import move_shape
from core.generators.gepbench.exact.placement import RIM, FigureBuilder
from core.generators.gepbench.exact.presence import list_unmentioned_types, sample_shape_count, to_choices
from core.generators.gepbench.exact.random_shapes import sample_shape

SPANS = (0.1, 0.9)
SPAN_GAPS = (0.1, 0.15)
"""Gap between two spans of one question, equal among its four values; the paper has 0.15."""

AREAS = (0.02, 0.36)
AREA_RATIOS = (1.5, 1.8)
"""Ratio of successive areas, equal among four values. With equal gaps, large areas would be hard to distinguish."""

LEAST_AREA_RATIO = 1.4
"""Smallest ratio of two areas after rounding."""

_SHAPES_TRIED = 60


def ask(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask for the span or the area of a type, out of four values in random order.

    If values ascended, each letter would indicate a size: D would be large.
    """
    dimension = vocabulary.DIMENSIONS[random.integers(len(vocabulary.DIMENSIONS))]
    names = vocabulary.WITH_AREA if dimension == "area" else vocabulary.TYPES
    name = names[random.integers(len(names))]
    query = FigureQuery("size", name, detail=dimension)
    return FigureQuestion(
        "size", query, vocabulary.ask_size(dimension, name), to_choices(_sample_values(dimension, random)), key
    )


def _sample_values(dimension: str, random: np.random.Generator) -> tuple[float, ...]:
    """Sample four values in random order; spans have equal gaps and areas equal ratios."""
    while True:
        if dimension == "area":
            ratio = random.uniform(*AREA_RATIOS)
            ascending = random.uniform(AREAS[0], AREAS[1] / ratio**3) * ratio ** np.arange(4)
        else:
            gap = random.uniform(*SPAN_GAPS)
            ascending = random.uniform(SPANS[0], SPANS[1] - 3 * gap) + gap * np.arange(4)
        values = ascending.round(2)
        if dimension != "area" or (values[1:] / values[:-1]).min() >= LEAST_AREA_RATIO:
            return tuple(random.permutation(values).tolist())


def show(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure with one shape of the type, scaled to the key's value."""
    room = FigureBuilder(random, level)
    name, dimension, value = question.query.subject, question.query.detail, float(str(question.answer))
    for _ in range(_SHAPES_TRIED):
        shape = sample_shape(name, 1.0, random)
        factor = value / measure_size(shape, dimension)
        shape = move_shape(shape, math.sqrt(factor) if dimension == "area" else factor, (0.0, 0.0))
        left, bottom, right, top = compute_box(shape)
        # Small shapes would be dots, and large ones would not fit.
        if max(right - left, top - bottom) > 1 - 2.2 * RIM or min(right - left, top - bottom) < (name != "line") * 0.1:
            continue
        x = random.uniform(RIM - left + 1e-5, 1 - RIM - right - 1e-5)
        y = random.uniform(RIM - bottom + 1e-5, 1 - RIM - top - 1e-5)
        if room.add(move_shape(shape, 1.0, (x, y))):
            return (
                room.build_figure()
                if room.fill(list_unmentioned_types([name]), sample_shape_count(random, level, 1))
                else None
            )
    return None
