"""Tests that scores equal small independent definitions, on 10,000 random answers per type."""

import json
import math
import random
from functools import cache

import numpy as np
import pytest

from core.question_types.boxes import build_box
from core.question_types.orders import build_order
from core.question_types.points import build_points
from core.question_types.question_type import QuestionType
from core.question_types.regions import build_mask_region, build_polygon_region, parse_region
from core.question_types.registry import DEFAULT_RULES, TYPES, find_question_type
from core.question_types.texts import build_text_truth
from core.question_types.value_codes import decode_text, encode_text
from core.records import Answer
from core.scoring.constant_baseline import find_best_constants
from core.scoring.metrics import compute_scores

N = 10_000


def define_mra(answer, truth):
    """Compute the VSI-Bench score like lmms-eval, with VLMEvalKit's absolute error for a truth of 0."""
    thresholds = np.linspace(0.5, 0.95, int((0.95 - 0.5) / 0.05 + 2))
    error = abs(answer - truth) / abs(truth) if truth else abs(answer - truth)
    return sum(bool(error <= 1 - threshold) for threshold in thresholds) / len(thresholds)


def define_angular(answer, truth):
    """Return one minus the angle between two directions, as vectors."""
    first, second = (complex(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in (answer, truth))
    return 1 - math.degrees(math.acos(max(-1, min(1, (first * second.conjugate()).real)))) / 180


DEFINITIONS = {
    "number:mra": define_mra,
    "number:relative": lambda answer, truth: 1 - min(1, abs(answer - truth) / abs(truth)),
    "number:within 0.5": lambda answer, truth: float(abs(answer - truth) <= 0.5),
    "number:count": lambda answer, truth: float(answer == truth),
}


@pytest.mark.parametrize("kind", DEFINITIONS)
def test_numbers_score_as_defined(kind):
    """Ten thousand random pairs, positive and negative, with many equal ones."""
    chance = random.Random(kind)
    truths = [chance.choice([chance.uniform(0.1, 9), chance.randint(1, 6), -chance.uniform(0.1, 9)]) for _ in range(N)]
    answers = [chance.choice([truth, truth * chance.uniform(0, 2), chance.randint(0, 8)]) for truth in truths]
    expected = [DEFINITIONS[kind](*pair) for pair in zip(answers, truths, strict=True)]
    scores = compute_scores(kind, np.array(answers, dtype=float), np.array(truths, dtype=float))
    assert np.allclose(scores, expected, atol=1e-12)


def test_angles_score_as_defined():
    """Directions wrap around at 360 degrees, with either sign."""
    chance = random.Random(1)
    pairs = [(chance.uniform(-720, 720), chance.uniform(-360, 360)) for _ in range(N)]
    scores = compute_scores("number:angular", *np.array(pairs).T)
    assert np.allclose(scores, [define_angular(*pair) for pair in pairs], atol=1e-6)


@pytest.mark.parametrize(("answer", "truth", "score"), [
    (2.0, 2.0, 1.0),
    (3.0, 2.0, 0.1),  # an error of exactly 1/2 keeps the first threshold
    (1.0, 2.0, 0.1),
    (3.01, 2.0, 0.0),
    (0.0, 0.0, 1.0),  # truth 0: the absolute error, as in VLMEvalKit
    (0.3, 0.0, 0.5),
    (1.0, 0.0, 0.0),
])  # fmt: skip
def test_mean_relative_accuracy_at_its_thresholds(answer, truth, score):
    """Equality counts, and a truth of 0 is compared by the absolute error."""
    assert find_question_type("number:mra").score(answer, truth) == pytest.approx(score)


@pytest.mark.parametrize(("answer", "truth", "tolerance", "score"), [
    (0.3, 0.2, "0.1", 1.0), (0.1, 0.2, "0.1", 1.0), (0.1 + 0.2, 0.3, "0", 1.0), (1.1, 1.0, "0.1", 1.0),
    (2.5, 3.0, "0.5", 1.0), (-0.3, -0.2, "0.1", 1.0), (100.3, 100.2, "0.1", 1.0), (1e9 + 5, 1e9, "5", 1.0),
    (0.3001, 0.2, "0.1", 0.0), (1.1000001, 1.0, "0.1", 0.0), (3, 2, "0.5", 0.0), (0.0, 1e-9, "0", 0.0),
])  # fmt: skip
def test_an_error_equal_to_the_tolerance_counts(answer, truth, tolerance, score):
    """This is so even if the decimals are not exact in binary."""
    assert find_question_type(f"number:within {tolerance}").score(answer, truth) == score


def define_in_polygon(x, y, ring):
    """Return whether a ring makes a full turn around a point, which is then inside."""
    turned = 0.0
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        angle = math.atan2(y2 - y, x2 - x) - math.atan2(y1 - y, x1 - x)
        turned += (angle + math.pi) % (2 * math.pi) - math.pi
    return abs(turned) > math.pi


def draw_star(chance):
    """Return a polygon that is not convex and does not cross itself."""
    centre, turns = (
        (chance.uniform(0.3, 0.7), chance.uniform(0.3, 0.7)),
        sorted(chance.uniform(0, 6.28) for _ in range(7)),
    )
    return [
        (centre[0] + r * math.cos(t), centre[1] + r * math.sin(t))
        for t, r in ((t, chance.uniform(0.05, 0.3)) for t in turns)
    ]


def test_points_in_polygons_score_as_defined():
    """Ten thousand points against a hundred polygons; several points score the share inside."""
    chance = random.Random(2)
    for _ in range(100):
        ring = [(round(x, 6), round(y, 6)) for x, y in draw_star(chance)]
        truth = build_polygon_region([ring])
        answers = [
            [(round(chance.random(), 6), round(chance.random(), 6)) for _ in range(chance.choice([1, 1, 3]))]
            for _ in range(N // 100)
        ]
        inside = [[define_in_polygon(x, y, ring) for x, y in answer] for answer in answers]
        for kind, expected in (
            ("point:inside", [sum(hits) / len(hits) for hits in inside]),
            ("point:first", [float(hits[0]) for hits in inside]),
        ):
            codes = np.array([encode_text(build_points(answer)) for answer in answers])
            assert np.allclose(compute_scores(kind, codes, np.full(len(codes), encode_text(truth))), expected), kind


def test_points_in_masks_score_as_in_refspatial():
    """RefSpatial looks up the pixel of a point; points outside the image are outside."""
    chance = np.random.default_rng(3)
    for _ in range(100):
        height, width = chance.integers(5, 60, size=2)
        mask = chance.random((height, width)) < 0.4
        region = parse_region(build_mask_region(mask))
        assert (region.mask == mask).all()
        points = chance.uniform(-0.1, 1.1, size=(N // 100, 2))
        xs, ys = np.floor(points[:, 0] * width).astype(int), np.floor(points[:, 1] * height).astype(int)
        expected = [bool(0 <= x < width and 0 <= y < height and mask[y, x]) for x, y in zip(xs, ys, strict=True)]
        assert (region.contains(points) == expected).all()


def define_overlap(first, second):
    """Compute the intersection over union of two boxes."""
    width = max(0, min(first[2], second[2]) - max(first[0], second[0]))
    height = max(0, min(first[3], second[3]) - max(first[1], second[1]))
    area = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (first, second))
    return width * height / (area - width * height)


def test_boxes_score_as_defined():
    """The mean IoU and the share above a threshold are as defined."""
    chance = random.Random(4)
    boxes = [
        [min(x), min(y), max(x), max(y)]
        for x, y in (([chance.random(), chance.random()], [chance.random(), chance.random()]) for _ in range(2 * N))
    ]
    values = [build_box((tuple(box),)) for box in boxes]
    codes = np.array([encode_text(value) for value in values])
    corners = [json.loads(value) for value in values]
    expected = [define_overlap(*pair) for pair in zip(corners[:N], corners[N:], strict=True)]
    assert np.allclose(compute_scores("box:iou", codes[:N], codes[N:]), expected, atol=1e-9)
    hits = compute_scores("box:0.5", codes[:N], codes[N:])
    assert (hits == [overlap >= 0.5 for overlap in expected]).all()


def test_orders_and_texts_score_as_defined():
    """Kendall's tau is scaled to 0 to 1, and texts are compared without case, articles and punctuation."""
    scipy = pytest.importorskip("scipy.stats")
    chance = random.Random(5)
    items = ["A", "B", "C", "D", "E"]
    kendall, exact = find_question_type("order:kendall"), find_question_type("order:exact")

    @cache
    def compute_tau(positions):
        return scipy.kendalltau(positions, range(5)).statistic

    for _ in range(N):
        answer, truth = chance.sample(items, 5), chance.sample(items, 5)
        tau = compute_tau(tuple(answer.index(item) for item in truth))
        values = build_order(tuple(answer)), build_order(tuple(truth))
        assert kendall.score(*values) == pytest.approx((tau + 1) / 2)
        assert exact.score(*values) == float(answer == truth)
    text, truth = find_question_type("text:exact"), build_text_truth(("The red cube", "crimson"))
    assert [text.score(answer, truth) for answer in ("red cube", "crimson", "cube")] == [1.0, 1.0, 0.0]


WORDS = ("red", "Cube", "the", "a", "An", "left", "T-shirt", "café", "2", "don't", "sofa")
MARKS = ("", ".", "!", " ,", "?", ";")


def define_text(text):
    """Return the words of letters and digits in lower case without articles."""
    words = "".join(sign if sign.isalnum() else "" if sign in "'’" else " " for sign in text.lower()).split()
    return [word for word in words if word not in ("the", "a", "an")]


def test_random_texts_score_as_defined():
    """Ten thousand answers with random case, articles and punctuation are right exactly if the words are the same."""
    chance, text = random.Random(11), find_question_type("text:exact")
    equal = 0
    for _ in range(N):
        truth = " ".join(chance.choices(WORDS, k=chance.randint(1, 3)))
        said = truth if chance.random() < 0.5 else " ".join(chance.choices(WORDS, k=chance.randint(1, 3)))
        said = chance.choice((str.upper, str.title, str))(said) + chance.choice(MARKS)
        if not define_text(truth) or not define_text(said):
            continue
        answer = text.parse(said, None, "q")
        assert answer.status == "ok", said
        expected = define_text(said) == define_text(truth)
        assert text.score(answer.value, build_text_truth((truth,))) == float(expected), (said, truth)
        equal += expected
    assert 0.4 * N < equal < 0.7 * N


def test_codes_depend_on_the_text_only():
    """A code is an integer that a double represents exactly."""
    code = encode_text("[[0.5,0.5]]")
    assert code == 2_499_150_444_488_483
    assert code < 2**52
    assert decode_text(code) == "[[0.5,0.5]]"


def test_unknown_codes_and_missing_values_have_no_score():
    """An answer that this process has not encoded is not scored as wrong."""
    truth = encode_text(build_text_truth(("red",)))
    scores = compute_scores("text:exact", np.array([np.nan, 12345.0, encode_text("red")]), np.full(3, truth))
    assert np.isnan(scores[:2]).all()
    assert scores[2] == 1


@pytest.mark.parametrize("kind", ["number:mra", "number:within 0.5", "number:relative"])
def test_no_constant_scores_higher_than_the_best_constant(kind):
    """No number of a fine grid scores higher than the constant chosen on the other groups."""
    truths = np.random.default_rng(6).uniform(0.5, 6, 30)
    groups = np.arange(30) % 3
    grid = np.linspace(0, 10, 4_001)
    for group, constant in enumerate(find_best_constants(kind, truths, groups, 3)):
        others = truths[groups != group]
        of_grid = compute_scores(kind, grid[:, None], others[None, :]).mean(axis=1).max()
        assert compute_scores(kind, np.full(len(others), constant), others).mean() >= of_grid - 1e-9


def test_a_constant_point_is_inside_its_region():
    """The baseline answers a region with a point inside it, even if the region is not convex."""
    ring = [(0.1, 0.1), (0.4, 0.1), (0.4, 0.15), (0.15, 0.15), (0.15, 0.5), (0.1, 0.5)]
    truth = build_polygon_region([ring])
    kind = find_question_type("point:inside")
    assert kind.score(truth, truth) == 1
    assert kind.compute_chance(truth, None) == pytest.approx(0.3 * 0.05 + 0.05 * 0.35, abs=0.003)


@pytest.mark.parametrize(
    "kind", ["number:mean", "number:within", "point:near", "box:2", "order:some", "text:fuzzy", "x:y"]
)
def test_unknown_rules_are_refused(kind):
    """The error lists the available rules."""
    with pytest.raises(ValueError, match="Use"):
        find_question_type(kind)


def test_a_type_without_a_score_cannot_be_created():
    """The method `score` is abstract."""

    class Unscored(QuestionType):
        def parse(self, raw, form, question_id):
            return Answer(question_id, "ok", raw)

        def find_problem(self, truth):
            return None

    with pytest.raises(TypeError, match="abstract method '?score"):
        Unscored()


def test_every_type_is_complete():
    """Every type can be created with its default rule and has a title."""
    types = [find_question_type(f"{name}:{rule}") for name, rule in DEFAULT_RULES.items()]
    assert [question_type.title for question_type in types] == list(TYPES)
