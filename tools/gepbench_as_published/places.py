"""Size and location as the authors ask about them."""

import itertools

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import FigureQuery, FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.shapes import Point, Shape
from tools.gepbench_as_published.measures import (
    compute_published_area,
    compute_published_box,
    compute_published_centroid,
)
from tools.gepbench_as_published.presence import PLACE_WEIGHTS, build_question, format_type_name
from tools.gepbench_as_published.random_choice import draw, pick, shuffle

GAP = 0.15
"""Difference between values of size."""

MOST_ABSOLUTE = 2
LEAST_OFFSET = 0.1
"""A place is refused only if both offsets are below this."""


def select_unique_shapes(figure: GeometricFigure) -> dict[str, Shape]:
    """Select the shapes whose type occurs once, by type."""
    counts = figure.count_types()
    return {shape.type: shape for shape in figure.shapes if counts[shape.type] == 1}


def ask_size(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    """Ask one question per dimension, about types that occur once."""
    shapes, present = select_unique_shapes(figure), list(figure.count_types())
    questions = []
    for dimension in vocabulary.DIMENSIONS:
        names = [name for name in shapes if dimension != "area" or name != "line"]
        if not names:
            continue
        name = pick(names, random)
        left, bottom, right, top = compute_published_box(shapes[name])
        value = {"horizontal span": right - left, "vertical span": top - bottom}.get(dimension)
        value = compute_published_area(shapes[name]) if value is None else value
        for place in draw(range(4), 4, random, PLACE_WEIGHTS):
            values = [value + GAP * (step - place) for step in range(4)]
            if min(values) >= 0 and max(values) <= 1:
                choices = [round(one, 2) for one in values]
                query = FigureQuery("size", name, detail=dimension)
                text = vocabulary.ask_size(dimension, format_type_name(name, present))
                questions.append(build_question("size", query, text, choices, choices[place]))
                break
    return questions


def ask_location(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    """Ask about up to two types in the image, and about one relative to another."""
    shapes, present = select_unique_shapes(figure), list(figure.count_types())
    questions: list[FigureQuestion] = []
    for name in shuffle(list(shapes), random):
        quadrant = _find_quadrant((0.5, 0.5), compute_published_centroid(shapes[name]))
        if quadrant and len(questions) < MOST_ABSOLUTE:
            query, text = FigureQuery("quadrant", name), vocabulary.ask_location(format_type_name(name, present))
            questions.append(
                build_question("location", query, text, shuffle(tuple(vocabulary.QUADRANTS), random), quadrant)
            )
    for name, other in shuffle(list(itertools.permutations(shapes, 2)), random):
        quadrant = _find_quadrant(compute_published_centroid(shapes[other]), compute_published_centroid(shapes[name]))
        if quadrant:
            query = FigureQuery("quadrant to", name, other)
            text = vocabulary.ask_relative_location(format_type_name(name, present), format_type_name(other, present))
            questions.append(
                build_question("location", query, text, shuffle(tuple(vocabulary.QUADRANTS), random), quadrant)
            )
            break
    return questions


def _find_quadrant(origin: Point, point: Point) -> str:
    """Return the quadrant's name; empty if the point is too near."""
    x, y = point[0] - origin[0], point[1] - origin[1]
    if abs(x) < LEAST_OFFSET and abs(y) < LEAST_OFFSET:
        return ""
    return f"{'upper' if y > 0 else 'lower'} {'right' if x > 0 else 'left'}"
