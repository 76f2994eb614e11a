"""Reference as the authors ask about it: the right option is always listed; absent types fill up in list order."""

import math

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import FigureQuery, FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.shape_measures import Box
from core.benchmarks.gepbench.shapes import Shape
from tools.gepbench_as_published.measures import (
    compute_box_area,
    compute_iou,
    compute_published_area,
    compute_published_box,
    compute_published_centroid,
)
from tools.gepbench_as_published.places import select_unique_shapes
from tools.gepbench_as_published.presence import build_question, format_option, format_type_name
from tools.gepbench_as_published.random_choice import pick, shuffle

LEAST_AHEAD, MOST_OFF_AXIS_RAD = 0.04, math.pi / 9
MOST_OVERLAP = 0.5
SOFT_BORDER, LEAST_INSIDE = 0.1, 0.8
MOST_QUESTIONS = 3


def ask_reference(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    """Ask up to three of the four kinds that the figure allows."""
    questions: list[FigureQuestion] = []
    for ask in shuffle((_ask_size, _ask_frequency, _ask_direction, _ask_part), random):
        if len(questions) < MOST_QUESTIONS:
            questions += ask(figure, random)
    return questions


def _build_reference_question(
    query: FigureQuery,
    text: str,
    right: list[str],
    wrong: list[str],
    figure: GeometricFigure,
    random: np.random.Generator,
) -> list[FigureQuestion]:
    """Build the question if any option is right; wrong options are present types, then absent ones in list order."""
    if not right:
        return []
    counts = figure.count_types()
    fill = [name for name in vocabulary.TYPES if not counts[name]]
    key = pick(right, random)
    others = (shuffle(wrong, random) + fill)[:3]
    if len(others) < 3:
        return []
    names = shuffle((key, *others), random)
    texts = {name: format_option(name, names) for name in names}
    if query.kind == "reference frequency":
        # The right option is in the singular, the wrong ones are in the plural.
        texts = {
            name: text if name == key else text.replace(name, vocabulary.to_plural(name), 1)
            for name, text in texts.items()
        }
    return [build_question("reference", query, text, list(texts.values()), texts[key])]


def _ask_size(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    counts = figure.count_types()
    names = [name for name in counts if name != "line"]
    areas = {name: [compute_published_area(shape) for shape in figure.shapes if shape.type == name] for name in names}
    for base, comparative in shuffle([(name, word) for name in names for word in ("larger", "smaller")], random):
        others = [name for name in names if name != base]
        is_larger = comparative == "larger"
        right = [
            name
            for name in others
            if (min(areas[name]) > max(areas[base]) if is_larger else max(areas[name]) < min(areas[base]))
        ]
        if right:
            who = format_type_name(base, list(counts))
            text = vocabulary.ask_reference_size(
                comparative, f"the {who}" if counts[base] == 1 else f"all {vocabulary.to_plural(who)}"
            )
            query = FigureQuery("reference size", base, detail=comparative)
            return _build_reference_question(
                query, text, right, [name for name in others if name not in right], figure, random
            )
    return []


def _ask_frequency(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    counts = figure.count_types()
    for base, comparative in shuffle([(name, word) for name in counts for word in ("more", "less")], random):
        sign = 1 if comparative == "more" else -1
        right = [name for name in counts if sign * (counts[name] - counts[base]) > 0]
        if right:
            wrong = [name for name in counts if name != base and name not in right]
            text = vocabulary.ask_reference_frequency(
                comparative, vocabulary.to_plural(format_type_name(base, list(counts)))
            )
            query = FigureQuery("reference frequency", base, detail=comparative)
            return _build_reference_question(query, text, right, wrong, figure, random)
    return []


def _ask_direction(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    """Ask for the farthest single shape in a direction, seen from one that is clearly behind it."""
    shapes = {name: shape for name, shape in select_unique_shapes(figure).items() if name != "line"}
    if len(shapes) < 2:
        return []
    for direction in shuffle(tuple(vocabulary.DIRECTIONS), random):
        x, y = vocabulary.DIRECTIONS[direction]
        along = {name: _compute_position_along(shape, x, y) for name, shape in shapes.items()}
        key = max(along, key=along.__getitem__)
        bases = [name for name in shapes if name != key and _is_behind(figure, shapes[name], shapes[key], x, y)]
        if bases:
            base = pick(bases, random)
            wrong = [name for name in shapes if name not in (key, base)]
            query = FigureQuery("reference direction", base, detail=direction)
            text = vocabulary.ask_reference_direction(direction, format_type_name(base, list(figure.count_types())))
            return _build_reference_question(query, text, [key], wrong, figure, random)
    return []


def _compute_position_along(shape: Shape, x: int, y: int) -> float:
    own_x, own_y = compute_published_centroid(shape)
    return (own_x * x + own_y * y) / math.hypot(x, y)


def _is_behind(figure: GeometricFigure, base: Shape, key: Shape, x: int, y: int) -> bool:
    (ax, ay), (bx, by) = compute_published_centroid(base), compute_published_centroid(key)
    ahead = _compute_position_along(key, x, y) - _compute_position_along(base, x, y)
    angle = abs(math.atan2(x * (by - ay) - y * (bx - ax), x * (bx - ax) + y * (by - ay)))
    pair = {figure.shapes.index(base), figure.shapes.index(key)}
    is_related = any({i, j} == pair for i, j, _ in figure.relations)
    return (
        ahead >= LEAST_AHEAD
        and angle <= MOST_OFF_AXIS_RAD
        and not is_related
        and compute_iou(compute_published_box(base), compute_published_box(key)) <= MOST_OVERLAP
    )


def _ask_part(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    for part in shuffle(tuple(vocabulary.PARTS), random):
        inside = dict.fromkeys(figure.count_types(), True)
        for shape in figure.shapes:
            inside[shape.type] &= _is_in(compute_published_box(shape), part)
        right = [name for name, yes in inside.items() if yes]
        if right:
            wrong = [name for name, yes in inside.items() if not yes]
            query = FigureQuery("reference part", detail=part)
            return _build_reference_question(query, vocabulary.ask_reference_part(part), right, wrong, figure, random)
    return []


def _is_in(box: Box, part: str) -> bool:
    """Return whether at least 80 % lies in the part without its soft border, and all of it in the part with it."""
    grown, shrunk = _compute_part_box(part, SOFT_BORDER), _compute_part_box(part, -SOFT_BORDER)
    if box[0] < grown[0] or box[1] < grown[1] or box[2] > grown[2] or box[3] > grown[3]:
        return False
    width = min(box[2], shrunk[2]) - max(box[0], shrunk[0])
    height = min(box[3], shrunk[3]) - max(box[1], shrunk[1])
    return width > 0 and height > 0 and width * height >= LEAST_INSIDE * compute_box_area(box)


def _compute_part_box(part: str, grown: float) -> Box:
    x, y = vocabulary.PARTS[part]
    left, right = (0.5 if x > 0 else 0.0), (0.5 if x < 0 else 1.0)
    bottom, top = (0.5 if y > 0 else 0.0), (0.5 if y < 0 else 1.0)
    return left - grown, bottom - grown, right + grown, top + grown
