"""What is seen of edges, what is painted, and where lenses and operations put points."""

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


def view(**changes):
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


def test_projection_is_the_pinhole_by_hand():
    """The camera of a view, with shifted centre and all angles, puts points where similar triangles do."""
    own = view(yaw_deg=30.0, pitch_deg=-12.0, roll_deg=5.0, centre_px=(300.0, 400.0))
    points = make_random_generator("points").uniform(4, 9, (50, 3))
    pixels, depths = own.camera.project(points)
    for point, place, depth in zip(points, pixels, depths, strict=True):
        wanted, far = slow.pixel(own, point)
        assert np.allclose(place, wanted, atol=1e-6)
        assert depth == pytest.approx(far)


def test_nearer_hides_farther():
    """Of a point behind a box it is hidden, on its near side and beside it it is not; so by dense sampling too."""
    eye = np.array([0.0, 0.0, 1.0])
    points = make_random_generator("hidden").uniform((3, -3, 0), (12, 3, 3), (300, 3))
    for solid in (BOX, HOUSE):
        normals, offsets = solid.compute_planes()
        way = eye + np.linspace(0, 0.999, 4000)[:, None, None] * (points - eye)
        inside = (way @ normals.T - offsets < -1e-3).all(axis=2).any(axis=0)
        assert (are_points_hidden(solid, eye, points) >= inside).all()
        assert (are_points_hidden(solid, eye, points) != inside).sum() <= 2
    assert not are_points_hidden(BOX, eye, np.array([[4.0, 0.0, 1.0]])).any()


def test_a_box_shows_its_near_edges_alone():
    """From in front, a box shows the four edges of its near face whole, and none of its far one."""
    picture = PerspectiveImage(PerspectiveScene("one", (), (BOX,)), view())
    seen = {tuple(sorted((one.edge.begin, one.edge.end))): one for one in find_visible_edges(picture)}
    near = [ends for ends in seen if all(point[0] == 4.0 for point in ends)]
    assert len(near) == 4
    assert all(seen[ends].share == 1.0 and seen[ends].is_whole for ends in near)
    assert not any(all(point[0] == 6.0 for point in ends) for ends in seen)
    assert seen[near[0]].length_px == pytest.approx(250, abs=2)


def test_an_edge_behind_the_camera_is_not_seen():
    """What is behind, or out of the frame, is no edge of the picture."""
    picture = PerspectiveImage(PerspectiveScene("one", (), ()), view())
    assert find_visible_edge(picture, Edge((-5.0, 0.0, 0.0), (-5.0, 0.0, 3.0), 2)) is None
    assert find_visible_edge(picture, Edge((5.0, 30.0, 0.0), (5.0, 30.0, 3.0), 2)) is None
    crossing = find_visible_edge(picture, Edge((-5.0, 0.5, 0.0), (50.0, 0.5, 0.0), 0))
    assert crossing is not None
    assert not crossing.is_whole


def test_a_lens_bends_lines_but_those_through_the_middle():
    """Through the fisheye an upright edge bends at the side and not in the middle; full bending keeps angles."""
    bent = view(bend=0.9, focal_px=300.0)
    side, middle = (
        find_visible_edge(
            PerspectiveImage(PerspectiveScene("one", (), ()), bent), Edge((3.0, y, -2.0), (3.0, y, 4.0), 2)
        )
        for y in (2.5, 0.0)
    )
    assert side.sagitta > 0.05
    assert middle.sagitta < 1e-9
    equidistant = view(bend=1.0, focal_px=300.0)
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
def test_points_go_where_pixels_go(operation):
    """A white dot is found after each operation where `points` says, and under a mask it is gone."""
    places = np.array([[400.0, 300.0], [520.0, 410.0], [110.0, 100.0]])
    for place in places:
        image = np.zeros((720, 960, 3), np.uint8)
        x, y = place.astype(int)
        image[y - 2 : y + 3, x - 2 : x + 3] = 255
        changed = operation.apply(image)
        assert changed.shape[1::-1] == operation.compute_size(960, 720)
        (there,) = operation.map_points(place[None], 960, 720)
        bright = np.argwhere(changed[..., 0] > 200)
        is_inside = (there > 3).all() and (there < np.array(changed.shape[1::-1]) - 4).all()
        if is_inside and not operation.are_masked(there[None])[0]:
            assert np.allclose(bright.mean(axis=0)[::-1], there, atol=0.35)
        else:
            assert len(bright) == 0


