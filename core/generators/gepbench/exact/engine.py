"""Items whose text does not reveal the key: options come first, the key is uniform among them, the figure comes third.

Source: docs/benchmarks/gepbench.md, "Mode exact".
"""

from collections.abc import Callable, Iterator

import numpy as np

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import (
    DrawingStyle,
    FigureQuestion,
    GeometricFigure,
    QuestionSheet,
    make_random_generator,
)
from core.benchmarks.gepbench.ground_truth import is_clear
from core.errors import SceneError
from core.generators.gepbench.exact import location, presence, reference, relation, size

MODE = "exact"
ENGINE_VERSION = "2"
"""Incremented with every change to a figure or a question of this mode."""

Ask = Callable[[np.random.Generator, str, int], FigureQuestion]
Show = Callable[[np.random.Generator, str, FigureQuestion], GeometricFigure | None]

KINDS: dict[str, tuple[tuple[Ask, Show], ...]] = {
    "existence": ((presence.ask_of_two, presence.show_two), (presence.ask_among, presence.show_among)),
    "counting": ((presence.ask_count, presence.show_count),),
    "size": ((size.ask, size.show),),
    "location": ((location.ask, location.show), (location.ask_relative, location.show)),
    "reference": (
        (reference.ask_size, reference.show_size),
        (reference.ask_frequency, reference.show_frequency),
        (reference.ask_direction, reference.show_direction),
        (reference.ask_part, reference.show_part),
    ),
    "relation": ((relation.ask, relation.show),),
}
"""The functions of each aspect that ask, and that show what makes the key true; kinds of one aspect alternate."""

HARD_ONLY: tuple[Ask, ...] = (reference.ask_frequency,)
"""Kinds that need more shapes than an easy figure has: one shape, two of the key, and three wrong options are six."""

NOISE_SHARE = 0.5
"""Share of the hard figures with noise."""

_FIGURES_TRIED = 2000


def generate_sheets(items: int, levels: tuple[str, ...], seed: int) -> Iterator[QuestionSheet]:
    """Generate one figure with one question per item; aspects alternate."""
    for index in range(items):
        aspect = vocabulary.ASPECTS[index % len(vocabulary.ASPECTS)]
        yield generate_sheet(aspect, index // len(vocabulary.ASPECTS), levels, seed)


def draw_question(aspect: str, number: int, levels: tuple[str, ...], seed: int) -> tuple[FigureQuestion, str]:
    """Draw the question with this number, from 0, in its aspect, and its level: everything that precedes the figure."""
    question, _, level, _ = _draw_question_and_rule(aspect, number, levels, seed)
    return question, level


def generate_sheet(aspect: str, number: int, levels: tuple[str, ...], seed: int) -> QuestionSheet:
    """Generate the item with this number, from 0, in its aspect; it does not depend on any other item.

    Raises:
        SceneError: no figure makes exactly the key true.
    """
    question, show, level, random = _draw_question_and_rule(aspect, number, levels, seed)
    for _ in range(_FIGURES_TRIED):
        figure = show(random, level, question)
        if figure is not None and is_clear(question, figure):
            is_noisy = level == "hard" and random.random() < NOISE_SHARE
            return QuestionSheet(figure, DrawingStyle(level, is_noisy, int(random.integers(2**31))), (question,))
    raise SceneError(f"no figure was found for {question}; please report the seed {seed} and the item {number}")


def _draw_question_and_rule(
    aspect: str, number: int, levels: tuple[str, ...], seed: int
) -> tuple[FigureQuestion, Show, str, np.random.Generator]:
    block, place = divmod(number, 4 * len(levels))
    # Each block has every letter at every level; its first four places have every letter, with alternating levels.
    letters = make_random_generator(ENGINE_VERSION, MODE, seed, aspect, "letters", block).permutation(4).tolist()
    level = levels[(place + place // 4) % len(levels)]
    kinds = [kind for kind in KINDS[aspect] if level == "hard" or kind[0] not in HARD_ONLY]
    ask, show = kinds[block % len(kinds)]
    random = make_random_generator(ENGINE_VERSION, MODE, seed, aspect, number)
    return ask(random, level, letters[place % 4]), show, level, random
