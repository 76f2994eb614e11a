"""Tests of the visibility of edges, of painting, and of points under lenses and operations."""

from dataclasses import replace

import numpy as np
import pytest

from core.benchmarks.mmperspective.edge_visibility import are_points_hidden, find_visible_edge, find_visible_edges
from core.benchmarks.mmperspective.item import make_random_generator
from core.benchmarks.mmperspective.margins import is_filled
from core.benchmarks.mmperspective.scene import BoxSolid, Edge, PerspectiveScene
from core.benchmarks.mmperspective.scene_reader import read_scene
from core.benchmarks.mmperspective.view import (
    CROP,
    FLIP,
    MASK,
    ROTATION,
    ImageOperation,
    PerspectiveImage,
    PerspectiveView,
    read_picture,
)
from core.errors import SceneError
from core.generators.mmperspective.camera_sampling import bend_view, sample_inside_picture
from core.generators.mmperspective.faces import build_faces
from core.generators.mmperspective.painter import NOTHING, paint
from core.generators.mmperspective.scene_sampling import BUILDERS
from tests.benchmarks.mmperspective import slow

BOX = BoxSolid((4.0, -1.0, 0.0), (6.0, 1.0, 2.0), (200, 60, 40))
HOUSE = BoxSolid(
    (4.0, -2.0, 0.0), (9.0, 2.0, 3.0), (90, 160, 60), roof_m=1.5, ridge=0, storeys=1, bays=3, has_door=True
)


def make_view(**changes):
    return PerspectiveView(
        **{
            "position": (0.0, 0.0, 1.0),
            "yaw_deg": 0.0,
            "pitch_deg": 0.0,
            "roll_deg": 0.0,
            "focal_px": 500.0,
            "centre_px": (479.5, 359.5),
            **changes,
        }
    )


def test_projection_equals_that_of_similar_triangles():
    """The camera of a view, with shifted centre and all angles, projects points as similar triangles do."""
    rotated = make_view(yaw_deg=30.0, pitch_deg=-12.0, roll_deg=5.0, centre_px=(300.0, 400.0))
    points = make_random_generator("points").uniform(4, 9, (50, 3))
    pixels, depths = rotated.camera.project(points)
    for point, pixel, depth in zip(points, pixels, depths, strict=True):
        expected_pixel, expected_depth = slow.project_slowly(rotated, point)
        assert np.allclose(pixel, expected_pixel, atol=1e-6)
        assert depth == pytest.approx(expected_depth)


def test_solids_hide_the_points_behind_them():
    """Points on the near side and beside the box are visible; dense sampling agrees."""
    eye = np.array([0.0, 0.0, 1.0])
    points = make_random_generator("hidden").uniform((3, -3, 0), (12, 3, 3), (300, 3))
    for solid in (BOX, HOUSE):
        normals, offsets = solid.compute_planes()
        line_of_sight = eye + np.linspace(0, 0.999, 4000)[:, None, None] * (points - eye)
        inside = (line_of_sight @ normals.T - offsets < -1e-3).all(axis=2).any(axis=0)
        assert (are_points_hidden(solid, eye, points) >= inside).all()
        assert (are_points_hidden(solid, eye, points) != inside).sum() <= 2
    assert not are_points_hidden(BOX, eye, np.array([[4.0, 0.0, 1.0]])).any()


def test_a_box_shows_its_near_edges_only():
    """From the front, the four edges of a box's near face are fully visible, and those of the far face are not."""
    picture = PerspectiveImage(PerspectiveScene("one", (), (BOX,)), make_view())
    seen = {tuple(sorted((one.edge.begin, one.edge.end))): one for one in find_visible_edges(picture)}
    near = [ends for ends in seen if all(point[0] == 4.0 for point in ends)]
    assert len(near) == 4
    assert all(seen[ends].share == 1.0 and seen[ends].is_whole for ends in near)
    assert not any(all(point[0] == 6.0 for point in ends) for ends in seen)
    assert seen[near[0]].length_px == pytest.approx(250, abs=2)


