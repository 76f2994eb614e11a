"""Accepted names of each solid: its usual name, the released one, its synonyms, foreign names and its number.

Source: docs/benchmarks/giq.md, accepted names.
"""

import csv
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from core.polyhedra.catalogue import DUAL_OF, TABLES, CatalogueEntry, load_catalogue

_NUMBERS = {"wid": ("w{}",), "jid": ("j{}", "johnson solid {}", "johnson solid j{}"), "cid": ()}
"""Patterns of a solid's names by its number in Wenninger's or Johnson's list."""


_DUAL_PAIRS = (
    ("wid_1", "wid_1"),
    ("wid_2", "wid_3"),
    ("wid_4", "wid_5"),
    ("wid_20", "wid_21"),
    ("wid_22", "wid_41"),
    ("jid_1", "jid_1"),
    ("jid_2", "jid_2"),
)
"""Duals besides those of the Archimedean solids: Platonic, Kepler-Poinsot, and pyramids, which are self-dual."""


@lru_cache(maxsize=1)
def load_accepted_names() -> Mapping[str, tuple[str, ...]]:
    """Load all accepted names of each solid, by id; a few names stand for two solids."""
    synonyms: dict[str, list[str]] = {}
    with (TABLES / "synonyms.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            synonyms.setdefault(row["shape_id"], []).append(row["synonym"])
    with (TABLES / "foreign_names.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            synonyms.setdefault(row["shape_id"], []).extend(row["names"].split("|"))
    return MappingProxyType(
        {shape_id: _list_names(entry, synonyms.get(shape_id, [])) for shape_id, entry in load_catalogue().items()}
    )


def _list_names(entry: CatalogueEntry, synonyms: list[str]) -> tuple[str, ...]:
    released = [part.strip(" '\"") for part in entry.released_name.split(" or ")]
    names = [entry.name, *filter(None, released), *synonyms]
    if entry.group == "johnson":
        names += [name.replace("bipyramid", "dipyramid") for name in names if "bipyramid" in name]
    names += [name.replace("hexahedron", "cube") for name in names if "truncated hexahedron" in name]
    names += [name.replace("cube", "hexahedron") for name in names if "truncated cube" in name]
    kind, number = entry.shape_id.split("_")
    return tuple(dict.fromkeys((*names, *(form.format(number) for form in _NUMBERS[kind]))))


@lru_cache(maxsize=1)
def map_dual_ids() -> Mapping[str, str]:
    """Return the id of the dual of each solid whose dual is listed too."""
    pairs = [*DUAL_OF.items(), *_DUAL_PAIRS]
    return MappingProxyType({**dict(pairs), **{second: first for first, second in pairs}})
