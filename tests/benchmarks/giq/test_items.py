"""Tests of items: views, balanced letters, truths from the solids, and pairs that can be decided."""

from collections import Counter

import numpy as np
import pytest

from core.benchmarks.giq import mental_rotation, naming_rules, symmetry
from core.benchmarks.giq.hard_pairs import NEGATIVE, POSITIVE
from core.benchmarks.giq.image_matching import compute_least_difference, match_thumbnails, render_view_thumbnail
from core.benchmarks.giq.solvers import get_letter, solve_by_outline, solve_by_truth
from core.benchmarks.giq.viewpoints import (
    DISTANCE,
    FEWEST_FACES,
    SMALLEST_FACE,
    VIEWS,
    SolidView,
    count_visible_faces,
    list_views,
    sample_view,
)
from core.generators.giq import naming_items, rotation_items, symmetry_items
from core.generators.giq.render import encode_png, render_image
from core.polyhedra.catalogue import load_catalogue
from tools.polyhedra.symmetry import have_same_edges, have_same_vertices

SHAPE_IDS = ("wid_1", "wid_13", "wid_20", "jid_37", "cid_7", "wid_42")
SMALL = ("platonic", "kepler-poinsot")


@pytest.mark.slow
def test_views_are_of_the_upper_half_and_show_three_faces():
    """Twenty views of a solid are reproducible, from above, at one distance, with at least three large faces."""
    for shape_id in SHAPE_IDS:
        views = list_views(shape_id)
        assert len(set(views)) == VIEWS
        for one in views[:4]:
            assert 0 <= one.height <= 1
            assert np.linalg.norm(one.make_camera(100).position) == pytest.approx(DISTANCE)
            assert count_visible_faces(one) >= FEWEST_FACES
    sample_view.cache_clear()
    assert list_views("wid_13") == list_views("wid_13", 0)
    assert list_views("wid_13", 1) != list_views("wid_13", 0)


def test_the_sphere_around_a_solid_fills_its_share():
    """The rim of the unit sphere is 85 percent of the way from the image's centre to its border."""
    camera = SolidView("wid_3", 0.0, 0.0).make_camera(1000)
    pixels, _ = camera.project(np.array([[0.0, np.sin(np.arccos(1 / DISTANCE)), 0.0]]) + np.array([1 / DISTANCE, 0, 0]))
    assert abs(pixels[0, 0] - 499.5) / 500 == pytest.approx(0.85, abs=1e-3)


def test_images_are_reproducible():
    """A view's file is the same again, shows the whole solid, and has light and dark faces."""
    seen = sample_view("wid_9", 3)
    assert encode_png(seen) == encode_png(seen)
    image = render_image(seen)
    is_solid = (image < 250).any(axis=2)
    assert not is_solid[[0, -1]].any()
    assert not is_solid[:, [0, -1]].any()
    assert 0.3 < is_solid.mean() < 0.7
    assert np.ptp(image[is_solid][:, 0].astype(int)) > 60


@pytest.mark.slow
def test_visible_faces_have_different_shades():
    """Nearly every visible face has its own shade, including faces that point away from the light."""
    seen = shades = 0
    for one in (
        sample_view(shape_id, number) for shape_id in ("wid_7", "wid_8", "wid_9", "jid_1", "cid_2") for number in (0, 1)
    ):
        image = render_image(one).reshape(-1, 3)
        _, counts = np.unique(image[(image < 250).any(axis=1)], axis=0, return_counts=True)
        seen += count_visible_faces(one)
        shades += int((counts >= SMALLEST_FACE * counts.sum()).sum())
    assert 0.95 * seen <= shades <= seen + 2


def test_symmetry_has_both_letters_equally_often():
    """For each question and answer, each letter is right in half of the items, up to one item."""
    groups = ("platonic", "archimedean", "kepler-poinsot")
    items = symmetry_items.build_items(3, groups)
    assert len(items) == 3 * len(symmetry_items.list_asked_solids(groups)) == 66
    for label in symmetry.QUESTIONS:
        for answer in (symmetry.YES, symmetry.NO):
            own = Counter(get_letter(item, item.answer) for item in items
                          if (item.question_id, item.answer) == (label, answer))  # fmt: skip
            assert abs(own["A"] - own["B"]) <= 1
    assert {item.answer for item in items} == {symmetry.YES, symmetry.NO}
    assert all(solve_by_truth(item) == get_letter(item, item.answer) for item in items)
    assert {solve_by_outline(item) for item in items} == {"A", "B"}


def test_johnson_s_solids_are_not_asked_for_symmetry():
    """Symmetry is asked of 103 solids, as the paper leaves out Johnson's."""
    assert len(symmetry_items.list_asked_solids()) == 103
    assert not [shape_id for shape_id in symmetry_items.list_asked_solids() if shape_id.startswith("jid")]


def test_the_image_suggests_an_answer():
    """A cube seen from straight above looks the same after a quarter turn, but not after a fifth of a turn."""
    above = SolidView("wid_3", 0.0, 1.0)
    assert symmetry.compute_turned_overlap(above, symmetry.FOURFOLD) > symmetry.ALIKE
    assert symmetry.compute_turned_overlap(above, symmetry.FIVEFOLD) < symmetry.ALIKE


