"""Tests of computed symmetries: the catalogue's columns, and cases that simpler rules get wrong."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from core.polyhedra.catalogue import load_catalogue
from core.polyhedra.solid import Polyhedron
from tests.tools.polyhedra.slow import compute_symmetry, find_family, is_central, list_turns
from tools.polyhedra.assembly import compute_edge_lengths
from tools.polyhedra.build import build_solid
from tools.polyhedra.point_groups import build_rotation
from tools.polyhedra.symmetry import find_rotations, have_same_edges, have_same_vertices

PROTOCOLS = Path(__file__).resolve().parents[4] / "shared" / "protocols"
PROTOCOL_TABLES = ("uniform_polyhedra.csv", "catalan_solids.csv", "johnson_solids.csv", "compounds.csv")


@pytest.mark.slow
def test_every_symmetry_of_the_catalogue_follows_from_the_solid():
    """Point reflection, 4-fold and 5-fold rotations, handedness and family of all 195 solids are computed."""
    for shape_id, entry in load_catalogue().items():
        solid = build_solid(shape_id)
        assert compute_symmetry(solid) == entry.symmetry, shape_id
        assert find_family(solid) == entry.family, shape_id


def test_no_solid_has_4_fold_and_5_fold_rotations():
    """Tetrahedral solids have no point reflection either."""
    for entry in load_catalogue().values():
        assert not (entry.symmetry.fourfold and entry.symmetry.fivefold)
        assert not (entry.family == "tetrahedral" and entry.symmetry.central)


def test_numbers_of_labels_equal_the_release():
    """Of 129 labelled solids 107 are central, 29 four-fold and 96 five-fold; 33 of them are stellations without W62.

    Five chiral stellations have no point reflection, and the three of the cuboctahedron have the cube's rotations.
    """
    symmetries = [
        entry.symmetry
        for shape_id, entry in load_catalogue().items()
        if entry.group not in ("johnson", "stellation") and shape_id not in ("wid_22", "wid_61")
    ]
    stellations, chiral, of_cuboctahedron = 33, 5, 3
    assert len(symmetries) + stellations == 129
    counts = Counter(name for one in symmetries for name in ("central", "fourfold", "fivefold") if getattr(one, name))
    assert counts["central"] + stellations - chiral == 107
    assert counts["fourfold"] + of_cuboctahedron == 29
    assert counts["fivefold"] + stellations - of_cuboctahedron == 96


def test_symmetry_depends_on_faces():
    """The vertices of the compound of five tetrahedra are centrally symmetric, but the compound is not."""
    compound = build_solid("wid_24")
    assert not is_central(compound)
    assert is_central(Polyhedron(compound.vertices, ()))
    assert is_central(build_solid("wid_5"))


@pytest.mark.parametrize(
    ("first", "second", "vertices", "edges"),
    [
        ("wid_2", "wid_67", True, True),
        ("wid_5", "wid_24", True, False),
        ("wid_4", "wid_21", True, True),
        ("wid_4", "wid_5", False, False),
        ("wid_17", "wid_17", True, True),
    ],
)
def test_shared_vertices_and_edges_are_recognised(first, second, vertices, edges):
    """An octahedron shares the tetrahemihexahedron's edges, a dodecahedron only the five tetrahedra's vertices."""
    one, mirrored = build_solid(first), build_solid(second).apply_map(np.diag([-1.0, 1.0, 1.0]))
    assert (have_same_vertices(one, mirrored), have_same_edges(one, mirrored)) == (vertices, edges)
    if edges:
        lengths = [np.sort(compute_edge_lengths(each.normalise_size())) for each in (one, mirrored)]
        assert np.allclose(*lengths)


@pytest.mark.parametrize(("shape_id", "n"), [("wid_19", 4), ("wid_68", 4), ("wid_96", 5), ("wid_23", 5)])
def test_axes_outside_vertices_and_faces_are_found(shape_id, n):
    """Rotations are found if the axes pass through neither a vertex nor the middle of a face."""
    assert len(list_turns(build_solid(shape_id), n)) == 2 * {4: 3, 5: 6}[n]


def test_symmetry_does_not_depend_on_the_pose():
    """Size, position and orientation do not matter."""
    turn = build_rotation(np.array([1.0, 2.0, 3.0]), 0.7)
    for shape_id in ("wid_17", "jid_37", "wid_24"):
        solid = build_solid(shape_id)
        moved = Polyhedron(3 * solid.vertices @ turn.T + 5, solid.faces)
        assert compute_symmetry(moved) == compute_symmetry(solid)


@pytest.mark.parametrize(("shape_id", "count"), [("wid_1", 12), ("wid_3", 24), ("wid_18", 60), ("jid_1", 4)])
def test_the_number_of_rotations_is_the_order_of_the_group(shape_id, count):
    """This holds for the tetrahedron, cube, snub dodecahedron and square pyramid."""
    turns = find_rotations(build_solid(shape_id))
    assert len(turns) == count
    assert all(abs(np.linalg.det(turn) - 1) < 1e-6 for turn in turns)


@pytest.mark.skipif(not PROTOCOLS.is_dir(), reason="the protocols' tables are not here")
def test_the_catalogue_agrees_with_the_protocols():
    """Numbers of parts, symmetry, handedness and agreement with the released labels are equal, row by row."""
    for name in PROTOCOL_TABLES:
        with (PROTOCOLS / name).open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                entry = load_catalogue()[row["shape_id"]]
                assert entry.counts == tuple(int(row[part]) for part in "VEF"), row
                symmetries = entry.symmetry
                computed = [symmetries.central, symmetries.fourfold, symmetries.fivefold, symmetries.is_chiral]
                assert computed == [row[key] == "1" for key in ("central", "rot4", "rot5", "chiral")], row
                assert (row.get("agrees", "yes") == "yes") == (row["shape_id"] != "wid_61")
