"""Existence and counting as the authors ask about them."""

from collections.abc import Sequence

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Choice, FigureQuery, FigureQuestion, GeometricFigure
from tools.gepbench_as_published.random_choice import draw, pick, shuffle

PLACE_WEIGHTS = (0.1, 0.2, 0.3, 0.4)
"""Weights of the truth's place among ascending options, before those out of range are cut."""

STATES = ((True, True), (True, False), (False, True), (False, False))


def ask_existence(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    """Ask up to two questions about two types, and one about one of four."""
    present = list(figure.count_types())
    absent = [name for name in vocabulary.TYPES if name not in present]
    states = draw(STATES, 2, random)
    if [sum(state) for state in states] == [1, 1]:
        states = states[:1]
    possible = [state for state in states if state != (True, True) or len(present) > 1]
    return [*(_ask_of_two(state, present, absent, random) for state in possible), *_ask_among(present, absent, random)]


def _ask_of_two(
    state: tuple[bool, bool], present: list[str], absent: list[str], random: np.random.Generator
) -> FigureQuestion:
    pools = shuffle(present, random), shuffle(absent, random)
    names = [pools[0].pop() if there else pools[1].pop() for there in state]
    first, second = (format_type_name(name, present) for name in names)
    options = vocabulary.build_existence_options(first, second)
    both, one, other, neither = options.values()
    choices = (both, *shuffle((one, other), random), neither)
    query = FigureQuery("existence of two", *names)
    return build_question("existence", query, vocabulary.ask_pair_existence(first, second), choices, options[state])


def _ask_among(present: list[str], absent: list[str], random: np.random.Generator) -> list[FigureQuestion]:
    states = shuffle(("absent", "present"), random)
    for state in states:
        right, wrong = (absent, present) if state == "absent" else (present, absent)
        if len(wrong) >= 3:
            key = pick(right, random)
            names = shuffle((key, *draw(wrong, 3, random)), random)
            query = FigureQuery("existence among", detail=state)
            texts = [format_option(name, names) for name in names]
            return [
                build_question(
                    "existence", query, vocabulary.ask_existence_among(state), texts, format_option(key, names)
                )
            ]
    return []


def ask_counting(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    """Ask about up to two types that occur, drawn by their number, and one that does not."""
    counts = figure.count_types()
    present = draw(list(counts), 2, random, list(counts.values()))
    asked = [*present, pick([name for name in vocabulary.TYPES if not counts[name]], random)]
    questions = []
    for name in asked:
        place = pick(range(4), random, PLACE_WEIGHTS)
        choices = [max(0, counts[name] - place + step) for step in range(4)]
        if len(set(choices)) < 4:
            choices = [0, 1, 2, 3]
        shut = [child for child in vocabulary.list_child_types(name) if counts[child]]
        names = vocabulary.to_plural(name) + (
            f" (excluding {' and '.join(map(vocabulary.to_plural, shut))})" if shut else ""
        )
        questions.append(
            build_question("counting", FigureQuery("count", name), vocabulary.ask_count(names), choices, counts[name])
        )
    return questions


def format_type_name(name: str, present: list[str]) -> str:
    """Return `ellipse (not circle)` if a circle is in the figure."""
    shut = [child for child in vocabulary.list_child_types(name) if child in present]
    return f"{name} (not {' or '.join(shut)})" if shut else name


def format_option(name: str, names: list[str]) -> str:
    """Return `ellipse (circle excluded)` if the circle is an option too."""
    shut = [child for child in vocabulary.list_child_types(name) if child in names]
    return f"{name} ({' and '.join(shut)} excluded)" if shut else name


def build_question(
    aspect: str, query: FigureQuery, text: str, choices: Sequence[Choice], answer: Choice
) -> FigureQuestion:
    """Build a question whose key is the place of the answer."""
    first, second, third, fourth = choices
    return FigureQuestion(aspect, query, text, (first, second, third, fourth), choices.index(answer))
