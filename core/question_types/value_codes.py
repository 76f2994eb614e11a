"""Codes of values that are texts: the first 52 bits of the text's SHA-256, the same in every process.

Statistics compare and exchange answers as plain numbers. Equal texts have equal codes, and a process knows the text of
each code that it has encoded, so that answers can be scored from their codes.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

_BITS = 52
"""A double holds integers of this size exactly."""

UNKNOWN = "value "
"""Beginning of the text that stands for a code whose text this process does not know."""

_text_by_code: dict[float, str] = {}


@lru_cache(maxsize=100_000)
def encode_text(text: str) -> float:
    """Return the code of a text and remember the text."""
    code = float(int.from_bytes(sha256(text.encode()).digest()[:8]) >> (64 - _BITS))
    _text_by_code[code] = text
    return code


def remember_texts(texts: Iterable[str]) -> None:
    """Remember texts whose codes were computed by another process."""
    for text in texts:
        encode_text(text)


def decode_text(code: float) -> str | None:
    """Return the text of a code; None if this process has not encoded it."""
    return _text_by_code.get(float(code))
