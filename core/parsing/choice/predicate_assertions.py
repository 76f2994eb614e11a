"""Sentences that assert the predicate of a statement, or its opposite, with another subject.

"The two lines do not intersect between 2 and 3" is asserted by "the red line and the blue line do not intersect between
2 and 3", by "they do not intersect in this range", and by a reply that is cut behind "the two lines do not intersect
between". The predicate has to be the statement's; the subject must not name anything that the statement does not name.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.parsing.choice.statement_words import JUDGED, UNASSERTED, StatementWords, split_words

MIN_PREDICATE_WORDS = 3
"""Minimum number of words of a predicate, its verb included; shorter ones occur by chance."""

MIN_CUT_WORDS = 2
"""Minimum number of words of a predicate before the reply is cut."""

MAX_GAP = 5
"""Maximum number of words between the verb and the rest of its predicate: "with each other"."""

_VERBS = frozenset(
    re.findall(
        r"\S+",
        """
    is are was were have include intersect cross touch meet form lie pass show exceed increase decrease rise fall equal
    share divide bisect overlap connect
    """,
    )
)
"""Verbs in the form that `split_words` gives them."""
_OPENS_GAP = frozenset({"with", "each", "one", "at"})
_CLAUSE = re.compile(
    r"[,;:]|\b(?:that|because|since|as|so|thus|hence|therefore|but|and\sthus|indicates?|shows?|means?)\b", re.IGNORECASE
)
_QUANTIFIERS = frozenset(
    re.findall(r"\S+", "all every each some most many none only any first second third last another other one no few")
)
_COUNTS = frozenset(("two", "three", "four", "five", "six", "seven", "eight"))
_PRONOUNS = frozenset({"it", "they", "these", "this", "those"})
_DEPICTED = frozenset(
    re.findall(r"\S+", "structure molecule compound figure image shape object diagram chart graph picture it")
)
"""Nouns that replace each other when a reply refers to what the image shows."""
_NAME = re.compile(r"(?<![\w'’])(?:[A-Z][\w'’.]*|\w*\d[\w.]*)")
_ORDINARY = frozenset(
    re.findall(r"\S+", "The This These Those They It Two Three Four Both All In On At For So Thus Therefore")
)
_DEMONSTRATIVE = re.compile(
    r"\s*(?:between|in|within|during|over|across)\s(?:these|those|this|that|the\s(?:given|specified|said|stated))\s"
    r"(?:\w+\s){0,2}?(?:values?|points?|years?|ranges?|intervals?|periods?|batch(?:es)?|epochs?|regions?|times?|steps?|days?|months?|seconds?)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SENTENCE_END = (".", "!", "?", ":", ";")


@dataclass(frozen=True, slots=True)
class StatementParts:
    """A statement with its subject and its predicate.

    Attributes:
        text: the statement.
        subject: its words before the verb, as written.
        predicate: its words from the verb on.
        is_denied: whether it denies the predicate.
    """

    text: str
    subject: str
    predicate: tuple[str, ...]
    is_denied: bool


def split_statement(text: str, words: StatementWords) -> StatementParts | None:
    """Return the parts of a statement; None if no verb is recognised, or its subject or existence is denied."""
    verb_index = next((index for index, word in enumerate(words.words) if index and word in _VERBS), None)
    if verb_index is None or words.words[0] == "there" or len(words.words) - verb_index < MIN_PREDICATE_WORDS:
        return None
    if any(denial not in (verb_index, verb_index + 1) for denial in words.denials):
        return None
    subject = text[: words.spans[verb_index][0]]
    return StatementParts(text, subject, words.words[verb_index:], len(words.denials) % 2 == 1)


def find_predicate(
    sentence: str, statement: StatementParts, before: str, *, is_last: bool
) -> tuple[bool, tuple[int, int]] | None:
    """Return whether a sentence asserts the statement or its opposite, and where; None if it asserts neither.

    Args:
        sentence: its text.
        statement: the statement's parts.
        before: the reply before the sentence.
        is_last: whether the sentence ends the reply; the last one may be cut.
    """
    words = split_words(sentence)
    for index, word in enumerate(words.words):
        if word != statement.predicate[0]:
            continue
        stop_index = _match_rest(sentence, words, index, statement, before, is_last=is_last)
        if stop_index is None:
            continue
        start, subject = _find_subject(sentence, words.spans[index][0])
        stop = words.spans[stop_index][1]
        if UNASSERTED.search(sentence[:start]) or JUDGED.search(sentence[stop:]):
            continue
        denials = [denial for denial in words.denials if words.spans[min(denial, index)][0] >= start]
        if any(denial < index for denial in denials) or not _is_same_subject(subject, statement):
            continue
        is_denied = sum(index <= denial <= index + 1 for denial in denials) % 2 == 1
        if sum(denial > index + 1 for denial in denials if denial <= stop_index):
            continue
        return is_denied == statement.is_denied, (start, stop)
    return None


def _match_rest(
    sentence: str, words: StatementWords, index: int, statement: StatementParts, before: str, *, is_last: bool
) -> int | None:
    """Return the index of the last word of a predicate that begins at a verb; None if another predicate follows."""
    predicate = statement.predicate
    for begin in _list_begins(words, index):
        following = words.words[begin : begin + len(predicate) - 1]
        if following == predicate[1:]:
            return begin + len(following) - 1
        if is_last and begin + len(following) == len(words.words) and _is_cut(sentence, following, predicate[1:]):
            return len(words.words) - 1
    behind = sentence[words.spans[index][1] :]
    if (
        (match := _DEMONSTRATIVE.match(behind))
        and (numbers := set(_NUMBER.findall(statement.text)))
        and numbers <= set(_NUMBER.findall(before))
    ):
        end = words.spans[index][1] + match.end()
        return max(number for number, span in enumerate(words.spans) if span[1] <= end)
    return None


def _list_begins(words: StatementWords, index: int) -> Iterator[int]:
    """Yield the indexes at which the rest of a predicate may begin: behind its verb, or behind "with each other"."""
    yield index + 1
    if words.words[index + 1 : index + 2] and words.words[index + 1] in _OPENS_GAP:
        yield from range(index + 3, min(index + 2 + MAX_GAP, len(words.words)))


def _is_cut(sentence: str, following: tuple[str, ...], rest: tuple[str, ...]) -> bool:
    """Return whether the end of a reply is the beginning of a predicate; its last word may be cut too."""
    if len(following) + 1 < MIN_CUT_WORDS or sentence.rstrip("* \n").endswith(_SENTENCE_END):
        return False
    *whole, last = following
    return tuple(whole) == rest[: len(whole)] and rest[len(whole)].startswith(last)


def _find_subject(sentence: str, verb_start: int) -> tuple[int, str]:
    """Return the start and the words of the subject before a verb: from the beginning of its clause."""
    clauses = [match.end() for match in _CLAUSE.finditer(sentence, 0, verb_start)]
    start = clauses[-1] if clauses else 0
    word = _WORD.search(sentence, start, verb_start)
    start = word.start() if word else start
    return start, sentence[start:verb_start]


def _is_same_subject(subject: str, statement: StatementParts) -> bool:
    """Return whether a subject refers to the statement's: by a word of it or a pronoun, and by no other name."""
    stated_words, subject_words = split_words(statement.subject).words, split_words(subject).words
    if UNASSERTED.search(re.sub(r"\bnot\b|n['’]t\b", " ", subject)):
        return False
    if not subject_words or set(stated_words) & _QUANTIFIERS != set(subject_words) & _QUANTIFIERS:
        return False
    counts = [set(words) & _COUNTS for words in (stated_words, subject_words)]
    if all(counts) and counts[0] != counts[1]:
        return False
    stated_names, subject_names = _list_names(statement.subject), _list_names(subject)
    is_pair = "two" in stated_words and " and " in subject
    if subject_names and not is_pair and not subject_names <= stated_names:
        return False
    if stated_names and subject_names and subject_names != stated_names:
        return False
    is_depicted = bool(set(stated_words) & _DEPICTED and set(subject_words) & _DEPICTED)
    return (
        bool(set(stated_words) & set(subject_words))
        or is_depicted
        or (bool(set(subject_words) & _PRONOUNS) and len(subject_words) <= 3)
    )


def _list_names(text: str) -> set[str]:
    """Return the names in a text: words with a capital letter or a digit."""
    return {match[0].rstrip(".") for match in _NAME.finditer(text)} - _ORDINARY
