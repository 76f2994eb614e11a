"""Sets of options by the sentence on each of them that affirms or denies the condition of the question.

"Figure (a) has a ring. Figure (b) does not have a ring." answers "Which figures include a ring?" with (a).
"""

import re

from core.parsing.choice.letter_sets import ITEM, make_set_reading
from core.parsing.choice.result import ChoiceReading
from core.parsing.choice.statement_words import split_words
from core.parsing.sentences import split_sentences

MAX_CONDITION_CHARACTERS = 300
MIN_CONDITION_WORDS = 2

_CONDITION = re.compile(r"(?:\A|.*[.?!:\n])\s*(?P<condition>[^.?!:\n]*[^\s.?!:])[.?!\s]*\Z", re.DOTALL)
_DENIAL = re.compile(r"\b(?:not|no|without|none|lacks?|neither|except|only|exactly)\b|n['’]t\b", re.IGNORECASE)
_DOUBT = re.compile(
    r"\b(?:if|whether|may|might|could|appears?|seems?|possibly|unclear|but|however)\b|\?", re.IGNORECASE
)
_EMPTY_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        include including included is are be have having which what figure option image diagram structure all of the
        that show shown with in on to and contain contained satisfy following condition
        """,
    )
)
"""Words of a condition without a meaning of their own; `structure` only completes a noun."""


def read_condition_lines(text: str, letters: str, question: str) -> ChoiceReading | None:
    """Return the options whose lines affirm the condition of a question, if each option's line affirms or denies it.

    A condition with a denial or a limit, and a line that doubts, restricts or ends in its middle, decide nothing.

    Args:
        text: a plain text.
        letters: of the options.
        question: its text, which ends with the condition.
    """
    match = _CONDITION.match(question[-MAX_CONDITION_CHARACTERS:])
    condition = match["condition"] if match else ""
    words = set(split_words(condition).words) - _EMPTY_WORDS
    if not words or len(split_words(condition).words) < MIN_CONDITION_WORDS or _DENIAL.search(condition):
        return None
    verdicts: dict[str, bool] = {}
    for line in text.split("\n"):
        item = ITEM.match(line)
        if item is None or item[1].upper() not in letters or item[0].strip() in ("A", "a"):
            continue
        verdict = _judge_line(line[item.end() :], words)
        if verdict is None or item[1].upper() in verdicts:
            return None
        verdicts[item[1].upper()] = verdict
    if set(verdicts) != set(letters):
        return None
    accepted = {letter for letter, is_accepted in verdicts.items() if is_accepted}
    return make_set_reading(accepted, text, 0, len(text), letters, "verdict")


def _judge_line(line: str, condition: set[str]) -> bool | None:
    """Return whether the first sentence behind an option's letter affirms a condition; None if it does neither."""
    sentences = split_sentences(line)
    if not sentences:
        return None
    sentence = line[sentences[0].start : sentences[0].stop]
    words = split_words(sentence)
    if not sentence.rstrip("* ").endswith((".", "!")) or _DOUBT.search(sentence) or not condition <= set(words.words):
        return None
    denials = [denial.start() for denial in _DENIAL.finditer(sentence)]
    if not denials:
        return True
    places = zip(words.words, words.spans, strict=True)
    behind = {word for word, span in places if word in condition and span[0] > denials[0]}
    return False if len(denials) == 1 and len(behind) * 2 > len(condition) else None