def test_an_operation_moves_what_is_seen():
    """Each place of an edge that is seen after an operation is one of the places before it, moved and not masked."""
    scene = BUILDERS["street"](make_random_generator("moved"))
    bent = view(position=(-4.0, 0.5, 1.7), bend=0.8, focal_px=400.0)
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
    """A white picture stays white to its corners."""
    for degrees in (6.0, -15.0):
        turned = ImageOperation(ROTATION, (degrees,)).apply(np.full((720, 960, 3), 255, np.uint8))
        assert turned.min() >= 250


def test_what_is_nearer_is_painted_over():
    """A red box before a green one is red where both are, from either side; the order of the list is of no account."""
    far = BoxSolid((9.0, -1.0, 0.0), (11.0, 1.0, 2.0), (20, 220, 30))
    for solids in ((BOX, far), (far, BOX)):
        front = paint(PerspectiveScene("two", (), solids), view())[360, 480].astype(int)
        assert front[0] > front[1] + 40
        back = paint(PerspectiveScene("two", (), solids), view(position=(15.0, 0.0, 1.0), yaw_deg=180.0))[360, 480]
        assert int(back[1]) > int(back[0]) + 40


def test_a_bent_picture_is_full_to_its_corners():
    """In a corridor through the strongest lenses nothing shows what lies behind the walls."""
    for number in range(6):
        random = make_random_generator(0, "corridor", number)
        scene = BUILDERS["corridor"](random)
        seen = bend_view(random, sample_inside_picture(random, scene, focal_px=600.0).view, 1.0, 360.0, 460.0)
        assert not (paint(scene, seen) == NOTHING).all(axis=2).any()
        assert is_filled(PerspectiveImage(scene, seen))
        assert not is_filled(PerspectiveImage(scene, replace(seen, focal_px=360.0)))


def test_solids_in_a_circle_are_refused():
    """Two solids that run into each other have no order."""
    other = BoxSolid((5.0, 0.0, 0.0), (7.0, 2.0, 2.0), (0, 0, 0))
    with pytest.raises(SceneError, match="cycle"):
        paint(PerspectiveScene("two", (), (BOX, other)), view())


def test_faces_and_planes_agree():
    """Each wall and roof lies in one of the solid's planes, with its normal, and no corner is beyond another."""
    for solid in (BOX, HOUSE):
        normals, offsets = solid.compute_planes()
        for face in build_faces(solid):
            assert any(np.allclose(face.normal, normal) for normal in normals)
            corners = face.polygons.reshape(-1, 3)
            assert (corners @ normals.T - offsets < 1e-9).all()
            assert np.allclose(corners @ face.normal, corners[0] @ face.normal)


@pytest.mark.parametrize("kind", BUILDERS)
def test_scenes_are_whole(kind):
    """Solids of a built scene are apart, stand on the ground and come back from JSON as they are."""
    for index in range(8):
        scene = BUILDERS[kind](make_random_generator("scenes", kind, index))
        for i, first in enumerate(scene.solids):
            assert first.low[2] == 0
            for second in scene.solids[:i]:
                apart = [first.high[a] <= second.low[a] or second.high[a] <= first.low[a] for a in (0, 1)]
                assert any(apart)
        assert read_scene(scene.to_json()) == scene


@pytest.mark.parametrize(
    "spoil",
    [
        lambda said: said["view"].pop("focal_px"), lambda said: said["view"].update(position=[1, 2]),
        lambda said: said["operation"].update(name="melt"), lambda said: said["scene"].update(solids=[{}]),
        lambda said: said["view"].update(width_px=10**6, height_px=10**6),
        lambda said: said["view"].update(yaw_deg="x"),
    ],
)  # fmt: skip
def test_a_broken_description_is_refused(spoil):
    """What lacks a number, or has an impossible one, is an error and no picture."""
    said = PerspectiveImage(PerspectiveScene("one", (), (BOX,)), view()).to_json()
    assert read_picture(said) == PerspectiveImage(PerspectiveScene("one", (), (BOX,)), view())
    spoil(said)
    with pytest.raises(SceneError):
        read_picture(said)
