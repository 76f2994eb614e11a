"""Figures and questions as the authors' engine makes them: one figure with up to three questions per aspect.

Source: the authors' generator of December 2024, after its description in docs/benchmarks/gepbench.md.
"""

from collections import Counter
from collections.abc import Iterator

from core.benchmarks.gepbench.figure import DrawingStyle, FigureQuestion, QuestionSheet, make_random_generator
from core.benchmarks.gepbench.vocabulary import ASPECTS
from tools.gepbench_as_published.figure_loop import generate_figure
from tools.gepbench_as_published.places import ask_location, ask_size
from tools.gepbench_as_published.presence import ask_counting, ask_existence
from tools.gepbench_as_published.reference import ask_reference
from tools.gepbench_as_published.relation import ask_relation

MODE = "as published"
ENGINE_VERSION = "1"
"""Incremented with every change to a figure or a question of this mode."""

NOISE_SHARE = 0.5
"""Share of the hard figures with noise; the scripts draw easy ones without noise."""

ASK = {
    "existence": ask_existence,
    "counting": ask_counting,
    "size": ask_size,
    "location": ask_location,
    "reference": ask_reference,
    "relation": ask_relation,
}


def generate_sheet(level: str, number: int, seed: int) -> QuestionSheet:
    """Generate the figure with this number, from 0, and all of its questions."""
    random = make_random_generator(ENGINE_VERSION, MODE, seed, level, number)
    figure = generate_figure(level, random)
    questions = tuple(question for ask in ASK.values() for question in ask(figure, random))
    is_noisy = level == "hard" and random.random() < NOISE_SHARE
    return QuestionSheet(figure, DrawingStyle(level, is_noisy, int(random.integers(2**31))), questions)


def generate_sheets(items: int, levels: tuple[str, ...], seed: int) -> Iterator[QuestionSheet]:
    """Generate figures until each aspect and level has its share of the items; excess questions are left out."""
    cells = [(aspect, level) for aspect in ASPECTS for level in levels]
    shares = Counter({cell: items // len(cells) + (index < items % len(cells)) for index, cell in enumerate(cells)})
    for level in levels:
        number = 0
        while any(shares[aspect, level] for aspect in ASPECTS):
            sheet = generate_sheet(level, number, seed)
            number += 1
            wanted: list[FigureQuestion] = []
            for question in sheet.questions:
                if shares[question.aspect, level]:
                    shares[question.aspect, level] -= 1
                    wanted.append(question)
            if wanted:
                yield QuestionSheet(sheet.figure, sheet.drawing, tuple(wanted))
