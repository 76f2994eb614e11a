"""Search for cases by typed text: `037_T0`, `37`, `easy-count`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

MAX_TYPED = 120
"""Maximum number of characters that are read."""

_PART = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class SearchableCase:
    """A case's id, and its parts in lower case without leading zeros: `037_T0` has 37, t, 0."""

    case_id: str
    parts: tuple[str, ...]


def index_cases(case_ids: Iterable[str]) -> tuple[SearchableCase, ...]:
    """Index the cases for the search, in their order."""
    return tuple(SearchableCase(case_id, split_name(case_id)) for case_id in case_ids)


def split_name(text: str) -> tuple[str, ...]:
    """Return its words and numbers, in lower case and without leading zeros."""
    return tuple(part.lstrip("0") or "0" for part in _PART.findall(text.casefold()))


def match_ids(typed: str, cases: Sequence[SearchableCase], most: int) -> list[str]:
    """Return the ids that match best, in the order of the cases; a single one if the text names it.

    The first of these criteria that any case meets decides: the text is the id; it is the id except for zeros, capitals
    and separators; the id begins with the same words and numbers; it has them in sequence; it contains the text.

    Args:
        typed: the text that the user typed.
        cases: as `index_cases` returns them.
        most: maximum number of ids.
    """
    text = typed.strip()[:MAX_TYPED]
    parts, folded = split_name(text), text.casefold()
    if not text:
        return []
    length = len(parts)
    ways = (
        (case.case_id for case in cases if case.case_id == text),
        (case.case_id for case in cases if parts and case.parts == parts),
        (case.case_id for case in cases if parts and case.parts[:length] == parts),
        (case.case_id for case in cases if parts and _has_sublist(case.parts, parts)),
        (case.case_id for case in cases if folded in case.case_id.casefold()),
    )
    return next((found for way in ways if (found := list(islice(way, most)))), [])


def _has_sublist(whole: Sequence[str], parts: Sequence[str]) -> bool:
    length = len(parts)
    return any(whole[start : start + length] == parts for start in range(1, len(whole) - length + 1))
