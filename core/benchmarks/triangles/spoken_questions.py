"""Questions about a triangle and its classes as spoken sentences, readable from the back of a room."""

from core.formatting import capitalise_first
from core.records import Question

ABOUT = "All questions are about the triangle as it lies on the table (3D), not as it looks in the image (2D)."
"""Note about what the answers refer to."""

SENTENCES = {
    "side_type": "Is it equilateral, isosceles or scalene?",
    "angle_type": "Is it acute, right-angled or obtuse?",
    "ab_over_ac": "How many times as long as AC is AB?",
    "abs_b_minus_c_deg": "By how many degrees do the angles at B and C differ?",
    "max_over_min_side": "How many times as long as the shortest side is the longest?",
    "angle_range_deg": "By how many degrees do the largest and the smallest angle differ?",
}
"""Sentences by question key."""


def format_spoken_class(name: str) -> str:
    """Return a class of triangles as used in a sentence; `right` alone could be taken for correct."""
    return "right-angled" if name == "right" else name


def format_spoken_question(question: Question) -> str:
    """Return the question as a sentence; for a question that is not about a triangle, its own text."""
    return SENTENCES.get(question.key, capitalise_first(question.asks))
