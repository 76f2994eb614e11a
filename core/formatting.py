"""Formatting of values, numbers and intervals, and escaping of foreign text for Markdown and terminals."""

import math
import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal

from core.records import FEW_GROUPS

MISSING = "–"

LEAST_P = 0.0001
"""P-values below this are not distinguished."""

_TOO_LARGE = 1e15
"""Numbers of this size and above have no decimals to round."""

_WORD_JOINER = "\u2060"


def format_value(value: object, kind: str) -> str:
    """Format a truth or an answer: a class word, a ratio with three decimals, an angle in degrees, or a dash for none.

    Args:
        value: a class word, a number, or None (NaN counts as None).
        kind: of the question, as in `records.Question`.
    """
    if isinstance(value, str):
        return value
    if not isinstance(value, int | float) or math.isnan(value):
        return MISSING
    return f"{format_number(value)}°" if kind == "angle" else format_number(value, 3)


def round_half_up(value: float, decimals: int = 1) -> float:
    """Round a number, halves away from zero, as the browser does for the same number beside it.

    Python's `round` and its formats round halves to the even digit. A share of 1 in 400 is such a half: 0.25%.
    """
    if not math.isfinite(value) or abs(value) >= _TOO_LARGE:
        return value
    return float(Decimal(str(float(value))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)) + 0.0


def format_number(value: float | None, decimals: int = 1, *, with_plus: bool = False) -> str:
    """Format a number with a real minus sign and without a negative zero; a dash for None and NaN.

    Args:
        value: the number.
        decimals: number of decimals.
        with_plus: whether a number above zero gets a plus sign, as differences do.
    """
    if value is None or math.isnan(value):
        return MISSING
    shown = round_half_up(value, decimals)
    return f"{shown:{'+' if with_plus and shown else ''}.{decimals}f}".replace("-", "−")


def format_unit(unit: str) -> str:
    """Format a unit to follow a number: after a space, except for percent and degrees."""
    return unit if not unit or unit.startswith(("%", "°")) else f" {unit}"


def format_angles(angles_deg: Sequence[float], decimals: int = 0) -> list[str]:
    """Format the angles of a triangle in degrees, rounded so that the written values add up to 180.

    Args:
        angles_deg: all three.
        decimals: number of decimals.

    Source: the method of largest remainders (Hamilton).
    """
    unit = 10**decimals
    parts = [math.floor(unit * angle) for angle in angles_deg]
    by_remainder = sorted(range(len(parts)), key=lambda place: parts[place] - unit * angles_deg[place])
    for place in by_remainder[: 180 * unit - sum(parts)]:
        parts[place] += 1
    return [f"{part / unit:.{decimals}f}°" for part in parts]


def format_interval(low: float | None, high: float | None, decimals: int = 1, *, with_plus: bool = False) -> str:
    """Format an interval as `low–high`, with numbers as in `format_number`; a dash if there is none.

    With a sign before one of the numbers it is `low to high`, because a dash beside a minus sign reads badly.
    """
    if low is None or high is None or math.isnan(low) or math.isnan(high):
        return MISSING
    ends = [format_number(end, decimals, with_plus=with_plus) for end in (low, high)]
    is_signed = any(end[0] in "+−" for end in ends)
    return " to ".join(ends) if is_signed else "–".join(ends)


def format_hover_interval(low: float | None, high: float | None, n_groups: int | None = None) -> str:
    """Format the interval of a chart's mark for its hover text; state if it is missing or based on too few groups."""
    if has_too_few_groups(n_groups):
        return "too few for an interval"
    interval = format_interval(low, high)
    return "no interval" if interval == MISSING else f"95% CI {interval}"


def format_p_value(p: float | None) -> str:
    """Format a p-value with two significant digits, or as `< 0.0001` below that; a dash for none."""
    if p is None or math.isnan(p):
        return MISSING
    return f"{p:.2g}" if p >= LEAST_P else f"< {LEAST_P:.4f}"


def has_too_few_groups(n_groups: int | None) -> bool:
    """Return whether an interval is too narrow because of too few groups; False if their number is unknown."""
    return n_groups is not None and n_groups < FEW_GROUPS


def format_count(number: float, one: str, several: str = "") -> str:
    """Format a whole number with its noun, as `2 replies`.

    Args:
        number: of things.
        one: the noun for one, with a verb if the phrase has one, as `reply is`.
        several: the same for several; by default the noun with an s.
    """
    return f"{number:,.0f} {one if number == 1 else several or f'{one}s'}"


def format_bounds(least: float | None, most: float | None) -> str:
    """Format a mean's bounds as `low–high`; a dash if no unreadable answer separates them."""
    return MISSING if least == most else format_interval(least, most)


def format_hover_bounds(least: float | None, most: float | None) -> str:
    """Format a mean's bounds as a line of hover text; empty if no answer is unreadable."""
    bounds = format_bounds(least, most)
    return "" if bounds == MISSING else f"<br>{bounds} with unreadable answers as wrong or right"


