"""Tests of the exact engine: text alone is uninformative, and every figure makes its key true with a margin."""

import itertools
from collections import Counter, defaultdict

import numpy as np
import pytest

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import make_random_generator
from core.benchmarks.gepbench.ground_truth import MARGINS, compute_truth
from core.benchmarks.gepbench.polylines import build_polyline, compute_distance
from core.benchmarks.gepbench.relation_margins import DISTANCE_MARGIN, HOLDS, compute_failure, get_minimum_margin
from core.benchmarks.gepbench.shapes import round_shape
from core.errors import SceneError
from core.generators.gepbench.exact import engine, pairs, reference, relation
from core.scoring.choice.constant_baseline import score_constant_baseline
from core.scoring.choice.text_only_baseline import score_text_only_baseline
from tests.benchmarks.gepbench.as_cases import make_cases

QUESTIONS = 2000
"""Number of questions per aspect; the text is complete before the first shape is drawn."""

STANDARD_ERROR_PCT = 100 * (0.25 * 0.75 / QUESTIONS) ** 0.5


@pytest.fixture(scope="module")
def questions():
    """Draw two thousand questions per aspect."""
    return {
        aspect: [engine.draw_question(aspect, number, vocabulary.LEVELS, 0)[0] for number in range(QUESTIONS)]
        for aspect in vocabulary.ASPECTS
    }


@pytest.fixture(scope="module")
def sheets():
    """Generate 32 figures per aspect."""
    return list(engine.generate_sheets(192, vocabulary.LEVELS, seed=1))


