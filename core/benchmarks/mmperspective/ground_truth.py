"""Ground truth of an item: its true options, computed from its parameters alone.

This module does not use the key or the generator's intention. `margins.py` computes how clear the truth is.
"""

import math
from collections.abc import Callable

import numpy as np

from core.benchmarks.choice.items import LETTERS
from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.item import ItemMark, PerspectiveItem
from core.benchmarks.mmperspective.scene import AXES, Array, Edge
from core.benchmarks.mmperspective.view import PerspectiveImage

PARALLEL = 1e-9
"""Largest share of an axis along the view at which its lines stay parallel in the image."""

AT_PX = 0.75
"""Largest distance at which a mark counts as being at a position."""

MET_M = 1e-6
"""Largest distance at which lines count as meeting."""


def judge_options(item: PerspectiveItem) -> tuple[bool, ...]:
    """Return for each option whether it is true.

    Raises:
        ValueError: the images or marks do not fit the item's task.
    """
    return tuple(option in JUDGES[item.task](item) for option in item.options)


def find_true_letter(item: PerspectiveItem) -> str | None:
    """Return the letter of the one true option; None if there is none or more than one."""
    letters = [letter for letter, is_true in zip(LETTERS, judge_options(item), strict=False) if is_true]
    return letters[0] if len(letters) == 1 else None


def compute_convergence(picture: PerspectiveImage) -> tuple[float, ...]:
    """Return the share of each axis, x to z, along the view; 0 is parallel to the image."""
    forward = picture.view.camera.rotation[2]
    return tuple(float(abs(forward[axis])) for axis in AXES)


def classify_perspective(picture: PerspectiveImage) -> str:
    """Return the perspective type by the number of converging axes; a bending lens makes it non-linear."""
    if picture.view.bend:
        return vocabulary.NON_LINEAR
    return vocabulary.TYPES[sum(share > PARALLEL for share in compute_convergence(picture)) - 1]


def compute_vanishing_points(picture: PerspectiveImage) -> dict[int, Array]:
    """Return the image points (2,) at which the converging axes meet, by axis."""
    found = {axis: picture.view.camera.compute_vanishing_point(np.eye(3)[axis]) for axis in AXES}
    shares = compute_convergence(picture)
    return {axis: point for axis, point in found.items() if point is not None and shares[axis] > PARALLEL}


def compute_outside_px(picture: PerspectiveImage, point: Array) -> float:
    """Return a point's distance from the frame in pixels: positive outside, negative inside."""
    width, height = picture.size
    beyond = max(-0.5 - point[0], point[0] - width + 0.5), max(-0.5 - point[1], point[1] - height + 0.5)
    return math.hypot(*(max(one, 0.0) for one in beyond)) if max(beyond) > 0 else float(max(beyond))


def compute_circle_distances(item: PerspectiveItem) -> list[float]:
    """Return the distance of each circle from the nearest vanishing point, in pixels."""
    points = np.array(list(compute_vanishing_points(_get_only_picture(item)).values()))
    return [float(np.hypot(*(points - mark.places[0]).T).min()) for mark in item.marks]


def compute_line_offsets(picture: PerspectiveImage, mark: ItemMark) -> tuple[float, float]:
    """Return the distances of a line's two ends from the horizon, in pixels; positive below it."""
    horizon = picture.view.camera.horizon
    sign = 1.0 if horizon[1] > 0 else -1.0
    first, second = (float(sign * (horizon @ np.array([*place, 1.0]))) for place in mark.places)
    return first, second


def compute_vanishing_offsets(picture: PerspectiveImage) -> list[tuple[float, float]]:
    """Return offsets of the vanishing points from the middle of the image, in pixels, y down."""
    width, height = picture.size
    points = compute_vanishing_points(picture).values()
    return [(float(x) - (width - 1) / 2, float(y) - (height - 1) / 2) for x, y in points]