def test_each_solid_is_named():
    """Every solid has an image, and all except Johnson's have a second one."""
    items = naming_items.build_items(0, 2, SMALL)
    assert len(items) == 18
    assert len(naming_items.build_items(0, 2, ("johnson",))) == 92
    assert all(solve_by_truth(item) == load_catalogue()[item.answer].name for item in items)
    assert {solve_by_outline(item) for item in items} == {None}
    assert [naming_rules.get_face_band(n) for n in (4, 10, 11, 40, 41)] == [
        "up to 10", "up to 10", "11 to 20", "21 to 40", "41 and more"
    ]  # fmt: skip


def test_hard_pairs_are_the_released_ones():
    """There are 18 pairs of different and 23 of the same solids, all available; five differ in symmetry."""
    assert (len(NEGATIVE), len(POSITIVE)) == (18, 23)
    assert {shape_id for pair in (*NEGATIVE, *POSITIVE) for shape_id in pair} <= set(load_catalogue())
    assert {shape_id for pair in NEGATIVE for shape_id in pair} == {first for first, _ in POSITIVE}
    kinds = Counter(mental_rotation.classify_hard_pair(pair) for pair in NEGATIVE)
    assert kinds == {mental_rotation.HARD: 13, mental_rotation.HARD_BY_FAMILY: 5}


@pytest.mark.slow
def test_generated_pairs_are_balanced_and_true():
    """Half of each kind shows the same solid; truths follow from vertices and faces; limits are kept."""
    items, undecidable = rotation_items.build_items(
        5, {mental_rotation.EASY: 4, mental_rotation.NEAREST: 4, mental_rotation.VERTICES: 2}, SMALL
    )
    kinds = Counter((item.factors["pair"], item.answer) for item in items)
    assert kinds[mental_rotation.EASY, "same"] == kinds[mental_rotation.EASY, "different"] == 2
    assert kinds[mental_rotation.VERTICES, "same"] == kinds[mental_rotation.VERTICES, "different"] == 1
    assert undecidable == []
    assert len({item.item_id for item in items}) == len(items)
    for item in items:
        assert mental_rotation.are_same(item.views) == (item.answer == "same")
        assert solve_by_truth(item) == get_letter(item, item.answer)
        if item.answer == "same":
            assert item.numbers["view_deg"] >= mental_rotation.LEAST_TURN_DEG
            assert item.numbers["least_turn_deg"] >= mental_rotation.LEAST_FROM_SYMMETRY_DEG
            assert item.margin is None
        else:
            assert item.margin >= 100 * mental_rotation.LEAST_DIFFERING
        if item.factors["pair"] == mental_rotation.VERTICES and item.answer != "same":
            assert have_same_vertices(*(one.solid for one in item.views))


@pytest.mark.slow
def test_pairs_state_whether_solids_share_vertices_and_edges():
    """Pairs of the same solid, or of a solid and its mirror image, do not."""
    items, _ = rotation_items.build_items(
        5, {mental_rotation.VERTICES: 4, mental_rotation.EASY: 2, mental_rotation.MIRROR: 2}, SMALL
    )
    made = [
        item
        for item in items
        if item.factors["pair"] in (mental_rotation.VERTICES, mental_rotation.EASY, mental_rotation.MIRROR)
    ]
    assert made
    for item in made:
        first, second = (one.solid for one in item.views)
        if item.answer == "same" or item.factors["pair"] == mental_rotation.MIRROR:
            assert "shares" not in item.factors
        else:
            found = {(False, False): "neither", (True, False): "vertices alone", (True, True): "vertices and edges"}
            assert item.factors["shares"] == found[have_same_vertices(first, second), have_same_edges(first, second)]
    different = [item for item in made if item.factors["pair"] == mental_rotation.VERTICES and item.answer != "same"]
    assert different[0].factors["shares"] == "vertices and edges"


def test_a_mirror_image_of_a_chiral_solid_is_another_solid():
    """A snub cube and its mirror image differ; a cube and its mirror image do not."""
    for shape_id, is_same in (("wid_17", False), ("jid_44", False), ("wid_3", True), ("jid_1", True)):
        views = SolidView(shape_id, 10.0, 0.4), SolidView(shape_id, 80.0, 0.6, is_mirrored=True)
        assert mental_rotation.are_same(views) == is_same


def test_an_image_is_closest_to_views_of_its_own_solid():
    """An image differs less from its solid's views than from those of another solid."""
    for shape_id in ("wid_3", "wid_9", "jid_12"):
        assert compute_least_difference(sample_view(shape_id, 1), shape_id) < mental_rotation.LEAST_DIFFERING
    assert compute_least_difference(sample_view("wid_9", 1), "wid_3") > 0.2


def test_indistinguishable_views_have_no_margin():
    """Along the common axis the rhombicuboctahedron looks like J37."""
    assert (
        mental_rotation.compute_margin((SolidView("wid_13", 0.0, 1.0), SolidView("jid_37", 0.0, 1.0)))
        < mental_rotation.LEAST_DIFFERING
    )


def test_registration_undoes_a_turn_in_the_plane():
    """An image turned by 90 degrees matches the original."""
    seen = render_view_thumbnail(sample_view("wid_1", 2))
    found = match_thumbnails(seen, np.rot90(seen).copy())
    assert found.differing < 0.02
    assert found.overlap > 0.97
