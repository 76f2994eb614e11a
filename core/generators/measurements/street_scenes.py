"""Scenes of five objects on the ground, each in a common and an uncommon view, that can be measured without doubt.

Source: our own; docs/benchmarks/measurements.md.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from core.benchmarks.threedsr.object_catalogue import ASKED_ABOUT, WITH_FRONT
from core.benchmarks.threedsr.scene import COMMON, UNCOMMON, ObjectScene, SceneObject, Viewpoint, make_random_generator
from core.benchmarks.threedsr.spatial_measures import compute_box_distance_m
from core.errors import SceneError
from core.generators.threedsr.pair_generator import are_apart
from core.generators.threedsr.render import is_visible
from core.generators.threedsr.scene_layouts import Random, sample_named_things, sample_position
from core.generators.threedsr.viewpoints import is_in_frame, sample_common_view, sample_uncommon_view

N_OBJECTS = 5
GAP_SHARE = 0.05
"""Smallest gap between the distances of two objects from the camera, as a share of the larger one."""

NEIGHBOUR_SHARE = 0.12
"""Smallest lead of the nearest neighbour of an object over the next one, as a share of the latter's distance."""

_TRIED, _VIEWS_TRIED = 20_000, 30
_NEAR_M, _FAR_M = 3.6, 12.0
_POOL = tuple(name for name in ASKED_ABOUT if name not in ("bus", "lamp post", "camera"))
"""Kinds of objects; a film camera could be taken for the camera of the question."""

_FACING = tuple(name for name in WITH_FRONT if name in _POOL)


@dataclass(frozen=True, slots=True)
class StreetUnit:
    """Two views of the same objects, of which the first two have fronts.

    Attributes:
        scenes: the common view, then the uncommon one; each names all objects.
    """

    number: int
    scenes: tuple[ObjectScene, ObjectScene]


def generate_unit(number: int, seed: int) -> StreetUnit:
    """Generate the unit with this number, from 0; it does not depend on any other unit. Kinds of views take turns.

    Raises:
        SceneError: no scene was found.
    """
    random = make_random_generator("measurements", seed, number)
    for _ in range(_TRIED):
        things = _propose_things(random)
        if not are_apart(things) or not _has_clear_neighbours(things):
            continue
        common = ObjectScene(things, N_OBJECTS, sample_common_view(random))
        if not _is_measurable(common):
            continue
        uncommon = _find_uncommon_view(random, things, UNCOMMON[number % len(UNCOMMON)])
        if uncommon is not None:
            return StreetUnit(number, (common, uncommon))
    raise SceneError(f"no scene to measure was found; please report the seed {seed} and the unit {number}")


def compute_camera_distances_m(things: tuple[SceneObject, ...], view: Viewpoint) -> list[float]:
    """Return the distance of the middle of each object from the camera."""
    position = np.array(view.position)
    return [float(np.linalg.norm(thing.centre - position)) for thing in things]


def _propose_things(random: Random) -> tuple[SceneObject, ...]:
    pools = (_FACING, _FACING, *([_POOL] * (N_OBJECTS - 2)))
    return tuple(
        thing.move_to(*sample_position(random, _NEAR_M, _FAR_M)).turn_to(random.uniform(0.0, 360.0))
        for thing in sample_named_things(random, *pools)
    )


def _has_clear_neighbours(things: tuple[SceneObject, ...]) -> bool:
    """Return whether the nearest neighbour of each object leads clearly."""
    for thing in things:
        near, following, *_ = sorted(
            float(np.hypot(thing.x - other.x, thing.y - other.y)) for other in things if other is not thing
        )
        if near > (1.0 - NEIGHBOUR_SHARE) * following:
            return False
    return True


def _find_uncommon_view(random: Random, things: tuple[SceneObject, ...], kind: str) -> ObjectScene | None:
    aim = np.mean([(thing.x, thing.y) for thing in things], axis=0)
    for _ in range(_VIEWS_TRIED):
        scene = ObjectScene(things, N_OBJECTS, sample_uncommon_view(random, aim, (kind,)))
        if _is_measurable(scene):
            return scene
    return None


def _is_measurable(scene: ObjectScene) -> bool:
    """Return whether all objects are visible, and the order of their distances does not depend on how one measures."""
    if not is_in_frame(scene) or (scene.view.kind == COMMON and scene.view.pitch_deg > 0):
        return False
    distances = compute_camera_distances_m(scene.things, scene.view)
    to_boxes = [compute_box_distance_m(scene.view.position, thing) for thing in scene.things]
    ordered = sorted(distances)
    is_clear = all(near < (1.0 - GAP_SHARE) * far for near, far in pairwise(ordered))
    is_same = all(
        (distances[first] < distances[second]) == (to_boxes[first] < to_boxes[second])
        for first, second in combinations(range(len(distances)), 2)
    )
    return is_clear and is_same and is_visible(scene)
