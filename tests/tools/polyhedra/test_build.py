"""Tests of the solids: known numbers of parts, equal edges, planar faces, and the definitions of each group."""

import json
from collections import Counter

import numpy as np
import pytest

from core.errors import SolidError
from core.polyhedra.catalogue import DUAL_OF, GROUPS, RELEASED, get_catalogue_entry, list_unbuilt_ids, load_catalogue
from tools.polyhedra.assembly import compute_edge_lengths, count_parts, list_edges, list_face_edges
from tools.polyhedra.build import TABLES, build_solid
from tools.polyhedra.compounds import PENTAGONS, SMALL_TRIANGLES
from tools.polyhedra.cubic_frame import ICOSAHEDRON, build_solid_in_planes
from tools.polyhedra.point_groups import build_reflection, generate_group
from tools.polyhedra.stellations import build_shell, compute_face_planes
from tools.polyhedra.wythoff import build_wythoff_solid

UNIFORM = [f"wid_{number}" for number in (*range(1, 19), 20, 21, 22, 41, *range(67, 120))]


def count_faces_per_edge(solid):
    """Count the faces of each edge."""
    return Counter(side for face in solid.faces for side in list_face_edges(face))


def compute_planarity_error(solid):
    """Return the largest distance of a corner from its face's plane."""
    worst = 0.0
    for face in solid.faces:
        corners = solid.vertices[list(face)]
        worst = max(worst, np.linalg.svd(corners - corners.mean(axis=0))[1][-1] if len(face) > 3 else 0.0)
    return worst


def test_the_catalogue_has_every_built_solid():
    """195 solids are built, 75 of them uniform, and the other 29 of the released 224 are listed."""
    with pytest.raises(SolidError, match=f"one of {len(load_catalogue())} ids,"):
        build_solid(next(iter(list_unbuilt_ids())))
    groups = Counter(entry.group for entry in load_catalogue().values())
    assert [groups[group] for group in GROUPS] == [5, 13, 13, 92, 4, 10, 5, 53]
    assert len(load_catalogue()) + len(list_unbuilt_ids()) == RELEASED
    assert all(19 <= int(shape_id.removeprefix("wid_")) <= 66 for shape_id in list_unbuilt_ids())
    assert len(UNIFORM) == 75


@pytest.mark.slow
@pytest.mark.parametrize("shape_id", sorted(load_catalogue()))
def test_numbers_of_parts_equal_the_literature(shape_id):
    """Vertices, edges and faces are as many as in published tables, and faces are flat."""
    solid = build_solid(shape_id)
    assert count_parts(solid) == get_catalogue_entry(shape_id).counts
    assert compute_planarity_error(solid) < 1e-6


def test_uniform_polyhedra_have_equal_edges_in_two_faces_each():
    """All 75 have edges of 1, and each belongs to exactly two faces."""
    for shape_id in UNIFORM:
        solid = build_solid(shape_id)
        np.testing.assert_allclose(compute_edge_lengths(solid), 1.0, atol=1e-9, err_msg=shape_id)
        assert set(count_faces_per_edge(solid).values()) == {2}, shape_id
        assert np.ptp(np.linalg.norm(solid.vertices, axis=1)) < 1e-9, shape_id


def test_convex_solids_obey_euler():
    """V - E + F is 2 for every convex solid, and all vertices lie behind all faces."""
    for shape_id, entry in load_catalogue().items():
        if entry.is_convex:
            solid = build_solid(shape_id)
            vertices, edges, faces = count_parts(solid)
            assert vertices - edges + faces == 2
            normals, distances = compute_face_planes(solid)
            assert (normals @ (solid.vertices - solid.vertices.mean(axis=0)).T < distances[:, None] + 1e-6).all()


def test_johnson_solids_have_regular_faces():
    """All edges are 1, and all corners of a face are equally far from its centre."""
    for number in range(1, 93):
        solid = build_solid(f"jid_{number}")
        np.testing.assert_allclose(compute_edge_lengths(solid), 1.0, atol=1e-8)
        for face in solid.faces:
            corners = solid.vertices[list(face)]
            assert np.ptp(np.linalg.norm(corners - corners.mean(axis=0), axis=1)) < 1e-8


