"""Excerpts of questions for tiles: without the words with which all of them begin, and without their options."""

import re
from collections.abc import Mapping

from core.formatting import to_single_line

MAX_CHARACTERS = 110
"""Maximum number of characters of an excerpt."""

MIN_PREFIX = 20
"""Number of characters from which a common beginning is left out."""

_OPTIONS = re.compile(r"\s*\b(?:options|choices)\s*:.*$|\s+\(?A[).:]\s.*$", re.IGNORECASE | re.DOTALL)


def build_excerpts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return an excerpt per question, cut at a word.

    Args:
        texts: the questions as asked, by case.
    """
    lines = {case_id: to_single_line(_OPTIONS.sub("", text)) or to_single_line(text) for case_id, text in texts.items()}
    start = _find_common_start(list(dict.fromkeys(lines.values())))
    return {case_id: _shorten(line[start:].strip()) for case_id, line in lines.items()}


def _find_common_start(lines: list[str]) -> int:
    """Return the length of the sentences with which all lines begin; 0 if they are few, or there is one line."""
    if len(lines) < 2:
        return 0
    prefix = _find_common_prefix(min(lines), max(lines))
    end = max(prefix.rfind(sign) for sign in (". ", "? ", ": ", "! ")) + 2
    return end if end >= MIN_PREFIX else 0


def _find_common_prefix(first: str, last: str) -> str:
    """Return the prefix that two lines share; of the first and the last line in order, all between share it too."""
    length = next((index for index, signs in enumerate(zip(first, last, strict=False)) if len(set(signs)) > 1), None)
    return first[:length]


def _shorten(line: str) -> str:
    if len(line) <= MAX_CHARACTERS:
        return line
    return line[:MAX_CHARACTERS].rsplit(" ", 1)[0].rstrip(" ,.;:") + " …"
