"""Contradictions between a model's answers to one photograph, in words."""

from collections.abc import Mapping

from core.benchmarks.triangles.spoken_questions import format_spoken_class
from core.formatting import format_angles
from core.geometry.implied.nearest import NUMBERS, ImpliedTriangle
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
    a, b, c = format_angles(implied.triangle.angles_deg, decimals=1)
    classes = {"Q1": implied.triangle.classify_sides(), "Q2": implied.triangle.classify_angles()}
    sentence = (
        f"The numbers of {model} describe a triangle that is {classes['Q1']} and {format_spoken_class(classes['Q2'])}, "
        f"with angles A {a}, B {b}, C {c}."
    )
    contradicting = [f"{answers[q]}" for q, own in classes.items() if q in answers and answers[q] != own]
    return (
        f"{sentence} The reply calls it {' and '.join(map(format_spoken_class, contradicting))}."
        if contradicting
        else sentence
    )


def describe_contradictions(answers: Mapping[str, Value], stated: Mapping[str, str | None]) -> list[str]:
    """Describe the contradictions among the readable answers of one reply, by question id and as stated."""
    return [contradiction.sentence for contradiction in find_contradictions(answers, stated)]
