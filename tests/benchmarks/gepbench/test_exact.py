"""The exact engine: text alone tells nothing, and every figure makes its key true with a margin."""

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
from tests.benchmarks.gepbench.as_cases import cases_of

QUESTIONS = 2000
"""Of each aspect: all that text can tell is there before the first shape."""

STANDARD_ERROR_PCT = 100 * (0.25 * 0.75 / QUESTIONS) ** 0.5


@pytest.fixture(scope="module")
def questions():
    """Two thousand questions of each aspect."""
    return {
        aspect: [engine.draw_question(aspect, number, vocabulary.LEVELS, 0)[0] for number in range(QUESTIONS)]
        for aspect in vocabulary.ASPECTS
    }


@pytest.fixture(scope="module")
def sheets():
    """Thirty-two figures of each aspect."""
    return list(engine.generate_sheets(192, vocabulary.LEVELS, seed=1))


def test_letters_are_balanced(questions):
    """In every aspect each letter is right in exactly a quarter of the questions, in relation D too."""
    for own in questions.values():
        assert set(Counter(question.letter for question in own).values()) == {QUESTIONS // 4}


@pytest.mark.slow
@pytest.mark.parametrize("aspect", vocabulary.ASPECTS)
def test_text_tells_nothing(questions, aspect):
    """The blind reader and the blind letter, from one half of the figures, answer the other half as a guesser does."""
    cases = cases_of(aspect, [[question] for question in questions[aspect]])
    for blind in (score_text_only_baseline, score_constant_baseline):
        assert abs(100 * blind(cases)["score"].mean() - 25) < 3 * STANDARD_ERROR_PCT


def test_the_figure_never_changes_the_question():
    """The question is the same with its figure as before it: no key is given up because it is hard to draw."""
    for aspect in vocabulary.ASPECTS:
        for number in range(40, 56):
            question, level = engine.draw_question(aspect, number, vocabulary.LEVELS, 1)
            sheet = engine.generate_sheet(aspect, number, vocabulary.LEVELS, 1)
            assert sheet.questions == (question,)
            assert sheet.drawing.level == level


def test_every_margin_is_kept(sheets):
    """The key alone is true, and each option is as far from being otherwise as its kind asks."""
    for sheet in sheets:
        (question,) = sheet.questions
        truth = compute_truth(question, sheet.figure)
        assert [verdict.is_true for verdict in truth.verdicts].index(True) == question.key
        assert sum(verdict.is_true for verdict in truth.verdicts) == 1
        assert truth.margin >= MARGINS[question.query.kind] - 1e-9


def test_no_named_type_has_kin_in_the_figure(sheets):
    """Where a question or an option names a type, no parent or child of it is drawn: nothing needs to be excluded."""
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
def test_presence_tells_as_little_as_the_level_allows():
    """Who knows which types are in the figure, and nothing else, guesses among all options of a reference question.

    One of four is absent from an easy figure if the question names a fifth.
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
def test_a_size_says_nothing_of_its_letter(questions, is_area):
    """Letters that are learned from sizes are right by chance, and so are places of the key among sorted options."""
    own = [question for question in questions["size"] if (question.query.detail == "area") == is_area]
    places = [sorted(question.choices).index(question.answer) for question in own]
    smallest = [min(question.choices) for question in own]
    limit = 0.25 + 3 * (0.25 * 0.75 / (len(own) / 2)) ** 0.5
    assert share_learned([question.answer for question in own], [question.key for question in own]) < limit
    assert share_learned(smallest, places) < limit
    assert share_learned(smallest, [question.key for question in own]) < limit


def share_learned(values, classes, bins=8):
    """The share of the second half that has the most frequent class of its bin in the first half."""
    half, bin_of = len(values) // 2, np.argsort(np.argsort(values, kind="stable")) * bins // len(values)
    learned = {one: Counter(np.array(classes[:half])[bin_of[:half] == one]).most_common(1)[0][0] for one in range(bins)}
    return np.mean([learned[one] == right for one, right in zip(bin_of[half:], classes[half:], strict=True)])


@pytest.mark.parametrize("name", vocabulary.RELATIONS)
def test_constructed_pairs_stand_in_their_relation(name):
    """A constructed pair holds to 1e-12, and after rounding still; what may stand beside it as an option fails."""
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
def test_broken_pairs_stand_in_none(name):
    """A pair that is moved apart does not touch, and no relation holds."""
    random = make_random_generator("test", "broken", name)
    made = 0
    while made < 20:
        pair = pairs.break_relation(pairs.build_pair(name, random), DISTANCE_MARGIN, random)
        if pair is not None:
            made += 1
            assert compute_distance(build_polyline(pair[0]), build_polyline(pair[1])) >= DISTANCE_MARGIN
            assert all(compute_failure(other, *pair) > HOLDS for other in vocabulary.RELATIONS)


def test_items_do_not_depend_on_one_another():
    """An item is the same alone as in any set of its seed; another seed gives another."""
    alone = engine.generate_sheet("size", 3, vocabulary.LEVELS, 7)
    assert list(engine.generate_sheets(24, vocabulary.LEVELS, 7))[3 * 6 + 2] == alone
    assert engine.generate_sheet("size", 3, vocabulary.LEVELS, 8) != alone


def test_an_impossible_figure_is_an_error(monkeypatch):
    """If no figure makes the key true, the item is not replaced: the error names it."""
    monkeypatch.setitem(engine.KINDS, "size", ((reference.ask_part, lambda *_: None),))
    with pytest.raises(SceneError, match="no figure was found"):
        engine.generate_sheet("size", 0, ("easy",), 0)


def test_counts_fill_their_range():
    """Counting asks for every number from none to four at the easy level and to six at the hard one."""
    for level, most in (("easy", 4), ("hard", 6)):
        answers = {engine.draw_question("counting", number, (level,), 0)[0].answer for number in range(200)}
        assert answers == set(np.arange(most + 1).tolist())


def test_margins_of_relation_are_distances(sheets):
    """A relation's margin is by how much the nearest wrong option fails, 0.03 of the image and more."""
    margins = [compute_truth(s.questions[0], s.figure).margin for s in sheets if s.questions[0].aspect == "relation"]
    assert len(margins) == 32
    assert min(margins) >= DISTANCE_MARGIN
    assert any(DISTANCE_MARGIN < margin < 0.2 for margin in margins)


def test_shapes_cross_only_where_presence_is_not_asked(sheets):
    """Hard figures about size, location and relation have crossing shapes; none does where a type may be absent."""
    crossing = Counter()
    for sheet in sheets:
        chains = [build_polyline(shape) for shape in sheet.figure.shapes if shape not in coloured(sheet.figure)]
        touches = any(compute_distance(a, b) == 0 for a, b in itertools.combinations(chains, 2))
        crossing[sheet.drawing.level, sheet.questions[0].aspect] += touches
    assert {cell for cell, count in crossing.items() if count} == {
        ("hard", aspect) for aspect in ("size", "location", "relation")
    }


def coloured(figure):
    """The shapes that a relation is asked about, which may touch."""
    return [shape for shape, colour in zip(figure.shapes, figure.colours, strict=False) if colour]
