"""Relation as the authors ask about it; some words are missing when a pair is reversed."""

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Choice, FigureQuery, FigureQuestion, GeometricFigure
from tools.gepbench_as_published.places import select_unique_shapes
from tools.gepbench_as_published.presence import build_question, format_type_name
from tools.gepbench_as_published.random_choice import draw, pick, shuffle

MOST_RELATED = 2
UNRELATED_SHARE = 0.3
REVERSE: dict[str, str | None] = {
    "tangent": "tangent",
    "parallel": "parallel",
    "shared edge": "shared edge",
    "circumscribed": "inscribed",
    "inscribed": "circumscribed",
}
"""All other relations have no word in the reverse direction: the answer becomes None."""


def ask_relation(figure: GeometricFigure, random: np.random.Generator) -> list[FigureQuestion]:
    """Ask about up to two related pairs of types that occur once, and sometimes about one unrelated pair."""
    types = [shape.type for shape in figure.shapes]
    names = list(select_unique_shapes(figure))
    related = [(types[i], types[j], name) for i, j, name in figure.relations if types[i] in names and types[j] in names]
    questions = []
    for first, second, name in draw(related, MOST_RELATED, random):
        answer: Choice = name
        if random.random() < 0.5:
            first, second, answer = second, first, REVERSE.get(name)
        wrong = draw([word for word in vocabulary.RELATIONS if word != answer], 2, random)
        questions.append(_build_relation_question(first, second, shuffle((answer, *wrong), random), answer, figure))
    if random.random() < UNRELATED_SHARE:
        pairs = [(a, b) for a in names for b in names if a != b]
        known = {frozenset((types[i], types[j])) for i, j, _ in figure.relations}
        free = [pair for pair in pairs if frozenset(pair) not in known]
        if free:
            first, second = pick(free, random)
            options = draw(vocabulary.RELATIONS, 3, random)
            questions.append(_build_relation_question(first, second, options, vocabulary.NONE_OF_THE_ABOVE, figure))
    return questions


def _build_relation_question(
    first: str, second: str, options: list[Choice] | list[str], answer: Choice, figure: GeometricFigure
) -> FigureQuestion:
    present = list(figure.count_types())
    text = vocabulary.ask_relation(format_type_name(first, present), format_type_name(second, present))
    return build_question(
        "relation", FigureQuery("relation", first, second), text, [*options, vocabulary.NONE_OF_THE_ABOVE], answer
    )
