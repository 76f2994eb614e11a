"""What a model's answers to one photograph say about each other, in words."""

from collections.abc import Mapping

from core.benchmarks.triangles.spoken_questions import class_aloud
from core.formatting import angles_text
from core.geometry.implied.nearest import NUMBERS, Implied
from core.records import Value
from core.scoring.contradictions import contradictions


def implied_sentence(
    model: str, answers: Mapping[str, Value], implied: Implied | None, stated: Mapping[str, str | None] | None = None
) -> str:
    """The triangle that a reply's numbers describe, or why they describe none.

    Args:
        model: who answered.
        answers: the readable answers by question.
        implied: their triangle, None where AB/AC or |B - C| could not be read.
        stated: the answers as the reply wrote them, where this is known.
    """
    if implied is None:
        return f"{model} gave no readable AB/AC and |B − C|, which an implied triangle needs."
    if not implied.is_possible:
        found = [each for each in contradictions(answers, stated) if set(each.question_ids) <= {*NUMBERS}]
        reasons = " ".join(each.sentence for each in found)
        return f"No triangle has the numbers of {model}; the nearest one is drawn. {reasons}".rstrip()
    a, b, c = angles_text(implied.triangle.angles_deg, decimals=1)
    classes = {"Q1": implied.triangle.side_class(), "Q2": implied.triangle.angle_class()}
    sentence = (
        f"The numbers of {model} describe a triangle that is {classes['Q1']} and {class_aloud(classes['Q2'])}, "
        f"with angles A {a}, B {b}, C {c}."
    )
    contradicting = [f"{answers[q]}" for q, own in classes.items() if q in answers and answers[q] != own]
    return (
        f"{sentence} The reply calls it {' and '.join(map(class_aloud, contradicting))}." if contradicting else sentence
    )


def contradiction_sentences(answers: Mapping[str, Value], stated: Mapping[str, str | None]) -> list[str]:
    """The contradictions among the readable answers of one reply, by question id and as stated, in sentences."""
    return [found.sentence for found in contradictions(answers, stated)]
