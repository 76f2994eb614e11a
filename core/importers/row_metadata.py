"""What stands beside prompt and reply in a row of a log: texts that may name the case, facts, and settings."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

NAME_CHARACTERS = 400
"""A longer text is no name of a case."""

MOST_NAMES = 200
FACT_CHARACTERS = 60

ASKED = ("question", "prompt", "query", "choices", "options", "answer", "answers", "target", "label", "letter", "truth")
"""Keys of what was asked and what is right, which name no case and are no facts of it."""

_ID_KEY = re.compile(r"(?:.*_)?[a-z]?id|[a-z]+Id", re.ASCII)
"""Keys under which a bare number may be an id."""


def collect_names(*values: object) -> tuple[str, ...]:
    """The texts in values of JSON that may name a case, each once, in their order.

    Bare numbers count under keys of ids only: elsewhere they are counts, indices of rows, or the answer. What was
    asked, and what is right, is left out.
    """
    found: dict[str, None] = {}
    for key, text in _walk_texts(list(values)):
        if not text.isdecimal() or _ID_KEY.fullmatch(key):
            found[text] = None
        if len(found) == MOST_NAMES:
            break
    return tuple(found)


def _walk_texts(values: object) -> Iterator[tuple[str, str]]:
    """Short texts with their keys, depth first, with a stack of its own: a log may nest deeply."""
    todo: list[tuple[str, object]] = [("", values)]
    while todo:
        key, value = todo.pop()
        if isinstance(value, str):
            if 0 < len(value) < NAME_CHARACTERS and not value.startswith("data:"):
                yield key, value
        elif isinstance(value, int) and not isinstance(value, bool):
            yield key, str(value)
        elif isinstance(value, Mapping):
            todo.extend((name, value[name]) for name in reversed(list(value)) if name.lower() not in ASKED)
        elif isinstance(value, list | tuple):
            todo.extend((key, one) for one in reversed(value))


def get_file_name(name: str) -> str:
    """The last part of a path or an address, without its query."""
    return re.split(r"[/\\]", name.split("?", 1)[0])[-1]


def collect_facts(values: Mapping[str, object]) -> dict[str, str]:
    """The short texts, numbers and truths among the values, as texts by their names."""
    return {
        name: text
        for name, value in values.items()
        if name.lower() not in ASKED
        and isinstance(value, str | int | float)
        and 0 < len(text := str(value)) <= FACT_CHARACTERS
    }


def normalise_settings(values: Mapping[str, Any]) -> dict[str, str | int | float | None]:
    """Settings as a run keeps them: finite numbers and texts as they are, all else as JSON text; null is left out."""
    return {
        name: value if _is_plain(value) else json.dumps(value) for name, value in values.items() if value is not None
    }


def _is_plain(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str | int) and not isinstance(value, bool)
