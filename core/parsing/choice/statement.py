"""The statement at a position in a plain text: a letter, the text of an option, several of them, or none of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.parsing.choice.letters import is_article
from core.parsing.choice.option_text import OptionMention, find_option_mentions, match_option
from core.parsing.choice.result import get_option_letters
from core.parsing.patterns import load_patterns
from core.parsing.plain_text import WORD_CHARACTER

MAX_STATEMENT_CHARACTERS = 300
"""Maximum number of characters examined after an announcement; texts of options are shorter."""

MAX_ARTICLE = 4
"""Maximum number of characters between a letter and its option's text, such as an article."""

_PATTERNS = load_patterns(__file__, "statement.toml")
_LEADING = _PATTERNS["leading"]
_LETTER = re.compile(rf"([A-Za-z])(?!{WORD_CHARACTER}|'\w|-[a-z])")
_CLOSING = re.compile(r"[\s\"'`*_$)\]}>.:\\]{0,12}(?:-(?!\d)\s{0,4})?(?:text\{\s{0,2})?")
_SMALL_WORD_BEHIND = re.compile(r"\s{1,8}[a-z]")
_JOINT = _PATTERNS["joint"].pattern
_ANOTHER_LETTER = re.compile(
    rf"""{_JOINT}([A-Za-z])(?!{WORD_CHARACTER}|'\w)(?!["'`]{{0,2}}\s{{0,4}}:)
        (?=[\s"'`*_$)\]}}]{{0,8}}(?:[^\w\s]|\Z|\n|\b(?:or|and|depending|according)\b|[\u3040-\u9fff]))""",
    re.VERBOSE,
)
_BRACKETED_ALTERNATIVE = re.compile(r"[\s\"'`*_.]{0,4}(?:/|\bor\b|&)[\s\"'`*_]{0,4}\(([A-Za-z])\)", re.IGNORECASE)
"""Another option with its letter in brackets behind an option with its text: "(A) left / (C) above"."""
_ANOTHER_TEXT = re.compile(rf"{_JOINT}(?:an?\s|the\s)?", re.IGNORECASE)
_LETTER_IN_BRACKETS = re.compile(r"[\s*_]{0,4}[(\[]\s?(?:option\s|choice\s)?([A-Z])\s?[)\]]")
_NONE = _PATTERNS["none"]
_NOT_BUT = _PATTERNS["not_but"]


@dataclass(frozen=True, slots=True)
class OptionStatement:
    """A statement: `text[start:stop]`.

    Attributes:
        letters: the one option, or several between which the statement does not decide; empty for none of them.
        beyond: a letter without an option.
        is_by_text: whether it was recognised by an option's text.
        problem: why it chooses no option; empty if it does.
    """

    start: int
    stop: int
    letters: tuple[str, ...] = ()
    beyond: str = ""
    is_by_text: bool = False
    problem: str = ""


def read_statement(text: str, begin: int, options: Sequence[str]) -> OptionStatement | None:
    """Return the statement of a plain text from an index on; None if no answer follows there.

    An answer is a letter, alone or followed by its option's text, or the text of an option. Two letters, or a letter
    with the text of another option, choose none.
    """
    window = text[begin : begin + MAX_STATEMENT_CHARACTERS]
    leading = _LEADING.match(window)
    start = leading.end() if leading else 0
    if denied := _NOT_BUT.match(window, start):
        again = _LEADING.match(window, denied.end())
        start = again.end() if again else denied.end()
    rest = _cut_at_closing(window[:start], window[start:])
    if not rest.strip():
        return None
    offset = begin + start
    whole = match_option(rest, options)
    if whole is not None:
        return OptionStatement(offset, offset + len(rest.rstrip()), (whole,), is_by_text=True)
    letter = _LETTER.match(rest)
    if letter and not _is_small_word(rest) and not _is_article_of_option(rest, options):
        listed = window[start:] if "[" in window[:start] or "{" in window[:start] else rest
        return _read_letter(letter[1], listed, rest, offset, options)
    by_text = _read_text(rest, offset, options)
    if by_text is None and _NONE.match(rest):
        return OptionStatement(offset, offset + len(rest.rstrip()), problem="it states none of the options")
    return by_text


def _cut_at_closing(lead: str, rest: str) -> str:
    """Return the text up to the closing quote or brace if one is open, else up to the end of the line."""
    if '"' in lead and (end := rest.find('"')) >= 0:
        return rest[:end]
    if "{" in lead and (end := _find_closing_brace(rest)) >= 0:
        return rest[:end]
    if "<" in lead and (end := rest.find("<")) >= 0:
        return rest[:end]
    return rest.partition("\n")[0]


