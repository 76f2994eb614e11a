"""The files of solids that the product reads, against the construction that wrote them."""

from itertools import combinations

import numpy as np
import pytest

from core.benchmarks.giq.viewpoints import build_unit_solid, list_rotations
from core.errors import SolidError
from core.polyhedra.catalogue import TABLES, load_catalogue
from core.polyhedra.solid import Polyhedron
from core.polyhedra.solids import load_pairs_on_same_vertices, load_rotations, load_solid
from tools.polyhedra.assembly import count_parts
from tools.polyhedra.build import build_solid
from tools.polyhedra.symmetry import are_congruent, find_rotations
from tools.write_solids import find_pairs_on_same_vertices

MIRRORED = ("wid_1", "wid_17", "wid_25", "wid_119", "jid_44", "cid_13")


@pytest.mark.slow
def test_stored_solids_are_those_that_are_built():
    """Vertices to 1e-9, faces in the same order, and rotations to 1e-9, of all 195 solids."""
    for shape_id in load_catalogue():
        stored, built = load_solid(shape_id), build_solid(shape_id)
        np.testing.assert_allclose(stored.vertices, built.vertices, rtol=0, atol=1e-9, err_msg=shape_id)
        assert stored.faces == built.faces, shape_id
        rotations = find_rotations(built.normalise_size())
        np.testing.assert_allclose(load_rotations(shape_id), rotations, rtol=0, atol=1e-9, err_msg=shape_id)


def test_rotations_of_a_mirror_image_are_those_that_are_found():
    """The stored group, mirrored, is the group that the mirrored solid itself has."""
    for shape_id in MIRRORED:
        found = find_rotations(build_unit_solid(shape_id, is_mirrored=True))
        stored = list_rotations(shape_id, is_mirrored=True)
        assert len(stored) == len(found)
        distance = np.abs(stored[:, None] - np.array(found)[None]).max(axis=(2, 3))
        assert (distance.min(axis=1) < 1e-9).all(), shape_id
        assert (distance.min(axis=0) < 1e-9).all(), shape_id


@pytest.mark.slow
def test_stored_pairs_are_those_that_are_found():
    """Pairs on the same vertices, and whether they share edges too, in the same order."""
    assert list(load_pairs_on_same_vertices().items()) == list(find_pairs_on_same_vertices().items())


@pytest.mark.slow
def test_no_two_solids_of_the_catalogue_are_congruent():
    """Neither a solid nor its mirror image can be rotated onto another, so ids alone tell different solids apart."""
    solids = {shape_id: build_solid(shape_id) for shape_id in load_catalogue()}
    for first, second in combinations(solids.values(), 2):
        if count_parts(first) == count_parts(second):
            assert not are_congruent(first, second)
            assert not are_congruent(first, Polyhedron(second.vertices * [-1, 1, 1], second.faces))


def test_a_solid_that_is_not_stored_says_so():
    """The error names the id and what ids look like."""
    with pytest.raises(SolidError, match=f"'wid_28' is built; use one of {len(load_catalogue())} ids"):
        load_solid("wid_28")


def test_the_licence_of_coordinates_is_beside_them():
    """Coordinates of Johnson solids come from coxeter, whose licence asks to be kept."""
    assert "Regents of the University of Michigan" in (TABLES / "solids.LICENSE.txt").read_text(encoding="utf-8")
