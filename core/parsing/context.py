"""Context around a position in a reply: sentence, negation, condition, question, rejection, correction.

It decides whether a candidate answer is asserted. English, Chinese, German, French, Spanish, Portuguese, Italian,
Japanese and Korean are covered as far as models mix them into replies.
"""

import re

from core.parsing.patterns import load_patterns

_PATTERNS = load_patterns(__file__, "context.toml")

_NEGATED_BEFORE = _PATTERNS["negated_before"]
_THE_ANSWER_IS_DENIED_BEFORE = _PATTERNS["the_answer_is_denied_before"]
_NOT_BELIEVED_BEFORE = _PATTERNS["not_believed_before"]
_NEGATED_BEHIND = _PATTERNS["negated_behind"]
_HARMLESS_IF = _PATTERNS["harmless_if"]
_CONDITION = _PATTERNS["condition"]
_WOULD_BEHIND = _PATTERNS["would_behind"]
_ONLY_IF_BEHIND = _PATTERNS["only_if_behind"]

_TENTATIVE_BEFORE = _PATTERNS["tentative_before"]
_TENTATIVE_BEHIND = _PATTERNS["tentative_behind"]
_CONSIDERED_BEFORE = _PATTERNS["considered_before"]
_REJECTED_NOUN = _PATTERNS["rejected_noun"]
_QUESTION_WORDS = _PATTERNS["question_words"]
_CONTRAST = re.compile(r"\b(?:but|however|yet|nevertheless|still|aber|mais|pero|mas)\b|;|但是?|不过", re.IGNORECASE)
_CORRECTION = _PATTERNS["correction"]
CORRECTION_WORDS = _PATTERNS["correction_words"].pattern
_CONCLUSION_BEFORE = _PATTERNS["conclusion_before"]

_LIKEWISE_BEFORE = _PATTERNS["likewise_before"]
_BEGINS_CONCLUSION = _PATTERNS["begins_conclusion"]

NEAR_CHARACTERS = 120
"""Number of characters on each side that are searched for negations and conclusions."""


def is_doubted(before: str) -> bool:
    """Return whether the words before a candidate only doubt it: "I am not sure whether the answer is"."""
    return _THE_ANSWER_IS_DENIED_BEFORE.search(before[-NEAR_CHARACTERS:]) is not None


def is_negated(before: str, behind: str) -> bool:
    """Return whether the words before and after a candidate in its sentence deny it."""
    near = before[-NEAR_CHARACTERS:]
    return (
        _NEGATED_BEFORE.search(near) is not None
        or is_doubted(near)
        or _NOT_BELIEVED_BEFORE.search(near) is not None
        or _NEGATED_BEHIND.match(behind[:NEAR_CHARACTERS]) is not None
    )


def is_hypothetical(before: str, behind: str) -> bool:
    """Return whether the words of its sentence make a candidate depend on an unfulfilled condition."""
    clause = _extract_last_clause(before)
    if _CONDITION.search(clause) and not _HARMLESS_IF.search(clause):
        return True
    near = behind[:NEAR_CHARACTERS]
    return _WOULD_BEHIND.match(near) is not None or _ONLY_IF_BEHIND.match(near) is not None


def _extract_last_clause(before: str) -> str:
    """Return the text after the last word of contrast."""
    return _CONTRAST.split(before)[-1]


def is_tentative(before: str, behind: str) -> bool:
    """Return whether a candidate is only considered: "could be B", "at first I thought B"."""
    return _TENTATIVE_BEFORE.search(_extract_last_clause(before)[-NEAR_CHARACTERS:]) is not None or (
        _TENTATIVE_BEHIND.match(behind[:NEAR_CHARACTERS]) is not None
    )


def is_considered(before: str) -> bool:
    """Return whether the words right before a candidate turn to it without judging it: "let us look at option"."""
    return _CONSIDERED_BEFORE.search(before[-60:]) is not None


def is_rejected_noun(before: str) -> bool:
    """Return whether the words before "answer" or "option" mark it as wrong: "a common wrong answer"."""
    return _REJECTED_NOUN.search(before[-60:]) is not None


def is_question(sentence: str) -> bool:
    """Return whether a sentence ends with a question mark."""
    return sentence.rstrip(" \n\"'*_)`").endswith(("?", "？"))


def has_question_opening(sentence: str) -> bool:
    """Return whether a sentence begins like a question: "Is the answer ...", "Could it be ..."."""
    return _QUESTION_WORDS.match(sentence) is not None


def is_correction(sentence: str) -> bool:
    """Return whether a sentence retracts an earlier statement: "wait", "actually", "correction"."""
    return _CORRECTION.search(sentence) is not None


def has_conclusion_opening(sentence: str) -> bool:
    """Return whether a sentence begins with a word that draws a conclusion: "Therefore, the statement is ..."."""
    return _BEGINS_CONCLUSION.match(sentence) is not None


def is_concluded(before: str) -> bool:
    """Return whether the words right before a candidate draw a conclusion: "so it must be", "therefore"."""
    near = before[-NEAR_CHARACTERS:]
    return _CONCLUSION_BEFORE.search(near) is not None and _LIKEWISE_BEFORE.search(near) is None
