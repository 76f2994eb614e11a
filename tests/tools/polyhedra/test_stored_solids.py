"""Tests of the stored solids against the construction that wrote them."""

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
def test_stored_solids_equal_built_solids():
    """Vertices to 1e-9, faces in the same order, and rotations to 1e-9, of all 195 solids."""
    for shape_id in load_catalogue():
        stored, built = load_solid(shape_id), build_solid(shape_id)
        np.testing.assert_allclose(stored.vertices, built.vertices, rtol=0, atol=1e-9, err_msg=shape_id)
        assert stored.faces == built.faces, shape_id
        rotations = find_rotations(built.normalise_size())
        np.testing.assert_allclose(load_rotations(shape_id), rotations, rtol=0, atol=1e-9, err_msg=shape_id)


def test_stored_rotations_fit_mirror_images():
    """The mirrored stored group equals the group computed from the mirrored solid."""
    for shape_id in MIRRORED:
        computed = find_rotations(build_unit_solid(shape_id, is_mirrored=True))
        stored = list_rotations(shape_id, is_mirrored=True)
        assert len(stored) == len(computed)
        distance = np.abs(stored[:, None] - np.array(computed)[None]).max(axis=(2, 3))
        assert (distance.min(axis=1) < 1e-9).all(), shape_id
        assert (distance.min(axis=0) < 1e-9).all(), shape_id


@pytest.mark.slow
def test_stored_pairs_equal_computed_pairs():
    """Pairs with the same vertices, and whether they also share edges, are equal and in the same order."""
    assert list(load_pairs_on_same_vertices().items()) == list(find_pairs_on_same_vertices().items())


@pytest.mark.slow
def test_no_two_solids_of_the_catalogue_are_congruent():
    """Neither a solid nor its mirror image can be rotated onto another, so different ids are different solids."""
    solids = {shape_id: build_solid(shape_id) for shape_id in load_catalogue()}
    for first, second in combinations(solids.values(), 2):
        if count_parts(first) == count_parts(second):
            assert not are_congruent(first, second)
            assert not are_congruent(first, Polyhedron(second.vertices * [-1, 1, 1], second.faces))


def test_loading_an_unknown_solid_raises():
    """The error names the id and the number of valid ids."""
    with pytest.raises(SolidError, match=f"'wid_28' is built; use one of {len(load_catalogue())} ids"):
        load_solid("wid_28")


def test_stored_solids_have_the_licence_of_their_coordinates():
    """Coordinates of Johnson solids come from coxeter, whose licence must accompany them."""
    assert "Regents of the University of Michigan" in (TABLES / "solids.LICENSE.txt").read_text(encoding="utf-8")
