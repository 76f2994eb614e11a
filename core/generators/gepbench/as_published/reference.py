"""Reference as the authors ask: the right option is always there, and absent types fill up in the order of the list."""

import math

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Figure, Query, Question
from core.benchmarks.gepbench.shape_measures import Box
from core.benchmarks.gepbench.shapes import Shape
from core.generators.gepbench.as_published.measures import area, box, box_area, centroid, overlap
from core.generators.gepbench.as_published.places import single
from core.generators.gepbench.as_published.presence import among_options, named, question
from core.generators.gepbench.as_published.random_choice import pick, shuffled

LEAST_AHEAD, MOST_OFF_AXIS_RAD = 0.04, math.pi / 9
MOST_OVERLAP = 0.5
SOFT_BORDER, LEAST_INSIDE = 0.1, 0.8
MOST_QUESTIONS = 3


def reference(figure: Figure, random: np.random.Generator) -> list[Question]:
    """Up to three of the four kinds that the figure allows."""
    questions: list[Question] = []
    for ask in shuffled((_size, _frequency, _direction, _part), random):
        if len(questions) < MOST_QUESTIONS:
            questions += ask(figure, random)
    return questions


def _asked(
    query: Query, text: str, right: list[str], wrong: list[str], figure: Figure, random: np.random.Generator
) -> list[Question]:
    """The question, if anything is right: wrong are types that are there, then absent ones in the list's order."""
    if not right:
        return []
    counts = figure.counts()
    fill = [name for name in vocabulary.TYPES if not counts[name]]
    key = pick(right, random)
    others = (shuffled(wrong, random) + fill)[:3]
    if len(others) < 3:
        return []
    names = shuffled((key, *others), random)
    texts = {name: among_options(name, names) for name in names}
    if query.kind == "reference frequency":
        # The right option stands in the singular, the wrong ones in the plural.
        texts = {
            name: text if name == key else text.replace(name, vocabulary.plural(name), 1)
            for name, text in texts.items()
        }
    return [question("reference", query, text, list(texts.values()), texts[key])]


def _size(figure: Figure, random: np.random.Generator) -> list[Question]:
    counts = figure.counts()
    names = [name for name in counts if name != "line"]
    areas = {name: [area(shape) for shape in figure.shapes if shape.type == name] for name in names}
    for base, comparative in shuffled([(name, word) for name in names for word in ("larger", "smaller")], random):
        others = [name for name in names if name != base]
        is_larger = comparative == "larger"
        right = [
            name
            for name in others
            if (min(areas[name]) > max(areas[base]) if is_larger else max(areas[name]) < min(areas[base]))
        ]
        if right:
            who = named(base, list(counts))
            text = vocabulary.reference_size(
                comparative, f"the {who}" if counts[base] == 1 else f"all {vocabulary.plural(who)}"
            )
            query = Query("reference size", base, detail=comparative)
            return _asked(query, text, right, [name for name in others if name not in right], figure, random)
    return []


def _frequency(figure: Figure, random: np.random.Generator) -> list[Question]:
    counts = figure.counts()
    for base, comparative in shuffled([(name, word) for name in counts for word in ("more", "less")], random):
        sign = 1 if comparative == "more" else -1
        right = [name for name in counts if sign * (counts[name] - counts[base]) > 0]
        if right:
            wrong = [name for name in counts if name != base and name not in right]
            text = vocabulary.reference_frequency(comparative, vocabulary.plural(named(base, list(counts))))
            query = Query("reference frequency", base, detail=comparative)
            return _asked(query, text, right, wrong, figure, random)
    return []


def _direction(figure: Figure, random: np.random.Generator) -> list[Question]:
    """The farthest of the single shapes in a direction, seen from one that is clearly behind it."""
    shapes = {name: shape for name, shape in single(figure).items() if name != "line"}
    if len(shapes) < 2:
        return []
    for direction in shuffled(tuple(vocabulary.DIRECTIONS), random):
        x, y = vocabulary.DIRECTIONS[direction]
        along = {name: _along(shape, x, y) for name, shape in shapes.items()}
        key = max(along, key=along.__getitem__)
        bases = [name for name in shapes if name != key and _is_behind(figure, shapes[name], shapes[key], x, y)]
        if bases:
            base = pick(bases, random)
            wrong = [name for name in shapes if name not in (key, base)]
            query = Query("reference direction", base, detail=direction)
            text = vocabulary.reference_direction(direction, named(base, list(figure.counts())))
            return _asked(query, text, [key], wrong, figure, random)
    return []


def _along(shape: Shape, x: int, y: int) -> float:
    own_x, own_y = centroid(shape)
    return (own_x * x + own_y * y) / math.hypot(x, y)


def _is_behind(figure: Figure, base: Shape, key: Shape, x: int, y: int) -> bool:
    (ax, ay), (bx, by) = centroid(base), centroid(key)
    ahead = _along(key, x, y) - _along(base, x, y)
    angle = abs(math.atan2(x * (by - ay) - y * (bx - ax), x * (bx - ax) + y * (by - ay)))
    pair = {figure.shapes.index(base), figure.shapes.index(key)}
    is_related = any({i, j} == pair for i, j, _ in figure.relations)
    return (
        ahead >= LEAST_AHEAD
        and angle <= MOST_OFF_AXIS_RAD
        and not is_related
        and overlap(box(base), box(key)) <= MOST_OVERLAP
    )


def _part(figure: Figure, random: np.random.Generator) -> list[Question]:
    for part in shuffled(tuple(vocabulary.PARTS), random):
        inside = dict.fromkeys(figure.counts(), True)
        for shape in figure.shapes:
            inside[shape.type] &= _is_in(box(shape), part)
        right = [name for name, yes in inside.items() if yes]
        if right:
            wrong = [name for name, yes in inside.items() if not yes]
            query = Query("reference part", detail=part)
            return _asked(query, vocabulary.reference_part(part), right, wrong, figure, random)
    return []


def _is_in(own: Box, part: str) -> bool:
    """At least 80 % in the part without its soft border, and wholly in the part with it."""
    grown, shrunk = _part_box(part, SOFT_BORDER), _part_box(part, -SOFT_BORDER)
    if own[0] < grown[0] or own[1] < grown[1] or own[2] > grown[2] or own[3] > grown[3]:
        return False
    width = min(own[2], shrunk[2]) - max(own[0], shrunk[0])
    height = min(own[3], shrunk[3]) - max(own[1], shrunk[1])
    return width > 0 and height > 0 and width * height >= LEAST_INSIDE * box_area(own)


def _part_box(part: str, grown: float) -> Box:
    x, y = vocabulary.PARTS[part]
    left, right = (0.5 if x > 0 else 0.0), (0.5 if x < 0 else 1.0)
    bottom, top = (0.5 if y > 0 else 0.0), (0.5 if y < 0 else 1.0)
    return left - grown, bottom - grown, right + grown, top + grown
