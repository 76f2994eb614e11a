"""The questions about a street scene: truths from the poses and the rendered outlines, image-plane answers from boxes.

Source: our own; docs/benchmarks/measurements.md.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.benchmarks.threedsr.image_plane import ObjectProjection, project_object
from core.benchmarks.threedsr.scene import ObjectScene, SceneObject
from core.benchmarks.threedsr.spatial_measures import compute_front_angle_deg
from core.errors import SceneError
from core.generators.measurements.question import DrawnQuestion
from core.generators.measurements.street_scenes import compute_camera_distances_m
from core.generators.threedsr.render import render_ids
from core.question_types.boxes import build_box
from core.question_types.orders import build_order
from core.question_types.regions import build_mask_region
from core.question_types.texts import build_text_truth

OUTLINE_WIDTH_PX = 320
"""Width of the image in which the visible outlines of objects are measured."""

N_ORDERED = 4
CM_PER_M = 100.0


def build_street_questions(scene: ObjectScene, number: int) -> list[DrawnQuestion]:
    """Build every question about one view; the unit's number chooses the objects that a question names."""
    projections = [project_object(thing, scene.view.camera) for thing in scene.things]
    outlines = [render_ids(scene, OUTLINE_WIDTH_PX) == index for index in range(1, len(scene.things) + 1)]
    distances = compute_camera_distances_m(scene.things, scene.view)
    sizes = [projection.width * projection.height for projection in projections]
    return [
        _ask_distance(scene, projections),
        _ask_facing(scene.things, projections),
        _ask_nearer(scene.things, distances, sizes, number),
        _ask_neighbour(scene.things, projections, number),
        _ask_nearest(outlines, distances, sizes),
        _ask_farthest(outlines, distances, sizes),
        _ask_depth_order(scene.things, distances, sizes, number),
    ]


def _name(thing: SceneObject) -> str:
    return f"the {thing.name}"


def _ask_distance(scene: ObjectScene, projections: Sequence[ObjectProjection]) -> DrawnQuestion:
    """Ask for a distance on the ground; the image suggests pixels, with the height of the first object as the ruler."""
    x, y = scene.things[:2]
    truth = CM_PER_M * math.hypot(x.x - y.x, x.y - y.y)
    cm_per_px = CM_PER_M * x.height_m / projections[0].height
    foil = cm_per_px * math.dist(projections[0].middle, projections[1].middle)
    margin = 100.0 * abs(foil - truth) / truth
    return DrawnQuestion("distance", round(truth, 2), round(foil, 2), margin, (_name(x), _name(y)))


def _ask_facing(things: Sequence[SceneObject], projections: Sequence[ObjectProjection]) -> DrawnQuestion:
    """Ask for the angle between two fronts; the image suggests the angle between their directions in the image."""
    truth = compute_front_angle_deg(things[0], things[1])
    turn_deg = abs(projections[0].points_deg - projections[1].points_deg) % 360.0
    foil = min(turn_deg, 360.0 - turn_deg)
    names = _name(things[0]), _name(things[1])
    return DrawnQuestion("facing", round(truth, 2), round(foil, 2), abs(foil - truth), names)


def _ask_nearer(
    things: Sequence[SceneObject], distances: Sequence[float], sizes: Sequence[float], number: int
) -> DrawnQuestion:
    """Ask for the number of nearer objects; the image suggests the number of larger ones."""
    index = _rank(distances)[number % len(things)]
    truth = sum(distance < distances[index] for distance in distances)
    foil = sum(size > sizes[index] for size in sizes)
    other_distances = [distance for rival, distance in enumerate(distances) if rival != index]
    margin = 100.0 * min(abs(distance - distances[index]) for distance in other_distances) / distances[index]
    return DrawnQuestion("nearer", truth, foil, margin, (_name(things[index]),))


def _ask_neighbour(
    things: Sequence[SceneObject], projections: Sequence[ObjectProjection], number: int
) -> DrawnQuestion:
    """Ask for the nearest object in space; the image suggests the nearest one in the image.

    The unit's number chooses one of the objects for which the two differ, or of all objects if there is none.
    """
    in_space = [[math.hypot(thing.x - second.x, thing.y - second.y) for second in things] for thing in things]
    in_image = [[math.dist(box.middle, second.middle) for second in projections] for box in projections]
    neighbours = [(_rank(space)[1], _rank(image)[1]) for space, image in zip(in_space, in_image, strict=True)]
    differing = [index for index, (space, image) in enumerate(neighbours) if space != image]
    pool = differing if differing and number % 2 else range(len(things))
    index = pool[(number // 2) % len(pool)]
    near, following = sorted(in_space[index])[1:3]
    truth, foil = (build_text_truth(_list_names(things[neighbour])) for neighbour in neighbours[index])
    return DrawnQuestion("neighbour", truth, foil, 100.0 * (following - near) / following, (_name(things[index]),))


def _list_names(thing: SceneObject) -> tuple[str, ...]:
    """Return the accepted names of an object, of whose kind there is only one in the scene."""
    return thing.name, f"{thing.colour} {thing.kind}", thing.kind


def _ask_nearest(
    outlines: Sequence[NDArray[np.bool_]], distances: Sequence[float], sizes: Sequence[float]
) -> DrawnQuestion:
    """Ask for the nearest object; the image suggests the largest one."""
    first, second = _rank(distances)[:2]
    margin = 100.0 * (distances[second] - distances[first]) / distances[second]
    truth, foil = (build_mask_region(outlines[index]) for index in (first, _rank(sizes)[-1]))
    return DrawnQuestion("nearest", truth, foil, margin)


def _ask_farthest(
    outlines: Sequence[NDArray[np.bool_]], distances: Sequence[float], sizes: Sequence[float]
) -> DrawnQuestion:
    """Ask for the farthest object; the image suggests the smallest one."""
    second, first = _rank(distances)[-2:]
    margin = 100.0 * (distances[first] - distances[second]) / distances[first]
    truth, foil = (_find_box(outlines[index]) for index in (first, _rank(sizes)[0]))
    return DrawnQuestion("farthest", truth, foil, margin)


def _find_box(outline: NDArray[np.bool_]) -> str:
    """Return the box around the visible outline, in shares of the image."""
    rows, columns = np.flatnonzero(outline.any(axis=1)), np.flatnonzero(outline.any(axis=0))
    height, width = outline.shape
    corners = (columns[0] / width, rows[0] / height, (columns[-1] + 1) / width, (rows[-1] + 1) / height)
    box = build_box((tuple(map(float, corners)),))
    if box is None:
        raise SceneError("an object of the scene is not visible")
    return box


def _ask_depth_order(
    things: Sequence[SceneObject], distances: Sequence[float], sizes: Sequence[float], number: int
) -> DrawnQuestion:
    """Ask for the order of all objects but one; the image suggests the order of their sizes."""
    members = [index for index in range(len(things)) if index != number % len(things)][:N_ORDERED]
    near_first = sorted(members, key=lambda index: distances[index])
    large_first = sorted(members, key=lambda index: -sizes[index])
    ordered = [distances[index] for index in near_first]
    margin = min(100.0 * (far - near) / far for near, far in pairwise(ordered))
    truth, foil = (build_order(tuple(things[index].name for index in order)) for order in (near_first, large_first))
    return DrawnQuestion(
        "depth_order", truth, foil, margin, items=tuple(sorted(things[index].name for index in members))
    )


def _rank(values: Sequence[float]) -> list[int]:
    """Return the indices of values from the smallest to the largest."""
    return [int(index) for index in np.argsort(values, kind="stable")]
