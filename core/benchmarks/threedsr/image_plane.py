"""Image-plane answers: answers from boxes, positions and directions in pixels, without the 3D scene.

Source: our own; docs/benchmarks/threedsr.md, the image plane.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.benchmarks.threedsr.scene import ObjectScene, SceneObject
from core.benchmarks.threedsr.vocabulary import SIDES
from core.rendering.camera import PinholeCamera

TOUCH_SHARE, BESIDE_SHARE, COLUMNS_SHARE = 0.15, 0.5, 0.5
PARALLEL_BELOW_DEG, SAME_BELOW_DEG = 45.0, 55.0


@dataclass(frozen=True, slots=True)
class ObjectProjection:
    """An object in the image.

    Attributes:
        left, top, right, bottom: of its box, in pixels, y down.
        points_deg: direction of its front in the image: 0 to the right, +90 up; in (-180, 180].
    """

    left: float
    top: float
    right: float
    bottom: float
    points_deg: float

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of its box."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        """Width of its box."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Height of its box."""
        return self.bottom - self.top


def project_object(thing: SceneObject, camera: PinholeCamera) -> ObjectProjection:
    """Project the object's box and front; return the enclosing image box and the front's direction in the image."""
    pixels, _ = camera.project(thing.box)
    ends, _ = camera.project(np.stack([thing.centre, thing.centre + 0.2 * thing.turn[:, 0]]))
    right, down = ends[1] - ends[0]
    (left, top), (far, bottom) = pixels.min(axis=0), pixels.max(axis=0)
    return ObjectProjection(float(left), float(top), float(far), float(bottom), math.degrees(math.atan2(-down, right)))


def find_image_plane_option(subtype: str, scene: ObjectScene, *, is_mirrored: bool = False) -> int:
    """Return the index of the option that the image plane suggests; with `is_mirrored`, for the other wording."""
    things = [project_object(thing, scene.view.camera) for thing in scene.named]
    if subtype == "location_above" and is_mirrored:
        return 0 if _is_seen_above(things[1], things[0]) else 1
    option = _READINGS[subtype](things)
    return 1 - option if is_mirrored else option


def _suggest_height(things: list[ObjectProjection]) -> int:
    """Suggest the higher object in the image."""
    x, y = things
    return 0 if x.middle[1] < y.middle[1] else 1


def _suggest_above(things: list[ObjectProjection]) -> int:
    return 0 if _is_seen_above(*things) else 1


def _is_seen_above(x: ObjectProjection, y: ObjectProjection) -> bool:
    """Return whether the box of X rests on that of Y, or overlaps it from above."""
    columns = min(x.right, y.right) - max(x.left, y.left)
    room = y.top - x.bottom
    return (
        columns >= COLUMNS_SHARE * min(x.width, y.width)
        and x.middle[1] < y.middle[1]
        and room <= TOUCH_SHARE * min(x.height, y.height)
    )


def _suggest_closer_to_camera(things: list[ObjectProjection]) -> int:
    """Suggest the larger object in the image."""
    areas = [one.width * one.height for one in things]
    return areas.index(max(areas))


def _suggest_next_to(things: list[ObjectProjection]) -> int:
    """Suggest next to each other if the gap between the boxes is less than half the smaller object's side."""
    x, y = things
    across = max(x.left, y.left) - min(x.right, y.right)
    along = max(x.top, y.top) - min(x.bottom, y.bottom)
    gap = math.hypot(max(across, 0.0), max(along, 0.0))
    return 0 if gap <= BESIDE_SHARE * min(max(one.width, one.height) for one in things) else 1


def _suggest_in_front_of(things: list[ObjectProjection]) -> int:
    """Suggest in front, from the viewer's position, for the object further down in the image."""
    x, y = things
    return 0 if y.bottom > x.bottom else 1


def _suggest_left_of(things: list[ObjectProjection]) -> int:
    """Suggest the side on which the object lies in the image."""
    x, y = things
    return 0 if y.middle[0] < x.middle[0] else 1


def _suggest_viewpoint(things: list[ObjectProjection]) -> int:
    """Suggest the front's direction in the image: down is front, up is back, left and right are unchanged."""
    return _find_side(things[0].points_deg)


def _suggest_towards_object(things: list[ObjectProjection]) -> int:
    """Suggest the direction from X to Y in the image: below is front, above is back."""
    (x, y), (to_x, to_y) = (one.middle for one in things)
    return _find_side(math.degrees(math.atan2(y - to_y, to_x - x)))


def _find_side(angle_deg: float) -> int:
    names = ("right", "back", "left", "front")
    return SIDES.index(names[round((angle_deg % 360.0) / 90.0) % 4])


def _suggest_nearest(things: list[ObjectProjection]) -> int:
    """Suggest the object whose centre is nearer to that of X in the image."""
    x, y, z = (one.middle for one in things)
    return 0 if math.dist(x, y) < math.dist(x, z) else 1


def _suggest_parallel(things: list[ObjectProjection]) -> int:
    angle = _compute_front_angle(things)
    return 0 if min(angle, 180.0 - angle) < PARALLEL_BELOW_DEG else 1


def _suggest_same_direction(things: list[ObjectProjection]) -> int:
    return 0 if _compute_front_angle(things) < SAME_BELOW_DEG else 1


def _compute_front_angle(things: list[ObjectProjection]) -> float:
    """Compute the angle between two fronts in the image, from 0 to 180 degrees."""
    difference = abs(things[0].points_deg - things[1].points_deg) % 360.0
    return min(difference, 360.0 - difference)


_READINGS: dict[str, Callable[[list[ObjectProjection]], int]] = {
    "height_higher": _suggest_height,
    "location_above": _suggest_above,
    "location_closer_to_camera": _suggest_closer_to_camera,
    "location_next_to": _suggest_next_to,
    "orientation_in_front_of": _suggest_in_front_of,
    "orientation_on_the_left": _suggest_left_of,
    "orientation_viewpoint": _suggest_viewpoint,
    "multi_object_closer_to": _suggest_nearest,
    "multi_object_facing": _suggest_nearest,
    "multi_object_viewpoint_towards_object": _suggest_towards_object,
    "multi_object_parallel": _suggest_parallel,
    "multi_object_same_direction": _suggest_same_direction,
}
