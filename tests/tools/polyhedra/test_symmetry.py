"""Symmetry from vertices and faces: the list's columns computed again, and cases that simpler rules get wrong."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from core.polyhedra.catalogue import load_catalogue
from core.polyhedra.solid import Polyhedron
from tests.tools.polyhedra.slow import family_of, is_central, symmetry_of, turns
from tools.polyhedra.assembly import compute_edge_lengths
from tools.polyhedra.build import build_solid
from tools.polyhedra.point_groups import build_rotation
from tools.polyhedra.symmetry import find_rotations, have_same_edges, have_same_vertices

PROTOCOLS = Path(__file__).resolve().parents[4] / "shared" / "protocols"
OF_PROTOCOLS = ("uniform_polyhedra.csv", "catalan_solids.csv", "johnson_solids.csv", "compounds.csv")


@pytest.mark.slow
def test_every_symmetry_of_the_list_follows_from_the_solid():
    """Point reflection, 4-fold and 5-fold turns, handedness and family of all 195 solids, computed."""
    for shape_id, entry in load_catalogue().items():
        solid = build_solid(shape_id)
        assert symmetry_of(solid) == entry.symmetry, shape_id
        assert family_of(solid) == entry.family, shape_id


def test_no_solid_has_both_turns():
    """4-fold and 5-fold turns exclude each other, and tetrahedral solids have no point reflection."""
    for entry in load_catalogue().values():
        assert not (entry.symmetry.fourfold and entry.symmetry.fivefold)
        assert not (entry.family == "tetrahedral" and entry.symmetry.central)


def test_labelled_solids_are_as_many_as_released():
    """107 central, 29 four-fold, 96 five-fold of 129: those here, and 33 stellations without W62.

    Of the stellations the five chiral ones have no point reflection, and the three of the cuboctahedron the turns of
    the cube.
    """
    own = [
        entry.symmetry
        for shape_id, entry in load_catalogue().items()
        if entry.group not in ("johnson", "stellation") and shape_id not in ("wid_22", "wid_61")
    ]
    stellations, chiral, of_cuboctahedron = 33, 5, 3
    assert len(own) + stellations == 129
    counts = Counter(name for one in own for name in ("central", "fourfold", "fivefold") if getattr(one, name))
    assert counts["central"] + stellations - chiral == 107
    assert counts["fourfold"] + of_cuboctahedron == 29
    assert counts["fivefold"] + stellations - of_cuboctahedron == 96


def test_faces_decide_where_vertices_do_not():
    """The five tetrahedra's vertices are centrally symmetric, and the compound is not."""
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
def test_solids_share_vertices_or_edges_too(first, second, vertices, edges):
    """An octahedron has the tetrahemihexahedron's edges, a dodecahedron the five tetrahedra's vertices alone."""
    one, mirrored = build_solid(first), build_solid(second).apply_map(np.diag([-1.0, 1.0, 1.0]))
    assert (have_same_vertices(one, mirrored), have_same_edges(one, mirrored)) == (vertices, edges)
    if edges:
        lengths = [np.sort(compute_edge_lengths(each.normalise_size())) for each in (one, mirrored)]
        assert np.allclose(*lengths)


@pytest.mark.parametrize(("shape_id", "n"), [("wid_19", 4), ("wid_68", 4), ("wid_96", 5), ("wid_23", 5)])
def test_axes_beside_vertices_and_faces_are_found(shape_id, n):
    """Solids whose axes run through neither a vertex nor the middle of a face keep their turns."""
    assert len(turns(build_solid(shape_id), n)) == 2 * {4: 3, 5: 6}[n]


def test_a_turned_solid_keeps_its_symmetry():
    """Size, place and orientation do not matter."""
    turn = build_rotation(np.array([1.0, 2.0, 3.0]), 0.7)
    for shape_id in ("wid_17", "jid_37", "wid_24"):
        solid = build_solid(shape_id)
        moved = Polyhedron(3 * solid.vertices @ turn.T + 5, solid.faces)
        assert symmetry_of(moved) == symmetry_of(solid)


@pytest.mark.parametrize(("shape_id", "count"), [("wid_1", 12), ("wid_3", 24), ("wid_18", 60), ("jid_1", 4)])
def test_rotations_are_as_many_as_the_group_has(shape_id, count):
    """Tetrahedron, cube, snub dodecahedron and square pyramid."""
    turns = find_rotations(build_solid(shape_id))
    assert len(turns) == count
    assert all(abs(np.linalg.det(turn) - 1) < 1e-6 for turn in turns)


@pytest.mark.skipif(not PROTOCOLS.is_dir(), reason="the protocols' tables are not here")
def test_the_list_agrees_with_the_protocols():
    """Numbers of parts, symmetry, handedness and agreement with the released labels, row for row."""
    for name in OF_PROTOCOLS:
        with (PROTOCOLS / name).open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                entry = load_catalogue()[row["shape_id"]]
                assert entry.counts == tuple(int(row[part]) for part in "VEF"), row
                own = entry.symmetry
                computed = [own.central, own.fourfold, own.fivefold, own.is_chiral]
                assert computed == [row[key] == "1" for key in ("central", "rot4", "rot5", "chiral")], row
                assert (row.get("agrees", "yes") == "yes") == (row["shape_id"] != "wid_61")
