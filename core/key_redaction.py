"""Redaction of API keys in errors, replies and streams."""

import re
from collections.abc import Iterator

HIDDEN = "[key]"

_LIKE_A_KEY = re.compile(r"\b(?:sk-|fw_|AIza|Bearer\s+)[A-Za-z0-9_*.…-]{6,}")
"""Keys that an error quotes in part ("sk-proj-****abcd"), and keys of others."""


SECRET_FROM = 8
"""Minimum length of a secret key: a shorter one is a dummy for a local server and may be part of any reply."""

_LONG = 16
"""Length from which a key cannot be a word or a number, so that it is hidden inside longer words too."""


def redact_key(text: str, key: str | None) -> str:
    """Return the text without the key; a short key is hidden only as a separate word."""
    if not _is_secret(key):
        return text
    alone = re.escape(key or "") if len(key or "") >= _LONG else rf"(?<![\w.]){re.escape(key or '')}(?![\w.]\w|\w)"
    return re.sub(alone, HIDDEN, text)


def _is_secret(key: str | None) -> bool:
    return key is not None and len(key) >= SECRET_FROM


def redact_all_keys(text: str, key: str | None) -> str:
    """Return the text without the key, parts of it, and anything else that looks like a key; for error messages."""
    return _LIKE_A_KEY.sub(HIDDEN, _redact_key_parts(redact_key(text, key), key))


def _redact_key_parts(text: str, key: str | None) -> str:
    """Return the text without any substring of the key that has at least `SECRET_FROM` characters."""
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
    """A filter that removes the key from a stream, even if the key is split over several pieces.

    The end of a piece is held back only while it may be the beginning of the key.
    """

    def __init__(self, key: str | None) -> None:
        self._key = (key or "") if _is_secret(key) else ""
        self._held = ""

    def add(self, piece: str) -> Iterator[str]:
        """Add a piece, and yield the text that can be shown now."""
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
        """Yield the rest that was held back and is not the key."""
        if self._held:
            yield self._held
        self._held = ""
