"""Tests of triangle formulas against slow definitions, inverse pairs and the rules of the paper."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.errors import TriangleError
from core.geometry.triangle import Triangle

lengths = st.floats(0.01, 1000.0)
coordinates = st.floats(-1000.0, 1000.0)
points = st.tuples(coordinates, coordinates)


def is_triangle(ab, bc, ca):
    sides = sorted((ab, bc, ca))
    return sides[0] + sides[1] > sides[2] * (1 + 1e-9)


@given(lengths, lengths, lengths)
def test_angles_add_up_to_180_degrees(ab, bc, ca):
    """The three angles of any triangle sum to 180 degrees."""
    assume(is_triangle(ab, bc, ca))
    assert sum(Triangle(ab, bc, ca).angles_deg) == pytest.approx(180.0, abs=1e-6)


@given(lengths, lengths, lengths)
def test_angles_agree_with_the_law_of_cosines(ab, bc, ca):
    """Angles agree with the law of cosines if that formula is well conditioned."""
    assume(is_triangle(ab, bc, ca))
    cosine = (ab**2 + ca**2 - bc**2) / (2 * ab * ca)
    assume(abs(cosine) < 0.999)
    assert Triangle(ab, bc, ca).angles_deg[0] == pytest.approx(math.degrees(math.acos(cosine)), abs=1e-6)


@given(points, points, points, st.floats(0, 2 * math.pi), st.floats(0.1, 10.0))
def test_answers_do_not_change_under_similarity(a, b, c, turn, scale):
    """Rotating, scaling and mirroring the points keeps all six answers."""
    area = abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
    assume(area > 1.0)
    cos, sin = scale * math.cos(turn), scale * math.sin(turn)
    moved = [(cos * x - sin * y + 7.0, -(sin * x + cos * y) - 3.0) for x, y in (a, b, c)]
    original, similar = Triangle.build_from_points(a, b, c), Triangle.build_from_points(*moved)
    assume(_compute_distance_from_thresholds(original) > 1e-6)
    for question_id, value in original.compute_answers().items():
        assert similar.compute_answers()[question_id] == (
            value if isinstance(value, str) else pytest.approx(value, abs=1e-6, rel=1e-6)
        )


def _compute_distance_from_thresholds(triangle):
    shortest, middle, longest = triangle.sorted_sides
    sides = ((middle - shortest) / middle, (longest - middle) / longest, (longest - shortest) / longest)
    return min(*(abs(side - 0.03) for side in sides), *(abs(abs(angle - 90) - 2) for angle in triangle.angles_deg))


@pytest.mark.parametrize(
    ("sides", "side_class", "angle_class"),
    [
        ((3.0, 4.0, 5.0), "scalene", "right"),
        ((1.0, 1.0, 1.0), "equilateral", "acute"),
        ((97.0, 100.0, 100.0), "equilateral", "acute"),
        ((96.9, 100.0, 100.0), "isosceles", "acute"),
        ((100.0, 100.0, 150.0), "isosceles", "obtuse"),
        ((50.0, 51.0, 72.0), "isosceles", "right"),
        ((60.0, 70.0, 80.0), "scalene", "acute"),
    ],
)
def test_classes_follow_the_tolerances(sides, side_class, angle_class):
    """Sides within 3% count as equal, angles within 2 degrees of 90 as right."""
    triangle = Triangle(*sides)
    assert (triangle.classify_sides(), triangle.classify_angles()) == (side_class, angle_class)


def test_the_rules_differ_for_a_chain_of_sides():
    """Sides in a chain of small steps are equilateral by the release's rule and isosceles by the paper's."""
    triangle = Triangle(95.0, 97.5, 100.0)
    assert triangle.classify_sides("release") == "equilateral"
    assert triangle.classify_sides("paper") == "isosceles"


def test_answers_of_a_known_triangle():
    """A 3-4-5 triangle has the six answers computed by hand."""
    answers = Triangle(ab=3.0, bc=4.0, ca=5.0).compute_answers()
    assert answers["Q1"] == "scalene"
    assert answers["Q2"] == "right"
    assert answers["Q3"] == pytest.approx(0.6)
    assert answers["Q4"] == pytest.approx(90.0 - math.degrees(math.atan2(3, 4)))
    assert answers["Q5"] == pytest.approx(5 / 3)
    assert answers["Q6"] == pytest.approx(90.0 - math.degrees(math.atan2(3, 4)))


def test_a_very_thin_triangle_keeps_its_angle():
    """Sides of 1000, 1000 and 1e-5 have the small angle that the sine gives."""
    assert Triangle(1000.0, 1e-5, 1000.0).angles_deg[0] == pytest.approx(math.degrees(1e-8), rel=1e-9)


@pytest.mark.parametrize("sides", [(1.0, 2.0, 3.0), (1.0, 1.0, 5.0), (0.0, 1.0, 1.0), (-1.0, 2.0, 2.0)])
def test_impossible_sides_raise_clear_errors(sides):
    """Sides that do not form a triangle, or are not lengths, raise an error with the reason."""
    with pytest.raises(TriangleError, match="close|positive"):
        Triangle(*sides)


@pytest.mark.parametrize("side", [math.nan, math.inf])
def test_non_finite_sides_raise(side):
    """NaN and infinity are not lengths."""
    with pytest.raises(TriangleError, match="side BC"):
        Triangle(1.0, side, 1.0)


def test_collinear_points_raise():
    """Three points on a line are not a triangle."""
    with pytest.raises(TriangleError):
        Triangle.build_from_points((0, 0), (1, 1), (2, 2))
