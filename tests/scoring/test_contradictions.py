"""Tests of contradiction rules: none fires on a real triangle at any rounding, and each fires on a hand-made reply."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.benchmarks.triangles.release_reader import read_release
from core.geometry.implied.bounds import AngleBounds
from core.geometry.triangle import Triangle
from core.records import ANGLE_CLASSES, SIDE_CLASSES
from core.scoring.contradictions import RULES, find_contradictions
from tests.scoring.made_answers import draw_triangle

coordinates = st.floats(0.0, 100.0)
nearly = st.floats(-2.0, 2.0)


def round_answers(answers):
    """Round ratios to two decimals and degrees to one."""
    digits = {"Q3": 2, "Q4": 1, "Q5": 2, "Q6": 1}
    return {q: v if isinstance(v, str) else round(v, digits[q]) for q, v in answers.items()}


def make_answers(a, b, c):
    assume(min(np.hypot(*np.subtract(p, q)) for p, q in ((a, b), (b, c), (c, a))) > 1e-3)
    area = abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
    assume(area > 1e-2)
    triangle = Triangle.build_from_points(a, b, c)
    assume(min(triangle.angles_deg) > 0.5)
    return triangle.compute_answers()


@settings(max_examples=300)
@given(st.tuples(coordinates, coordinates), st.tuples(coordinates, coordinates), st.tuples(coordinates, coordinates))
def test_true_answers_have_no_contradiction(a, b, c):
    """The six answers of any triangle, exact or rounded, have no contradictions."""
    answers = make_answers(a, b, c)
    assume(round(answers["Q3"], 2) > 0)
    assert find_contradictions(answers) == []
    assert find_contradictions(round_answers(answers)) == []


@settings(max_examples=300)
@given(
    st.sampled_from(["isosceles", "right", "equilateral"]),
    st.floats(5.0, 300.0),
    nearly,
    nearly,
    st.permutations([0, 1, 2]),
)
def test_borderline_true_answers_have_no_contradiction(shape, height, dx, dy, order):
    """Triangles that are barely isosceles, right or equilateral, or barely not, have no contradictions."""
    apex = {"isosceles": (50.0, height), "right": (0.0, height), "equilateral": (50.0, 86.6025)}[shape]
    points = [(0.0, 0.0), (100.0, 0.0), (apex[0] + dx, apex[1] + dy)]
    answers = make_answers(*(points[index] for index in order))
    assert find_contradictions(answers) == []
    assert find_contradictions(round_answers(answers)) == []


BASE = {"Q1": "scalene", "Q2": "right", "Q3": 0.6, "Q4": 53.1, "Q5": 1.67, "Q6": 53.1}  # sides 3, 4 and 5

CASES = {
    "difference_beyond_range": ({"Q4": 60.0, "Q6": 40.0}, "60.0°"),
    "angles_beyond_180": ({"Q4": 80.0, "Q6": 150.0}, "180°"),
    "ratio_beyond_extremes": ({"Q3": 0.5, "Q5": 1.4}, "1.40 times"),
    "sides_against_angles": ({"Q5": 1.2, "Q6": 60.0}, "at most 20.6°"),
    "numbers_of_no_triangle": ({"Q3": 1.25, "Q4": 30.0, "Q5": 1.25, "Q6": 45.0}, "AB/AC = 1.25"),
    "equilateral_not_acute": ({"Q1": "equilateral", "Q2": "right"}, "not right"),
    "side_class_against_ratio": ({"Q1": "equilateral", "Q3": 1.4}, "1.40"),
    "side_class_against_difference": ({"Q1": "equilateral", "Q4": 12.0}, "12.0°"),
    "side_class_against_extremes": ({"Q1": "equilateral", "Q5": 1.4}, "1.40 times"),
    "side_class_against_range": ({"Q1": "equilateral", "Q6": 25.0}, "25.0°"),
    "isosceles_without_equal_sides": ({"Q1": "isosceles", "Q3": 1.3, "Q5": 1.8}, "no two sides"),
    "angle_class_against_difference": ({"Q2": "acute", "Q4": 95.0}, "95.0°"),
    "angle_class_against_extremes": ({"Q2": "right", "Q5": 1.2}, "1.20"),
    "angle_class_against_range": ({"Q2": "obtuse", "Q6": 20.0}, "20.0°"),
    "angle_class_against_implied": ({"Q2": "acute", "Q3": 2.0, "Q4": 30.0}, "largest angle"),
}


@pytest.mark.parametrize("kind", RULES)
def test_each_rule_fires(kind):
    """Every kind has a reply that triggers it, and its sentence has the reply's numbers."""
    reply, words = CASES[kind]
    assert set(RULES[kind].question_ids) == set(reply)
    found = {c.kind: c for c in find_contradictions(reply)}
    assert words in found[kind].sentence
    assert found[kind].sentence.endswith(".")


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ({"Q1": "scalene", "Q3": 1.0}, "side_class_against_ratio"),
        ({"Q1": "isosceles", "Q5": 1.0}, "side_class_against_extremes"),
        ({"Q1": "scalene", "Q6": 0.0}, "side_class_against_range"),
        ({"Q5": 3.0, "Q6": 30.0}, "sides_against_angles"),
        ({"Q2": "acute", "Q6": 110.0}, "angle_class_against_range"),
        ({"Q2": "right", "Q6": 20.0}, "angle_class_against_range"),
        ({"Q2": "obtuse", "Q5": 1.3}, "angle_class_against_extremes"),
        ({"Q2": "obtuse", "Q3": 1.4, "Q4": 30.0}, "angle_class_against_implied"),
    ],
)
def test_two_sided_rules_fire_on_both_sides(reply, kind):
    """Rules that can fail in two ways also detect the second one."""
    assert kind in {c.kind for c in find_contradictions(reply)}


