"""Existence and counting: the types in a figure, and the number of shapes of one type."""

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Choice, FigureQuery, FigureQuestion, GeometricFigure
from core.generators.gepbench.exact.placement import FigureBuilder

COUNTING_STARTS = {"easy": 2, "hard": 4}
"""The first of the four numbers is below this."""


def ask_of_two(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask whether two types are in the figure; the two middle answers are in random order."""
    first, second = sample_unrelated_types(2, vocabulary.TYPES, random)
    both, one, other, neither = vocabulary.build_existence_options(first, second).values()
    middle = [one, other] if random.random() < 0.5 else [other, one]
    query = FigureQuery("existence of two", first, second)
    choices = (both, *middle, neither)
    return FigureQuestion("existence", query, vocabulary.ask_pair_existence(first, second), to_choices(choices), key)


def ask_among(random: np.random.Generator, _level: str, key: int) -> FigureQuestion:
    """Ask which of four types is the only one absent, or the only one present."""
    state = "absent" if random.random() < 0.5 else "present"
    names = sample_unrelated_types(4, vocabulary.TYPES, random)
    return FigureQuestion(
        "existence",
        FigureQuery("existence among", detail=state),
        vocabulary.ask_existence_among(state),
        to_choices(names),
        key,
    )


def ask_count(random: np.random.Generator, level: str, key: int) -> FigureQuestion:
    """Ask for the number of shapes of a type, out of four consecutive numbers."""
    name = vocabulary.TYPES[random.integers(len(vocabulary.TYPES))]
    start = int(random.integers(COUNTING_STARTS[level]))
    query = FigureQuery("count", name)
    return FigureQuestion(
        "counting", query, vocabulary.ask_count(vocabulary.to_plural(name)), to_choices(range(start, start + 4)), key
    )


def show_two(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure in which exactly the key's types are present."""
    names = question.query.subject, question.query.other
    states = {text: state for state, text in vocabulary.build_existence_options(*names).items()}
    present = [name for name, there in zip(names, states[str(question.answer)], strict=True) if there]
    return _build_figure_with(present, names, random, level)


def show_among(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure in which only the key is present, or absent."""
    names = tuple(map(str, question.choices))
    wants_absent = question.query.detail == "absent"
    present = [name for name in names if (name == question.answer) != wants_absent]
    return _build_figure_with(present, names, random, level)


def show_count(random: np.random.Generator, level: str, question: FigureQuestion) -> GeometricFigure | None:
    """Build a figure with exactly the key's number of the type."""
    room = FigureBuilder(random, level, may_cross=False)
    count = int(str(question.answer))
    total = sample_shape_count(random, level, count)
    for _ in range(count):
        if not room.place(question.query.subject):
            return None
    return room.build_figure() if room.fill(list_unmentioned_types([question.query.subject]), total) else None


def _build_figure_with(
    present: list[str], named: tuple[str, ...], random: np.random.Generator, level: str
) -> GeometricFigure | None:
    """Build a figure with these types, without other named ones, and with types that cannot be mistaken for them."""
    room = FigureBuilder(random, level, may_cross=False)
    for name in present:
        if not room.place(name):
            return None
    is_filled = room.fill([*present, *list_unmentioned_types(named)], sample_shape_count(random, level, len(present)))
    return room.build_figure() if is_filled else None


def sample_unrelated_types(count: int, pool: tuple[str, ...], random: np.random.Generator) -> tuple[str, ...]:
    """Sample types in random order, none of which is another's parent."""
    while True:
        names = tuple(pool[index] for index in random.permutation(len(pool))[:count])
        if not vocabulary.are_kin(names):
            return names


def list_unmentioned_types(named: tuple[str, ...] | list[str]) -> list[str]:
    """List types that are neither named nor related to a named one, so that no wording needs to exclude them."""
    shut = {*named, *(relative for name in named for relative in vocabulary.list_related_types(name))}
    return [name for name in vocabulary.TYPES if name not in shut]


def sample_shape_count(random: np.random.Generator, level: str, least: int) -> int:
    """Sample a number of shapes that the level allows and that is at least `least`."""
    low, high = vocabulary.SHAPES_BY_LEVEL[level]
    return int(random.integers(max(low, least), high + 1))


def to_choices(values: tuple[Choice, ...] | range) -> tuple[Choice, Choice, Choice, Choice]:
    """Convert the options to the form that a question stores."""
    first, second, third, fourth = values
    return first, second, third, fourth
