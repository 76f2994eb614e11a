"""Tests of the rebuilt engine of the authors: its letters and blind baselines are as simulated."""

import csv
import math
from collections import Counter

import pandas as pd
import pytest

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.shape_measures import compute_box
from core.benchmarks.gepbench.shapes import Ellipse
from core.scoring.choice.constant_baseline import score_constant_baseline
from core.scoring.choice.text_only_baseline import score_text_only_baseline
from core.settings import REPOSITORY
from tests.benchmarks.gepbench.as_cases import make_cases
from tools.gepbench_as_published import engine
from tools.gepbench_as_published import measures as published_measures

BASELINES = REPOSITORY.parent / "shared" / "protocols" / "gepbench_blind_baselines.csv"
FIGURES = {"easy": 900, "hard": 400}
POINTS = 2.0

LETTER_SHARES_PCT = {
    ("easy", "existence"): (24, 25, 24, 27), ("hard", "existence"): (26, 24, 24, 26),
    ("easy", "counting"): (42, 46, 11, 1), ("hard", "counting"): (40, 34, 19, 6),
    ("easy", "size"): (51, 28, 14, 7), ("hard", "size"): (53, 27, 13, 7),
    ("easy", "location"): (24, 25, 25, 26), ("hard", "location"): (25, 25, 25, 25),
    ("easy", "reference"): (25, 24, 25, 26), ("hard", "reference"): (25, 25, 25, 26),
    ("easy", "relation"): (29, 29, 29, 14), ("hard", "relation"): (22, 25, 21, 31),
}  # fmt: skip
"""Shares of right answers from the authors' generator on 3,000 easy and 2,000 hard figures."""

SIMULATED = {("easy", "relation"): 1895, ("hard", "relation"): 989}
"""Numbers of questions of those shares; other cells have 3,900 or more."""


@pytest.fixture(scope="module")
def sheets():
    return {level: [engine.generate_sheet(level, n, 0) for n in range(count)] for level, count in FIGURES.items()}


def split_questions(sheets, level, aspect):
    """Return the questions of an aspect in two halves without a common figure."""
    return [[q for s in sheets[level][half::2] for q in s.questions if q.aspect == aspect] for half in (0, 1)]


def compute_tolerance(share, *numbers):
    """Compute a tolerance of two points and two standard errors of both samples."""
    return POINTS + 200 * math.sqrt(sum(max(share, 0.02) * (1 - share) / number for number in numbers))


@pytest.mark.parametrize(("level", "aspect"), LETTER_SHARES_PCT)
def test_letters_are_as_unequal_as_published(sheets, level, aspect):
    """Each letter's share is within two points of the authors' generator, sampling aside."""
    letters = [question.letter for half in split_questions(sheets, level, aspect) for question in half]
    for letter, expected in zip("ABCD", LETTER_SHARES_PCT[level, aspect], strict=True):
        share = letters.count(letter) / len(letters)
        assert abs(100 * share - expected) < compute_tolerance(
            share, len(letters), SIMULATED.get((level, aspect), 3900)
        )


def test_baselines_agree_with_the_simulated_table(sheets):
    """Questions per figure and the best letter are within bounds of the table, if it is available."""
    if not BASELINES.is_file():
        pytest.skip(f"{BASELINES} is not here")
    with BASELINES.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 12
    for row in rows:
        halves = split_questions(sheets, row["level"], row["aspect"])
        questions = [question for half in halves for question in half]
        figures = sum(any(q.aspect == row["aspect"] for q in s.questions) for s in sheets[row["level"]])
        assert len(questions) / figures == pytest.approx(float(row["questions_per_figure"]), abs=0.17)
        share = sum(question.letter == row["best_letter"] for question in questions) / len(questions)
        simulated = int(row["questions_simulated"])
        assert abs(100 * share - float(row["best_letter_pct"])) < compute_tolerance(share, len(questions), simulated)


@pytest.mark.slow
def test_blind_baselines_are_far_above_chance(sheets):
    """The text-only baseline is right half of the time and the constant two times in five; chance is a quarter."""
    cells = pd.concat([
        make_cases(f"{level} {aspect}", [[q for q in sheet.questions if q.aspect == aspect] for sheet in sheets[level]])
        for level in FIGURES for aspect in vocabulary.ASPECTS
    ])  # fmt: skip
    by_text, by_constant = (
        blind(cells).groupby("question_id")["score"].mean()
        for blind in (score_text_only_baseline, score_constant_baseline)
    )
    assert len(by_text) == 12
    assert 100 * by_text.mean() > 52
    assert 100 * by_constant.mean() == pytest.approx(38.8, abs=2)
    for level in FIGURES:
        assert by_constant[f"{level} size"] > 0.47
        assert by_text[f"{level} relation"] > 0.5
        assert by_text[f"{level} reference"] > 0.5


def test_the_published_defects_are_reproduced(sheets):
    """No square by name, missing words in relation, and sometimes a fifth shape in an easy figure."""
    everything = [sheet for level_sheets in sheets.values() for sheet in level_sheets]
    counts = Counter(shape.type for sheet in everything for shape in sheet.figure.shapes)
    assert counts["square"] == 0
    assert set(counts) == set(vocabulary.TYPES) - {"square"}
    relations = [q for sheet in everything for q in sheet.questions if q.aspect == "relation"]
    nulls = sum(question.answer is None for question in relations) / len(relations)
    assert 0.04 < nulls < 0.11
    asked_words = {str(question.answer) for question in relations}
    assert not {"parallel", "shared edge"} & asked_words
    crowded = sum(len(sheet.figure.shapes) > 4 for sheet in sheets["easy"]) / len(sheets["easy"])
    assert 0 < crowded < 0.05


def test_frequency_questions_reveal_the_right_option(sheets):
    """The right option of a frequency question is the only singular one."""
    questions = [q for s in sheets["hard"] for q in s.questions if q.query.kind == "reference frequency"]
    assert len(questions) > 100
    for question in questions:
        plurals = [vocabulary.strip_exclusion(str(choice)).endswith("s") for choice in question.choices]
        assert plurals.index(False) == question.key
        assert sum(plurals) == 3


def test_the_published_box_of_a_rotated_ellipse_is_too_small():
    """The authors use the bounding box of the axes' four ends, which is right only if the axes are level."""
    turned, level = Ellipse((0.5, 0.5), 0.6, 0.3, 0.7), Ellipse((0.5, 0.5), 0.6, 0.3, 0.0)
    assert published_measures.compute_published_box(level) == pytest.approx(compute_box(level))
    assert published_measures.compute_published_box(turned)[2] < compute_box(turned)[2] - 0.01
    assert published_measures.compute_published_box(turned)[3] < compute_box(turned)[3] - 0.02


def test_a_figure_has_at_most_three_questions_per_aspect(sheets):
    """Each question has four different options."""
    for level_sheets in sheets.values():
        for sheet in level_sheets:
            assert max(Counter(question.aspect for question in sheet.questions).values()) <= 3
            assert all(len(set(question.choices)) == 4 for question in sheet.questions)


def test_a_set_has_equal_shares():
    """Aspects and levels have equal shares of a set, and the set has exactly the requested number of questions."""
    cells = Counter(
        (question.aspect, sheet.drawing.level)
        for sheet in engine.generate_sheets(61, vocabulary.LEVELS, 0)
        for question in sheet.questions
    )
    assert cells.total() == 61
    assert sorted(cells.values()) == [5] * 11 + [6]