def test_letters_are_balanced(questions):
    """In every aspect each letter is right in exactly a quarter of the questions, including D in relation."""
    for own in questions.values():
        assert set(Counter(question.letter for question in own).values()) == {QUESTIONS // 4}


@pytest.mark.slow
@pytest.mark.parametrize("aspect", vocabulary.ASPECTS)
def test_text_is_uninformative(questions, aspect):
    """The text-only and the constant baseline, learned on one half of the figures, score chance on the other half."""
    cases = make_cases(aspect, [[question] for question in questions[aspect]])
    for blind in (score_text_only_baseline, score_constant_baseline):
        assert abs(100 * blind(cases)["score"].mean() - 25) < 3 * STANDARD_ERROR_PCT


def test_drawing_the_figure_does_not_change_the_question():
    """The question is the same before and after drawing, so no key is dropped because it is hard to draw."""
    for aspect in vocabulary.ASPECTS:
        for number in range(40, 56):
            question, level = engine.draw_question(aspect, number, vocabulary.LEVELS, 1)
            sheet = engine.generate_sheet(aspect, number, vocabulary.LEVELS, 1)
            assert sheet.questions == (question,)
            assert sheet.drawing.level == level


def test_every_margin_is_kept(sheets):
    """Only the key is true, and its margin is at least the minimum of its kind."""
    for sheet in sheets:
        (question,) = sheet.questions
        truth = compute_truth(question, sheet.figure)
        assert [verdict.is_true for verdict in truth.verdicts].index(True) == question.key
        assert sum(verdict.is_true for verdict in truth.verdicts) == 1
        assert truth.margin >= MARGINS[question.query.kind] - 1e-9


def test_no_parent_or_child_of_a_named_type_is_drawn(sheets):
    """If a question or an option names a type, related types are not drawn, so nothing needs to be excluded."""
    for sheet in sheets:
        (question,) = sheet.questions
        named = {
            question.query.subject,
            question.query.other,
            *map(vocabulary.parse_option_type, map(str, question.choices)),
        }
        for name in named & set(vocabulary.TYPES):
            assert not set(vocabulary.list_related_types(name)) & set(sheet.figure.count_types())
        assert "excluded" not in f"{question.text} {question.choices}"


@pytest.mark.slow
def test_knowing_the_present_types_gives_no_more_than_chance():
    """A solver that only knows which types are present guesses among those options of a reference question.

    One of the four is absent from an easy figure if the question names a fifth type.
    """
    present, shares = defaultdict(set), []
    for number in range(8 * 30):
        sheet = engine.generate_sheet("reference", number, vocabulary.LEVELS, 4)
        (question,) = sheet.questions
        counts = sheet.figure.count_types()
        shown = [choice for choice in question.choices if counts[vocabulary.parse_option_type(choice)]]
        present[sheet.drawing.level, question.query.kind].add(len(shown))
        shares.append((question.answer in shown) / len(shown))
    kinds = "size", "frequency", "direction", "part"
    assert present == {
        **{("hard", f"reference {kind}"): {4} for kind in kinds},
        **{("easy", f"reference {kind}"): {3} for kind in ("size", "direction")},
        ("easy", "reference part"): {4},
    }
    assert np.mean(shares) < 0.25 + 3 * (0.25 * 0.75 / len(shares)) ** 0.5


@pytest.mark.parametrize("is_area", [False, True])
def test_sizes_do_not_predict_the_key(questions, is_area):
    """Letters, and positions of the key among sorted options, cannot be learned from sizes."""
    own = [question for question in questions["size"] if (question.query.detail == "area") == is_area]
    ranks = [sorted(question.choices).index(question.answer) for question in own]
    smallest = [min(question.choices) for question in own]
    limit = 0.25 + 3 * (0.25 * 0.75 / (len(own) / 2)) ** 0.5
    assert compute_learned_share([question.answer for question in own], [question.key for question in own]) < limit
    assert compute_learned_share(smallest, ranks) < limit
    assert compute_learned_share(smallest, [question.key for question in own]) < limit


def compute_learned_share(values, classes, bins=8):
    """Return the share of the second half predicted by the most frequent class of its bin in the first half."""
    half, bin_of = len(values) // 2, np.argsort(np.argsort(values, kind="stable")) * bins // len(values)
    learned = {one: Counter(np.array(classes[:half])[bin_of[:half] == one]).most_common(1)[0][0] for one in range(bins)}
    return np.mean([learned[one] == right for one, right in zip(bin_of[half:], classes[half:], strict=True)])


@pytest.mark.parametrize("name", vocabulary.RELATIONS)
def test_constructed_pairs_have_their_relation(name):
    """A constructed pair has its relation to 1e-12, also after rounding, and fails the others by their margins."""
    random = make_random_generator("test", name)
    for _ in range(60):
        first, second = pairs.build_pair(name, random)
        assert compute_failure(name, first, second) < 1e-12
        assert compute_failure(name, round_shape(first), round_shape(second)) < HOLDS
        for other in vocabulary.RELATIONS:
            together = {name, other}
            if other != name and together not in relation.NOT_TOGETHER:
                assert compute_failure(other, first, second) > get_minimum_margin(other)


@pytest.mark.parametrize("name", vocabulary.RELATIONS)
def test_broken_pairs_have_no_relation(name):
    """A pair that is moved apart does not touch and has no relation."""
    random = make_random_generator("test", "broken", name)
    made = 0
    while made < 20:
        pair = pairs.break_relation(pairs.build_pair(name, random), DISTANCE_MARGIN, random)
        if pair is not None:
            made += 1
            assert compute_distance(build_polyline(pair[0]), build_polyline(pair[1])) >= DISTANCE_MARGIN
            assert all(compute_failure(other, *pair) > HOLDS for other in vocabulary.RELATIONS)


def test_items_do_not_depend_on_one_another():
    """An item is the same alone as in any set of its seed; another seed gives another item."""
    alone = engine.generate_sheet("size", 3, vocabulary.LEVELS, 7)
    assert list(engine.generate_sheets(24, vocabulary.LEVELS, 7))[3 * 6 + 2] == alone
    assert engine.generate_sheet("size", 3, vocabulary.LEVELS, 8) != alone


def test_an_impossible_figure_raises(monkeypatch):
    """If no figure makes the key true, the item is not replaced and an error is raised."""
    monkeypatch.setitem(engine.KINDS, "size", ((reference.ask_part, lambda *_: None),))
    with pytest.raises(SceneError, match="no figure was found"):
        engine.generate_sheet("size", 0, ("easy",), 0)


def test_counts_fill_their_range():
    """Counting asks for every number from zero to four at the easy level and to six at the hard one."""
    for level, max_count in (("easy", 4), ("hard", 6)):
        answers = {engine.draw_question("counting", number, (level,), 0)[0].answer for number in range(200)}
        assert answers == set(np.arange(max_count + 1).tolist())


def test_margins_of_relations_are_distances(sheets):
    """A relation's margin is the failure of the nearest wrong option, at least 0.03 of the image."""
    margins = [compute_truth(s.questions[0], s.figure).margin for s in sheets if s.questions[0].aspect == "relation"]
    assert len(margins) == 32
    assert min(margins) >= DISTANCE_MARGIN
    assert any(DISTANCE_MARGIN < margin < 0.2 for margin in margins)


def test_shapes_cross_only_if_presence_is_not_asked(sheets):
    """Only hard figures about size, location and relation have crossing shapes."""
    crossing = Counter()
    for sheet in sheets:
        chains = [
            build_polyline(shape) for shape in sheet.figure.shapes if shape not in list_coloured_shapes(sheet.figure)
        ]
        touches = any(compute_distance(a, b) == 0 for a, b in itertools.combinations(chains, 2))
        crossing[sheet.drawing.level, sheet.questions[0].aspect] += touches
    assert {cell for cell, count in crossing.items() if count} == {
        ("hard", aspect) for aspect in ("size", "location", "relation")
    }


def list_coloured_shapes(figure):
    """Return the shapes that a relation is asked about, which may touch."""
    return [shape for shape, colour in zip(figure.shapes, figure.colours, strict=False) if colour]
