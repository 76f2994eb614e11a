"""Values, numbers and intervals in words, and the texts of others on their way to Markdown or a terminal."""

import math
import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal

from core.records import FEW_GROUPS

MISSING = "–"

LEAST_P = 0.0001
"""P-values below are not told apart."""

_TOO_LARGE = 1e15
"""From here on a number has no decimals to round."""

_WORD_JOINER = "\u2060"


def format_value(value: object, kind: str) -> str:
    """A truth or an answer: the class word, a ratio with three decimals, an angle in degrees, or a dash for none.

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
    """A number to so many decimals, halves away from zero: as a browser writes the same number beside it.

    Python's `round` and its formats take halves to the even digit. A share of 1 in 400 is such a half: 0.25 %.
    """
    if not math.isfinite(value) or abs(value) >= _TOO_LARGE:
        return value
    return float(Decimal(str(float(value))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)) + 0.0


def format_number(value: float | None, decimals: int = 1, *, with_plus: bool = False) -> str:
    """A number with a real minus sign and without a negative zero; a dash for none.

    Args:
        value: the number; None and NaN are none.
        decimals: how many are written.
        with_plus: whether a number above zero carries its sign, as differences do.
    """
    if value is None or math.isnan(value):
        return MISSING
    shown = round_half_up(value, decimals)
    return f"{shown:{'+' if with_plus and shown else ''}.{decimals}f}".replace("-", "−")


def format_angles(angles_deg: Sequence[float], decimals: int = 0) -> list[str]:
    """The angles of a triangle in degrees, rounded so that what is written adds up to 180.

    Args:
        angles_deg: all three.
        decimals: how many are written.

    Source: the method of largest remainders (Hamilton).
    """
    unit = 10**decimals
    parts = [math.floor(unit * angle) for angle in angles_deg]
    by_remainder = sorted(range(len(parts)), key=lambda place: parts[place] - unit * angles_deg[place])
    for place in by_remainder[: 180 * unit - sum(parts)]:
        parts[place] += 1
    return [f"{part / unit:.{decimals}f}°" for part in parts]


def format_interval(low: float | None, high: float | None, decimals: int = 1, *, with_plus: bool = False) -> str:
    """An interval as `low to high`, numbers as in `format_number`; a dash where there is none."""
    if low is None or high is None or math.isnan(low) or math.isnan(high):
        return MISSING
    return (
        f"{format_number(low, decimals, with_plus=with_plus)} to {format_number(high, decimals, with_plus=with_plus)}"
    )


def format_hover_interval(
    low: float | None, high: float | None, n_groups: int | None = None, decimals: int = 1, *, with_plus: bool = False
) -> str:
    """The interval of a chart's mark, named; says where there is none, or none to trust: of too few groups."""
    if has_too_few_groups(n_groups):
        return "too few for an interval"
    interval = format_interval(low, high, decimals, with_plus=with_plus)
    return "no interval" if interval == MISSING else f"95 % interval {interval}"


def format_p_value(p: float | None) -> str:
    """A p-value with two digits that count; below 0.0001 it says only that; a dash for none."""
    if p is None or math.isnan(p):
        return MISSING
    return f"{p:.2g}" if p >= LEAST_P else f"< {LEAST_P:.4f}"


def has_too_few_groups(n_groups: int | None) -> bool:
    """Whether so few groups stand behind an interval that it is too narrow; not where their number is unknown."""
    return n_groups is not None and n_groups < FEW_GROUPS


def format_group_count(n_groups: int, group: str, groups: str) -> str:
    """The number of groups behind an estimate.

    Args:
        n_groups: how many.
        group: what the benchmark calls one.
        groups: what it calls several.
    """
    return f"{n_groups:.0f} {group if n_groups == 1 else groups}"


def format_bounds(least: float | None, most: float | None) -> str:
    """A mean's bounds as `low to high` where unreadable answers leave them apart; a dash elsewhere."""
    return MISSING if least == most else format_interval(least, most)


def format_hover_bounds(least: float | None, most: float | None) -> str:
    """The same as a line of what a chart's mark shows; empty where nothing is unreadable."""
    bounds = format_bounds(least, most)
    return "" if bounds == MISSING else f"<br>{bounds} with unreadable answers as wrong or right"


def format_time(moment: datetime, *, with_seconds: bool = False) -> str:
    """A moment as `2026-11-22 03:08 UTC`; the one place where a time is put in words.

    Args:
        moment: aware of its zone, which may be any: DuckDB gives times in that of the machine.
        with_seconds: whether seconds are written.

    Raises:
        ValueError: the moment does not say in which zone it is.
    """
    if moment.tzinfo is None:
        raise ValueError(f"{moment} does not say in which zone it is")
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M{':%S' if with_seconds else ''}} UTC"


def capitalise_first(words: str) -> str:
    """The same with a capital letter first, as a sentence or a label begins."""
    return words[:1].upper() + words[1:]


def join_with_and(words: list[str]) -> str:
    """Words in a row, with `and` before the last."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def to_single_line(text: object) -> str:
    """The text on one line, without control and direction characters, which could hide or reorder what is around it."""
    one_line = " ".join(str(text).split())
    if one_line.isprintable():  # no sign of these categories is
        return one_line
    return "".join(sign for sign in one_line if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co"))


_MARKUP = re.compile(
    r"[\\`*\[\]<>~$]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # not between letters: blind_constant
    r"|&(?=#?\w*(?:;|$))"
    r"|:(?!//)(?=[:A-Za-z+_-]|\d+:|$)"  # a directive or the name of a sign; a colon before a space is none
)
"""Signs that Markdown, Streamlit's or GitHub's, may read as more than themselves where they stand."""

_BEGINNING = re.compile(r"^(?:(?=[#+=-](?![\d.]))|\d{1,9}(?=[.)](?:\s|$)))")
"""What stands before a sign that would begin a heading, a list or a line."""

_APART = re.compile(r"^(?=\|)|(?<!\S)(?=(?:<->|->|<-|--|[<>~]=)(?!\S))")
"""Places before what would make a line the row of a table, and before arrows, dashes and comparisons, which Streamlit
writes as one sign where they stand alone."""

_NAME = re.compile(r"(?=://)|(?<=www)|(?<=@)|(?<=\\:)(?=[\w+-])")
"""Places within addresses, which become links, and in escaped names of signs: Streamlit finds icons and emoji in what
it has read as Markdown already, where there is no backslash any more."""


def escape_markdown(text: object) -> str:
    """The text for Markdown, and for whatever Streamlit reads as such: no markup, formulas, icons, images or links.

    Not for what is shown as it is: options of lists, placeholders, code, the cells of `st.dataframe`. Nor for charts:
    Plotly reads some HTML, for which there is `html.escape`.
    """
    line = _MARKUP.sub(r"\\\g<0>", _APART.sub(_WORD_JOINER, to_single_line(text)))
    return _NAME.sub(_WORD_JOINER, _BEGINNING.sub(r"\g<0>\\", line))


def escape_markdown_cell(text: object) -> str:
    """The same for a cell of a table in Markdown."""
    return escape_markdown(text).replace("|", r"\|")
