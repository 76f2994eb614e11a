"""Existence and counting as the authors ask."""

from collections.abc import Sequence

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Choice, Figure, Query, Question
from core.generators.gepbench.as_published.random_choice import draw, pick, shuffled

PLACE_WEIGHTS = (0.1, 0.2, 0.3, 0.4)
"""Of the truth's place among ascending options, before what falls outside is cut."""

STATES = ((True, True), (True, False), (False, True), (False, False))


def existence(figure: Figure, random: np.random.Generator) -> list[Question]:
    """Up to two questions after two types, and one after one of four."""
    present = list(figure.counts())
    absent = [name for name in vocabulary.TYPES if name not in present]
    states = draw(STATES, 2, random)
    if [sum(state) for state in states] == [1, 1]:
        states = states[:1]
    possible = [state for state in states if state != (True, True) or len(present) > 1]
    return [*(_of_two(state, present, absent, random) for state in possible), *_among(present, absent, random)]


def _of_two(state: tuple[bool, bool], present: list[str], absent: list[str], random: np.random.Generator) -> Question:
    pools = shuffled(present, random), shuffled(absent, random)
    names = [pools[0].pop() if there else pools[1].pop() for there in state]
    first, second = (named(name, present) for name in names)
    options = vocabulary.existence_options(first, second)
    both, one, other, neither = options.values()
    choices = (both, *shuffled((one, other), random), neither)
    query = Query("existence of two", *names)
    return question("existence", query, vocabulary.existence_of_two(first, second), choices, options[state])


def _among(present: list[str], absent: list[str], random: np.random.Generator) -> list[Question]:
    states = shuffled(("absent", "present"), random)
    for state in states:
        right, wrong = (absent, present) if state == "absent" else (present, absent)
        if len(wrong) >= 3:
            key = pick(right, random)
            names = shuffled((key, *draw(wrong, 3, random)), random)
            query = Query("existence among", detail=state)
            texts = [among_options(name, names) for name in names]
            return [question("existence", query, vocabulary.existence_among(state), texts, among_options(key, names))]
    return []


def counting(figure: Figure, random: np.random.Generator) -> list[Question]:
    """Up to two types that are there, drawn by their number, and one that is not."""
    counts = figure.counts()
    present = draw(list(counts), 2, random, list(counts.values()))
    asked = [*present, pick([name for name in vocabulary.TYPES if not counts[name]], random)]
    questions = []
    for name in asked:
        place = pick(range(4), random, PLACE_WEIGHTS)
        choices = [max(0, counts[name] - place + step) for step in range(4)]
        if len(set(choices)) < 4:
            choices = [0, 1, 2, 3]
        shut = [child for child in vocabulary.children(name) if counts[child]]
        names = vocabulary.plural(name) + (f" (excluding {' and '.join(map(vocabulary.plural, shut))})" if shut else "")
        questions.append(question("counting", Query("count", name), vocabulary.counting(names), choices, counts[name]))
    return questions


def named(name: str, present: list[str]) -> str:
    """`ellipse (not circle)` where a circle is in the figure."""
    shut = [child for child in vocabulary.children(name) if child in present]
    return f"{name} (not {' or '.join(shut)})" if shut else name


def among_options(name: str, names: list[str]) -> str:
    """`ellipse (circle excluded)` where the circle is an option too."""
    shut = [child for child in vocabulary.children(name) if child in names]
    return f"{name} ({' and '.join(shut)} excluded)" if shut else name


def question(aspect: str, query: Query, text: str, choices: Sequence[Choice], answer: Choice) -> Question:
    """A question whose key is the place of the answer."""
    first, second, third, fourth = choices
    return Question(aspect, query, text, (first, second, third, fourth), choices.index(answer))
