"""Texts of options in a reply: their positions, verbatim or in synonyms.

`left` is not found in "bottom left" if that is an option too, and `1.3` not in "1.31".
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from core.parsing.choice.option_words import (
    ADVERB_RIGHT,
    DIGITS_BY_WORD,
    LEADING_WORDS,
    NEEDS_STOP,
    OF_VIEWS,
    OPENING_FORMS,
    SYNONYMS,
)
from core.parsing.choice.quantities import QUANTITY, Quantity, parse_quantity, parse_whole_quantity
from core.parsing.choice.result import get_option_letters
from core.parsing.plain_text import simplify

_EDGE = " \t\r\n\"'`*_$"
_AROUND = re.compile(r"[()\[\]{}<>]")
MAX_MENTIONS = 400
"""Maximum number of mentions examined, from the end; keeps hostile replies cheap."""


@dataclass(frozen=True, slots=True)
class OptionMention:
    """A span of a text that names an option: `text[start:stop]`."""

    start: int
    stop: int
    letter: str


def strip_edges(text: str) -> str:
    """Return a text in lower case, with single spaces and without surrounding quotes, stars, brackets and stops."""
    words = " ".join(simplify(text).lower().split())
    while True:
        inner = words.strip(_EDGE).rstrip(".!,;:")
        if len(inner) > 1 and _AROUND.match(inner[0]) and _AROUND.match(inner[-1]):
            inner = inner[1:-1]
        if inner == words:
            return inner
        words = inner


@lru_cache(maxsize=1024)
def strip_labels(options: tuple[str, ...]) -> tuple[str, ...]:
    """Return the options without their letters if all of them include them: "A. table", "(B) chair"."""
    stripped = []
    for letter, text in zip(get_option_letters(options), options, strict=True):
        match = re.fullmatch(rf"\s*\(?{letter}\s?[.):]\s*(\S.*)", text, re.DOTALL | re.IGNORECASE)
        if match is None:
            return options
        stripped.append(match[1])
    return tuple(stripped)


def match_option(text: str, options: Sequence[str]) -> str | None:
    """Return the letter of the only option with this text, however it is quoted; None if there are none or several."""
    if not text.strip():
        return None
    stripped = strip_labels(tuple(options))
    letters = _map_letters_by_text(stripped)
    bare = strip_edges(text)
    if bare in letters:
        return letters[bare]
    if bare in (forms := _map_letters_by_form(stripped)):
        return forms[bare]
    for letter, pattern in _compile_opening_patterns(stripped).items():
        if pattern.fullmatch(bare):
            return letter
    return _match_synonym(bare, stripped) or _match_swapped(bare, stripped) or _match_quantity(bare, stripped)


def _match_synonym(text: str, options: tuple[str, ...]) -> str | None:
    """Return the option for which a text is a synonym, as "upwards" for "up"."""
    pattern, letter_by_group = _compile_text_pattern(options)
    match = pattern.fullmatch(text) if pattern else None
    return letter_by_group[match.lastgroup or ""] if match else None


def _match_swapped(text: str, options: tuple[str, ...]) -> str | None:
    """Return the option of two words that a text has in reverse order, as "II only" for "only II"."""
    words = text.split()
    return _map_letters_by_text(options).get(f"{words[1]} {words[0]}") if len(words) == 2 else None


def _match_quantity(text: str, options: tuple[str, ...]) -> str | None:
    quantity = parse_whole_quantity(text)
    if quantity is None:
        return None
    quantities = _parse_quantities(options)
    matching = {letter for letter, other in quantities.items() if quantity.is_equivalent(other)}
    return matching.pop() if len(matching) == 1 else None


@lru_cache(maxsize=1024)
def _parse_quantities(options: tuple[str, ...]) -> dict[str, Quantity]:
    parsed = {
        letter: parse_whole_quantity(text) for letter, text in zip(get_option_letters(options), options, strict=True)
    }
    return {letter: quantity for letter, quantity in parsed.items() if quantity is not None}


@lru_cache(maxsize=1024)
def _map_letters_by_text(options: tuple[str, ...]) -> dict[str, str]:
    """Return letters by bare text, without texts of several options and texts of a single letter."""
    texts = [strip_edges(text) for text in options]
    letters = zip(get_option_letters(options), texts, strict=True)
    are_names = _are_names_beyond(options)
    return {
        text: letter
        for letter, text in letters
        if texts.count(text) == 1 and text and (are_names or not _is_letter(text))
    }


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isascii() and text.isalpha()


def _are_names_beyond(options: Sequence[str]) -> bool:
    """Return whether all texts are capital letters beyond the options' own: P, Q, R and S for A to D."""
    texts = {text.strip() for text in options}
    is_name = all(_is_letter(text) and text.isupper() and text != "I" for text in texts)
    return is_name and not texts & set(get_option_letters(options))


@lru_cache(maxsize=1024)
def _map_letters_by_form(options: tuple[str, ...]) -> dict[str, str]:
    """Return letters by shorter forms of texts: without leading small words, and without words that all options share.

    Forms of several options are left out, as are forms that are a letter, a number or another option's text.
    """
    known = _map_letters_by_text(options)
    words = {letter: text.split() for text, letter in known.items()}
    shared_begin, shared_end = _count_shared(words.values()) if len(words) == len(options) else (0, 0)
    forms: dict[str, set[str]] = {}
    for letter, own in words.items():
        lead = len([*takewhile(LEADING_WORDS.__contains__, own)])
        variants = {
            " ".join(own[lead:]),
            " ".join(own[shared_begin:]),
            " ".join(own[: len(own) - shared_end]),
            " ".join(own[shared_begin : len(own) - shared_end]),
        }
        for form in variants:
            forms.setdefault(form, set()).add(letter)
    return {
        form: letters.pop()
        for form, letters in forms.items()
        if len(letters) == 1 and form not in known and (len(form) > 2 or form in NEEDS_STOP) and not form.isdigit()
    }


