"""Letters of options in a plain text: standalone letters, and how they are written."""

import re
from dataclasses import dataclass
from typing import Literal

from core.parsing.plain_text import WORD_CHARACTER
from core.parsing.word_lists import load_words

LetterForm = Literal["bracketed", "bold", "labelled", "line", "bare", "name"]
"""The form of a letter: "(B)", "**B**", "option B", "B." at the beginning of a line, "B", or "point B"."""

MAX_LETTERS = 400
"""Maximum number of letters examined, from the end; keeps hostile replies cheap."""

_LETTER = re.compile(
    rf"(?<!{WORD_CHARACTER})(?<!\w')(?<!°)(?<!\\)(?<![+/^]\s)(?<![+/^])(?:([A-Z])|(?<=[(\[])([a-z])(?=[)\]]|\s*\Z)|(?<![^\n])([a-z])(?=\)))"
    rf"(?!{WORD_CHARACTER}|'\w|'\s\w|''|°|-\w|[+/^=]\w)"
)
_BRACKETED = re.compile(r"[(\[]\s?\Z")
_BRACKET_CLOSES = re.compile(r"\s?[)\]]")
_BOLD_OPENS = re.compile(r"(?<!\w)(?:\*{1,3}|__)[(\[\"'`]{0,2}\Z")
_BOLD_CLOSES = re.compile(r"[.):\]\"'`]{0,3}(?:\*{1,3}|__)")
_LABELLED = re.compile(
    r"(?:\b(?:options?|choices?|letters?|answers?|alternatives?|opción|opcion|alternativa|opção|opzione|antwort|réponse)"
    r"\s{1,4}|选项\s{0,2}|選項\s{0,2})[\"'`(\[*]{0,4}\Z",
    re.IGNORECASE,
)
_LINE_BEGINS = re.compile(r"(?:\A|\n)[\s>*#|_-]{0,8}\(?\Z")
_LABEL_ENDS = re.compile(r"\)?\*{0,3}[.):|]\*{0,3}(?:\s|\Z)|\s\|")
_NAMED_THING = re.compile(r"([^\W\d_]{3,24})\s{1,2}[\"'`(\[*]{0,4}\Z")
_NO_THINGS = frozenset(load_words("words_before_letters"))
_WORD_BEHIND = re.compile(r"\s{1,8}([a-zà-ÿ'’-]+)")
_NOT_NOUNS = frozenset(load_words("words_behind_letters"))
"""Small words after "A" that show that it is a letter: verbs, conjunctions, prepositions, adverbs."""

_PLURAL_LOOKALIKES = frozenset(load_words("plural_lookalikes"))


@dataclass(frozen=True, slots=True)
class LetterMention:
    """A standalone letter: `text[start:stop]` includes its brackets or stars."""

    start: int
    stop: int
    letter: str
    form: LetterForm
    index: int


def find_letters(text: str, letters: str) -> list[LetterMention]:
    """Return the standalone letters of options in a plain text, in order, without articles.

    Args:
        text: a plain text.
        letters: of the options.
    """
    mentions = []
    for match in [*_LETTER.finditer(text)][-MAX_LETTERS:]:
        index = match.start()
        if match.group().upper() in letters and not is_article(text, index):
            start, stop, form = _classify(text, index)
            if form in ("bare", "name") and text[index].islower() and text[max(index - 1, 0) : index] in ("(", "["):
                continue
            mentions.append(LetterMention(start, stop, text[index].upper(), form, index))
    return mentions


def _classify(text: str, index: int) -> tuple[int, int, LetterForm]:
    before = text[max(index - 40, 0) : index]
    behind = text[index + 1 : index + 16]
    start, stop = index, index + 1
    form: LetterForm = "bare"
    opens, closes = _BRACKETED.search(before), _BRACKET_CLOSES.match(behind)
    if opens and closes:
        start, stop, form = index - len(opens.group()), index + 1 + closes.end(), "bracketed"
    elif (bold := _BOLD_OPENS.search(before)) and (end := _BOLD_CLOSES.match(behind)):
        start, stop, form = index - len(bold.group()), index + 1 + end.end(), "bold"
    outside = text[max(start - 40, 0) : start]
    if _LABELLED.search(outside):
        return start, stop, "labelled"
    if form != "bracketed" and (thing := _NAMED_THING.search(outside)) and thing[1].lower() not in _NO_THINGS:
        return start, stop, "name"
    if form == "bare" and _LINE_BEGINS.search(before) and _LABEL_ENDS.match(behind):
        form = "line"
    return start, stop, form


def is_article(text: str, index: int) -> bool:
    """Return whether the letter at an index is the article of "A circle" or the pronoun of "I think", not an option."""
    behind = _WORD_BEHIND.match(text, index + 1)
    if text[index] == "I":
        return behind is not None
    if text[index] not in "Aa" or behind is None or _LABELLED.search(text[max(index - 30, 0) : index]):
        return False
    word = behind[1]
    is_verb = word.endswith("s") and not word.endswith(("ss", "us", "is")) and word not in _PLURAL_LOOKALIKES
    return not (word in _NOT_NOUNS or word.endswith("ly") or is_verb or "'" in word)