def is_flat(picture: PerspectiveImage) -> bool:
    """Return whether the scene lies in one plane parallel to the image, so that nothing shows the view direction."""
    panels, forward = picture.scene.panels, picture.view.camera.rotation[2]
    is_one = len({(panel.axis, panel.at) for panel in panels}) == 1
    return not picture.scene.solids and is_one and 1 - abs(float(forward[panels[0].axis])) < PARALLEL


def measure_relation(first: Edge, second: Edge) -> tuple[str, float, float]:
    """Return the relation of two edges as infinite lines, their angle in degrees and their distance in metres."""
    a, b = first.direction, second.direction
    across = np.cross(a, b)
    sine = float(np.linalg.norm(across))
    between = np.subtract(second.begin, first.begin)
    if sine < PARALLEL:
        return vocabulary.PARALLEL, 0.0, float(np.linalg.norm(np.cross(between, a)))
    distance = float(abs(between @ across) / sine)
    is_right = abs(float(a @ b)) < PARALLEL
    if distance < MET_M:
        name = vocabulary.PERPENDICULAR_INTERSECTING if is_right else vocabulary.INTERSECTING
    else:
        name = vocabulary.PERPENDICULAR if is_right else vocabulary.NONE
    return name, math.degrees(math.atan2(sine, abs(float(a @ b)))), distance


def _get_only_picture(item: PerspectiveItem) -> PerspectiveImage:
    (picture,) = item.pictures
    return picture


def _judge_perspective(item: PerspectiveItem) -> set[str]:
    return {classify_perspective(_get_only_picture(item))}


def _judge_change(item: PerspectiveItem) -> set[str]:
    first, second = map(classify_perspective, item.pictures)
    return {vocabulary.UNCHANGED if first == second else vocabulary.format_change(first, second)}


def _judge_count(item: PerspectiveItem) -> set[str]:
    picture = _get_only_picture(item)
    return {str(sum(compute_outside_px(picture, point) < 0 for point in compute_vanishing_points(picture).values()))}


def _judge_circles(item: PerspectiveItem) -> set[str]:
    away = compute_circle_distances(item)
    holding = {mark.letter for mark, one in zip(item.marks, away, strict=True) if one <= AT_PX}
    if not holding:
        return {vocabulary.NONE}
    return {vocabulary.BOTH} if holding == {"A", "B"} else {f"Circle {letter}" for letter in holding}


def _judge_lines(item: PerspectiveItem) -> set[str]:
    picture = _get_only_picture(item)
    right = {mark.letter for mark in item.marks if max(map(abs, compute_line_offsets(picture, mark))) <= AT_PX}
    return {f"Line {letter}" for letter in right} or {vocabulary.NONE}


def _judge_direction(item: PerspectiveItem) -> set[str]:
    picture = _get_only_picture(item)
    if is_flat(picture):
        return {vocabulary.UNABLE}
    pitch = picture.view.pitch_deg
    return {vocabulary.UPWARD if pitch > 0 else vocabulary.DOWNWARD if pitch < 0 else vocabulary.HORIZONTAL}


def _judge_distortion(item: PerspectiveItem) -> set[str]:
    return {cell for cell, picture in zip(vocabulary.CELLS, item.pictures, strict=True) if not picture.view.bend}


def _judge_relation(item: PerspectiveItem) -> set[str]:
    first, second = (mark.edge for mark in item.marks)
    return {measure_relation(first, second)[0]}


def _judge_out_of_view(item: PerspectiveItem) -> set[str]:
    picture = _get_only_picture(item)
    points = compute_vanishing_points(picture).values()
    return (
        {vocabulary.format_quadrants(compute_vanishing_offsets(picture))}
        if all(compute_outside_px(picture, point) > 0 for point in points)
        else set()
    )


JUDGES: dict[str, Callable[[PerspectiveItem], set[str]]] = {
    "VPP": _judge_circles,
    "CLP": _judge_lines,
    "VAP": _judge_direction,
    "LDP": _judge_distortion,
    "PTR": _judge_perspective,
    "LRR": _judge_relation,
    "OVR": _judge_out_of_view,
    "PTS": _judge_change,
    "VPC": _judge_count,
    vocabulary.ROBUST: _judge_perspective,
}
"""Functions that return the true option texts, by task."""
