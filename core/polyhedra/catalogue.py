"""The catalogue of all solids that are built: names, group, numbers of parts, symmetry and family, by id.

`tests/tools/polyhedra` recomputes every column of the table.
"""

import csv
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, cast, get_args

from core.errors import SolidError

TABLES = Path(__file__).parent / "tables"

Group = Literal[
    "platonic", "archimedean", "catalan", "johnson", "kepler-poinsot", "compounds", "stellation", "uniform non-convex"
]
"""The groups, as the released `shapes.json` spells them."""

GROUPS: tuple[Group, ...] = get_args(Group)

CONVEX: tuple[Group, ...] = ("platonic", "archimedean", "catalan", "johnson")

DUAL_OF = {
    f"cid_{number}": f"wid_{of}" for number, of in enumerate((6, 11, 8, 7, 13, 15, 17, 12, 10, 9, 14, 16, 18), start=1)
}
"""The Archimedean solid whose dual each Catalan solid is."""

Family = Literal["tetrahedral", "octahedral", "icosahedral", "prismatic"]

FAMILIES: tuple[Family, ...] = get_args(Family)

RELEASED = 224
"""Number of solids in the released `shapes.json`: Wenninger's 119, 13 Catalan, 92 Johnson."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """The symmetries that GIQ asks about, and whether the solid differs from its mirror image.

    Attributes:
        central: unchanged by reflection through its centre.
        fourfold, fivefold: unchanged by a rotation of 90 or of 72 degrees about some axis.
        is_chiral: no rotation maps the solid to its mirror image.
    """

    central: bool
    fourfold: bool
    fivefold: bool
    is_chiral: bool


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A solid's row of the catalogue.

    Attributes:
        name: the usual one.
        released_name: the one in the released files; empty if unknown.
        counts: numbers of vertices, edges and faces.
    """

    shape_id: str
    group: Group
    name: str
    released_name: str
    counts: tuple[int, int, int]
    symmetry: Symmetry
    family: Family

    @property
    def is_convex(self) -> bool:
        """Return whether no face cuts through another and no corner points inwards."""
        return self.group in CONVEX


@lru_cache(maxsize=1)
def load_catalogue() -> Mapping[str, CatalogueEntry]:
    """Load the catalogue by id, with groups together in the order of `GROUPS`."""
    with (TABLES / "solids.csv").open(encoding="utf-8", newline="") as file:
        return MappingProxyType({row["shape_id"]: _parse_entry(row) for row in csv.DictReader(file)})


def get_catalogue_entry(shape_id: str) -> CatalogueEntry:
    """Return the catalogue's row of one solid.

    Raises:
        SolidError: the solid is not in the catalogue.
    """
    if shape_id not in load_catalogue():
        raise SolidError(f"no solid {shape_id!r} is in the catalogue; its ids look like wid_1, cid_13 and jid_92")
    return load_catalogue()[shape_id]


def list_solid_ids(groups: Collection[Group] = GROUPS) -> tuple[str, ...]:
    """List the ids of some groups, in the order of the catalogue."""
    return tuple(shape_id for shape_id, entry in load_catalogue().items() if entry.group in groups)


def list_unbuilt_ids() -> tuple[str, ...]:
    """List the ids of the released solids that are not built: stellations with partial cells."""
    released = [
        f"{kind}_{number}" for kind, last in (("wid", 119), ("cid", 13), ("jid", 92)) for number in range(1, last + 1)
    ]
    return tuple(shape_id for shape_id in released if shape_id not in load_catalogue())


def _parse_entry(row: Mapping[str, str]) -> CatalogueEntry:
    is_so = {key: row[key] == "1" for key in ("central", "fourfold", "fivefold", "is_chiral")}
    return CatalogueEntry(
        shape_id=row["shape_id"],
        group=cast(Group, row["group"]),
        name=row["name"],
        released_name=row["released_name"],
        counts=(int(row["n_vertices"]), int(row["n_edges"]), int(row["n_faces"])),
        symmetry=Symmetry(**is_so),
        family=cast(Family, row["family"]),
    )
