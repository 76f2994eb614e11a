"""Denial of a mentioned name: the words before and behind it that reject it."""

import re

from core.parsing.context import is_hypothetical, is_negated
from core.parsing.patterns import load_patterns

NEAR_CHARACTERS = 160
"""Number of characters of its sentence examined on each side of a name."""


_PATTERNS = load_patterns(__file__, "denial.toml")
OPENING_SIGNS = _PATTERNS["opening_signs"].pattern

ARTICLE = _PATTERNS["article"].pattern
_DENIED_BEFORE = _PATTERNS["denied_before"]
_DENIED_BEHIND = _PATTERNS["denied_behind"]
_LOOKS_BEFORE = _PATTERNS["looks_before"]
_BUT_BEHIND = _PATTERNS["but_behind"]
_WOULD_BE_BEFORE = _PATTERNS["would_be_before"]
_IF_BEHIND = re.compile(r"[^.!?\n]{0,60}\b(?:if|unless|had)\b", re.IGNORECASE)
_REFUSED_BEFORE = _PATTERNS["refused_before"]
_CLAUSE = re.compile(r";|—|\s–\s|,\s(?:but|however|yet|so|therefore|thus|hence|now)\b", re.IGNORECASE)
_ASIAN_DENIED = re.compile(r"(?:不是|并非|並非|而非|不像|非|ではなく|아니)\s?(?:一个|一個)?正?\Z")
_ASIAN_DENIED_BEHIND = re.compile(r"\s?(?:ではな|じゃな|でもな|이\s?아니|가\s?아니)")


def extract_last_clause(before: str) -> str:
    """Return the words since the last break of thought: "at first a cube; now" leaves only "now"."""
    breaks = [match.end() for match in _CLAUSE.finditer(before)]
    return before[breaks[-1] :] if breaks else before


def is_denied(before: str, behind: str, following: str) -> bool:
    """Return whether the words around a mention reject it."""
    looks_like = _LOOKS_BEFORE.search(before) is not None and _BUT_BEHIND.match(behind) is not None
    return (
        looks_like
        or is_negated(before, behind)
        or is_hypothetical(extract_last_clause(before), behind)
        or (_WOULD_BE_BEFORE.search(before) is not None and _IF_BEHIND.match(behind) is not None)
        or _DENIED_BEFORE.search(before) is not None
        or _DENIED_BEHIND.match(following) is not None
        or _REFUSED_BEFORE.search(before) is not None
        or _ASIAN_DENIED.search(before) is not None
        or _ASIAN_DENIED_BEHIND.match(behind) is not None
    )
