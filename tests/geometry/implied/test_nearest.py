"""Tests of the triangle implied by given numbers."""

import math

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given, settings

from core.errors import TriangleError
from core.geometry.implied.nearest import NUMBERS, find_implied_triangle
from core.geometry.triangle import Triangle


def list_numbers(triangle):
    return {question: value for question, value in triangle.compute_answers().items() if question in NUMBERS}


points = st.tuples(st.floats(0, 100), st.floats(0, 100))


@settings(max_examples=60)
@given(points, points, points)
def test_triangle_is_recovered_from_its_numbers(a, b, c):
    """The rounded numbers of a triangle imply that triangle."""
    try:
        triangle = Triangle.build_from_points(a, b, c)
    except TriangleError:
        assume(False)
    assume(min(triangle.angles_deg) > 1.0)
    implied = find_implied_triangle({q: round(value, 4) for q, value in list_numbers(triangle).items()})
    assert implied.is_possible
    assert implied.triangle.angles_deg == pytest.approx(triangle.angles_deg, abs=0.2)


def test_two_numbers_are_enough():
    """AB/AC and |B - C| alone fix the triangle, by the law of tangents."""
    triangle = Triangle(6.0, 7.0, 4.0)
    numbers = {q: value for q, value in list_numbers(triangle).items() if q in ("Q3", "Q4")}
    assert find_implied_triangle(numbers).triangle.angles_deg == pytest.approx(triangle.angles_deg, abs=1e-3)
    _, b, c = (math.radians(angle) for angle in find_implied_triangle(numbers).triangle.angles_deg)
    ratio = numbers["Q3"]
    assert math.tan((b - c) / 2) / math.tan((b + c) / 2) == pytest.approx((1 - ratio) / (1 + ratio), abs=1e-5)


def test_other_numbers_are_not_enough():
    """The other two numbers do not determine which vertex is which."""
    assert find_implied_triangle({"Q5": 1.5, "Q6": 40.0}) is None
    assert find_implied_triangle({"Q3": 1.5, "Q5": 1.5, "Q6": 40.0}) is None


@pytest.mark.parametrize(
    ("numbers", "is_possible"),
    [
        ({"Q3": 2.0, "Q4": 40.0, "Q5": 1.5, "Q6": 60.0}, False),
        ({"Q3": 1.2, "Q4": 60.0, "Q5": 1.9, "Q6": 30.0}, False),
        ({"Q3": 1.0, "Q4": 30.0, "Q5": 1.5, "Q6": 40.0}, False),
        ({"Q3": 1.0, "Q4": 0.0, "Q5": 1.0, "Q6": 0.0}, True),
        ({"Q3": 1.0, "Q4": 0.0, "Q5": 1.37, "Q6": 27.0}, True),
    ],
)
def test_impossible_numbers_exceed_the_tolerance(numbers, is_possible):
    """If no triangle has all four numbers, the nearest one is off by more than the tolerance."""
    assert find_implied_triangle(numbers).is_possible == is_possible


@pytest.mark.parametrize("numbers", [{"Q3": 1e-6, "Q4": 180.0}, {"Q3": 1e6, "Q4": 0.0, "Q5": 1.0, "Q6": 180.0}])
def test_absurd_numbers_still_have_a_nearest_triangle(numbers):
    """For any numbers the result is a triangle with finite sides."""
    triangle = find_implied_triangle(numbers).triangle
    assert all(math.isfinite(side) and side > 0 for side in triangle.sorted_sides)
