"""Replies to a statement that is true or false that state it again, or its opposite, in index of naming an option.

"In the figure, the lines do not intersect between 2 and 3. True or False?" is answered by "The lines intersect between
2 and 3." as surely as by "False". A sentence counts if it has all words of the statement in their order, apart from
articles, and asserts them: it is neither a question nor a condition, a quotation or a judgement.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.parsing.choice.result import ChoiceReading, get_option_letters, make_chosen_reading
from core.parsing.sentences import split_sentences

MIN_WORDS = 4
"""Minimum number of words of a statement; shorter ones occur by chance."""

MAX_CHARACTERS = 400
"""Maximum length of a statement."""

_ASKED = re.compile(r"\(?(?:\bis\s(?:this|it)\s)?\btrue\sor\sfalse\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.?!](?=\s)|\n")
_INTRODUCTION = re.compile(
    r"\s*(?:(?:in|on|at|for|from|according\sto|based\son|looking\sat)\s[^,]{1,100},|statement:)\s*", re.IGNORECASE
)
_WORD = re.compile(r"\w+n['’]t\b|\w+(?:[.,:/]\w+)*|[=%°]", re.IGNORECASE)
_SKIPPED = frozenset(
    {"a", "an", "the", "do", "does", "did", "actually", "also", "both", "clearly", "indeed", "really", "truly"}
)
"""Words without a meaning of their own in a statement."""
_UNASSERTED = re.compile(
    r"\b(?:if|whether|determine|statement|claim\w*|question|ask\w*|suppos\w*|assum\w*|would|could|might|may|should|must"
    r"|true|false|correct|incorrect|wrong|not|no|cannot|unable|unclear|without|never|hardly|unlikely|doubt\w*|appears?|seems?"
    r"|option|verify|check|initially|first|thought|instead\sof|rather\sthan|unless|when|where|step)\b|[\"“”«»']|n['’]t\b",
    re.IGNORECASE,
)
_JUDGED = re.compile(r"\b(?:true|false|correct|incorrect|wrong|untrue)\b|\?|[\"”»]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Words:
    """Words of a text without articles and denials, their places, and the places of denials."""

    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    denials: tuple[int, ...]


def read_restated_statement(text: str, options: Sequence[str], question: str) -> ChoiceReading | None:
    """Return the reading of a reply that asserts the statement of a question or its opposite; None for any other.

    Args:
        text: final text of the reply, without reasoning and markup.
        options: their texts in the order of their letters; other than True and False give None.
        question: its text, with the statement before "True or False".
    """
    if not has_statement(question, options):
        return None
    names = _list_names(options)
    statement = _split_words(_find_statement(question))
    if len(statement.words) < MIN_WORDS:
        return None
    asserted: list[tuple[bool, tuple[int, int]]] = []
    for number, sentence in enumerate(split_sentences(text)):
        assertion = _find_assertion(text[sentence.start : sentence.stop], statement)
        if assertion is None or (
            assertion[0] and number == 0 and _is_echo(text[sentence.start : sentence.stop], statement)
        ):
            continue
        start, stop = assertion[1]
        asserted.append((assertion[0], (start + sentence.start, stop + sentence.start)))
    if len({is_true for is_true, _ in asserted}) != 1:
        return None
    is_true, (start, stop) = asserted[-1]
    letter = get_option_letters(options)[names.index("true" if is_true else "false")]
    reading = make_chosen_reading(letter, text[start:stop], "the reply states the statement or its opposite")
    return ChoiceReading(
        reading.status, reading.letter, reading.stated, note=reading.note, span=(start, stop), evidence="restated"
    )


def has_statement(question: str, options: Sequence[str]) -> bool:
    """Return whether a question asks if a statement in it is true or false."""
    return sorted(_list_names(options)) == ["false", "true"] and _ASKED.search(question) is not None


def _find_statement(question: str) -> str:
    """Return the sentence before "true or false", without a phrase such as "In the figure,"; empty if there is none."""
    match = _ASKED.search(question)
    before = question[: match.start()] if match else ""
    sentence = _SENTENCE_END.split(before[-MAX_CHARACTERS:].rstrip(" .?!:\n"))[-1]
    return _INTRODUCTION.sub("", sentence, count=1)


def _list_names(options: Sequence[str]) -> list[str]:
    return [option.strip().rstrip(".").lower() for option in options]


def _find_assertion(sentence: str, statement: _Words) -> tuple[bool, tuple[int, int]] | None:
    """Return whether a sentence asserts the statement or its opposite, and where; None if it asserts neither."""
    words = _split_words(sentence)
    n_words = len(statement.words)
    for index in range(len(words.words) - n_words + 1):
        if words.words[index : index + n_words] != statement.words:
            continue
        start, stop = words.spans[index][0], words.spans[index + n_words - 1][1]
        if _UNASSERTED.search(sentence[:start]) or _JUDGED.search(sentence[stop:]):
            return None
        n_denials = sum(index < denial <= index + n_words - 1 for denial in words.denials)
        return n_denials % 2 == len(statement.denials) % 2, (start, stop)
    return None


def _is_echo(sentence: str, statement: _Words) -> bool:
    """Return whether a sentence is the statement and nothing else, as a reply may begin."""
    return _split_words(_INTRODUCTION.sub("", sentence, count=1)).words == statement.words


def _split_words(text: str) -> _Words:
    words: list[str] = []
    spans: list[tuple[int, int]] = []
    denials: list[int] = []
    for match in _WORD.finditer(text):
        word = match[0].lower()
        is_denial = word == "not" or word.endswith(("n't", "n’t"))
        if is_denial:
            denials.append(len(words))
            word = word[:-3] if word != "not" else ""
        if word and word not in _SKIPPED:
            words.append("have" if word == "has" else word.removesuffix("s") if len(word) > 3 else word)
            spans.append(match.span())
    return _Words(tuple(words), tuple(spans), tuple(denials))
