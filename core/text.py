"""Text that others wrote, on its way to a place that reads Markdown or to a terminal."""

import re
import unicodedata

_WORD_JOINER = "\u2060"


def printable(text: object) -> str:
    """The text on one line, without control and direction characters, which could hide or turn what stands around."""
    one_line = " ".join(str(text).split())
    return "".join(sign for sign in one_line if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co"))


def plain(text: object) -> str:
    """The text for Markdown, its signs escaped and its addresses broken: no markup, no images, no links."""
    line = re.sub(r"([\\`*_\[\]<>|~$&:])", r"\\\1", printable(text))
    line = re.sub(r"^(\d*)([#+.)-])", r"\1\\\2", line)  # what would begin a heading or a list
    return re.sub(r"(?=://)|(?<=www)|(?<=@)", _WORD_JOINER, line.replace("\\://", "://"))
