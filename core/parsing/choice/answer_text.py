"""What stands behind a mark such as `Answer:`: a letter, the text of an option, several letters, or no answer."""

import re
from collections.abc import Sequence

from core.parsing.choice.option_text import WORD_CHARACTER, letter_by_text, options_named
from core.parsing.choice.result import ChoiceReading, beyond, chosen, letters_of, unparsed

LONGEST_STATED = 300
"""Characters behind a mark that are looked at; texts of options are shorter."""

SHORTEST_DISTANCE = 48
"""Characters before and behind a letter in which a negation is looked for."""

_LEADING = re.compile(
    r"""(?:[\s"'`*_$(\[{<:=>-]
        | \\(?:boxed|text|textbf|textit|mathrm|mathbf|mathsf|bf|rm|[(\[])
        | (?:the|most\s|likely|probably|clearly|therefore|thus|definitely|indeed|simply|only|option|choice|letter
          |answer)(?=[\s"'`*_$(\[{<:\\])
        ){0,40}""",
    re.IGNORECASE | re.VERBOSE,
)
_LETTER = re.compile(rf"([A-Za-z])(?!{WORD_CHARACTER}|'\w)")
_CLOSING = re.compile(r"[\s\"'`*_$)\]}>.:\-\\]{0,12}")
_WORD_BEHIND = re.compile(r"\s{1,8}[a-z]")
_NOUN_BEHIND = re.compile(
    r"""\s{1,8}(?!(?:is|was|are|because|since|as|and|or|but|nor|not|seems|looks|appears|would|must|should|has|can|fits
        |matches|with|for|due|in|on|if|by|from|so|then|than|which|that|instead|rather|here|only|alone|therefore|based
        |given|it|the|an?|we)\b)[a-z]""",
    re.VERBOSE,
)
"""A small letter's word behind `A`, unless it is one that follows the letter of an option."""

_AND_ANOTHER = re.compile(
    r"""[\s"'`*_$)\]}.]{0,8}(?:[,/&|+;]|\b(?:or|and|and/or|oder)\b)[\s"'`*_$(\[{]{0,8}(?:option\s|choice\s|either\s)?
        ([A-Za-z])(?!\w|'\w)(?!["'`]{0,2}\s{0,4}:)(?=[\s"'`*_$)\]}]{0,8}(?:[^\w\s]|\Z|\n|\b(?:or|and)\b))""",
    re.VERBOSE,
)
_OR_ANOTHER_TEXT = re.compile(r"[\s\"'`*_,]{0,8}(?:[,/&|]|\b(?:or|and)\b)[\s\"'`*_]{0,8}", re.IGNORECASE)