def _find_closing_brace(rest: str) -> int:
    depth = 0
    for index, character in enumerate(rest):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:
            return index
    return -1


def _is_small_word(rest: str) -> bool:
    """Return whether a lower-case letter is a word of the sentence, such as an article, and not an answer."""
    return rest[0].islower() and _SMALL_WORD_BEHIND.match(rest, 1) is not None


def _is_article_of_option(rest: str, options: Sequence[str]) -> bool:
    """Return whether "A" is the article of an option's text, as in "A square", or of another noun."""
    if rest[0] == "I":
        return is_article(rest, 0)
    if rest[0] != "A" or not _SMALL_WORD_BEHIND.match(rest, 1):
        return False
    mentions = find_option_mentions(rest, options)
    return is_article(rest, 0) or bool(mentions and not rest[1 : mentions[0].start].strip(" \"'`*_"))


def _read_letter(letter: str, listed: str, rest: str, offset: int, options: Sequence[str]) -> OptionStatement:
    letters = get_option_letters(options)
    another = _ANOTHER_LETTER.match(listed, 1)
    if another and another[1].upper() != letter.upper() and (another[1].isupper() or letter.islower()):
        both = (letter.upper(), another[1].upper())
        problem = f"it states two letters, {both[0]} and {both[1]}"
        return OptionStatement(offset, offset + another.end(1), both, problem=problem)
    if letter.upper() not in letters:
        return OptionStatement(offset, offset + 1, beyond=letter.upper())
    statement = read_letter_with_text(rest, 0, options, offset)
    joint = _BRACKETED_ALTERNATIVE.match(rest, statement.stop - offset)
    if joint and joint[1].upper() in letters and joint[1].upper() != letter.upper():
        both = (letter.upper(), joint[1].upper())
        problem = f"it states two letters, {both[0]} and {both[1]}"
        return OptionStatement(offset, offset + joint.end(1), both, problem=problem)
    return statement


def read_letter_with_text(text: str, index: int, options: Sequence[str], offset: int = 0) -> OptionStatement:
    """Return the statement of a letter followed by the rest of its line: the letter, unless it is another option's.

    Args:
        text: a plain text.
        index: of the letter.
        options: their texts in the order of their letters.
        offset: added to the indexes of the statement.
    """
    letter = text[index].upper()
    line = text[index : index + MAX_STATEMENT_CHARACTERS].partition("\n")[0]
    closing = _CLOSING.match(line, 1)
    text_start = closing.end() if closing else 1
    behind = line[text_start:].removeprefix(",").strip()
    of_text = match_option(behind, options) or match_option(re.split(r"[.;:,]\s|\s[-(]", behind)[0], options)
    start = offset + index
    if of_text not in (None, letter):
        problem = f"its letter is {letter}, its text belongs to {of_text}"
        return OptionStatement(start, start + len(line.rstrip()), (letter, of_text or ""), problem=problem)
    if of_text is not None:
        return OptionStatement(start, start + len(line.rstrip()), (letter,))
    own = [mention for mention in find_option_mentions(line[text_start:], options) if mention.start <= MAX_ARTICLE]
    stop = text_start + own[0].stop if own and own[0].letter == letter else 1
    return OptionStatement(start, start + stop, (letter,))


def _read_text(rest: str, offset: int, options: Sequence[str]) -> OptionStatement | None:
    """Return the option whose text begins the rest, optionally after an article."""
    mentions = find_option_mentions(rest, options)
    if not mentions or rest[: mentions[0].start].strip(" \t\"'`*_([").lower() not in ("", "a", "an", "the"):
        return None
    first = mentions[0]
    for mention in mentions[1:]:
        if mention.letter != first.letter and _ANOTHER_TEXT.fullmatch(rest, first.stop, mention.start):
            problem = f"it states the texts of {first.letter} and {mention.letter}"
            return OptionStatement(
                offset + first.start, offset + mention.stop, (first.letter, mention.letter), problem=problem
            )
    return check_bracketed_letter(rest, first, offset, get_option_letters(options))


def check_bracketed_letter(rest: str, first: OptionMention, offset: int, letters: str) -> OptionStatement:
    """Return the option of a text, unless a letter in brackets after it is another's: "right (option A)"."""
    start, stop = offset + first.start, offset + first.stop
    bracketed = _LETTER_IN_BRACKETS.match(rest, first.stop)
    if bracketed and bracketed[1] in letters and bracketed[1] != first.letter:
        problem = f"its text belongs to {first.letter}, its letter is {bracketed[1]}"
        return OptionStatement(start, offset + bracketed.end(), (first.letter, bracketed[1]), problem=problem)
    return OptionStatement(start, stop, (first.letter,), is_by_text=True)
