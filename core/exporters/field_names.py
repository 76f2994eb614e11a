"""Unique names of files, fields and scores that other programs accept."""

import re
from collections.abc import Iterable

_LONGEST = 80
"""Maximum number of characters in a name."""


def to_file_name(text: str) -> str:
    """Convert text to a part of a file name: letters, digits, `.`, `_` and `-`; never hidden, never empty."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", text)[:_LONGEST].strip("._-") or "unnamed"


def to_field_name(text: str) -> str:
    """Convert text to a field name: letters, digits and underscores, beginning with a letter."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", text)[:_LONGEST].strip("_")
    return name if name[:1].isalpha() else f"x_{name}".rstrip("_")


def make_unique(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Return the names in order; duplicates, compared without case, get a number.

    Args:
        names: to make unique.
        taken: names that must not be used.
    """
    seen, result = {name.lower() for name in taken}, []
    for name in names:
        number, free = 1, name
        while free.lower() in seen:
            number += 1
            free = f"{name}_{number}"
        seen.add(free.lower())
        result.append(free)
    return result


def to_model_file_name(name: str) -> str:
    """Convert a model's name to a folder name as lm-eval and lmms-eval do."""
    return re.sub(r"[^\w .+()-]", "__", name)[:_LONGEST].strip(". ") or "unnamed"
