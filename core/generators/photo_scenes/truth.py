"""The truth of a scene, from its record alone: triangles, pixels, border, camera, and occlusion by the object."""

from dataclasses import dataclass

import numpy as np

from core.generators.photo_scenes.camera import to_world_points
from core.generators.photo_scenes.occlusion import classify_scene_occlusions
from core.generators.photo_scenes.scene import TriangleScene
from core.geometry.homography import OUTER_CORNERS_CM, Array, order_clockwise
from core.geometry.pose import compute_roll_deg
from core.geometry.triangle import Triangle
from core.records import Value


@dataclass(frozen=True, slots=True, eq=False)
class SceneTruth:
    """The truth of a scene.

    Attributes:
        triangle_3d: on the board, in cm.
        triangle_2d: in the image, in pixels.
        a_px, b_px, c_px: the stickers' centres, (x, y), where the camera sees or would see them.
        corners_px: (4, 2), the border's inner corners as `Border.corners_px` orders them.
        tilt_deg, roll_deg, distance_cm: as `Pose` defines them.
        square_edge_occlusion, triangle_edge_occlusion, triangle_vertex_occlusion: none, partial or complete.
        is_whole: whether the whole tape is in the image.
    """

    triangle_3d: Triangle
    triangle_2d: Triangle
    a_px: tuple[float, float]
    b_px: tuple[float, float]
    c_px: tuple[float, float]
    corners_px: Array
    tilt_deg: float
    roll_deg: float | None
    distance_cm: float
    square_edge_occlusion: str
    triangle_edge_occlusion: str
    triangle_vertex_occlusion: str
    is_whole: bool

    @property
    def answers_3d(self) -> dict[str, Value]:
        """Return the right answers to Q1 to Q6 on the board."""
        return self.triangle_3d.compute_answers()

    @property
    def answers_2d(self) -> dict[str, Value]:
        """Return the right answers to Q1 to Q6 in the image plane."""
        return self.triangle_2d.compute_answers()


def compute_scene_truth(scene: TriangleScene) -> SceneTruth:
    """Compute the truth of a scene.

    Raises:
        TriangleError: the camera sees A, B and C on one line.
    """
    camera = scene.camera
    a, b, c = camera.to_px(to_world_points(np.array([scene.a_cm, scene.b_cm, scene.c_cm]))).tolist()
    outer = camera.to_px(to_world_points(OUTER_CORNERS_CM))
    square, edge, vertex = classify_scene_occlusions(scene)
    return SceneTruth(
        triangle_3d=scene.triangle,
        triangle_2d=Triangle.build_from_points(a, b, c),
        a_px=(a[0], a[1]),
        b_px=(b[0], b[1]),
        c_px=(c[0], c[1]),
        corners_px=order_clockwise(camera.homography.corners_px),
        tilt_deg=scene.tilt_deg,
        roll_deg=compute_roll_deg(camera.down),
        distance_cm=scene.distance_cm,
        square_edge_occlusion=square,
        triangle_edge_occlusion=edge,
        triangle_vertex_occlusion=vertex,
        is_whole=bool(((outer >= 0) & (outer <= (scene.width_px - 1, scene.height_px - 1))).all()),
    )
