"""Left and right in the texts of a question about a mirror image."""

import re
from dataclasses import replace

from core.benchmarks.cases import Case

_SIDE = re.compile(r"\b(left|right)\b", re.IGNORECASE)
_OPPOSITE = {"left": "right", "right": "left"}


def swap_sides(text: str) -> str:
    """Replace the word left by right and right by left, in lower case, capitalised or in upper case.

    For texts in which the words name sides: a right angle would become a left one.
    """
    return _SIDE.sub(_swap_side, text)


def _swap_side(match: re.Match[str]) -> str:
    side = match[0]
    opposite = _OPPOSITE[side.lower()]
    return opposite.upper() if side.isupper() else opposite.capitalize() if side[0].isupper() else opposite


def mirror_case_text(case: Case) -> Case:
    """Swap left and right in the question and the options of a case, for its mirror image."""
    asks = tuple(
        replace(case_question, options=tuple(map(swap_sides, case_question.options))) for case_question in case.asks
    )
    return replace(case, text=None if case.text is None else swap_sides(case.text), asks=asks)
