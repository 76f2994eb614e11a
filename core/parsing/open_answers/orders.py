"""Orders of items in replies: a list of all items, not items that a text only mentions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.parsing.open_answers.answer_text import find_answer_text

MAX_MENTIONS = 2_000
"""Maximum number of mentions of items that are examined, from the end; keeps hostile replies cheap."""

MAX_BEFORE = 60
"""Number of characters before a list that are searched for a denial."""

_MARKS = r"[\s\"'`*_()\[\]{}]"
_ORDINAL = r"first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth|fifth|sixth|last(?:ly)?|finally|next|afterwards|after\sthat"
_BETWEEN = re.compile(
    rf"{_MARKS}*(?:(?:[,;>|/&]|->|=>|→|➜|<|\d{{1,2}}[.)]|[-•]\s|(?<=\n)[-*•]|\([^()\n]{{1,60}}\)|:|\b(?:and|then|the|an?|is\sfollowed\sby"
    rf"|followed\sby|{_ORDINAL})\b){_MARKS}*)+|\s*\n\s*",
    re.IGNORECASE,
)
_LIST_LINE = re.compile(
    r"[^\n]{0,300}\n\s{0,9}(?:[*_]{0,2}\d{1,2}[.)]|[-*•])[\s*_\"'`]{1,5}(?:(?:the|an?)\s)?", re.IGNORECASE
)
_END = re.compile(
    rf"{_MARKS}*(?:\([^()\n]{{1,80}}\))?{_MARKS}*(?:[.!;](?:\s|\Z)|\n|\Z|,?\s(?:because|since|in\s(?:this|that)\sorder|from)\b"
    r"|\s?[-:](?:\s|\Z)|[)\]}])",
    re.IGNORECASE,
)
_LIST_END = re.compile(r"[^\n]*(?:\n|\Z)")
_DENIED = re.compile(
    r"(?:\b(?:not|never|rather\sthan|instead\sof|wrong)\b|n't\b)[^.;\n]{0,40}\Z|\bor\s{1,3}\Z", re.IGNORECASE
)
_CONCLUSION = re.compile(r"\b(?:so|therefore|thus|hence|finally|in\sconclusion)\b[^.;\n]{0,60}\Z", re.IGNORECASE)
_NUMBERING = re.compile(r"(?<!\S)(\d{1,2})[.)]\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class _Mention:
    item: str
    start: int
    stop: int


def read_order(raw: str | None, items: Sequence[str]) -> tuple[str, ...] | None:
    """Return all items in the order in which a reply lists them; None unless it lists each once, in one order.

    A list has only separators between its items, or an item at the beginning of each line. The stated part of the reply
    counts if it names an item, otherwise the whole reply; if that has lists in different orders, the last one counts
    if it ends the reply.

    Args:
        raw: the reply.
        items: letters or texts; an item counts as a whole word, in any case unless it is one letter.
    """
    answer = find_answer_text(raw)
    if answer is None:
        return None
    texts = (_strip_numbering(text, len(items)) for text in (answer.stated, answer.text))
    for text in filter(None, texts):
        mentions = _find_mentions(text, items)
        if mentions:
            return _choose(text, mentions, len(items))
    return None


def _strip_numbering(text: str, n_items: int) -> str:
    """Return a text without the numbers 1 to n that count its items: `1. C 2. A`."""
    numbers = [int(match[1]) for match in _NUMBERING.finditer(text)]
    return _NUMBERING.sub("- ", text) if numbers == list(range(1, n_items + 1)) else text


def _find_mentions(text: str, items: Sequence[str]) -> list[_Mention]:
    """Return the mentions of items in order; the longest item counts where several match."""
    longest_first = sorted(set(items), key=len, reverse=True)
    names = "|".join(
        re.escape(item) if len(item) == 1 else f"(?i:{re.escape(item)})" for item in longest_first if item.strip()
    )
    item_by_name = {item if len(item) == 1 else item.casefold(): item for item in items}
    pattern = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
    mentions = [
        _Mention(item, match.start(), match.end())
        for match in pattern.finditer(text)
        if (item := item_by_name.get(match[0] if len(match[0]) == 1 else match[0].casefold())) is not None
    ]
    return mentions[-MAX_MENTIONS:]


def _choose(text: str, mentions: list[_Mention], n_items: int) -> tuple[str, ...] | None:
    lists = [
        listed
        for listed in _split_lists(text, mentions)
        if len(listed) == n_items == len({mention.item for mention in listed}) and _is_list(text, listed)
    ]
    orders = [tuple(mention.item for mention in listed) for listed in lists]
    is_clear = len(set(orders)) == 1 or (len(orders) > 1 and _is_final(text, lists[-1]))
    return orders[-1] if is_clear else None


def _is_final(text: str, listed: list[_Mention]) -> bool:
    """Return whether a list ends the text and is alone on its line, or a conclusion."""
    before = text[text.rfind("\n", 0, listed[0].start) + 1 : listed[0].start]
    is_last = not text[listed[-1].stop :].strip(" \n.!*_`\"')]}")
    return is_last and (not before.strip(" *_`\"'([{") or _CONCLUSION.search(before) is not None)


def _split_lists(text: str, mentions: list[_Mention]) -> list[list[_Mention]]:
    """Return the mentions as lists of neighbours."""
    lists: list[list[_Mention]] = []
    for mention in mentions:
        gap = text[lists[-1][-1].stop : mention.start] if lists else ""
        if lists and (_BETWEEN.fullmatch(gap) or _LIST_LINE.fullmatch(gap)):
            lists[-1].append(mention)
        else:
            lists.append([mention])
    return lists


def _is_list(text: str, listed: list[_Mention]) -> bool:
    """Return whether a list ends like one, has one direction, and is neither denied nor one of two."""
    start, stop = listed[0].start, listed[-1].stop
    inside = text[start:stop]
    if "<" in inside and ">" in inside.replace("->", "").replace("=>", ""):
        return False
    if _DENIED.search(text, max(start - MAX_BEFORE, 0), start):
        return False
    is_in_lines = "\n" in inside
    return (_LIST_END if is_in_lines else _END).match(text, stop) is not None
