"""Each solid by id, read from `solids.npz`: `wid_n` is Wenninger's number, `jid_n` Johnson's, `cid_n` a Catalan solid.

`python -m tools.write_solids` writes the file from the construction in `tools/polyhedra`.
Source: docs/benchmarks/giq.md, the solids; ids are those of the released `shapes.json`.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from core.errors import SolidError
from core.polyhedra.catalogue import TABLES
from core.polyhedra.solid import Floats, Polyhedron

SOLIDS = TABLES / "solids.npz"
SAME_VERTICES = TABLES / "same_vertices.csv"


@dataclass(frozen=True, slots=True)
class StoredSolid:
    """A solid with its rotation group.

    Attributes:
        solid: in its own unit: the edge of uniform and Johnson solids is 1.
        rotations: (n, 3, 3), all rotations that leave the solid unchanged, the identity included.
    """

    solid: Polyhedron
    rotations: Floats


def load_solid(shape_id: str) -> Polyhedron:
    """Load the solid with this id.

    Raises:
        SolidError: the file holds no solid with this id.
    """
    return _get_stored_solid(shape_id).solid


def load_rotations(shape_id: str) -> Floats:
    """Load all rotations (n, 3, 3) that leave a solid unchanged, the identity included.

    Raises:
        SolidError: the file holds no solid with this id.
    """
    return _get_stored_solid(shape_id).rotations


@lru_cache(maxsize=1)
def load_pairs_on_same_vertices() -> Mapping[tuple[str, str], bool]:
    """Load the pairs of solids with the same vertices up to size, rotation and reflection; whether edges agree too."""
    with SAME_VERTICES.open(encoding="utf-8", newline="") as file:
        rows = [((row["first"], row["second"]), row["same_edges"] == "1") for row in csv.DictReader(file)]
    return MappingProxyType(dict(rows))


def _get_stored_solid(shape_id: str) -> StoredSolid:
    if shape_id not in (stored := _load_stored_solids()):
        raise SolidError(f"no solid {shape_id!r} is built; use one of {len(stored)} ids, such as wid_1 or jid_92")
    return stored[shape_id]


@lru_cache(maxsize=1)
def _load_stored_solids() -> Mapping[str, StoredSolid]:
    with np.load(SOLIDS, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    for array in arrays.values():
        array.flags.writeable = False
    corners = iter(np.split(arrays["corners"], np.cumsum(arrays["face_sizes"])[:-1]))
    faces = iter([tuple(face.tolist()) for face in corners])
    vertices, rotations = (
        np.split(arrays[name], np.cumsum(arrays[f"n_{name}"])[:-1]) for name in ("vertices", "rotations")
    )
    return MappingProxyType(
        {
            str(shape_id): StoredSolid(Polyhedron(vertex, tuple(next(faces) for _ in range(n_faces))), turns)
            for shape_id, vertex, n_faces, turns in zip(
                arrays["shape_ids"], vertices, arrays["n_faces"], rotations, strict=True
            )
        }
    )
