"""Keys stay out of every text: they are replaced in errors, replies and streams."""

import re
from collections.abc import Iterator

HIDDEN = "[key]"

_LIKE_A_KEY = re.compile(r"\b(?:sk-|fw_|AIza|Bearer\s+)[A-Za-z0-9_*.…-]{6,}")
"""Keys that an error quotes in part ("sk-proj-****abcd"), and foreign keys."""


SECRET_FROM = 8
"""Characters: a shorter key is a dummy, as servers of one's own take them, and may be any part of a reply."""

_LONG = 16
"""Characters from which on a key is no word and no number, so that it is hidden inside of others too."""


def redact_key(text: str, key: str | None) -> str:
    """The text without the key; one of few characters is hidden only where it stands by itself."""
    if not _is_secret(key):
        return text
    alone = re.escape(key or "") if len(key or "") >= _LONG else rf"(?<![\w.]){re.escape(key or '')}(?![\w.]\w|\w)"
    return re.sub(alone, HIDDEN, text)


def _is_secret(key: str | None) -> bool:
    return key is not None and len(key) >= SECRET_FROM


def redact_all_keys(text: str, key: str | None) -> str:
    """The text without the key, any part of it, and anything else that looks like one; for error messages."""
    return _LIKE_A_KEY.sub(HIDDEN, _redact_key_parts(redact_key(text, key), key))


def _redact_key_parts(text: str, key: str | None) -> str:
    """The text without anything that the key has too, of as many characters as a secret has at least."""
    parts = {key[start : start + SECRET_FROM] for start in range(len(key) - SECRET_FROM + 1)} if key else set()
    if not parts:
        return text
    end = 0
    kept: list[str] = []
    for start in range(len(text)):
        if text[start : start + SECRET_FROM] in parts:
            kept += [] if start < end else [HIDDEN]
            end = start + SECRET_FROM
        elif start >= end:
            kept.append(text[start])
    return "".join(kept)


class StreamRedactor:
    """Takes the pieces of a stream and returns them without the key, even if the key is split over pieces.

    A piece's end is held back only while it may be the beginning of the key.
    """

    def __init__(self, key: str | None) -> None:
        self._key = (key or "") if _is_secret(key) else ""
        self._held = ""

    def add(self, piece: str) -> Iterator[str]:
        """What can be shown now."""
        if not self._key:
            yield piece
            return
        text = (self._held + piece).replace(self._key, HIDDEN)
        longest = min(len(text), len(self._key) - 1)
        held = next((n for n in range(longest, 0, -1) if self._key.startswith(text[-n:])), 0)
        self._held = text[len(text) - held :]
        if held < len(text):
            yield text[: len(text) - held]

    def end(self) -> Iterator[str]:
        """The rest that was held back and is not the key."""
        if self._held:
            yield self._held
        self._held = ""