_NEGATED_BEFORE = re.compile(
    r"""(?:\b(?:not|nor|neither|never|non|than|unlike|except|without|instead\ of|exclud\w+|eliminat\w+|reject\w*
        |rul(?:es?|ed|ing)\ out)|n't)
        [\s"'`*_(\[]{1,6} (?:(?:option|choice|letter|answer|the|an?|be|either)[\s"'`*_(\[]{1,6}){0,3}\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_NEGATED_BEHIND = re.compile(
    r"""[\s"'`*_)\]]{0,6}\b(?:(?:is|are|was|can\ be|could\ be|must\ be|seems|looks)\s+)?
        (?:not\b|wrong\b|incorrect\b|false\b|ruled\ out|excluded\b|eliminated\b|(?:is|does|can|could|wo)n't\b
          |cannot\b|does\ not\b)""",
    re.IGNORECASE | re.VERBOSE,
)


def is_negated(text: str, begin: int, end: int) -> bool:
    """Whether the words around a place of a plain text say that it is not the answer."""
    before = text[max(begin - SHORTEST_DISTANCE, 0) : begin]
    behind = text[end : end + SHORTEST_DISTANCE]
    return _NEGATED_BEFORE.search(before) is not None or _NEGATED_BEHIND.match(behind) is not None


def is_article(text: str, place: int) -> bool:
    """Whether the letter at a place is the article of "A circle" or the pronoun of "I think" and no option."""
    if text[place] == "I":
        return _WORD_BEHIND.match(text, place + 1) is not None
    return text[place] in "Aa" and _NOUN_BEHIND.match(text, place + 1) is not None


def stated_at(text: str, begin: int, options: Sequence[str]) -> ChoiceReading | None:
    """What a plain text states from a place on; None where no answer stands there.

    A letter, as it is or with its option's text behind it, or the text of an option. Two letters, or a letter with the
    text of another option, are unparsed; a letter beyond the options is invalid.
    """
    window = text[begin : begin + LONGEST_STATED]
    leading = _LEADING.match(window)
    start = leading.end() if leading else 0
    lead, rest = window[:start], _within(window[:start], window[start:])
    whole = letter_by_text(rest, options)
    if whole is not None:
        return chosen(whole, rest.strip(), _by_text_note(whole))
    match = _LETTER.match(rest)
    if match and not (match[1].isupper() and is_article(rest, 0)) and not _is_small_word(rest):
        return _letter(match[1], rest, window[start:] if "[" in lead else rest, options)
    return _text(rest, options)


def _within(lead: str, rest: str) -> str:
    """What is up to the closing quote or brace where one is open, else up to the end of the line."""
    for opening, closing in (('"', '"'), ("{", "}")):
        if opening in lead and (end := rest.find(closing)) >= 0:
            return rest[:end]
    return rest.partition("\n")[0]


def _is_small_word(rest: str) -> bool:
    """Whether a small letter is a word of the sentence, such as an article, and not an answer."""
    return rest[0].islower() and _WORD_BEHIND.match(rest, 1) is not None


def _by_text_note(letter: str) -> str:
    return f"the option's text read as {letter}"


def _letter(letter: str, rest: str, listed_in: str, options: Sequence[str]) -> ChoiceReading:
    letters = letters_of(options)
    another = _AND_ANOTHER.match(listed_in, 1)
    if another and another[1].upper() != letter.upper() and (another[1].isupper() or letter.islower()):
        both = f"{letter.upper()} and {another[1].upper()}"
        return unparsed(f"it states two letters, {both}", listed_in[: another.end()].strip())
    if letter.upper() not in letters:
        return beyond(letter.upper(), letters)
    return letter_with_text(rest, 0, options)


def letter_with_text(text: str, place: int, options: Sequence[str]) -> ChoiceReading:
    """What a letter of an option states that has the rest of its line behind it: itself, unless that is another's text.

    Args:
        text: a plain text.
        place: of the letter.
        options: their texts in the order of their letters.
    """
    letter = text[place].upper()
    line = text[place : place + LONGEST_STATED].partition("\n")[0]
    closing = _CLOSING.match(line, 1)
    of_text = letter_by_text(line[closing.end() :], options) if closing else None
    if of_text not in (None, letter):
        return unparsed(f"its letter is {letter}, its text is that of {of_text}", line.strip())
    return chosen(letter, text[place], None if text[place].isupper() else f"{text[place]!r} read as {letter}")


def _text(rest: str, options: Sequence[str]) -> ChoiceReading | None:
    """The option whose text the rest begins with, after an article at most."""
    named = options_named(rest, options)
    if not named or rest[: named[0].begin].strip(" \t\"'`*_([").lower() not in ("", "a", "an", "the"):
        return None
    first = named[0]
    for other in named[1:]:
        joint = _OR_ANOTHER_TEXT.fullmatch(rest, first.end, other.begin)
        if joint and other.letter != first.letter:
            return unparsed(f"it states the texts of {first.letter} and {other.letter}", rest[: other.end].strip())
    return chosen(first.letter, rest[first.begin : first.end], _by_text_note(first.letter))
