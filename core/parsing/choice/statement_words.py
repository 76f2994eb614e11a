"""Words of a statement that is true or false, and of sentences that may assert it."""

import re
from dataclasses import dataclass

UNASSERTED = re.compile(
    r"\b(?:if|whether|determine|statement|claim\w*|question|ask\w*|suppos\w*|assum\w*|would|could|might|may|should|must"
    r"|true|false|correct|incorrect|wrong|not|no|cannot|unable|unclear|without|never|hardly|unlikely|doubt\w*|appears?|seems?"
    r"|option|verify|check|initially|first|thought|instead\sof|rather\sthan|unless|when|where|step)\b|[\"“”«»']|n['’]t\b",
    re.IGNORECASE,
)
"""Words before a statement that leave it open: a condition, a doubt, a quotation, a heading."""

JUDGED = re.compile(r"\b(?:true|false|correct|incorrect|wrong|untrue)\b|\?|[\"”»]", re.IGNORECASE)
"""Words behind a statement that judge it, so that it does not decide by itself."""

_WORD = re.compile(r"\w+n['’]t\b|\w+(?:[.,:/]\w+)*|[=%°]", re.IGNORECASE)
_SKIPPED = frozenset(
    {"a", "an", "the", "do", "does", "did", "actually", "also", "both", "clearly", "indeed", "really", "truly"}
)
"""Words without a meaning of their own in a statement."""
_SYNONYMS = {"has": "have", "had": "have", "contain": "include", "contains": "include"}


@dataclass(frozen=True, slots=True)
class StatementWords:
    """Words of a text in lower case, without articles, plural endings and denials.

    Attributes:
        spans: start and stop of each word in the text.
        denials: for each denial, the index of the word behind it.
    """

    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    denials: tuple[int, ...]


def split_words(text: str) -> StatementWords:
    """Return the words of a text that carry meaning, and the places of its denials."""
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
            words.append(_SYNONYMS.get(word) or (word.removesuffix("s") if len(word) > 3 else word))
            spans.append(match.span())
    return StatementWords(tuple(words), tuple(spans), tuple(denials))
