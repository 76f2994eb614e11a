"""Sentences on what a reply's numbers imply."""

from core.analyses.contradiction_text import describe_implied_triangle
from core.geometry.implied.nearest import find_implied_triangle

NUMBERS = {"Q3": 1.0, "Q4": 0.0, "Q5": 1.0, "Q6": 0.0}


def test_a_possible_triangle_is_described():
    """The sentence has classes and angles of the implied triangle, and no more if the reply is consistent."""
    sentence = describe_implied_triangle(
        "M", {**NUMBERS, "Q1": "equilateral", "Q2": "acute"}, find_implied_triangle(NUMBERS)
    )
    described = "a triangle that is equilateral and acute, with angles A 60.0°, B 60.0°, C 60.0°."
    assert sentence == f"The numbers of M describe {described}"


def test_classes_that_the_numbers_contradict_are_named():
    """A reply whose classes contradict its own triangle is told so."""
    sentence = describe_implied_triangle(
        "M", {**NUMBERS, "Q1": "scalene", "Q2": "right"}, find_implied_triangle(NUMBERS)
    )
    assert sentence.endswith("The reply calls it scalene and right-angled.")


def test_classes_that_rest_on_a_tolerance_name_it():
    """Angles of 88.2 and 88.7 degrees are a right angle and two equal sides only within Tri-Bench's tolerances."""
    numbers = {"Q3": 18.49, "Q4": 85.6}
    sentence = describe_implied_triangle("M", {**numbers, "Q2": "acute"}, find_implied_triangle(numbers))
    assert "is isosceles (sides equal within 3%) and right-angled (within 2° of 90°), with angles A 88" in sentence
    assert sentence.endswith("The reply calls it acute.")


def test_contradictions_are_quoted():
    """Mutually exclusive numbers are reported with the sentence of the violated rule."""
    numbers = {**NUMBERS, "Q3": 2.0}
    sentence = describe_implied_triangle("M", numbers, find_implied_triangle(numbers))
    assert sentence.startswith("No triangle has the numbers of M; the nearest one is drawn. ")
    assert "2.00" in sentence


def test_unreadable_numbers_have_no_triangle():
    """Without AB/AC and |B - C| the sentence lists the missing numbers."""
    assert "no readable" in describe_implied_triangle("M", {"Q5": 1.0}, None)
