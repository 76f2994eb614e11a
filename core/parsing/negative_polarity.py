"""Negative polarity: words anywhere in a sentence that keep a letter or name without other evidence from being read.

`core.parsing.context` decides about denials next to a candidate. A candidate that is only mentioned is the weakest
evidence, so here any denial in its clause, and any word of rejection in its sentence, leaves it unread.
"""

import re

from core.parsing.patterns import load_patterns

_PATTERNS = load_patterns(__file__, "negative_polarity.toml")
_DENIAL = _PATTERNS["denial"]
_REJECTION = _PATTERNS["rejection"]
_CLAUSE = re.compile(
    r"[;:—]|,\s|\s[-–]\s|\b(?:but|however|because|since|so|therefore|thus|hence|although|though|while)\b"
    r"|\b(?:and|und|et|y|e)\s(?=(?:not|nicht|non|pas|no|não)\b)"
)
_NO_DOUBT = _PATTERNS["no_doubt"]


_IS_WITHDRAWN = _PATTERNS["is_withdrawn"]


def is_withdrawn(behind: str) -> bool:
    """Return whether the words behind a letter end by withdrawing it: "B looks right but is not"."""
    return _IS_WITHDRAWN.search(behind) is not None


def has_negative_polarity(before: str, behind: str) -> bool:
    """Return whether the words of its sentence around a candidate deny or reject something.

    Args:
        before: the words of the sentence before the letter or name.
        behind: the words of the sentence after it.
    """
    sentence = _NO_DOUBT.sub(" ", f"{before} \0 {behind}")
    if _REJECTION.search(sentence) or is_withdrawn(behind):
        return True
    letter = sentence.find("\0")
    starts = [match.end() for match in _CLAUSE.finditer(sentence, 0, letter)]
    stop = next((match.start() for match in _CLAUSE.finditer(sentence, letter)), len(sentence))
    return _DENIAL.search(sentence, starts[-1] if starts else 0, stop) is not None
