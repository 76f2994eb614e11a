"""Writer of the files of solids that the product reads: vertices, faces, rotation groups, and pairs on same vertices.

Run as `python -m tools.write_solids`. `tests/tools/polyhedra/test_stored_solids.py` compares the files with the
construction.
"""

import csv
from collections.abc import Mapping
from itertools import combinations

import numpy as np

from core.polyhedra.catalogue import load_catalogue
from core.polyhedra.solids import SAME_VERTICES, SOLIDS
from tools.polyhedra.build import build_solid
from tools.polyhedra.symmetry import find_rotations, have_same_edges, have_same_vertices


def write_solids() -> None:
    """Write both files from the construction of every solid of the catalogue."""
    shape_ids = list(load_catalogue())
    solids = [build_solid(shape_id) for shape_id in shape_ids]
    rotations = [find_rotations(solid.normalise_size()) for solid in solids]
    faces = [face for solid in solids for face in solid.faces]
    np.savez_compressed(
        SOLIDS,
        shape_ids=np.array(shape_ids),
        n_vertices=np.array([len(solid.vertices) for solid in solids]),
        vertices=np.concatenate([solid.vertices for solid in solids]),
        n_faces=np.array([len(solid.faces) for solid in solids]),
        face_sizes=np.array([len(face) for face in faces]),
        corners=np.array([corner for face in faces for corner in face], dtype=np.int16),
        n_rotations=np.array([len(group) for group in rotations]),
        rotations=np.array([rotation for group in rotations for rotation in group]),
    )
    with SAME_VERTICES.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("first", "second", "same_edges"))
        for (first, second), same_edges in find_pairs_on_same_vertices().items():
            writer.writerow((first, second, int(same_edges)))


def find_pairs_on_same_vertices() -> Mapping[tuple[str, str], bool]:
    """Find the pairs of solids with the same vertices, in the catalogue's order, and whether their edges agree too."""
    solids = {shape_id: build_solid(shape_id) for shape_id in load_catalogue()}
    return {
        (first, second): have_same_edges(solids[first], solids[second])
        for first, second in combinations(solids, 2)
        if have_same_vertices(solids[first], solids[second])
    }


if __name__ == "__main__":
    write_solids()
