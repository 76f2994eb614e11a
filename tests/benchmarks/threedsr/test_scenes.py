"""Tests of solids, scenes, truths and mirror images."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from core.benchmarks.threedsr.ground_truth import compute_truth, find_right_option
from core.benchmarks.threedsr.image_plane import find_image_plane_option
from core.benchmarks.threedsr.object_catalogue import KINDS, WITH_FRONT, build_object_mesh, compute_size_m
from core.benchmarks.threedsr.scene import (
    COMMON,
    STEEP,
    WIDTH_PX,
    ObjectScene,
    SceneObject,
    Viewpoint,
    describe,
    read_scene,
)
from core.benchmarks.threedsr.spatial_measures import compute_azimuth_deg, compute_gap_m, compute_shared_area_m2
from core.benchmarks.threedsr.vocabulary import SUBTYPES, flip_option
from core.errors import SceneError
from core.generators.threedsr import pair_generator, scene_layouts
from core.generators.threedsr.render import (
    FEWEST_OF_ITSELF,
    FEWEST_OF_PICTURE,
    encode_png,
    is_visible,
    render_ids,
    render_image,
)
from core.generators.threedsr.viewpoints import is_in_frame
from tests.benchmarks.threedsr import slow


@pytest.fixture(scope="module")
def scenes(lines):
    """Return subtype and scene of every image that is not mirrored."""
    return [
        (line["subtype"], read_scene(line["scene"]))
        for line in lines
        if not line["is_reversed"] and not line["item_id"].endswith("-flip")
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_a_solid_is_its_own_mirror_image(kind):
    """Every corner has a partner across the middle plane; the solid is centred and rests on the ground."""
    corners = build_object_mesh(kind, KINDS[kind].colours[0]).corners.reshape(-1, 3)
    points = {tuple(np.round(one, 6) + 0.0) for one in corners}
    assert {tuple(np.round(one * (1, -1, 1), 6) + 0.0) for one in corners} == points
    low, high = corners.min(axis=0), corners.max(axis=0)
    np.testing.assert_allclose((low + high)[:2], 0, atol=1e-9)
    assert low[2] == pytest.approx(0)
    np.testing.assert_allclose(high - low, compute_size_m(kind), atol=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_triangles_of_a_solid_face_outwards(kind):
    """The enclosed volume is positive, so no triangle is culled because of its winding."""
    corners = build_object_mesh(kind, KINDS[kind].colours[0]).corners
    assert np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() > 0.05


@pytest.mark.slow
@pytest.mark.parametrize("kind", WITH_FRONT)
def test_front_and_back_look_different(kind):
    """From the front and from the back, at least a twentieth of the visible pixels have other colours."""
    length, width, height = compute_size_m(kind)
    away = 2.2 * max(length, width, height) + 0.5
    view = Viewpoint(COMMON, (0.0, 0.0, height), 0.0, -12.0)
    one, other = (
        ObjectScene((SceneObject(kind, KINDS[kind].colours[0], away, 0.0, 0.0, yaw),), 1, view) for yaw in (180.0, 0.0)
    )
    is_seen = (render_ids(one, WIDTH_PX) > 0) | (render_ids(other, WIDTH_PX) > 0)
    differs = abs(render_image(one).astype(int) - render_image(other).astype(int)).max(axis=2) > 30
    assert differs[is_seen].mean() > 0.05


def test_azimuths_are_positive_to_the_left():
    """Ahead is 0, left +90, behind 180, and the mirror image changes the sign."""
    thing = SceneObject("car", "red", 1.0, 2.0, yaw_deg=90.0)
    assert compute_azimuth_deg(thing, (1.0, 5.0)) == pytest.approx(0)
    assert compute_azimuth_deg(thing, (-1.0, 2.0)) == pytest.approx(90)
    assert abs(compute_azimuth_deg(thing, (1.0, 0.0))) == pytest.approx(180)
    for point in np.random.default_rng(1).uniform(-5, 5, (50, 2)):
        assert compute_azimuth_deg(thing.mirror(), point * (1, -1)) == pytest.approx(-compute_azimuth_deg(thing, point))


@pytest.mark.slow
def test_gaps_and_shared_areas_equal_those_of_dense_points():
    """Rotated footprints are compared by points a few centimetres apart."""
    random = np.random.default_rng(2)
    for _ in range(40):
        x, y = (
            SceneObject(kind, "red", *random.uniform(-2, 2, 2).round(3), 0.0, round(random.uniform(0, 360), 1))
            for kind in ("car", "sofa")
        )
        one, other = (slow.Solid(vars(thing)) for thing in (x, y))
        rims = one.ground[one.rim][:, None] - other.ground[other.rim][None]
        shared = one.contains(other.ground).mean() * other.length * other.width
        near = 0.0 if shared else np.linalg.norm(rims, axis=2).min()
        assert compute_gap_m(x, y) == pytest.approx(near, abs=0.09)
        assert compute_shared_area_m2(x, y) == pytest.approx(shared, abs=0.12)


def test_every_truth_follows_from_the_written_scene(lines):
    """By slow definitions each key is right, also for mirror images and other wordings."""
    for line in lines:
        assert slow.find_right_option(line) == line["options"]["ABCD".index(line["answer"])], line["item_id"]
        assert line["margin"] > 0


def test_questions_about_the_camera_have_no_camera_object(lines):
    """If a question names the camera, no film camera is in its scene."""
    asked = [line for line in lines if "the camera" in line["question"]]
    assert {line["subtype"] for line in asked} == {"location_closer_to_camera", "orientation_viewpoint"}
    kinds = {thing["kind"] for line in asked for thing in line["scene"]["things"]}
    assert kinds
    assert "camera" not in kinds


def test_a_bird_house_seen_from_above_is_not_in_frame():
    """The roof hides its colour and front; the same view of a dog is accepted."""
    view = Viewpoint(STEEP, (0.0, 0.0, 5.0), 0.0, -60.0)
    things = [SceneObject(kind, KINDS[kind].colours[0], 2.6, 0.0) for kind in ("bird house", "dog")]
    assert [is_in_frame(ObjectScene((thing,), 1, view)) for thing in things] == [False, True]


def test_scenes_are_clear_and_have_the_planned_answers(scenes):
    """Margins hold after rounding, all named objects are in frame, and pairs have opposite answers."""
    answers = {}
    for subtype, scene in scenes:
        truth = compute_truth(subtype, scene)
        assert truth.is_clear, (subtype, scene)
        assert is_in_frame(scene)
        assert 3 <= len(scene.things) <= 8
        assert len({thing.name for thing in scene.things if not KINDS[thing.kind].is_prop}) == len(
            [thing for thing in scene.things if not KINDS[thing.kind].is_prop]
        )
        answers.setdefault((subtype, scene.view.kind == COMMON), []).append(truth.option)
    for (subtype, is_common), (first, second) in answers.items():
        wish = pair_generator._make_target(subtype, 0)
        assert (first, second) == (wish.key, wish.opposite)
        assert answers[subtype, not is_common] == [first, second], "common and uncommon views have one truth"


@pytest.mark.parametrize("subtype", scene_layouts.DECOYS)
def test_a_decoy_swaps_roles_with_the_named_object(lines, subtype):
    """The named object's truth in one scene is the decoy's in the other, in both views; the decoy is visible."""
    own = [line for line in lines if line["subtype"] == subtype and not line["is_reversed"]]
    scenes = {
        (line["view"], line["number"]): read_scene(line["scene"]) for line in own if "-flip" not in line["item_id"]
    }
    for view in pair_generator.VIEWS:
        pair = scenes[view, 0], scenes[view, 1]
        _, asked_of_decoy = pair_generator.list_askable_pairs(subtype, tuple(scene.things for scene in pair))
        readings = set()
        for scene, things in zip(pair, asked_of_decoy, strict=True):
            decoy_named = replace(scene, things=things)
            assert decoy_named.named != scene.named
            assert compute_truth(subtype, decoy_named).is_clear
            assert compute_truth(subtype, decoy_named).option == compute_truth(subtype, scene).option
            assert is_in_frame(decoy_named)
            assert is_visible(decoy_named)
            readings.add(find_image_plane_option(subtype, decoy_named))
        assert len(readings) == 1, "the image plane is right about the decoy in one of the scenes"


def test_mirrored_scenes_have_the_mapped_answers(scenes):
    """The truth of a mirrored scene is that of the mapping, and its margin is the same."""
    changed = set()
    for subtype, scene in scenes:
        before, after = (compute_truth(subtype, one) for one in (scene, scene.mirror()))
        assert after.is_clear
        assert after.margin == pytest.approx(before.margin, abs=1e-6)
        options = SUBTYPES[subtype].options or ("first", "second")
        assert options[after.option] == flip_option(subtype, options[before.option])
        if after.option != before.option:
            changed.add(subtype)
    with_sides = {"orientation_on_the_left", "orientation_viewpoint", "multi_object_viewpoint_towards_object"}
    assert changed <= with_sides
    assert flip_option("orientation_viewpoint", "left") == "right"
    assert flip_option("orientation_on_the_left", "on the right") == "on the left"
    assert flip_option("orientation_viewpoint", "back") == "back"


def test_swapping_the_names_swaps_the_answer(scenes):
    """If the options are objects, the other order has the other letter."""
    for subtype, scene in scenes:
        if SUBTYPES[subtype].options:
            continue
        *before, y, z = range(scene.n_named)
        swapped = replace(scene, things=tuple(scene.things[i] for i in (*before, z, y)) + scene.things[scene.n_named :])
        assert find_right_option(subtype, swapped) == 1 - find_right_option(subtype, scene)


def test_answers_are_balanced_by_construction():
    """In every eight pairs each option is right, and is the image-plane answer, equally often."""
    for subtype, asked in SUBTYPES.items():
        wishes = [pair_generator._make_target(subtype, number) for number in range(8)]
        keys = Counter(key for wish in wishes for key in (wish.key, wish.opposite))
        assert set(keys.values()) == {16 // asked.n_options}
        assert len(set(Counter(wish.foil for wish in wishes).values())) == 1
        four = Counter(key for wish in wishes[:4] for key in (wish.key, wish.opposite))
        assert set(four.values()) == {8 // asked.n_options}


@pytest.mark.parametrize("subtype", ["orientation_viewpoint", "multi_object_viewpoint_towards_object"])
def test_view_kinds_do_not_predict_the_side(subtype):
    """Each of four sides is right equally often in every kind of uncommon view; the image plane is right in half."""
    wishes = [
        (pair_generator._make_target(subtype, number), pair_generator._list_view_kinds(subtype, number))
        for number in range(32)
    ]
    sides = Counter((side, *kinds) for wish, kinds in wishes for side in (wish.key, wish.opposite))
    by_kind = {kind: {sides[side, kind] for side in range(4)} for _, kind in sides}
    assert all(len(numbers) == 1 for numbers in by_kind.values())
    assert sum(min(numbers) for numbers in by_kind.values()) == 16
    assert Counter(wish.foil == wish.key for wish, _ in wishes) == {True: 16, False: 16}
    views = pair_generator.generate_unit(subtype, 4, 3).scenes
    assert views["uncommon", 0].view.kind in pair_generator._list_view_kinds(subtype, 4)


def test_the_image_plane_is_right_in_half_of_each_view(scenes):
    """It is right in one scene of each pair; for sides facing the camera, in two of one view and none of the other."""
    right = Counter()
    for subtype, scene in scenes:
        view = "common" if scene.view.kind == COMMON else "uncommon"
        right[subtype, view] += find_image_plane_option(subtype, scene) == compute_truth(subtype, scene).option
    sides = {"common": right.pop(("orientation_viewpoint", "common")),
             "uncommon": right.pop(("orientation_viewpoint", "uncommon"))}  # fmt: skip
    assert set(right.values()) == {1}
    assert sorted(sides.values()) == [0, 2]


def test_every_named_object_is_visible(scenes):
    """In images of another size than the engine checked, a named object is large enough and not hidden."""
    for _, scene in scenes[::3]:
        shown = render_ids(scene, 480)
        for number in range(1, scene.n_named + 1):
            alone = replace(scene, things=(scene.things[number - 1],), n_named=1)
            share = (shown == number).mean()
            assert share > 0.9 * FEWEST_OF_PICTURE
            assert share > 0.9 * FEWEST_OF_ITSELF * (render_ids(alone, 480) == 1).mean()


def test_the_mirrored_scene_is_drawn_mirrored(scenes):
    """The drawing of the mirrored scene is the mirror image, except for pixels at edges."""
    for _, scene in scenes[:6]:
        assert (render_ids(scene.mirror(), 240) == render_ids(scene, 240)[:, ::-1]).mean() > 0.998


def test_units_are_reproducible():
    """A unit depends only on seed, subtype and number; another seed gives other scenes."""
    one, again, other = (pair_generator.generate_unit("orientation_viewpoint", 1, seed) for seed in (5, 5, 6))
    assert one == again
    assert one.scenes != other.scenes
    scene = one.scenes[COMMON, 0]
    assert encode_png(render_image(scene)) == encode_png(render_image(again.scenes[COMMON, 0]))


def test_scenes_are_read_as_written(scenes):
    """A description gives the same scene; a broken one raises an error."""
    for _, scene in scenes:
        assert read_scene(describe(scene)) == scene
    values = describe(scenes[0][1])
    for wrong in (None, {}, {**values, "n_named": 0}, {**values, "things": [{"kind": "tank"}]},
                  {**values, "view": {**values["view"], "yaw_deg": float("nan")}}):  # fmt: skip
        with pytest.raises(SceneError, match="cannot be read"):
            read_scene(wrong)
