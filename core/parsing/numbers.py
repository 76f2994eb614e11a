"""Numbers as replies write them: units, fractions, ratios, roots, percentages, degrees and minutes, results."""

import math
import re
import unicodedata
from decimal import Decimal
from typing import Literal

NumberKind = Literal["ratio", "angle"]

DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")

ABOUT_WORDS = (
    r"about|approximately|approx\.?|roughly|around|circa|ca\.?|ungefähr|etwa|rund|environ|aproximadamente|unos"
    r"|大约|约|約|およそ|[~∼≈≅≃≒=]"
)
DEGREES = r"°|º|˚|degrees?\b|degs\b|deg\.?|度|grad\b|grados?\b|degrés?\b"
TIMES = r"times\s+(?:as\s+long|longer|larger|greater|bigger)(?:\s+(?:as|than)\s+\w+)?|times\b|x\b|×|倍"
_LENGTH = r"(?:\s?(?P<{0}>cm|mm|m|px|pixels?|inches|inch|in|units?))?"

_NUMBER = re.compile(
    rf"""(?P<about>{ABOUT_WORDS})?\s*
        (?P<number>[+-]?(?:\d+(?P<comma>,\d+)?(?:\.\d*)?|\.\d+)(?:e[+-]?\d{{1,4}})?)
        \s*(?P<unit>{DEGREES}|{TIMES})?\s*\.?""",
    re.IGNORECASE | re.VERBOSE | re.ASCII,
)
_PLAIN = r"\d{1,9}(?:\.\d{1,9})?"
_ROOT = rf"(?:{_PLAIN}\s?\*?\s?)?sqrt\({_PLAIN}\)"
_FRACTION = re.compile(
    rf"\s*\(?\s*(?P<top>{_ROOT}|{_PLAIN}){_LENGTH.format('top_unit')}\s*\)?\s*[/÷]\s*"
    rf"\(?\s*(?P<bottom>{_ROOT}|{_PLAIN}){_LENGTH.format('bottom_unit')}\s*\)?\s*",
    re.ASCII | re.IGNORECASE,
)
_ROOT_ALONE = re.compile(rf"\s*({_ROOT})\s*", re.IGNORECASE)
_MIXED = re.compile(r"\s*(\d{1,4})(?:\s+and)?\s+(\d{1,4})\s*/\s*(\d{1,4})\s*", re.ASCII)
_PROPORTION = re.compile(rf"\s*({_PLAIN})\s*(?::|∶|\bto\b)\s*({_PLAIN})\s*", re.ASCII | re.IGNORECASE)
_PERCENT = re.compile(
    rf"\s*({_PLAIN})\s*(?:%|percent\b)\s*(?P<change>longer|larger|greater|more|shorter|smaller|less)?"
    r"(?:\s+(?:of|than)\s+\w{1,12})?\s*",
    re.ASCII | re.IGNORECASE,
)
_SHRINKING = ("shorter", "smaller", "less")
_MINUTES = re.compile(
    rf"\s*(\d{{1,3}})\s*(?:°|º|˚|deg(?:rees?|\.)?)\s*({_PLAIN})\s*(?:['′’]|min(?:utes?|\.)?)"
    rf"\s*(?:({_PLAIN})\s*(?:\"|″|''|′′|sec(?:onds?|\.)?))?\s*",
    re.ASCII | re.IGNORECASE,
)
_CALL = re.compile(
    rf"\s*(?:round|float|decimal|(?:np|numpy)\.\w{{1,12}})\(\s*[\"']?(-?{_PLAIN})[\"']?(?:,\s*\d+)?\s*\)\s*", re.I
)
_DIFFERENCE = re.compile(rf"\s*(?:\||abs\()\s*({_PLAIN})\s*(?:°|º)?\s*-\s*({_PLAIN})\s*(?:°|º)?\s*[|)]\s*°?\s*", re.I)
_FORMULA = re.compile(r"[\w\s.,/*+()|°∠√^:×·÷△-]*")
_EQUALITY = re.compile(r"\s*(?:=|≈|≅|≃|≒|∼)\s*")
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity|∞)", re.IGNORECASE)
_REMARK = re.compile(
    r"(?:(?<=[\d°%.])\s*|(?<=\w)\s+)\(([^()]*)\)$|(?<=[\w°%]),?\s+(?P<word>approx\.?|approximately|roughly|or so)$",
    re.I,
)
_UNCERTAIN_REMARK = re.compile(r"(?:not|no|wrong|false)\W*|.*(?:±|\+/-|\bor\b\W*\d|\?).*|or\b.*", re.DOTALL | re.I)

