"""Names that other programs take: of files, fields and scores, each of them once."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

_LONGEST = 80
"""Characters of a name."""


def to_file_name(text: str) -> str:
    """The text as part of a file's name: letters, digits, `.`, `_` and `-`; never hidden, never empty."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", text)[:_LONGEST].strip("._-") or "unnamed"


def to_field_name(text: str) -> str:
    """The text as the name of a field: letters, digits and underscores, a letter first."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", text)[:_LONGEST].strip("_")
    return name if name[:1].isalpha() else f"x_{name}".rstrip("_")


def make_unique(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """The names in their order, each of them once: what is there already, in capitals or not, gets a number.

    Args:
        names: to make distinct.
        taken: names that none of them may have.
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
    """A model's name as lm-eval and lmms-eval write it in the names of folders."""
    return re.sub(r"[^\w .+()-]", "__", name)[:_LONGEST].strip(". ") or "unnamed"


def to_utc(moment: datetime) -> datetime:
    """The same moment in UTC."""
    return moment.astimezone(UTC)
