"""Size and location as the authors ask."""

import itertools

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Figure, Query, Question
from core.benchmarks.gepbench.shapes import Point, Shape
from core.generators.gepbench.as_published.measures import area, box, centroid
from core.generators.gepbench.as_published.presence import PLACE_WEIGHTS, named, question
from core.generators.gepbench.as_published.random_choice import draw, pick, shuffled

GAP = 0.15
"""Between values of size."""

MOST_ABSOLUTE = 2
LEAST_OFFSET = 0.1
"""A place is refused only where both offsets are below this."""


def single(figure: Figure) -> dict[str, Shape]:
    """The shapes whose type no other shape has, by type."""
    counts = figure.counts()
    return {shape.type: shape for shape in figure.shapes if counts[shape.type] == 1}


def size(figure: Figure, random: np.random.Generator) -> list[Question]:
    """One question for each dimension, about types that are there once."""
    shapes, present = single(figure), list(figure.counts())
    questions = []
    for dimension in vocabulary.DIMENSIONS:
        names = [name for name in shapes if dimension != "area" or name != "line"]
        if not names:
            continue
        name = pick(names, random)
        left, bottom, right, top = box(shapes[name])
        value = {"horizontal span": right - left, "vertical span": top - bottom}.get(dimension)
        value = area(shapes[name]) if value is None else value
        for place in draw(range(4), 4, random, PLACE_WEIGHTS):
            values = [value + GAP * (step - place) for step in range(4)]
            if min(values) >= 0 and max(values) <= 1:
                choices = [round(one, 2) for one in values]
                query = Query("size", name, detail=dimension)
                text = vocabulary.size(dimension, named(name, present))
                questions.append(question("size", query, text, choices, choices[place]))
                break
    return questions


def location(figure: Figure, random: np.random.Generator) -> list[Question]:
    """Up to two types in the image, and one around another."""
    shapes, present = single(figure), list(figure.counts())
    questions: list[Question] = []
    for name in shuffled(list(shapes), random):
        quadrant = _quadrant((0.5, 0.5), centroid(shapes[name]))
        if quadrant and len(questions) < MOST_ABSOLUTE:
            query, text = Query("quadrant", name), vocabulary.location(named(name, present))
            questions.append(question("location", query, text, shuffled(tuple(vocabulary.QUADRANTS), random), quadrant))
    for name, other in shuffled(list(itertools.permutations(shapes, 2)), random):
        quadrant = _quadrant(centroid(shapes[other]), centroid(shapes[name]))
        if quadrant:
            query = Query("quadrant to", name, other)
            text = vocabulary.location_to(named(name, present), named(other, present))
            questions.append(question("location", query, text, shuffled(tuple(vocabulary.QUADRANTS), random), quadrant))
            break
    return questions


def _quadrant(origin: Point, point: Point) -> str:
    """The quadrant's name; empty where the point is too near."""
    x, y = point[0] - origin[0], point[1] - origin[1]
    if abs(x) < LEAST_OFFSET and abs(y) < LEAST_OFFSET:
        return ""
    return f"{'upper' if y > 0 else 'lower'} {'right' if x > 0 else 'left'}"