_LATEX = (
    (re.compile(r"\\(?:text|mathrm|mathbf|textbf|operatorname|boxed|overline|mathit|textit)\s?\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\sqrt\s?\{([^{}]*)\}"), r"sqrt(\1)"),
    (re.compile(r"\\[dt]?frac\s?\{([^{}]*)\}\s?\{([^{}]*)\}"), r"\1/\2"),
    (re.compile(r"√\s?\(?(\d+(?:\.\d+)?)\)?"), r"sqrt(\1)"),
    (re.compile(r"\^?\s?\{?\s?\\(?:circ|degree)\b\s?\}?"), "°"),
    (re.compile(r"\\(?:approx|sim|cong|simeq)\b"), "≈"),
    (re.compile(r"\\(?:times|cdot)\b"), "×"),
    (re.compile(r"\\(?:measured)?angle\b\s?"), "∠"),
    (re.compile(r"\\(?:[lr]?vert|mid)\b"), "|"),
    (re.compile(r"\\[,;:! ]"), " "),
    (re.compile(r"\\left|\\right|\\[()\[\]]|\$"), ""),
    (re.compile(r"\\%"), "%"),
    (re.compile(r"\{,\}"), ","),
)
"""Replacements of LaTeX by plain characters; the order matters, since a fraction may hold a text."""

_EMPHASIS = re.compile(r"^(?:\*\*|__|`|\*)?\s?([^*`_\n]{1,60}?)\s?(?:\*\*|__|`|\*)(?=[\s(,;:-])")
"""A value in bold before a remark: "**1.1** (AB is a bit longer)"."""

_UNIT_KIND = {"angle": re.compile(DEGREES, re.IGNORECASE), "ratio": re.compile(TIMES, re.IGNORECASE)}


class UnreadableNumberError(ValueError):
    """An error for a stated value that is not one number; the message gives the reason."""


def parse_number(text: str, kind: NumberKind, notes: list[str]) -> float:
    """Parse the number that a text states, and append lenient interpretations to `notes`. It may be infinite or NaN.

    Raises:
        UnreadableNumberError: the text is not one number of this kind.
    """
    plain = _strip_marks(to_plain_digits(text))
    if _NOT_FINITE.fullmatch(plain):
        return math.nan
    if (
        not _CALL.fullmatch(plain)
        and (remark := _REMARK.search(plain))
        and not _UNCERTAIN_REMARK.fullmatch(remark[1] or "")
    ):
        notes.append(f"remark {(remark['word'] or remark[1])[:40]!r} dropped")
        plain = plain[: remark.start()].strip()
    pieces = [piece for piece in _EQUALITY.split(plain) if piece]
    if len(pieces) > 1 and all(_FORMULA.fullmatch(piece) for piece in pieces) and not re.search(r"\bor\b", plain):
        notes.append(f"the result of {plain} counts")
        plain = _strip_marks(pieces[-1])
    value = _parse_special(plain, kind, notes)
    return _parse_simple(plain, kind, notes) if value is None else value


def count_decimals(text: str) -> int | None:
    """Return the number of decimals of a plain number; None for a fraction and for other text."""
    match = _NUMBER.fullmatch(to_plain_digits(text.strip()))
    if match is None:
        return None
    return max(0, -int(Decimal(match["number"].replace(",", ".")).as_tuple().exponent))


def to_plain_digits(text: str) -> str:
    """Return the text with ASCII digits and one form of dash; superscripts stay: the 2 of x² is not a digit."""
    return "".join(map(_to_plain_digit, text)).translate(DASHES)


