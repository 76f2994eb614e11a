"""The types of questions by name; a kind is a name with a rule, such as `number:mra`."""

import math
from collections.abc import Callable
from functools import lru_cache

from core.formatting import format_value
from core.question_types.boxes import BoxType
from core.question_types.numbers import THETA_MAX_DEG, NumberType
from core.question_types.option_sets import OptionSetType
from core.question_types.orders import OrderType
from core.question_types.points import PointType
from core.question_types.question_type import QuestionType
from core.question_types.texts import TextType
from core.question_types.value_codes import UNKNOWN

TYPES: dict[str, Callable[[str], QuestionType]] = {
    "number": NumberType,
    "text": TextType,
    "point": PointType,
    "box": BoxType,
    "order": OrderType,
    "choices": OptionSetType,
}
"""Constructors by the name of the type; each takes the rule."""

DEFAULT_RULES = {
    "number": "mra",
    "text": "exact",
    "point": "inside",
    "box": "iou",
    "order": "exact",
    "choices": "exact",
}


@lru_cache(maxsize=1_000)
def find_question_type(kind: str) -> QuestionType | None:
    """Return the type of a kind; None for kinds without a rule (`choice`, `class`, `name`, `ratio`, `angle`).

    Raises:
        ValueError: the type or its rule is unknown.
    """
    name, separator, rule = kind.partition(":")
    if not separator:
        return None
    if name not in TYPES:
        raise ValueError(f"{name!r} is not a type of questions. Use {', '.join(TYPES)}")
    return TYPES[name](rule)


def describe_required(kind: str, right_at: float) -> str:
    """Describe what an answer needs to count as right; empty for kinds whose every score is 0 or 1.

    Args:
        kind: of the question.
        right_at: the lowest score of a right answer, from 0 to 1.
    """
    if kind == "ratio":
        return f"within {100 * (1 - right_at):.3g}%"
    if kind == "angle":
        return f"within {THETA_MAX_DEG * (1 - right_at):.3g}°"
    question_type = find_question_type(kind)
    return "" if question_type is None else question_type.describe_required(right_at)


def format_typed_value(value: object, kind: str) -> str:
    """Return a value as a short text for pages: as its type writes it, otherwise as `formatting.format_value` does."""
    question_type = find_question_type(kind)
    is_missing = value is None or (isinstance(value, float) and math.isnan(value))
    if question_type is None or is_missing or not isinstance(value, str | int | float):
        return format_value(value, kind)
    is_unknown = isinstance(value, str) and value.startswith(UNKNOWN)
    return value if is_unknown and isinstance(value, str) else question_type.format(value)
