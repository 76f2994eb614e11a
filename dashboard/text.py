"""Text that others wrote, on its way to a place that reads Markdown."""

import re

_WORD_JOINER = "\u2060"


def plain(text: object) -> str:
    """The text with its Markdown signs escaped and its addresses broken: no markup, no images, no links."""
    escaped = re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~:$&])", r"\\\1", " ".join(str(text).split()))
    return re.sub(r"(?=://)|(?<=www)|(?<=@)", _WORD_JOINER, escaped.replace("\\://", "://"))
