"""Numbers with units in replies: the stated number, converted to the unit of the question."""

from dataclasses import dataclass

from core.parsing.numbers import replace_latex
from core.parsing.open_answers.answer_text import MAX_STATED, find_answer_text
from core.parsing.open_answers.json_numbers import find_json_number
from core.parsing.open_answers.number_statements import NumberStatement, find_statements
from core.parsing.open_answers.number_tokens import NumberToken
from core.parsing.open_answers.units import Unit, parse_unit

SAME = 0.02
"""Relative difference up to which numbers in different units are one value beside their last digits: 3 m (10 ft)."""


@dataclass(frozen=True, slots=True)
class QuantityReading:
    """A number read from a reply.

    Attributes:
        value: in the unit of the question; None if no single number is stated.
        stated: as written.
        reason: why no value was read; empty otherwise.
        note: a conversion; empty without one.
    """

    value: float | None
    stated: str = ""
    reason: str = ""
    note: str = ""


def read_quantity(raw: str | None, unit: str = "") -> QuantityReading | None:
    """Read the number that a reply states.

    The stated part (JSON, a box, "Answer: ...") counts if it has a number on its first line, otherwise the whole reply.
    The part must hold one value, once or several times, or a value and its restatements in other units; the result of
    a calculation counts, its terms do not. Denied numbers do not. A range or a bound ("at least 2 m") is not a
    value, and a value outside of it is not read.

    Args:
        raw: the reply.
        unit: of the question; a number in another unit of the same quantity is converted.

    Returns:
        The reading; None if the reply states nothing.
    """
    answer = find_answer_text(raw)
    if answer is None:
        return None
    parts = (find_json_number(answer.text), answer.stated.split("\n")[0], answer.text)
    for part in filter(None, parts):
        text = replace_latex(part)
        if statements := find_statements(text, has_unit=bool(unit)):
            return _choose(text, statements, unit)
    return QuantityReading(None, answer.text[:MAX_STATED], "it states no number")


def _choose(text: str, statements: list[NumberStatement], unit: str) -> QuantityReading:
    asked = parse_unit(unit)
    fitting = [statement for statement in statements if _is_fitting(statement, asked, unit)]
    if not fitting:
        stated = statements[-1]
        symbol = stated.unit.symbol if stated.unit else ""
        return QuantityReading(None, _list_texts([stated]), f"its unit {symbol} is not a unit of {unit}")
    with_unit = [statement for statement in fitting if statement.unit]
    candidates = with_unit if with_unit and unit else fitting
    values = [statement for statement in candidates if statement.kind == "value"]
    if values and values[-1].is_result and _is_last(text, values[-1]):
        values = values[-1:]
    limits = [statement for statement in candidates if statement.kind in ("range", "bound")]
    if not values or any(statement.kind == "calculation" for statement in candidates):
        kind = candidates[-1].kind
        why = {"range": "a range", "bound": "only a bound"}.get(kind, "a calculation without a result")
        return QuantityReading(None, _list_texts(candidates), f"it states {why}: {_list_texts(candidates)}")
    main = _find_main([statement.tokens[0] for statement in values], asked)
    if main is None:
        listed = _list_texts(values)
        return QuantityReading(None, listed, f"it states {len(values)} numbers: {listed}")
    value = main.convert_to(asked)
    if value is None or not all(limit.can_hold(value, asked or main.unit) for limit in limits):
        listed = _list_texts(candidates)
        return QuantityReading(None, listed, f"it states a number and a range without it: {listed}")
    is_converted = main.unit is not None and asked is not None and value != main.value
    wording = main.text.strip()
    return QuantityReading(value, wording, note=f"{wording} converted to {unit}" if is_converted else "")


def _is_fitting(statement: NumberStatement, asked: Unit | None, unit: str) -> bool:
    """Return whether the numbers may be in the unit of the question; a unit that is not known has no other spelling."""
    stated = statement.unit
    if stated is None or not unit.strip():
        return True
    return asked is not None and stated.quantity == asked.quantity


def _is_last(text: str, statement: NumberStatement) -> bool:
    """Return whether a result is on the last line that has numbers."""
    return text.rstrip().rpartition("\n")[2].find(statement.tokens[-1].text) >= 0


def _find_main(tokens: list[NumberToken], asked: Unit | None) -> NumberToken | None:
    """Return the number that all others repeat or restate in another unit; None if they differ.

    The number in the unit of the question is preferred, then the first.
    """
    main = next((token for token in tokens if asked and token.unit and token.unit.size == asked.size), tokens[0])
    unit = asked or main.unit
    value = main.convert_to(unit)
    return main if value is not None and all(_is_same(main, value, token, unit) for token in tokens) else None


def _is_same(main: NumberToken, value: float, token: NumberToken, unit: Unit | None) -> bool:
    other = token.convert_to(unit)
    if other is None:
        return False
    if token.unit is None or main.unit is None or token.unit == main.unit:
        return other == value
    scale = unit.size if unit else 1.0
    rounding = (main.precision * main.unit.size + token.precision * token.unit.size) / scale
    return abs(other - value) <= rounding + SAME * abs(value)


def _list_texts(statements: list[NumberStatement]) -> str:
    texts = [token.text.strip() for statement in statements for token in statement.tokens]
    return ", ".join(texts[:5])[:MAX_STATED]