@pytest.mark.parametrize(
    "reply",
    [
        BASE,
        BASE | {"Q4": 54.5, "Q6": 53.1},
        BASE | {"Q3": 0.585, "Q5": 1.67},
        {"Q2": "right", "Q5": 1.41, "Q6": 45.0},
        {"Q1": "equilateral", "Q3": 1.02, "Q4": 1.5, "Q5": 1.02, "Q6": 2.0},
        {"Q1": "isosceles", "Q3": 1.0, "Q5": 1.8},
        {"Q1": "isosceles", "Q3": 0.5, "Q5": 2.0},
        {},
        {"Q4": 60.0},
    ],
)
def test_differences_within_tolerance_are_ignored(reply):
    """Differences below 3% and 2 degrees, and single answers, are not contradictions."""
    assert find_contradictions(reply) == []


ALL_ANGLES = np.array([(b, c) for b in np.arange(0.5, 179.0, 0.5) for c in np.arange(0.5, 179.5 - b, 0.5)])


@pytest.mark.slow
@settings(max_examples=200)
@given(st.floats(0.3, 3.0), st.floats(0.0, 120.0), st.floats(1.0, 6.0), st.floats(0.0, 170.0))
def test_numbers_close_to_a_triangle_have_no_contradiction(ratio, difference, extremes, angle_range):
    """If a search over all triangles finds a close fit (1.4%, 1.5 degrees), no rule fires."""
    b, c = ALL_ANGLES.T
    angles = np.stack([180.0 - b - c, b, c])
    sines = np.sin(np.radians(angles))
    fits = (
        (abs(np.log(sines[2] / sines[1] / ratio)) < 0.014)
        & (abs(abs(b - c) - difference) < 1.5)
        & (abs(np.log(sines.max(axis=0) / sines.min(axis=0) / extremes)) < 0.014)
        & (abs(np.ptp(angles, axis=0) - angle_range) < 1.5)
    )
    if fits.any():
        assert find_contradictions({"Q3": ratio, "Q4": difference, "Q5": extremes, "Q6": angle_range}) == []


@settings(max_examples=200)
@given(st.integers(0, len(ALL_ANGLES) - 1), st.floats(-0.014, 0.014), st.floats(-1.5, 1.5))
def test_slightly_wrong_numbers_have_no_contradiction(index, relative, degrees):
    """The numbers of a triangle may each be off by up to 1.4% and 1.5 degrees."""
    b, c = ALL_ANGLES[index]
    angles = np.array([180.0 - b - c, b, c])
    sines = np.sin(np.radians(angles))
    reply = {
        "Q3": sines[2] / sines[1] * (1 + relative),
        "Q4": abs(b - c) + max(degrees, -abs(b - c)),
        "Q5": max(1.0, sines.max() / sines.min() * (1 - relative)),
        "Q6": max(0.0, np.ptp(angles) - degrees / 4),
    }
    assume(reply["Q4"] < 179 and reply["Q4"] - reply["Q6"] < 2.0)
    assert find_contradictions(reply) == []


finite = st.floats(0.0, exclude_min=True, allow_infinity=False)
degrees = st.floats(0.0, 180.0)


@given(
    st.sampled_from(SIDE_CLASSES), st.sampled_from(ANGLE_CLASSES), finite, degrees, finite.map(lambda x: 1 + x), degrees
)
@pytest.mark.filterwarnings("error")
def test_rules_never_fail_on_readable_replies(side_class, angle_class, ratio, difference, extremes, angle_range):
    """For any readable values the rules finish without an error and give short sentences."""
    reply = {"Q1": side_class, "Q2": angle_class, "Q3": ratio, "Q4": difference, "Q5": extremes, "Q6": angle_range}
    for contradiction in find_contradictions(reply):
        assert len(contradiction.sentence) < 200