def format_time(moment: datetime, *, with_seconds: bool = False) -> str:
    """Format a time as `2026-11-22 03:08 UTC`; the only function that formats times.

    Args:
        moment: a time with any time zone; DuckDB returns times in the zone of the machine.
        with_seconds: whether to write seconds.

    Raises:
        ValueError: the time has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M{':%S' if with_seconds else ''}} UTC"


def capitalise_first(words: str) -> str:
    """Return the words with a capital first letter, as a sentence or a label begins."""
    return words[:1].upper() + words[1:]


def join_with_and(words: list[str]) -> str:
    """Join words with commas, and with `and` before the last one."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


LABEL_SEPARATOR = " · "
"""Between the name of a model and what distinguishes its runs."""


def split_shared_ending(labels: Sequence[str]) -> tuple[list[str], str]:
    """Return the labels of runs without the last part that all of them share, and that part.

    The part is empty, and the labels are unchanged, if they share none or if there is only one label.
    """
    pairs = [label.rpartition(LABEL_SEPARATOR) for label in labels]
    if len({ending for _, _, ending in pairs}) != 1 or len(labels) < 2 or not all(name for name, _, _ in pairs):
        return list(labels), ""
    return [name for name, _, _ in pairs], pairs[0][2]


def add_ending(name: str, ending: str) -> str:
    """Return the name of a run with the last part of its label in brackets; the name alone without one."""
    return f"{name} ({ending})" if ending else name


def put_ending_in_brackets(label: str) -> str:
    """Return the label of a run with its last part in brackets: `A (slow)` of `A · slow`."""
    name, _, ending = label.rpartition(LABEL_SEPARATOR)
    return add_ending(name, ending) if name else label


def join_labels(labels: Sequence[str]) -> str:
    """Join labels of runs to a list in words, grouped by their last part if several runs share one.

    For example `fast: A and B; slow: A; C` of `A · fast`, `A · slow`, `B · fast` and `C`.
    """
    names_by_ending: dict[str, list[str]] = {}
    for label in labels:
        name, _, ending = label.rpartition(LABEL_SEPARATOR)
        names_by_ending.setdefault(ending if name else "", []).append(name or label)
    without_ending = names_by_ending.pop("", [])
    if all(len(names) < 2 for names in names_by_ending.values()):
        return join_with_and(list(labels))
    groups = [f"{ending}: {join_with_and(names)}" for ending, names in names_by_ending.items()]
    return "; ".join([*groups, join_with_and(without_ending)] if without_ending else groups)


def strip_shared_beginning(names: Sequence[str]) -> list[str]:
    """Return names without the beginning up to the last `_` or `-` that all share; unchanged if one would be empty.

    For example `area-004` and `length-005` of `geometry__area-004` and `geometry__length-005`.
    """
    first, last = min(names, default=""), max(names, default="")  # all others begin as these two do
    n_shared = next(
        (place for place, pair in enumerate(zip(first, last, strict=False)) if len({*pair}) > 1), len(first)
    )
    shared = first[:n_shared]
    end = max(shared.rfind("_"), shared.rfind("-")) + 1
    short = [name[end:] for name in names]
    return short if len(names) > 1 and all(short) else list(names)


def to_single_line(text: object) -> str:
    """Return the text on one line, without control and direction characters, which could hide or reorder other text."""
    one_line = " ".join(str(text).split())
    if one_line.isprintable():  # characters of these categories are not printable
        return one_line
    return "".join(sign for sign in one_line if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co"))


_MARKUP = re.compile(
    r"[\\`*\[\]<>~$]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # not between letters: blind_constant
    r"|&(?=#?\w*(?:;|$))"
    r"|:(?!//)(?=[:A-Za-z+_-]|\d+:|$)"  # a directive or an emoji's name; a colon before a space is neither
)
"""Characters that Streamlit or GitHub may read as Markdown at this position."""

_BEGINNING = re.compile(r"^(?:(?=[#+=-](?![\d.]))|\d{1,9}(?=[.)](?:\s|$)))")
"""Position or digits before a character that would begin a heading, a list or a rule."""

_APART = re.compile(r"^(?=\|)|(?<!\S)(?=(?:<->|->|<-|--|[<>~]=)(?!\S))")
"""Positions before a bar that would make the line a table row, and before free-standing arrows, dashes and comparisons,
which Streamlit replaces by a single character."""

_NAME = re.compile(r"(?=://)|(?<=www)|(?<=@)|(?<=\\:)(?=[\w+-])")
"""Positions within addresses, which become links, and in escaped names of emoji: Streamlit looks for icons and emoji
after it has parsed the Markdown, when the backslash is gone."""


def escape_markdown(text: object) -> str:
    """Escape text for Markdown and Streamlit labels: no markup, formulas, icons, images or links.

    Not for text that is shown verbatim: options of lists, placeholders, code, the cells of `st.dataframe`. Not for
    charts either: Plotly renders some HTML, so use `html.escape` there.
    """
    line = _MARKUP.sub(r"\\\g<0>", _APART.sub(_WORD_JOINER, to_single_line(text)))
    return _NAME.sub(_WORD_JOINER, _BEGINNING.sub(r"\g<0>\\", line))


def escape_markdown_cell(text: object) -> str:
    """Escape text for a cell of a Markdown table."""
    return escape_markdown(text).replace("|", r"\|")
