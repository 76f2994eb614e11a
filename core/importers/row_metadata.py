"""Metadata beside prompt and reply in a log row: texts that may name the case, facts, and settings."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

NAME_CHARACTERS = 400
"""Maximum length of a case name, in characters."""

MOST_NAMES = 200
FACT_CHARACTERS = 60

ASKED = ("question", "prompt", "query", "choices", "options", "answer", "answers", "target", "label", "letter", "truth")
"""Keys of the question and the right answer, which neither name the case nor are facts of it."""

_ID_KEY = re.compile(r"(?:.*_)?[a-z]?id|[a-z]+Id", re.ASCII)
"""Keys under which a bare number may be an id."""


def collect_names(*values: object) -> tuple[str, ...]:
    """Return the texts in values of JSON that may name a case, each once, in order.

    Bare numbers count only under keys of ids: elsewhere they are counts, indices of rows, or the answer. The
    question and the right answer are left out.
    """
    found: dict[str, None] = {}
    for key, text in _walk_texts(list(values)):
        if not text.isdecimal() or _ID_KEY.fullmatch(key):
            found[text] = None
        if len(found) == MOST_NAMES:
            break
    return tuple(found)


def _walk_texts(values: object) -> Iterator[tuple[str, str]]:
    """Yield short texts with their keys, depth first, with an explicit stack: a log may nest deeply."""
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
    """Return the last part of a path or an address, without its query."""
    return re.split(r"[/\\]", name.split("?", 1)[0])[-1]


def collect_facts(values: Mapping[str, object]) -> dict[str, str]:
    """Return the short texts, numbers and truth values among the values, as texts by name."""
    return {
        name: text
        for name, value in values.items()
        if name.lower() not in ASKED
        and isinstance(value, str | int | float)
        and 0 < len(text := str(value)) <= FACT_CHARACTERS
    }


def normalise_settings(values: Mapping[str, Any]) -> dict[str, str | int | float | None]:
    """Return settings as a run stores them: finite numbers and texts unchanged, others as JSON text; omit nulls."""
    return {
        name: value if _is_plain(value) else json.dumps(value) for name, value in values.items() if value is not None
    }


def _is_plain(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str | int) and not isinstance(value, bool)
