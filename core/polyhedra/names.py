"""What each solid may be called: its usual name, the released one, its synonyms and its number.

Source: PROTOCOLS 5.3.
"""

import csv
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from core.polyhedra.catalogue import Entry, catalogue
from core.polyhedra.making import TABLES

_NUMBERS = {"wid": ("w{}",), "jid": ("j{}", "johnson solid {}", "johnson solid j{}"), "cid": ()}
"""How a solid is named by its number in Wenninger's or Johnson's list."""


@lru_cache(maxsize=1)
def accepted_names() -> Mapping[str, tuple[str, ...]]:
    """Every name that is accepted for each solid, by id; a few stand for two solids."""
    synonyms: dict[str, list[str]] = {}
    with (TABLES / "synonyms.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            synonyms.setdefault(row["shape_id"], []).append(row["synonym"])
    return MappingProxyType(
        {shape_id: _names_of(entry, synonyms.get(shape_id, [])) for shape_id, entry in catalogue().items()}
    )


def _names_of(entry: Entry, synonyms: list[str]) -> tuple[str, ...]:
    released = [part.strip(" '\"") for part in entry.released_name.split(" or ")]
    names = [entry.name, *filter(None, released), *synonyms]
    if entry.group == "johnson":
        names += [name.replace("bipyramid", "dipyramid") for name in names if "bipyramid" in name]
    kind, number = entry.shape_id.split("_")
    return tuple(dict.fromkeys((*names, *(form.format(number) for form in _NUMBERS[kind]))))
