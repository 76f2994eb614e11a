"""Reading of points and boxes by type, and the check whether a wrong answer would be right if read otherwise."""

from collections.abc import Callable
from itertools import product
from typing import Literal

from core.parsing.open_answers.coordinates import (
    SCALES,
    RawCoordinates,
    Scale,
    choose_scale,
    describe_alternative,
    read_coordinates,
    to_shares,
)
from core.question_types.question_type import AnswerForm, QuestionType
from core.records import Answer, Value

_SLACK = 0.002
"""Share by which a coordinate may leave the image: rounding to whole pixels or thousandths."""

_PLURALS = {"point": "points", "box": "boxes"}

Shares = tuple[tuple[float, ...], ...]


def parse_shares(
    raw: str | None, form: AnswerForm, question_id: str, n_numbers: Literal[2, 4], what: str
) -> tuple[Answer, Shares]:
    """Return the answer without its value, and its coordinates as shares of the image; empty unless it is `ok`.

    Args:
        raw: the reply.
        form: of the question.
        question_id: of the question.
        n_numbers: two for points, four for boxes.
        what: the type's name, for reasons.
    """
    if not (raw or "").strip():
        return Answer(question_id, "missing", reason="the reply states nothing"), ()
    read = read_coordinates(raw, n_numbers)
    if read is None:
        return Answer(question_id, "unparsed", stated=(raw or "").strip()[:200], reason=f"it states no {what}"), ()
    if not read.values:
        reason = f"it states several {_PLURALS[what]}, none of them as the answer: {read.stated}"
        return Answer(question_id, "unparsed", stated=read.stated, reason=reason), ()
    scale = choose_scale(read, form.scale, form.size_px)
    shares = to_shares(read, scale, form.size_px, is_y_first=read.is_y_first)
    if shares is None:
        reason = "its pixels cannot be placed: the size of the image is unknown"
        return Answer(question_id, "unparsed", stated=read.stated, reason=reason), ()
    if not _is_inside(shares):
        return Answer(question_id, "invalid", stated=read.stated, reason=f"{read.stated} is outside the image"), ()
    return Answer(question_id, "ok", None, read.stated), shares


def _is_inside(shares: Shares) -> bool:
    return all(-_SLACK <= share <= 1 + _SLACK for values in shares for share in values)


def explain_by_reading(
    kind: QuestionType,
    raw: str,
    truth: Value,
    form: AnswerForm,
    n_numbers: Literal[2, 4],
    build: Callable[[Shares], str],
) -> str | None:
    """Return the first other order or scale with which the reply would be entirely right; None if there is none."""
    read = read_coordinates(raw, n_numbers)
    if read is None or not read.values:
        return None
    used = (choose_scale(read, form.scale, form.size_px), read.is_y_first)
    readings = sorted(
        product(_list_scales(read, form), (False, True)),
        key=lambda reading: (reading[0] != used[0], reading[1] != used[1]),
    )
    for scale, is_y_first in readings:
        if (scale, is_y_first) == used:
            continue
        shares = to_shares(read, scale, form.size_px, is_y_first=is_y_first)
        if shares and _is_inside(shares) and kind.score(build(shares), truth) >= _RIGHT:
            return describe_alternative(used, (scale, is_y_first))
    return None


_RIGHT = 0.5
"""Score from which another reading counts as right: most points inside, or half of the union."""


def _list_scales(read: RawCoordinates, form: AnswerForm) -> tuple[Scale, ...]:
    is_unit = all(abs(number) <= 1 for values in read.values for number in values)
    scales: tuple[Scale, ...] = ("unit",) if is_unit else SCALES[1:]
    return tuple(scale for scale in scales if scale != "pixel" or form.size_px is not None)
