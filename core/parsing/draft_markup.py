"""Drafts in markup that no vendor documents: an element whose name indicates thinking."""

import re
from dataclasses import dataclass

_STEM = (
    r"(?:think|thought|reason|scratch|analy[sz]|reflect|rational|monolog|deliberat|ponder|brainstorm|draft|musing|internal"
    r"|working|planning|chain_?of|cot\b|consider|denken|nachdenken|pensamiento|思考)"
)
_OPENING = re.compile(
    rf"<(?P<tag>[\w:.-]{{0,24}}?{_STEM}[\w:.-]{{0,24}})(?:\s[^<>]{{0,80}})?>"
    rf"|\[(?P<bracket>\w{{0,24}}?{_STEM}\w{{0,24}})\]"
    rf"|<\|(?!\/|end|stop|\w{{0,24}}_(?:end|stop)\|)(?P<sign>\w{{0,24}}?{_STEM}\w{{0,24}})\|>"
    r"|(?P<comment>\A\s{0,20}<!--)",
    re.IGNORECASE,
)
_CLOSING_SIGN = re.compile(
    rf"<\|(?:/|end|stop)\w{{0,24}}?{_STEM}\w{{0,24}}\|>|<\|\w{{0,24}}?{_STEM}\w{{0,24}}_(?:end|stop)\|>", re.I
)


@dataclass(frozen=True, slots=True)
class DraftFreeText:
    """A text whose drafts are replaced by spaces, so that every index stays the same.

    Attributes:
        has_drafts: whether a draft was masked.
        is_unfinished: whether the text ends inside a draft.
    """

    text: str
    has_drafts: bool = False
    is_unfinished: bool = False


def mask_drafts(text: str) -> DraftFreeText:
    """Replace elements such as `<deliberation>` by spaces; one without an end runs to the end of the text."""
    pieces, index, lowered = [], 0, text.lower()
    is_unfinished = False
    if len(lowered) != len(text):
        lowered = text
    for match in _OPENING.finditer(text):
        if match.start() < index:
            continue
        stop = _find_end(lowered, match)
        pieces += [text[index : match.start()], " " * ((len(text) if stop is None else stop) - match.start())]
        index = len(text) if stop is None else stop
        is_unfinished = stop is None
    if not pieces:
        return DraftFreeText(text)
    return DraftFreeText("".join([*pieces, text[index:]]), True, is_unfinished)


def _find_end(lowered: str, opening: re.Match[str]) -> int | None:
    if opening["sign"]:
        closing = _CLOSING_SIGN.search(lowered, opening.end())
        return closing.end() if closing else None
    mark = next(
        mark
        for name, mark in (
            ("tag", f"</{(opening['tag'] or '').lower()}>"),
            ("bracket", f"[/{(opening['bracket'] or '').lower()}]"),
            ("comment", "-->"),
        )
        if opening[name]
    )
    place = lowered.find(mark, opening.end())
    return None if place < 0 else place + len(mark)
