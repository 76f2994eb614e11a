"""Parser of lists and mappings that a program wrote as text: JSON, Python, NumPy."""

import ast
import json
import re
from itertools import pairwise

_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_NUMPY_TEXTS = re.compile(rf"\[\s*(?:{_QUOTED})(?:\s+(?:{_QUOTED}))+\s*\]", re.DOTALL)
_NUMPY_NUMBERS = re.compile(r"\[\s*[-+.\deE]+(?:\s+[-+.\deE]+)+\s*\]")
_TOKEN = re.compile(rf"{_QUOTED}|[^'\"\s]", re.DOTALL)
_ARRAY = re.compile(rf"\barray\((\[(?:[^\]'\"]|{_QUOTED})*\])(?:,\s*dtype=(?:{_QUOTED}|\w+))?\)", re.DOTALL)
"""NumPy's `array([...], dtype=object)` inside a mapping, as pandas writes columns of Hugging Face."""

MAX_CHARACTERS = 1_000_000


class ListTextError(ValueError):
    """Error for a text that begins like a list or a mapping but cannot be read as one; the message states why."""


def parse_list_text(text: str) -> list[object] | dict[str, object] | None:
    """Return the list or mapping that a text represents; None if the text does not begin like one.

    The text may be JSON (`["a", "b"]`), Python (`['a', 'b']`, `('a', 'b')`, `{'A': 'a'}`) or NumPy (`['a' 'b']`,
    `[1 2]`). Nothing in the text is executed.

    Raises:
        ListTextError: the text begins with a bracket or a brace, but has none of these forms.
    """
    text = text.strip()
    if not text.startswith(("[", "{", "('", '("')) or text.startswith("[A]"):
        return None
    if len(text) > MAX_CHARACTERS:
        raise ListTextError(f"a list of {len(text):,} characters is too long")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = _parse_python(text)
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(value, list) or (isinstance(value, dict) and all(isinstance(key, str) for key in value)):
        return value
    raise ListTextError(f"{text[:60]!r} is neither a list nor a mapping with texts as keys")


def _parse_python(text: str) -> object:
    if _NUMPY_TEXTS.fullmatch(text):
        return [ast.literal_eval(quoted) for quoted in re.findall(_QUOTED, text)]
    if _NUMPY_NUMBERS.fullmatch(text):
        return text[1:-1].split()
    tokens = _TOKEN.findall(text)
    if any(first[0] in "'\"" and second[0] in "'\"" for first, second in pairwise(tokens)):
        # Python would join 'a' 'b' into one text.
        raise ListTextError(f"in {text[:60]!r} a comma is missing between two texts")
    try:
        return ast.literal_eval(_ARRAY.sub(r"\1", text))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise ListTextError(f"{text[:60]!r} begins like a list but is not valid JSON or Python") from None
