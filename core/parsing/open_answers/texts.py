"""Short texts in replies."""

import re

from core.parsing.open_answers.answer_text import find_answer_text
from core.parsing.plain_text import simplify

MAX_ANSWER = 100
"""Maximum number of characters of a short text."""

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_NOT_WORD = re.compile(r"[^\w\s.%/-]|\.(?!\d)|(?<=[^\W\d])\.|(?<!\w)-(?!\.?\d)|-(?![\w.])")


def normalise_text(text: str) -> str:
    """Return a text in lower case without articles, punctuation and further white space; a minus sign stays."""
    return " ".join(_ARTICLE.sub(" ", _NOT_WORD.sub(" ", simplify(text).casefold())).split())


def read_short_text(raw: str | None) -> str | None:
    """Return the short text that a reply states: its stated part, or its only line; None if there is none."""
    answer = find_answer_text(raw)
    if answer is None:
        return None
    for text in (answer.stated, answer.text):
        lines = [line.replace("**", "").strip(" *_`\"'") for line in text.split("\n") if line.strip()]
        if lines and (text is answer.stated or len(lines) == 1) and len(lines[0]) <= MAX_ANSWER:
            return lines[0]
    return None
