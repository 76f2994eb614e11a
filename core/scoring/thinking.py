"""What a reply says behind its thinking: drafts are no answers."""

import re
from dataclasses import dataclass

_ENDS = re.compile(
    r"</(?:think|thinking|thoughts?)\s{0,8}>|\[/THINK\]|◁/think▷|<\|channel\|>\s{0,8}final\b", re.IGNORECASE
)
_BEGINS = re.compile(
    r"<(?:think|thinking|thoughts?)\s{0,8}>|\[THINK\]|◁think▷|<\|channel\|>\s{0,8}(?:analysis|commentary)\b",
    re.IGNORECASE,
)

LEFT_OUT_NOTE = "its thinking is left out"
ENDS_INSIDE = "the reply ends inside its thinking"


@dataclass(frozen=True, slots=True)
class Said:
    """What a reply says.

    Attributes:
        text: behind the last end of its thinking, and before thinking that has no end.
        has_thinking: whether something was left out.
        is_unfinished: whether the reply ends inside its thinking.
    """

    text: str
    has_thinking: bool = False
    is_unfinished: bool = False


def without_thinking(raw: str) -> Said:
    """What a reply says without its thinking."""
    begin = max((match.end() for match in _ENDS.finditer(raw)), default=0)
    unfinished = _BEGINS.search(raw, begin)
    text = raw[begin : unfinished.start()] if unfinished else raw[begin:]
    return Said(text, bool(begin or unfinished), unfinished is not None)
