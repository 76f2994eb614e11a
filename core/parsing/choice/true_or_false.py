"""Replies to a statement that is true or false that state it again, or its opposite, in place of naming an option.

"In the figure, the lines do not intersect between 2 and 3. True or False?" is answered by "The lines intersect between
2 and 3." as surely as by "False". A sentence counts if it has all words of the statement in their order, apart from
articles, or its predicate with a subject that refers to the same (`predicate_assertions`), or asserts that the thing
exists or fulfils its definition (`existence_assertions`). It is neither a question nor a condition, a quotation or a
judgement.
"""

import re
from collections.abc import Iterator, Sequence

from core.parsing.choice.existence_assertions import find_existence, parse_existence
from core.parsing.choice.predicate_assertions import find_predicate, split_statement
from core.parsing.choice.result import ChoiceReading, get_option_letters, make_chosen_reading
from core.parsing.choice.statement_words import JUDGED, UNASSERTED, StatementWords, split_words
from core.parsing.sentences import split_sentences

MIN_WORDS = 4
"""Minimum number of words of a statement; shorter ones occur by chance."""

MAX_CHARACTERS = 400
"""Maximum length of a statement."""

_ASKED = re.compile(r"\(?(?:\bis\s(?:this|it)\s)?\btrue\sor\sfalse\b", re.IGNORECASE)
_INTRODUCTION = re.compile(
    r"\s*(?:(?:in|on|at|for|from|according\sto|based\son|looking\sat)\s[^,]{1,100},|statement:)\s*", re.IGNORECASE
)
_REMARK = re.compile(r"\s\([^()]{1,40}\)(?=\s\w)")
"""A remark in brackets inside a statement, which a reply may leave out: "times (in seconds) 2 and 3"."""

Assertion = tuple[bool, tuple[int, int]]
"""Whether the statement is asserted or its opposite, and where."""


def read_restated_statement(text: str, options: Sequence[str], question: str) -> ChoiceReading | None:
    """Return the reading of a reply that asserts the statement of a question or its opposite; None for any other.

    Args:
        text: final text of the reply, without reasoning and markup.
        options: their texts in the order of their letters; other than True and False give None.
        question: its text, with the statement before "True or False".
    """
    if not has_statement(question, options):
        return None
    assertions = [*_find_assertions(text, _find_statement(question))]
    if len({is_true for is_true, _ in assertions}) != 1:
        return None
    is_true, (start, stop) = assertions[-1]
    letter = get_option_letters(options)[_list_texts(options).index("true" if is_true else "false")]
    reading = make_chosen_reading(letter, text[start:stop], "the reply states the statement or its opposite")
    return ChoiceReading(
        reading.status, reading.letter, reading.stated, note=reading.note, span=(start, stop), evidence="restated"
    )


def has_statement(question: str, options: Sequence[str]) -> bool:
    """Return whether a question asks if a statement in it is true or false."""
    return _list_texts(options) in (["false", "true"], ["true", "false"]) and _ASKED.search(question) is not None


def _find_statement(question: str) -> str:
    """Return the sentence before "true or false", without a phrase such as "In the figure,"; empty if there is none."""
    match = _ASKED.search(question)
    before = question[: match.start()].strip() if match else ""
    sentences = split_sentences(before[-MAX_CHARACTERS:])
    sentence = before[-MAX_CHARACTERS:][sentences[-1].start : sentences[-1].stop] if sentences else ""
    return _INTRODUCTION.sub("", sentence.strip(" .?!:\n"), count=1)


def _list_texts(options: Sequence[str]) -> list[str]:
    return [option.strip().rstrip(".").lower() for option in options]


def _find_assertions(text: str, statement: str) -> Iterator[Assertion]:
    """Yield what the sentences of a text assert about a statement, each by its strongest wording.

    A first sentence that only repeats the statement does not count.
    """
    words = split_words(statement)
    shorter = split_words(_REMARK.sub("", statement))
    parts = split_statement(statement, words)
    existence = parse_existence(statement)
    sentences = split_sentences(text)
    for number, sentence in enumerate(sentences):
        sentence_text = text[sentence.start : sentence.stop]
        is_last = number == len(sentences) - 1
        assertion = None
        if len(words.words) >= MIN_WORDS:
            assertion = _find_assertion(sentence_text, words) or _find_assertion(sentence_text, shorter)
        if assertion is None and parts is not None:
            assertion = find_predicate(sentence_text, parts, text[: sentence.start], is_last=is_last)
        if assertion is None and existence is not None:
            assertion = find_existence(sentence_text, existence, text[: sentence.start], text[sentence.stop :])
        if assertion is None or (assertion[0] and number == 0 and _is_echo(sentence_text, words)):
            continue
        start, stop = assertion[1]
        yield assertion[0], (start + sentence.start, stop + sentence.start)


def _find_assertion(sentence: str, statement: StatementWords) -> Assertion | None:
    """Return whether a sentence asserts the statement or its opposite, and where; None if it asserts neither."""
    words = split_words(sentence)
    n_words = len(statement.words)
    for index in range(len(words.words) - n_words + 1):
        if words.words[index : index + n_words] != statement.words:
            continue
        start, stop = words.spans[index][0], words.spans[index + n_words - 1][1]
        if UNASSERTED.search(sentence[:start]) or JUDGED.search(sentence[stop:]):
            return None
        n_denials = sum(index < denial <= index + n_words - 1 for denial in words.denials)
        return n_denials % 2 == len(statement.denials) % 2, (start, stop)
    return None


def _is_echo(sentence: str, statement: StatementWords) -> bool:
    """Return whether a sentence is the statement and nothing else, as a reply may begin."""
    return split_words(_INTRODUCTION.sub("", sentence, count=1)).words == statement.words