def _count_shared(texts: Iterable[list[str]]) -> tuple[int, int]:
    """Return how many words all texts share at the beginning and at the end, leaving each at least one word."""
    lists = list(texts)
    shortest = min(map(len, lists)) - 1
    begin = 0
    while begin < shortest and len({words[begin] for words in lists}) == 1:
        begin += 1
    end = 0
    while end < shortest - begin and len({words[-1 - end] for words in lists}) == 1:
        end += 1
    return begin, end


@lru_cache(maxsize=1024)
def _compile_text_pattern(options: tuple[str, ...]) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    """Compile a pattern of the options' texts as whole words, the longest first, and the letter of each named group."""
    letters = _map_letters_by_text(options) | _map_letters_by_form(options)
    if not letters:
        return None, {}
    opening = _map_letters_by_opening(options)
    groups = {}
    alternatives = []
    is_direction = any("left" in text.split() for text in letters)
    for index, text in enumerate(sorted(letters, key=len, reverse=True)):
        groups[f"g{index}"] = letters[text]
        alternatives.append(f"(?P<g{index}>{_make_pattern(text, is_direction=is_direction)})")
    for form, letter in opening.items():
        groups[f"o{letter}"] = letter
        alternatives.append(rf"(?P<o{letter}>\b{OPENING_FORMS[form]}(?=[*_\"')\]]{{0,3}}\s*(?:[.,;:!\n-]|\Z)))")
    pattern = (
        r"(?:(?<![\w.])|(?<=[\u3040-\u9fff\uac00-\ud7af])(?=\d))(?<![^\W\d_]-)(?<![\d/^+])(?<![/^+×=]\s)(?<!\d\s\*\s)"
        rf"(?<!\d[:,])(?!(?<=-)\d)(?:{'|'.join(alternatives)})"
        r"(?!(?<=\d)(?![\u3040-\u9fff\uac00-\ud7af])\w|(?<!\d)\w|[.,]\d|-(?!hand)\w|\s?[/^+×]\s?\w|\s\*\s\d)"
    )
    return re.compile(pattern, re.IGNORECASE), groups


def _map_letters_by_opening(options: tuple[str, ...]) -> dict[str, str]:
    """Return the letters of options that are the only one to begin with "neither", "both", "none of" or "all of"."""
    texts = _map_letters_by_text(options)
    begun = {form: [letter for text, letter in texts.items() if re.match(form, text)] for form in OPENING_FORMS}
    return {form: letters[0] for form, letters in begun.items() if len(letters) == 1}


@lru_cache(maxsize=1024)
def _compile_opening_patterns(options: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """Compile the pattern of a whole reply for each option that opens with "neither" and the like."""
    openings = _map_letters_by_opening(options)
    return {letter: re.compile(OPENING_FORMS[form], re.IGNORECASE) for form, letter in openings.items()}


def _make_pattern(text: str, *, is_direction: bool) -> str:
    """Return the pattern of an option's text: spaces or hyphens between words, synonyms, digits for number words."""
    parts = [part for word in text.split() for part in re.split(r"(?<=[^\W\d_])-(?=[^\W\d_])", word)]
    number_words = DIGITS_BY_WORD if len(parts) > 1 else {}
    digits = {digit: word for word, digit in number_words.items()}
    patterns = []
    for part in parts:
        if part in number_words:
            patterns.append(f"(?:{part}|{number_words[part]})")
        elif part in digits:
            patterns.append(f"(?:{part}|{digits[part]})")
        else:
            patterns.append(SYNONYMS.get(part) or re.escape(part))
    pattern = r"(?:[\s-]{1,8}|[\s-]{1,4}(?:an?|the)\s)".join(patterns)
    if _is_letter(text):
        return f"(?-i:{text.upper()})(?!')"
    if parts[-1] == "right" and is_direction:
        pattern = rf"(?:(?<=\bthe\s)|(?<=\bits\s)|(?<=\byour\s)|(?<=\bmy\s))?{pattern}"
        pattern = rf"(?:(?<=the\s){SYNONYMS['right']}|{pattern}{ADVERB_RIGHT})" if len(parts) == 1 else pattern
    elif parts[-1] == "different":
        pattern += OF_VIEWS
    if text in NEEDS_STOP:
        pattern += r"(?=[*_\"')\]]{0,3}\s*(?:[.,;:!\n-]|\Z))"
    return pattern


def find_option_mentions(text: str, options: Sequence[str]) -> list[OptionMention]:
    """Return the mentions of options' texts in a plain text as whole words, in order; none inside another."""
    stripped = strip_labels(tuple(options))
    pattern, letter_by_group = _compile_text_pattern(stripped)
    mentions = []
    if pattern is not None:
        mentions = [
            OptionMention(match.start(), match.end(), letter_by_group[match.lastgroup or ""])
            for match in pattern.finditer(text)
        ][-MAX_MENTIONS:]
    return mentions + _find_quantities(text, stripped, mentions)


def _find_quantities(text: str, options: tuple[str, ...], mentions: Sequence[OptionMention]) -> list[OptionMention]:
    """Return quantities that are options in another form, outside the recognised mentions."""
    quantities = _parse_quantities(options)
    if not quantities or mentions:
        return []
    found = []
    for match in QUANTITY.finditer(text):
        quantity = parse_quantity(match)
        letters = {letter for letter, other in quantities.items() if quantity.is_equivalent(other)}
        if len(letters) == 1:
            found.append(OptionMention(match.start(), match.end(), letters.pop()))
    return found
