"""JSON as programs write it into logs: with bare NaN, lone surrogates, and excessive depth."""

import json
from typing import Any

_MAY_HOLD_SURROGATES = (b"\\u", b"\xed")
"""Bytes that precede or begin each surrogate: escaped, or as bytes that UTF-8 does not allow."""


def parse_json(text: bytes) -> Any:  # noqa: ANN401 - JSON may be anything
    """Parse a JSON text; NaN and Infinity are numbers, a lone surrogate becomes U+FFFD.

    Args:
        text: in UTF-8.

    Raises:
        ValueError: it is not JSON, not UTF-8, or nested too deeply; the message states which.
    """
    try:
        value = json.loads(text.decode("utf-8", "surrogatepass"))
        return replace_surrogates(value) if any(sign in text for sign in _MAY_HOLD_SURROGATES) else value
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 from byte {error.start + 1}") from error
    except RecursionError as error:
        raise ValueError("JSON nested too deeply") from error
    except ValueError as error:
        raise ValueError(f"not valid JSON: {error}") from error


def replace_surrogates(value: Any) -> Any:  # noqa: ANN401 - JSON may be anything
    """Return the value with U+FFFD for every lone surrogate in texts and keys, so that it can be written as UTF-8."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [replace_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {replace_surrogates(key): replace_surrogates(item) for key, item in value.items()}
    return value