def test_an_edge_behind_the_camera_is_not_seen():
    """Edges behind the camera or outside the frame are not visible."""
    picture = PerspectiveImage(PerspectiveScene("one", (), ()), make_view())
    assert find_visible_edge(picture, Edge((-5.0, 0.0, 0.0), (-5.0, 0.0, 3.0), 2)) is None
    assert find_visible_edge(picture, Edge((5.0, 30.0, 0.0), (5.0, 30.0, 3.0), 2)) is None
    crossing = find_visible_edge(picture, Edge((-5.0, 0.5, 0.0), (50.0, 0.5, 0.0), 0))
    assert crossing is not None
    assert not crossing.is_whole


def test_a_lens_bends_all_lines_except_through_the_middle():
    """A fisheye bends a vertical edge at the side, not in the middle; full bending is equidistant."""
    bent = make_view(bend=0.9, focal_px=300.0)
    side, middle = (
        find_visible_edge(
            PerspectiveImage(PerspectiveScene("one", (), ()), bent), Edge((3.0, y, -2.0), (3.0, y, 4.0), 2)
        )
        for y in (2.5, 0.0)
    )
    assert side.sagitta > 0.05
    assert middle.sagitta < 1e-9
    equidistant = make_view(bend=1.0, focal_px=300.0)
    straight = np.array([[479.5 + 300 * np.tan(0.7), 359.5]])
    assert equidistant.apply_lens(straight)[0] == pytest.approx([479.5 + 300 * 0.7, 359.5])


@pytest.mark.parametrize(
    "operation",
    [
        ImageOperation(CROP, (100, 50, 700, 500)), ImageOperation(FLIP), ImageOperation(ROTATION, (11.0,)),
        ImageOperation(ROTATION, (-7.0,)),
        ImageOperation(MASK, (10, 20, 200, 150)), ImageOperation(),
    ],
)  # fmt: skip
def test_operations_map_points_like_pixels(operation):
    """After each operation a white dot is at its mapped point, or gone if it is masked or outside."""
    points = np.array([[400.0, 300.0], [520.0, 410.0], [110.0, 100.0]])
    for point in points:
        image = np.zeros((720, 960, 3), np.uint8)
        x, y = point.astype(int)
        image[y - 2 : y + 3, x - 2 : x + 3] = 255
        changed = operation.apply(image)
        assert changed.shape[1::-1] == operation.compute_size(960, 720)
        (mapped,) = operation.map_points(point[None], 960, 720)
        bright = np.argwhere(changed[..., 0] > 200)
        is_inside = (mapped > 3).all() and (mapped < np.array(changed.shape[1::-1]) - 4).all()
        if is_inside and not operation.are_masked(mapped[None])[0]:
            assert np.allclose(bright.mean(axis=0)[::-1], mapped, atol=0.35)
        else:
            assert len(bright) == 0


def test_operations_move_visible_points_of_edges():
    """The visible points of an edge after an operation are the mapped, unmasked points before it."""
    scene = BUILDERS["street"](make_random_generator("moved"))
    bent = make_view(position=(-4.0, 0.5, 1.7), bend=0.8, focal_px=400.0)
    before = {one.edge: one.pixels for one in find_visible_edges(PerspectiveImage(scene, bent))}
    for operation in (
        ImageOperation(CROP, (100, 50, 700, 500)), ImageOperation(FLIP), ImageOperation(ROTATION, (11.0,)),
        ImageOperation(MASK, (400, 300, 200, 250)),
    ):  # fmt: skip
        changed = PerspectiveImage(scene, bent, operation)
        seen = find_visible_edges(changed)
        assert 10 < len(seen) <= len(before)
        for one in seen:
            moved = operation.map_points(before[one.edge], 960, 720)
            is_left = ((moved >= -0.5) & (moved <= np.array(changed.size) - 0.5)).all(axis=1) & ~operation.are_masked(
                moved
            )
            assert np.array_equal(moved[is_left], one.pixels), one.edge


