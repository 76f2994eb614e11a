"""From what somebody types to cases: `037_T0`, `37`, `easy-count`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

MAX_TYPED = 120
"""Signs that are looked at."""

_PART = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class SearchableCase:
    """A case's id, and the same as parts in lower case without zeros in front: `037_T0` is 37, t, 0."""

    case_id: str
    parts: tuple[str, ...]


def index_cases(case_ids: Iterable[str]) -> tuple[SearchableCase, ...]:
    """The cases in their order, ready to be looked for."""
    return tuple(SearchableCase(case_id, split_name(case_id)) for case_id in case_ids)


def split_name(text: str) -> tuple[str, ...]:
    """Its words and numbers, in lower case and without zeros in front."""
    return tuple(part.lstrip("0") or "0" for part in _PART.findall(text.casefold()))


def match_ids(typed: str, cases: Sequence[SearchableCase], most: int) -> list[str]:
    """The ids that fit best, in the order of the cases; one alone if the text names it.

    The first of these that any case meets decides: the text is the id; it is the id but for zeros, capitals and signs
    between; the id begins with the same words and numbers; it has them one after the other; it contains the text.

    Args:
        typed: what somebody has typed.
        cases: as `index_cases` returns them.
        most: how many come back at most.
    """
    text = typed.strip()[:MAX_TYPED]
    parts, folded = split_name(text), text.casefold()
    if not text:
        return []
    length = len(parts)
    ways = (
        (one.case_id for one in cases if one.case_id == text),
        (one.case_id for one in cases if parts and one.parts == parts),
        (one.case_id for one in cases if parts and one.parts[:length] == parts),
        (one.case_id for one in cases if parts and _has_sublist(one.parts, parts)),
        (one.case_id for one in cases if folded in one.case_id.casefold()),
    )
    return next((found for way in ways if (found := list(islice(way, most)))), [])


def _has_sublist(whole: Sequence[str], parts: Sequence[str]) -> bool:
    length = len(parts)
    return any(whole[start : start + length] == parts for start in range(1, len(whole) - length + 1))