def test_catalan_solids_are_duals():
    """A vertex for every face of the Archimedean solid, a face for every vertex, and all faces at one distance."""
    for shape_id, of in DUAL_OF.items():
        solid, primal = build_solid(shape_id), build_solid(of)
        assert count_parts(solid) == (len(primal.faces), len(list_edges(primal)), len(primal.vertices))
        assert np.ptp(compute_face_planes(solid)[1]) < 1e-9


@pytest.mark.parametrize(
    ("shape_id", "level", "counts"),
    [
        ("wid_2", 1, (8, 12 + 24, 24)),
        ("wid_5", 1, (32, 90, 60)),
        ("wid_5", 3, (32, 90, 60)),
        ("wid_4", 1, (32, 90, 60)),
        ("wid_4", 7, (92, 270, 180)),
    ],
)
def test_shells_have_the_known_numbers_of_facets(shape_id, level, counts):
    """Cells of the outer surface: the stella octangula's 24, small and great stellated dodecahedron's 60, W42's 180."""
    vertices, _, faces = count_parts(build_shell(build_solid(shape_id), level))
    assert faces == counts[2]
    assert vertices in (counts[0], counts[0] + 6)


def test_compounds_keep_the_planes_of_their_core():
    """Components of two kinds are in face planes of the icosidodecahedron, at the distances of its faces."""
    distances = np.unique(np.round(compute_face_planes(build_solid("wid_12"))[1], 6))
    np.testing.assert_allclose(distances, sorted((PENTAGONS, SMALL_TRIANGLES)), atol=1e-6)
    for shape_id in ("wid_47", "wid_51", "wid_54", "wid_61"):
        np.testing.assert_allclose(
            np.unique(np.round(compute_face_planes(build_solid(shape_id))[1], 6)), distances, atol=1e-6
        )


def test_impossible_solids_raise():
    """An unknown id, mirrors without a finite group, and too many layers are errors."""
    with pytest.raises(SolidError, match="'wid_28'"):
        build_solid("wid_28")
    with pytest.raises(SolidError, match="in the catalogue"):
        get_catalogue_entry("wid_28")
    with pytest.raises(SolidError, match="finite"):
        generate_group(
            [build_reflection(np.array([1.0, 0, 0])), build_reflection(np.array([np.cos(0.3), np.sin(0.3), 0]))]
        )
    with pytest.raises(SolidError, match="layer 5"):
        build_solid_in_planes(ICOSAHEDRON, ICOSAHEDRON, 1.0, layer=5)


def test_a_wythoff_symbol_builds_its_solid():
    """`2|3 4` is the cuboctahedron: 12 vertices, 8 triangles and 6 squares."""
    solid = build_wythoff_solid("2|3 4")
    assert Counter(map(len, solid.faces)) == {3: 8, 4: 6}
    assert len(solid.vertices) == 12


def test_copied_coordinates_have_their_licence():
    """The table of Johnson solids names its licence, whose text is in the same folder."""
    assert "BSD 3-Clause" in json.loads((TABLES / "johnson_vertices.json").read_bytes())["licence"]
    assert "Regents of the University of Michigan" in (TABLES / "johnson_vertices.LICENSE.txt").read_text()


def test_the_cuboctahedron_has_four_shells():
    """Four shells are bounded, as many as its stellations in Wenninger's list (W43 to W46).

    The second and third have the catalogue's counts, and the first has the corners of the compound of cube and
    octahedron.
    """
    core = build_solid("wid_11")
    counts = [count_parts(build_shell(core, level)) for level in (1, 2, 3, 4)]
    assert counts == [(26, 72, 48), (50, 144, 96), (74, 192, 120), (86, 192, 96)]
    assert [get_catalogue_entry(shape_id).counts for shape_id in ("wid_44", "wid_45")] == counts[1:3]
    radii = np.linalg.norm(build_shell(core, 1).vertices, axis=1)
    compound = np.linalg.norm(build_solid("wid_43").vertices, axis=1)
    assert set(np.round(compound, 6)) <= set(np.round(radii, 6))