def format_answers(answers, decimals):
    """Format answers as a reply does: ratios with the given decimals, degrees with one."""
    digits = {"Q3": decimals, "Q4": 1, "Q5": decimals, "Q6": 1}
    return {q: v if isinstance(v, str) else f"{v:.{digits[q]}f}" for q, v in answers.items()}


def compute_contradicted_share(replies):
    """Return the share of written replies with a contradiction; an AB/AC that rounds to 0 is left out."""
    found = []
    for stated in replies:
        read = {q: text if q in ("Q1", "Q2") else float(text) for q, text in stated.items()}
        found.append(find_contradictions({q: v for q, v in read.items() if (q, v) != ("Q3", 0.0)}, stated) != [])
    return np.mean(found)


RNG = np.random.default_rng(7)
TRIANGLE_ANSWERS = [draw_triangle(RNG).compute_answers() for _ in range(300)]


@pytest.mark.parametrize("decimals", [0, 1, 2, 4])
def test_rounded_true_answers_have_no_contradiction(decimals):
    """The answers of 300 triangles, rounded to any number of decimals, have no contradictions."""
    assert compute_contradicted_share(format_answers(answers, decimals) for answers in TRIANGLE_ANSWERS) == 0.0


@pytest.mark.parametrize(("decimals", "min_share"), [(0, 0.6), (1, 0.9), (2, 0.93), (4, 0.93)])
def test_wrong_numbers_are_detected_at_any_precision(decimals, min_share):
    """Another triangle's longest side and angle range contradict the rest, more often with more decimals."""
    replies = [format_answers(answers, decimals) for answers in TRIANGLE_ANSWERS]
    mixed = [{**first, "Q5": second["Q5"], "Q6": second["Q6"]} for first, second in pairwise(replies)]
    assert min_share <= compute_contradicted_share(mixed) < 1.0


@pytest.mark.parametrize(
    ("stated", "is_found"),
    [
        ("1.4", False),
        ("1.40", True),
        ("about 1.4", False),
        ("1,4", False),
        ("1.4x", False),
        ("14e-1", False),
        ("7/5", True),
        (None, True),
    ],
)
def test_written_text_sets_the_rounding_tolerance(stated, is_found):
    """AB/AC of 1.4 may be 1.36 and fit 1.31; 1.40, a fraction, and a number of unknown text may not."""
    assert bool(find_contradictions({"Q3": 1.4, "Q5": 1.31}, {"Q3": stated, "Q5": "1.31"})) == is_found


@pytest.mark.slow
@pytest.mark.parametrize("decimals", [0, 1, 2])
def test_rounded_released_truths_are_coherent(dataset, decimals):
    """The release's true answers in both frames, rounded to the given decimals, are coherent."""
    truths = {}
    for truth in read_release(dataset).truths:
        truths.setdefault((truth.case_id, truth.frame), {})[truth.question_id] = truth.value
    different = {tuple(answers.items()): answers for answers in truths.values()}.values()
    assert compute_contradicted_share(format_answers(answers, decimals) for answers in different) == 0.0


def test_released_truths_are_coherent(dataset):
    """The true answers of all 400 photographs, in both frames and with the release's own 2D classes, are coherent."""
    truths = {}
    for truth in read_release(dataset).truths:
        truths.setdefault((truth.case_id, truth.frame), {})[truth.question_id] = truth.value
    assert len(truths) == 800
    assert {key: found for key, answers in truths.items() if (found := find_contradictions(answers))} == {}


def test_quick_bounds_change_no_result(monkeypatch):
    """The quick bounds only exclude triangles that are far off; without them the contradictions are the same."""
    random = np.random.default_rng(12)
    replies = [
        {"Q2": str(random.choice(ANGLE_CLASSES)), "Q3": float(random.choice([1.0, np.exp(random.normal(0, 0.5))])),
         "Q4": random.uniform(0, 60), "Q5": 1 + random.exponential(0.5), "Q6": random.uniform(0, 90)}
        for _ in range(300)
    ]  # fmt: skip
    replies += [{"Q2": "right", "Q3": 1e-300, "Q4": 180.0, "Q5": 1e300, "Q6": 180.0}]
    quick = [find_contradictions(reply) for reply in replies]
    for bound in ("can_have_range", "can_have_sides", "can_have_largest"):
        monkeypatch.setattr(AngleBounds, bound, lambda *_: True)
    assert quick == [find_contradictions(reply) for reply in replies]
    kinds = {contradiction.kind for found in quick for contradiction in found}
    assert {"numbers_of_no_triangle", "angle_class_against_implied"} <= kinds
