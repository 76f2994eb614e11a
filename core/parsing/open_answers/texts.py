"""Short texts and orders in replies."""

import re
from collections.abc import Sequence

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


def read_order(raw: str | None, items: Sequence[str]) -> tuple[str, ...] | None:
    """Return all items in the order in which a reply states them; None unless each is stated once.

    Args:
        raw: the reply.
        items: letters or texts; an item counts as a whole word, in any case unless it is one letter.
    """
    answer = find_answer_text(raw)
    if answer is None:
        return None
    for text in filter(None, (answer.stated, answer.text)):
        places = {item: _find_places(item, text, items) for item in items}
        if all(len(starts) == 1 for starts in places.values()):
            return tuple(sorted(items, key=lambda item: places[item][0]))
    return None


def _find_places(item: str, text: str, items: Sequence[str]) -> list[int]:
    flags = 0 if len(item) == 1 else re.IGNORECASE
    spans = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(item)}(?!\w)", text, flags)]
    longer = [longer_item for longer_item in items if longer_item != item and item.casefold() in longer_item.casefold()]
    within = [
        match.span()
        for longer_item in longer
        for match in re.finditer(rf"(?<!\w){re.escape(longer_item)}(?!\w)", text, re.IGNORECASE)
    ]
    return [start for start, stop in spans if not any(low <= start and stop <= high for low, high in within)]