def test_a_rotation_leaves_no_empty_corners():
    """A white image stays white up to its corners."""
    for degrees in (6.0, -15.0):
        turned = ImageOperation(ROTATION, (degrees,)).apply(np.full((720, 960, 3), 255, np.uint8))
        assert turned.min() >= 250


def test_nearer_solids_are_painted_over_farther_ones():
    """A red box in front of a green one is red, and green from the other side, in either order of the list."""
    far = BoxSolid((9.0, -1.0, 0.0), (11.0, 1.0, 2.0), (20, 220, 30))
    for solids in ((BOX, far), (far, BOX)):
        front = paint(PerspectiveScene("two", (), solids), make_view())[360, 480].astype(int)
        assert front[0] > front[1] + 40
        back = paint(PerspectiveScene("two", (), solids), make_view(position=(15.0, 0.0, 1.0), yaw_deg=180.0))[360, 480]
        assert int(back[1]) > int(back[0]) + 40


def test_a_bent_image_is_filled_to_its_corners():
    """In a corridor, the strongest lens shows nothing behind the walls."""
    for number in range(6):
        random = make_random_generator(0, "corridor", number)
        scene = BUILDERS["corridor"](random)
        seen = bend_view(random, sample_inside_picture(random, scene, focal_px=600.0).view, 1.0, 360.0, 460.0)
        assert not (paint(scene, seen) == NOTHING).all(axis=2).any()
        assert is_filled(PerspectiveImage(scene, seen))
        assert not is_filled(PerspectiveImage(scene, replace(seen, focal_px=360.0)))


def test_overlapping_solids_raise():
    """Two intersecting solids have no painting order."""
    other = BoxSolid((5.0, 0.0, 0.0), (7.0, 2.0, 2.0), (0, 0, 0))
    with pytest.raises(SceneError, match="cycle"):
        paint(PerspectiveScene("two", (), (BOX, other)), make_view())


def test_faces_and_planes_agree():
    """Each face is in one of the solid's planes with its normal, and all corners are on the inner side."""
    for solid in (BOX, HOUSE):
        normals, offsets = solid.compute_planes()
        for face in build_faces(solid):
            assert any(np.allclose(face.normal, normal) for normal in normals)
            corners = face.polygons.reshape(-1, 3)
            assert (corners @ normals.T - offsets < 1e-9).all()
            assert np.allclose(corners @ face.normal, corners[0] @ face.normal)


@pytest.mark.parametrize("kind", BUILDERS)
def test_scenes_are_consistent(kind):
    """Solids of a scene do not overlap, rest on the ground, and are the same after a round trip through JSON."""
    for index in range(8):
        scene = BUILDERS[kind](make_random_generator("scenes", kind, index))
        for i, first in enumerate(scene.solids):
            assert first.low[2] == 0
            for second in scene.solids[:i]:
                apart = [first.high[a] <= second.low[a] or second.high[a] <= first.low[a] for a in (0, 1)]
                assert any(apart)
        assert read_scene(scene.to_json()) == scene


@pytest.mark.parametrize(
    "damage",
    [
        lambda description: description["view"].pop("focal_px"),
        lambda description: description["view"].update(position=[1, 2]),
        lambda description: description["operation"].update(name="melt"),
        lambda description: description["scene"].update(solids=[{}]),
        lambda description: description["view"].update(width_px=10**6, height_px=10**6),
        lambda description: description["view"].update(yaw_deg="x"),
    ],
)  # fmt: skip
def test_a_broken_description_raises(damage):
    """A missing or impossible number raises an error."""
    description = PerspectiveImage(PerspectiveScene("one", (), (BOX,)), make_view()).to_json()
    assert read_picture(description) == PerspectiveImage(PerspectiveScene("one", (), (BOX,)), make_view())
    damage(description)
    with pytest.raises(SceneError):
        read_picture(description)
