"""Parts of a text that state numbers: values, ranges, bounds, results of calculations; not what it denies."""

import math
import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from core.parsing.open_answers.number_tokens import NumberToken, find_numbers, prepare_text
from core.parsing.open_answers.units import Unit
from core.parsing.patterns import load_patterns

StatementKind = Literal["value", "range", "bound", "calculation"]

MAX_BEFORE = 60
"""Number of characters before a number that are searched for words that change its meaning."""

_PATTERNS = load_patterns(__file__, "number_statements.toml")
_HEDGE = _PATTERNS["hedge"].pattern
_AT_LEAST = _PATTERNS["at_least"]
_AT_MOST = _PATTERNS["at_most"]
_OR_MORE = _PATTERNS["or_more"]
_OR_LESS = _PATTERNS["or_less"]
_DENIED = _PATTERNS["denied"]
_DENIED_BEHIND = _PATTERNS["denied_behind"]
_CONFIDENCE = _PATTERNS["confidence"]
_CONFIDENT = _PATTERNS["confident"]
_RANGE = _PATTERNS["range"]
_BETWEEN = re.compile(rf"\b(?:between|from){_HEDGE}", re.IGNORECASE)
_OPERATOR = _PATTERNS["operator"]
_CONCLUDING = _PATTERNS["concluding"]
_TOTAL_BEHIND = re.compile(r"(?:\s[a-z]{1,15}){0,2}\s(?:in\stotal|in\sall|altogether|overall)\b", re.IGNORECASE)
_ONLY_NOUNS = _PATTERNS["only_nouns"]
_EQUALS = re.compile(r"[=≈≅≃]|\bequals\b|\bis equal to\b|\bgives\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NumberStatement:
    """A number or several that belong together.

    Attributes:
        kind: a value; a range of two; a bound; a calculation without a result.
        tokens: one, or the ends of a range, or the numbers of a calculation.
        is_lower: whether a bound is the least possible value.
        is_result: whether a value is the result of a calculation, or of counting.
    """

    kind: StatementKind
    tokens: tuple[NumberToken, ...]
    is_lower: bool = False
    is_result: bool = False

    @property
    def unit(self) -> Unit | None:
        """The last stated unit."""
        return next((token.unit for token in reversed(self.tokens) if token.unit), None)

    def can_hold(self, value: float, unit: Unit | None) -> bool:
        """Return whether a value in a unit lies in the range or keeps the bound, up to the precision of the numbers."""
        limits = [_convert(token, token.unit or self.unit, unit) for token in self.tokens]
        if any(limit is None for limit in limits):
            return True
        numbers = [limit for limit in limits if limit is not None]
        low, high = min(numbers), max(numbers)
        slack = 1e-9 * max(abs(low), abs(high))
        if self.kind == "bound":
            return value >= low - slack if self.is_lower else value <= high + slack
        return low - slack <= value <= high + slack


def find_statements(text: str, *, has_unit: bool) -> list[NumberStatement]:
    """Return what a text states with its numbers, in order, without denied numbers and degrees of confidence.

    Args:
        text: of a reply.
        has_unit: whether the question asks for a unit; otherwise `over` and `below` are places, not bounds.
    """
    plain = prepare_text(text)
    statements = _group(plain, find_numbers(plain), has_unit=has_unit)
    certain = [statement for statement in statements if not _is_confidence(plain, statement)]
    stated = [statement for statement in certain or statements if not _is_denied(plain, statement)]
    if len(stated) > 1 and _is_total(plain, stated):
        stated[-1] = replace(stated[-1], is_result=True)
    return stated


def _is_total(text: str, statements: list[NumberStatement]) -> bool:
    """Return whether the last number concludes what was counted before: `3 left and 2 right, so 5 in total`.

    It must be announced as a conclusion (`so`, `Total:`), nothing may qualify it, and it must be called the total or be
    the sum or the product of the values before it.
    """
    *parts, last = statements
    if last.kind != "value" or any(part.kind != "value" for part in parts):
        return False
    start, stop = last.tokens[0].start, last.tokens[-1].stop
    concluding = _CONCLUDING.search(text, max(start - MAX_BEFORE, 0), start)
    if concluding is None or not _ONLY_NOUNS.match(text, stop):
        return False
    if concluding["total"] or concluding["total_before"] or _TOTAL_BEHIND.match(text, stop):
        return True
    values = [_convert(part.tokens[0], part.unit, last.unit) for part in parts]
    part_values = [value for value in values if value is not None]
    return len(part_values) == len(values) and any(
        math.isclose(combined, last.tokens[0].value) for combined in (sum(part_values), math.prod(part_values))
    )


def _convert(token: NumberToken, stated: Unit | None, unit: Unit | None) -> float | None:
    return NumberToken(token.value, stated, token.precision, token.start, token.stop, token.text).convert_to(unit)


def _group(text: str, tokens: list[NumberToken], *, has_unit: bool) -> list[NumberStatement]:
    """Return the statements of all tokens; neighbours with an operator or a dash between them belong together."""
    groups: list[list[NumberToken]] = []
    for token in tokens:
        if groups and _is_linked(text, groups[-1][-1], token):
            groups[-1].append(token)
        else:
            groups.append([token])
    return [statement for group in groups for statement in _describe(text, group, has_unit=has_unit)]


def _is_linked(text: str, first: NumberToken, second: NumberToken) -> bool:
    gap = text[first.stop : second.start]
    if "\n" in gap:
        return False
    is_signed = second.text[0] in "+-" and not gap.strip()
    is_between = gap.lower() == " and " and _BETWEEN.search(text, max(first.start - MAX_BEFORE, 0), first.start)
    return bool(is_signed or is_between or _RANGE.fullmatch(gap) or _OPERATOR.fullmatch(gap))


def _describe(text: str, tokens: list[NumberToken], *, has_unit: bool) -> list[NumberStatement]:
    """Return the statement of a group, or two if one number restates the other in another unit: 2.5 m = 250 cm."""
    gaps = [text[first.stop : second.start] for first, second in pairwise(tokens)]
    if not gaps:
        return [_describe_single(text, tokens[0], has_unit=has_unit)]
    units = {token.unit for token in tokens}
    if len(tokens) == 2 and len(units) == 2 and None not in units:
        return [NumberStatement("value", (token,)) for token in tokens]
    if any(map(_EQUALS.search, gaps)):
        last = max(index for index, gap in enumerate(gaps) if _EQUALS.search(gap))
        sides = [tokens[last + 1 :], tokens[: last + 1]]
        single = next((side[0] for side in sides if len(side) == 1), None)
        if single is not None:
            return [NumberStatement("value", (single,), is_result=len(gaps) > 1)]
        return [NumberStatement("calculation", tuple(tokens))]
    if len(gaps) == 1 and (_RANGE.fullmatch(gaps[0]) or gaps[0].lower() == " and "):
        return [NumberStatement("range", tuple(tokens))]
    return [NumberStatement("calculation", tuple(tokens))]


def _describe_single(text: str, token: NumberToken, *, has_unit: bool) -> NumberStatement:
    if has_unit or token.unit is not None:
        before = text[max(token.start - MAX_BEFORE, 0) : token.start]
        for pattern, behind, is_lower in ((_AT_LEAST, _OR_MORE, True), (_AT_MOST, _OR_LESS, False)):
            if pattern.search(before) or behind.match(text, token.stop):
                return NumberStatement("bound", (token,), is_lower)
    return NumberStatement("value", (token,))


def _is_denied(text: str, statement: NumberStatement) -> bool:
    start, stop = statement.tokens[0].start, statement.tokens[-1].stop
    before = text[max(start - MAX_BEFORE, 0) : start]
    return (_DENIED.search(before) or _DENIED_BEHIND.match(text, stop)) is not None


def _is_confidence(text: str, statement: NumberStatement) -> bool:
    start, stop = statement.tokens[0].start, statement.tokens[-1].stop
    before = text[max(start - MAX_BEFORE, 0) : start]
    return (_CONFIDENCE.search(before) or _CONFIDENT.match(text, stop)) is not None
