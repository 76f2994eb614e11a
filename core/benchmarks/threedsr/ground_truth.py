"""Ground truth of a scene: the right option and its margin, from the stored parameters alone.

A margin is the distance from the decision boundary in the subtype's unit (`SUBTYPES`). A scene is clear if it also
meets the subtype's rule of acceptance. Two rules go beyond the paper's words: objects that are far apart must also
be far apart in metres, and the closer object must also have the smaller gap between footprints.

Source: the questions of 3DSRBench; our own limits, docs/benchmarks/threedsr.md.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.benchmarks.threedsr.scene import ObjectScene, SceneObject
from core.benchmarks.threedsr.spatial_measures import (
    compute_azimuth_deg,
    compute_box_distance_m,
    compute_distance_m,
    compute_extent_m,
    compute_footprint_area_m2,
    compute_front_angle_deg,
    compute_gap_m,
    compute_shared_area_m2,
    compute_shared_height_m,
    compute_top_m,
)
from core.benchmarks.threedsr.vocabulary import SIDES, SUBTYPES

HIGHER_BY_M, SHARED_HEIGHT = 0.3, 0.25
RESTS_M, APART_M, STANDS_SHARE = 0.02, 0.4, 0.5
CLOSER_TO_CAMERA, CLOSER_TO = (1.15, 2.5), (1.2, 2.5)
NEXT_LENGTHS, FAR_LENGTHS, BETWEEN_LENGTHS, FAR_M = 0.4, 2.5, 1.0, 2.5
"""Gaps in lengths of the larger object. The limit between next and far, which lies between the two thresholds, is our
own, as is the distance in metres that small objects must also keep."""

IN_FRONT_DEG, BEHIND_DEG, BESIDE_DEG, INSIDE_SECTOR_DEG = 60.0, 120.0, 30.0, 15.0
FACES_DEG, FACES_NOT_DEG, PARALLEL_DEG = 15.0, 50.0, 8.0
SAME_DEG, DIFFERENT_DEG, BETWEEN_DEG = 20.0, 90.0, 55.0


@dataclass(frozen=True, slots=True)
class SubtypeTruth:
    """The answer to a question of the subtype in its first wording.

    Attributes:
        option: index in the subtype's options; if the options are objects, 0 is the one that is named first (X, or Y if
            the question is about X).
        margin: distance from the decision boundary; larger is clearer.
        is_clear: whether a question about the scene is accepted.
    """

    option: int
    margin: float
    is_clear: bool


def compute_truth(subtype: str, scene: ObjectScene) -> SubtypeTruth:
    """Compute the truth of a scene for a subtype."""
    return _JUDGES[subtype](scene)


def find_right_option(subtype: str, scene: ObjectScene, *, is_mirrored: bool = False) -> int:
    """Return the index of the right option; with `is_mirrored`, that of the reversed question."""
    if subtype == "location_above" and is_mirrored:
        x, y = scene.named
        return 0 if _is_directly_above(y, x) else 1
    option = compute_truth(subtype, scene).option
    return 1 - option if is_mirrored and SUBTYPES[subtype].mirrored else option


def _judge_height(scene: ObjectScene) -> SubtypeTruth:
    x, y = scene.named
    rise = float(x.centre[2] - y.centre[2])
    shared = compute_shared_height_m(x, y) <= SHARED_HEIGHT * min(x.height_m, y.height_m)
    return SubtypeTruth(0 if rise > 0 else 1, abs(rise), abs(rise) >= HIGHER_BY_M and shared)


def _judge_above(scene: ObjectScene) -> SubtypeTruth:
    x, y = scene.named
    smaller = min(compute_footprint_area_m2(x), compute_footprint_area_m2(y))
    if _is_directly_above(x, y):
        # Distance by which X could be moved sideways, with the smaller object treated as a square.
        share = compute_shared_area_m2(x, y) / smaller
        return SubtypeTruth(0, (share - STANDS_SHARE) * math.sqrt(smaller), share >= 0.8)
    gap = compute_gap_m(x, y)
    rise = compute_top_m(y) - RESTS_M - x.z
    return SubtypeTruth(1, max(gap, rise), gap >= APART_M or _is_directly_above(y, x))


def _is_directly_above(x: SceneObject, y: SceneObject) -> bool:
    shared = compute_shared_area_m2(x, y) >= STANDS_SHARE * min(
        compute_footprint_area_m2(x), compute_footprint_area_m2(y)
    )
    return shared and x.z >= compute_top_m(y) - RESTS_M


def _judge_closer_to_camera(scene: ObjectScene) -> SubtypeTruth:
    x, y = scene.named
    place = scene.view.position
    far = [compute_distance_m(place, one.centre) for one in (x, y)]
    surfaces = [compute_box_distance_m(place, one) for one in (x, y)]
    truth = _judge_distances(far, CLOSER_TO_CAMERA)
    same_order = surfaces[truth.option] < surfaces[1 - truth.option]
    return SubtypeTruth(truth.option, truth.margin, truth.is_clear and same_order)


def _judge_closer_object(scene: ObjectScene) -> SubtypeTruth:
    x, y, z = scene.named
    truth = _judge_distances([compute_distance_m(x.centre, one.centre) for one in (y, z)], CLOSER_TO)
    gaps = [compute_gap_m(x, one) for one in (y, z)]
    same_order = gaps[truth.option] < gaps[1 - truth.option]
    return SubtypeTruth(truth.option, truth.margin, truth.is_clear and same_order)


def _judge_distances(far_m: Sequence[float], ratios: tuple[float, float]) -> SubtypeTruth:
    near, far = min(far_m), max(far_m)
    ratio = far / max(near, 1e-9)
    return SubtypeTruth(far_m.index(near), ratio - 1.0, ratios[0] <= ratio <= ratios[1])


def _judge_next_to(scene: ObjectScene) -> SubtypeTruth:
    x, y = scene.named
    gap = compute_gap_m(x, y)
    lengths = gap / max(compute_extent_m(x), compute_extent_m(y))
    is_clear = lengths <= NEXT_LENGTHS or (lengths >= FAR_LENGTHS and gap >= FAR_M)
    return SubtypeTruth(0 if lengths < BETWEEN_LENGTHS else 1, abs(lengths - BETWEEN_LENGTHS), is_clear)


def _judge_in_front_of(scene: ObjectScene) -> SubtypeTruth:
    x, y = scene.named
    angle = abs(compute_azimuth_deg(x, y.centre))
    return SubtypeTruth(0 if angle < 90 else 1, abs(angle - 90), angle <= IN_FRONT_DEG or angle >= BEHIND_DEG)


def _judge_left_of(scene: ObjectScene) -> SubtypeTruth:
    x, y = scene.named
    angle = compute_azimuth_deg(x, y.centre)
    margin = min(abs(angle), 180 - abs(angle))
    return SubtypeTruth(0 if angle > 0 else 1, margin, margin >= BESIDE_DEG)


def _judge_viewpoint(scene: ObjectScene) -> SubtypeTruth:
    return _judge_side(compute_azimuth_deg(scene.named[0], scene.view.position))


def _judge_towards_object(scene: ObjectScene) -> SubtypeTruth:
    x, y = scene.named
    return _judge_side(compute_azimuth_deg(x, y.centre))


def _judge_side(angle_deg: float) -> SubtypeTruth:
    """Return the 90-degree sector: front, left, back or right."""
    sector = round((angle_deg % 360.0) / 90.0) % len(SIDES)
    off = abs((angle_deg - 90.0 * sector + 180.0) % 360.0 - 180.0)
    return SubtypeTruth(sector, 45.0 - off, 45.0 - off >= INSIDE_SECTOR_DEG)


def _judge_facing(scene: ObjectScene) -> SubtypeTruth:
    x, y, z = scene.named
    angles = [abs(compute_azimuth_deg(x, one.centre)) for one in (y, z)]
    ahead, aside = min(angles), max(angles)
    return SubtypeTruth(angles.index(ahead), aside - ahead, ahead <= FACES_DEG and aside >= FACES_NOT_DEG)


def _judge_parallel(scene: ObjectScene) -> SubtypeTruth:
    x, y = scene.named
    angle = compute_front_angle_deg(x, y)
    off = min(angle, 180.0 - angle)
    is_clear = off <= PARALLEL_DEG or off >= 90.0 - PARALLEL_DEG
    return SubtypeTruth(0 if off < 45.0 else 1, abs(off - 45.0), is_clear)


def _judge_same_direction(scene: ObjectScene) -> SubtypeTruth:
    x, y = scene.named
    angle = compute_front_angle_deg(x, y)
    is_clear = angle <= SAME_DEG or angle >= DIFFERENT_DEG
    return SubtypeTruth(0 if angle < BETWEEN_DEG else 1, abs(angle - BETWEEN_DEG), is_clear)


_JUDGES: dict[str, Callable[[ObjectScene], SubtypeTruth]] = {
    "height_higher": _judge_height,
    "location_above": _judge_above,
    "location_closer_to_camera": _judge_closer_to_camera,
    "location_next_to": _judge_next_to,
    "orientation_in_front_of": _judge_in_front_of,
    "orientation_on_the_left": _judge_left_of,
    "orientation_viewpoint": _judge_viewpoint,
    "multi_object_closer_to": _judge_closer_object,
    "multi_object_facing": _judge_facing,
    "multi_object_viewpoint_towards_object": _judge_towards_object,
    "multi_object_parallel": _judge_parallel,
    "multi_object_same_direction": _judge_same_direction,
}
