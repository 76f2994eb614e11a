"""Tests of z-buffer rendering of triangles against ray casting."""

import numpy as np
import pytest

from core.rendering.camera import PinholeCamera
from core.rendering.mesh import Mesh
from core.rendering.zbuffer import BACKGROUND, Light, render, render_object_ids

CUBE = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
CUBE_FACES = [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)]
FLAT = Light(everywhere=1.0)


def make_camera(position, *, aim=(0.0, 0.0, 0.0), size=(120, 90)):
    return PinholeCamera.look_at(aim, position=position, focal_px=110.0, width_px=size[0], height_px=size[1])


def cast_rays(meshes, camera):
    """Cast a ray from each pixel centre against every triangle (Möller and Trumbore) as the slow definition."""
    ids = np.zeros((camera.height_px, camera.width_px), dtype=int)
    depth = np.full(ids.shape, np.inf)
    for y in range(camera.height_px):
        for x in range(camera.width_px):
            ray = camera.rotation.T @ [*((np.array([x, y]) - camera.centre_px) / camera.focal_px), 1.0]
            for mesh in meshes:
                for a, b, c in mesh.corners:
                    matrix = np.column_stack([b - a, c - a, -ray])
                    if abs(np.linalg.det(matrix)) < 1e-12:
                        continue
                    u, v, t = np.linalg.solve(matrix, camera.position - a)
                    if u >= 0 and v >= 0 and u + v <= 1 and 0.1 <= t < depth[y, x]:
                        depth[y, x], ids[y, x] = t, mesh.object_id
    return depth, ids


@pytest.mark.slow
def test_depth_and_ids_equal_ray_casting():
    """Each pixel shows the first hit of its central ray, also for intersecting solids."""
    turn, _ = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))
    cube = Mesh.build_from_faces(CUBE, CUBE_FACES, (200, 100, 50), 1)
    meshes = [cube, Mesh(cube.corners, cube.colours, 2).transform(turn, (0.4, 0.3, 0.5))]
    camera = make_camera((11.0, 8.0, 7.0), size=(40, 30))
    rendered = render(meshes, camera)
    depth, ids = cast_rays(meshes, camera)
    # A ray that meets an edge exactly may hit either face.
    assert (rendered.ids != ids).sum() <= 2
    same = rendered.ids == ids
    assert rendered.depth[same] == pytest.approx(depth[same], rel=1e-9)
    assert set(np.unique(ids)) == {0, 1, 2}
    assert (render_object_ids(meshes, camera) == rendered.ids).all()


def test_the_order_of_meshes_does_not_matter():
    """The nearer mesh is visible, whether it is drawn first or last."""
    near = Mesh.build_from_faces(CUBE, CUBE_FACES, (255, 0, 0), 1)
    far = Mesh(near.corners, np.full_like(near.colours, 90.0), 2).transform(np.eye(3) * 1.5, (-4.0, 0.0, 0.0))
    camera = make_camera((6.0, 1.0, 1.0))
    first, second = render([near, far], camera), render([far, near], camera)
    assert (first.image == second.image).all()
    assert (first.ids == second.ids).all()


def test_shared_edges_leave_no_gaps():
    """A flat face of many thin triangles has one colour without holes."""
    angles = np.linspace(0, 2 * np.pi, 181)[:-1]
    ring = np.column_stack([np.zeros(180), 3 * np.cos(angles), 3 * np.sin(angles)])
    disc = Mesh.build_from_faces(ring, [range(180)], (10, 200, 90))
    image = render([disc], make_camera((3.0, 0.0, 0.0), size=(91, 61)), light=FLAT).image
    assert (image == (10, 200, 90)).all()


def test_a_pentagram_is_filled_in_its_middle():
    """The fan of a star covers the whole area around which its outline winds."""
    angles = np.radians(90 + 144 * np.arange(5))
    star = np.column_stack([np.zeros(5), np.cos(angles), np.sin(angles)])
    ids = render([Mesh.build_from_faces(star, [range(5)], (0, 0, 0))], make_camera((3.0, 0.0, 0.0), size=(91, 91))).ids
    assert ids[45, 45] == 1
    # Ten triangles, each from the middle to a point and to the corner between two points.
    inner = np.sin(np.radians(18)) / np.sin(np.radians(54))
    area = 5 * inner * np.sin(np.radians(36)) * (110.0 / 3.0) ** 2
    assert ids.sum() == pytest.approx(area, rel=0.03)


def test_geometry_behind_the_camera_is_clipped():
    """A floor under the camera fills the image below the horizon and nothing above it."""
    floor = Mesh.build_from_faces(
        [(-50, -50, 0), (50, -50, 0), (50, 50, 0), (-50, 50, 0)], [(0, 1, 2, 3)], (120, 120, 120)
    )
    camera = PinholeCamera.build_from_angles((0, 0, 1.5), yaw_deg=20.0, focal_px=110.0, width_px=120, height_px=90)
    ids = render([floor], camera).ids
    assert (ids[50:] == 1).all()
    assert (ids[:44] == BACKGROUND).all()


def test_both_sides_of_a_face_are_lit():
    """A face is as bright from behind as from the front, and brightest if it faces the light."""
    square = Mesh.build_from_faces([(0, -1, -1), (0, 1, -1), (0, 1, 1), (0, -1, 1)], [(0, 1, 2, 3)], (200, 200, 200))
    lamp = Light(towards=(0.0, 0.0, -1.0), everywhere=0.25)
    front, back, aside = (
        render([square], make_camera(position), light=lamp).image[45, 60, 0]
        for position in [(3.0, 0.0, 0.0), (-3.0, 0.0, 0.0), (1.5, 2.6, 0.0)]
    )
    assert front == back == 200
    assert aside == pytest.approx(200 * (0.25 + 0.75 * 0.5), abs=2)


def test_a_large_light_reaches_faces_that_look_aside():
    """Compared with a small light, such faces are brighter, and faces towards the light are equal."""
    square = Mesh.build_from_faces([(0, -1, -1), (0, 1, -1), (0, 1, 1), (0, -1, 1)], [(0, 1, 2, 3)], (200, 200, 200))
    lamp = Light(towards=(0.0, 0.0, -1.0), everywhere=0.25, around=0.5)
    front, aside = (
        render([square], make_camera(position), light=lamp).image[45, 60, 0] for position in [(3, 0, 0), (1.5, 2.6, 0)]
    )
    assert front == 200
    assert aside == pytest.approx(200 * (0.25 + 0.75 * (0.5 + 0.5) / 1.5), abs=2)


def test_edges_are_blended_with_the_background():
    """An edge pixel is a mixture; the background may be a colour or an image."""
    cube = Mesh.build_from_faces(CUBE, CUBE_FACES, (0, 0, 0))
    camera = make_camera((6.0, 2.0, 1.0))
    backdrop = np.zeros((90, 120, 3), dtype=np.uint8)
    backdrop[..., 0] = np.arange(120)
    image = render([cube], camera, background=backdrop, light=FLAT).image
    assert (image[0, :, 0] == np.arange(120)).all()
    grey = render([cube], camera, light=FLAT).image[..., 0]
    assert {0, 255} < set(np.unique(grey).tolist())
    assert (render([], camera).ids == BACKGROUND).all()


def test_even_sample_counts_raise():
    """Depth and ids are those of the central sample, which an even number lacks."""
    with pytest.raises(ValueError, match="odd"):
        render([], make_camera((1.0, 0.0, 0.0)), finer=2)
