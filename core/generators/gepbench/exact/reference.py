"""Reference: the only one of four types that is larger, more frequent, in a direction, or in a part of the image.

Wrong options are in the figure, as many as the level allows: all three in a hard figure and in questions about a part
of the image, two if an easy figure of four shapes also holds the named one.
"""

import math
from collections.abc import Sequence

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import FigureQuery, FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.ground_truth import AREA_RATIO, OFF_AXIS_RAD, ON_AXIS_RAD, ROOM, get_part_box
from core.benchmarks.gepbench.shape_measures import compute_area, compute_box, compute_centroid
from core.benchmarks.gepbench.shapes import move_shape
from core.generators.gepbench.exact.placement import LEAST_SIZE, RIM, FigureBuilder
from core.generators.gepbench.exact.presence import (
    list_unmentioned_types,
    sample_shape_count,
    sample_unrelated_types,
    to_choices,
)
from core.generators.gepbench.exact.random_shapes import sample_shape

OPTIONS = 4
BASE_SIZES = (0.2, 0.34)
"""Longer side of the box of the shape with which others are compared."""

MOST_RATIO = 3.0
"""Largest ratio between the areas of a shape and the one with which it is compared."""

_TRIES = 40


def ask_size(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask which shape is larger, or smaller, than the named one."""
    subject, options = _sample_type_and_options(vocabulary.WITH_AREA, random)
    comparative = "larger" if random.random() < 0.5 else "smaller"
    text = vocabulary.ask_reference_size(comparative, f"the {subject}")
    return _build_question(FigureQuery("reference size", subject, detail=comparative), text, options, key)


def ask_frequency(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask which shapes are more frequent than the named type; all options are plural.

    Less frequent is never asked: two shapes of each wrong option and of the named type and one of the key are nine,
    more than a level has, and with fewer the key alone is absent.
    """
    subject, options = _sample_type_and_options(vocabulary.TYPES, random)
    text = vocabulary.ask_reference_frequency("more", vocabulary.to_plural(subject))
    plurals = [vocabulary.to_plural(name) for name in options]
    return _build_question(FigureQuery("reference frequency", subject, detail="more"), text, plurals, key)


def ask_direction(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask which shape is in a direction from the named one."""
    subject, options = _sample_type_and_options(vocabulary.WITH_AREA, random)
    direction = list(vocabulary.DIRECTIONS)[random.integers(len(vocabulary.DIRECTIONS))]
    text = vocabulary.ask_reference_direction(direction, subject)
    return _build_question(FigureQuery("reference direction", subject, detail=direction), text, options, key)


def ask_part(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask which shape is in a part of the image."""
    options = sample_unrelated_types(OPTIONS, vocabulary.TYPES, random)
    part = list(vocabulary.PARTS)[random.integers(len(vocabulary.PARTS))]
    return _build_question(
        FigureQuery("reference part", detail=part), vocabulary.ask_reference_part(part), options, key
    )


def _sample_type_and_options(pool: tuple[str, ...], random: np.random.Generator) -> tuple[str, tuple[str, ...]]:
    subject, *options = sample_unrelated_types(OPTIONS + 1, pool, random)
    return subject, tuple(options)


def _build_question(query: FigureQuery, text: str, options: Sequence[str], key: int) -> FigureQuestion:
    return FigureQuestion("reference", query, text, to_choices(tuple(options)), key)


def show_size(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure with the named shape, the key beyond it in size, and wrong options on its other side."""
    room = FigureBuilder(random, level, may_cross=False)
    subject, key = question.query.subject, str(question.answer)
    if not room.place(subject, BASE_SIZES):
        return None
    named_area = compute_area(room.build_figure().get_only_shape(subject))
    sign = 1 if question.query.detail == "larger" else -1
    for name in _present_options(question, level, random, 1):
        side = sign if name == key else -sign
        if not _place_with_area(room, name, named_area, side):
            return None
    return _fill_figure(room, [subject, *map(str, question.choices)], level)


def _place_with_area(room: FigureBuilder, name: str, named_area: float, side: int) -> bool:
    """Place a shape whose area is above, or below, another by a clear factor."""
    for _ in range(_TRIES):
        factor = room.random.uniform(AREA_RATIO * 1.02, MOST_RATIO) ** side
        shape = sample_shape(name, 1.0, room.random)
        scale = math.sqrt(named_area * factor / compute_area(shape))
        shape = move_shape(shape, scale, (0.0, 0.0))
        left, bottom, right, top = compute_box(shape)
        if max(right - left, top - bottom) > 1 - 2.2 * RIM:
            continue
        x = room.random.uniform(RIM - left, 1 - RIM - right)
        y = room.random.uniform(RIM - bottom, 1 - RIM - top)
        if max(right - left, top - bottom) >= LEAST_SIZE and room.add(move_shape(shape, 1.0, (x, y))):
            return True
    return False


def show_frequency(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure with one more of the key than of the named type, and one of each wrong option."""
    room = FigureBuilder(random, level, may_cross=False)
    subject = question.query.subject
    key, *wrong = map(vocabulary.parse_option_type, _present_options(question, level, random, 1))
    count = int(random.integers(1, 3))
    for name, times in {subject: count, key: count + 1, **dict.fromkeys(wrong, 1)}.items():
        for _ in range(times):
            if not room.place(name):
                return None
    return _fill_figure(room, [subject, key, *wrong], level)


def show_direction(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure with the key near the direction's axis and wrong options far from it."""
    room = FigureBuilder(random, level, may_cross=False)
    subject, key = question.query.subject, str(question.answer)
    if not room.place(subject, (0.14, 0.26)):
        return None
    x, y = compute_centroid(room.build_figure().get_only_shape(subject))
    axis = math.atan2(*reversed(vocabulary.DIRECTIONS[question.query.detail]))
    for name in _present_options(question, level, random, 1):
        for _ in range(_TRIES):
            off_axis = random.uniform(-1, 1) * ON_AXIS_RAD * 0.98
            if name != key:
                off_axis = random.uniform(OFF_AXIS_RAD * 1.02, 2 * math.pi - OFF_AXIS_RAD * 1.02)
            shape = sample_shape(name, random.uniform(0.12, 0.28), random)
            away = random.uniform(0.18, 0.7)
            own_x, own_y = compute_centroid(shape)
            target = x + away * math.cos(axis + off_axis), y + away * math.sin(axis + off_axis)
            if room.add(move_shape(shape, 1.0, (target[0] - own_x, target[1] - own_y))):
                break
        else:
            return None
    return _fill_figure(room, [subject, *map(str, question.choices)], level)


def show_part(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure with the key inside the part and all wrong options outside it."""
    room = FigureBuilder(random, level, may_cross=False)
    key, part = str(question.answer), question.query.detail
    left, bottom, right, top = get_part_box(part)
    for name in _present_options(question, level, random, 0):
        for _ in range(_TRIES):
            shape = sample_shape(name, random.uniform(0.12, 0.36), random)
            low_x, low_y, high_x, high_y = compute_box(shape)
            x, y = random.uniform(RIM - low_x, 1 - RIM - high_x), random.uniform(RIM - low_y, 1 - RIM - high_y)
            low_x, low_y, high_x, high_y = low_x + x, low_y + y, high_x + x, high_y + y
            # Edges of the image do not count as a border of a part.
            inside = (
                (left == 0 or low_x >= left + ROOM)
                and (bottom == 0 or low_y >= bottom + ROOM)
                and (right == 1 or high_x <= right - ROOM)
                and (top == 1 or high_y <= top - ROOM)
            )
            outside = high_x <= left - ROOM or high_y <= bottom - ROOM or low_x >= right + ROOM or low_y >= top + ROOM
            if (inside if name == key else outside) and room.add(move_shape(shape, 1.0, (x, y))):
                break
        else:
            return None
    return _fill_figure(room, list(map(str, question.choices)), level)


def _present_options(question: FigureQuestion, level: str, random: np.random.Generator, n_named: int) -> list[str]:
    """Return the options that are in the figure: the key, then wrong ones in random order while the level has room.

    Args:
        question: with its key.
        level: of the figure.
        random: the item's own.
        n_named: shapes that the question itself names.
    """
    wrong = [str(choice) for choice in question.choices if choice != question.answer]
    _, most = vocabulary.SHAPES_BY_LEVEL[level]
    options = [str(question.answer), *(wrong[index] for index in random.permutation(len(wrong)))]
    return options[: most - n_named]


def _fill_figure(room: FigureBuilder, mentioned_types: list[str], level: str) -> GeometricFigure | None:
    """Add shapes of unnamed types if the level requires more, and build the figure; lines and spirals are left out."""
    return (
        room.build_figure()
        if room.fill(list_unmentioned_types(mentioned_types), sample_shape_count(room.random, level, len(room)))
        else None
    )
