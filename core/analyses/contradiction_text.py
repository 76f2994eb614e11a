"""Contradictions between a model's answers to one photograph, in words."""

from collections.abc import Mapping, Sequence

from core.benchmarks.triangles.spoken_questions import format_spoken_class
from core.formatting import format_angles
from core.geometry.implied.nearest import NUMBERS, ImpliedTriangle
from core.geometry.triangle import ISOSCELES_TOLERANCE, RIGHT_ANGLE_TOLERANCE_DEG
from core.records import Value
from core.scoring.contradictions import find_contradictions


def describe_implied_triangle(
    model: str,
    answers: Mapping[str, Value],
    implied: ImpliedTriangle | None,
    stated: Mapping[str, str | None] | None = None,
) -> str:
    """Describe the triangle that a reply's numbers imply, or why they imply none.

    Args:
        model: the name of the model.
        answers: the readable answers by question.
        implied: their triangle, None if AB/AC or |B - C| could not be read.
        stated: the answers as the reply wrote them, if known.
    """
    if implied is None:
        return f"{model} gave no readable AB/AC and |B − C|, which an implied triangle needs."
    if not implied.is_possible:
        found = [
            contradiction
            for contradiction in find_contradictions(answers, stated)
            if set(contradiction.question_ids) <= {*NUMBERS}
        ]
        reasons = " ".join(each.sentence for each in found)
        return f"No triangle has the numbers of {model}; the nearest one is drawn. {reasons}".rstrip()
    angles = format_angles(implied.triangle.angles_deg, decimals=1)
    a, b, c = angles
    classes = {"Q1": implied.triangle.classify_sides(), "Q2": implied.triangle.classify_angles()}
    sentence = (
        f"The numbers of {model} describe a triangle that is {_describe_sides(classes['Q1'], angles)} and "
        f"{_describe_angles(classes['Q2'], angles)}, with angles A {a}, B {b}, C {c}."
    )
    contradicting = [f"{answers[q]}" for q, own in classes.items() if q in answers and answers[q] != own]
    return (
        f"{sentence} The reply calls it {' and '.join(map(format_spoken_class, contradicting))}."
        if contradicting
        else sentence
    )


def _describe_sides(side_class: str, angles: Sequence[str]) -> str:
    """Return the side class, with the tolerance if the written angles show unequal sides."""
    n_equal = {"equilateral": 3, "isosceles": 2}.get(side_class, 1)
    is_exact = max(map(angles.count, angles)) >= n_equal
    return side_class if is_exact else f"{side_class} (sides equal within {ISOSCELES_TOLERANCE:.0%})"


def _describe_angles(angle_class: str, angles: Sequence[str]) -> str:
    """Return the angle class, with the tolerance if none of the written angles is the right angle."""
    name = format_spoken_class(angle_class)
    is_exact = angle_class != "right" or "90.0°" in angles
    return name if is_exact else f"{name} (within {RIGHT_ANGLE_TOLERANCE_DEG:g}° of 90°)"


def describe_contradictions(answers: Mapping[str, Value], stated: Mapping[str, str | None]) -> list[str]:
    """Describe the contradictions among the readable answers of one reply, by question id and as stated."""
    return [contradiction.sentence for contradiction in find_contradictions(answers, stated)]