def _to_plain_digit(character: str) -> str:
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    if unicodedata.decomposition(character).startswith("<wide>"):
        return unicodedata.normalize("NFKC", character)
    return "" if unicodedata.category(character) == "Cf" else character


def replace_latex(text: str) -> str:
    """Return a text with LaTeX of numbers and units as plain characters."""
    if "\\" in text or "$" in text or "√" in text or "{" in text:
        for pattern, plain in _LATEX:
            text = pattern.sub(plain, text)
    return text


def _strip_marks(text: str) -> str:
    """Return the text without Markdown, LaTeX and a pair of brackets around all of it."""
    text = replace_latex(text)
    text = _EMPHASIS.sub(r"\1", text.strip()).strip("*`_").strip()
    for before, after in ("[]", "()"):
        if text.startswith(before) and text.endswith(after) and text.count(before) == 1:
            text = text[1:-1].strip()
    return text


def _parse_special(text: str, kind: NumberKind, notes: list[str]) -> float | None:
    """Return the value of a form that contains a computation; None if the text has none of these forms."""
    about = re.match(rf"(?:{ABOUT_WORDS})\s*", text, re.IGNORECASE)
    rest = text[about.end() :] if about else text
    value = _parse_ratio(rest) if kind == "ratio" else _parse_angle(rest)
    if value is None and (match := _FRACTION.fullmatch(rest)):
        if match["top_unit"] != match["bottom_unit"] or (kind == "angle" and match["top_unit"]):
            raise UnreadableNumberError("its units differ")
        bottom = _evaluate_root(match["bottom"])
        value = _evaluate_root(match["top"]) / bottom if bottom > 0 else None
        if value is not None:
            notes.append(f"fraction {rest} worked out")
            return value
    if value is None and (match := _CALL.fullmatch(rest)):
        value = float(match[1])
    if value is not None:
        notes.append(f"{rest} worked out")
    return value


def _parse_ratio(text: str) -> float | None:
    if match := _ROOT_ALONE.fullmatch(text):
        return _evaluate_root(match[1])
    if match := _MIXED.fullmatch(text):
        whole, top, bottom = map(float, match.groups())
        return whole + top / bottom if 0 < top < bottom else None
    if match := _PROPORTION.fullmatch(text):
        first, second = float(match[1]), float(match[2])
        are_whole = ":" in text and first.is_integer() and second.is_integer() and first > 1
        return first / second if second == 1 or (are_whole and second > 0) else None
    if match := _PERCENT.fullmatch(text):
        share = float(match[1]) / 100
        if match["change"] is None:
            return share
        return 1 - share if match["change"].lower() in _SHRINKING else 1 + share
    return None


def _parse_angle(text: str) -> float | None:
    if match := _MINUTES.fullmatch(text):
        minutes, seconds = float(match[2]), float(match[3] or 0)
        return float(match[1]) + minutes / 60 + seconds / 3600 if minutes < 60 and seconds < 60 else None
    if match := _DIFFERENCE.fullmatch(text):
        return abs(float(match[1]) - float(match[2]))
    return None


def _evaluate_root(text: str) -> float:
    factor, root, radicand = text.lower().partition("sqrt(")
    if not root:
        return float(text)
    return float(factor.strip(" *") or 1) * math.sqrt(float(radicand.rstrip(")")))


def _parse_simple(text: str, kind: NumberKind, notes: list[str]) -> float:
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise UnreadableNumberError("it is not a number")
    if match["about"]:
        notes.append(f"{match['about']} dropped")
    number, unit = match["number"], match["unit"]
    if unit:
        if not _UNIT_KIND[kind].fullmatch(unit):
            raise UnreadableNumberError(f"the unit {unit} does not fit")
        if unit.lower().startswith("times ") and " as " not in unit and abs(float(number.replace(",", "."))) < 1:
            raise UnreadableNumberError(f"{text} may be one more or not")
        notes.append(f"unit {unit} dropped")
    if match["comma"]:
        if len(match["comma"]) == 4 or "." in number:
            raise UnreadableNumberError("its comma may separate thousands or decimals")
        notes.append("decimal comma")
        number = number.replace(",", ".")
    return float(number)
