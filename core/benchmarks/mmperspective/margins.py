"""Clarity of an item: its margin, and whether it keeps all limits of acceptance, from its parameters alone.

Source: the table of limits in docs/benchmarks/mmperspective.md.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.edge_visibility import (
    ENOUGH,
    LONG_PX,
    VisibleEdge,
    find_visible_edge,
    find_visible_edges,
    group_by_family,
)
from core.benchmarks.mmperspective.ground_truth import (
    AT_PX,
    PARALLEL,
    classify_perspective,
    compute_circle_distances,
    compute_convergence,
    compute_line_offsets,
    compute_outside_px,
    compute_vanishing_offsets,
    compute_vanishing_points,
    is_flat,
    measure_relation,
)
from core.benchmarks.mmperspective.item import PerspectiveItem
from core.benchmarks.mmperspective.scene import AXES, Edge
from core.benchmarks.mmperspective.view import PerspectiveImage

CONVERGING = 0.2
"""Smallest share along the view of an axis whose lines are meant to meet."""

INSIDE, OUTSIDE = 0.03, 0.06
"""Smallest distance of a counted vanishing point from the frame, inside and outside, in image widths."""

APART_CIRCLES = 0.12
"""Smallest distance of other circles from every vanishing point and from each other, in widths."""

APART_LINES, WITHIN_FRAME = 0.08, 0.10
"""Smallest distance of other lines from the horizon, and of the horizon from the frame, in heights."""

OF_BODIES = 2
TILTED_DEG = 12.0
BENT = 0.03
BENT_EDGES = 3
"""Smallest number of long edges that bend in a distorted view, and their smallest bend in shares of the chord."""

ANGLES_DEG = (25.0, 65.0)
"""Range of angles between lines that are neither parallel nor perpendicular."""

APART_EDGES, APART_PARALLELS = 0.2, 0.05
"""Smallest distance of lines that do not meet, and of parallel lines, in sizes of the scene."""

OTHER_YAW_DEG = 15.0
"""Smallest difference in direction between two images of one type."""

SEGMENT_PX = 80.0
OFF_AXES, NEAREST, FARTHEST = 0.15, 0.05, 1.5
"""Distances of a point out of view from the middle's axes (in sides) and from the frame (in widths)."""

_OF_TYPE = ("least angle of a converging axis to the image", "°")
MEANINGS = {
    "VPP": ("distance of the nearest wrong circle from a vanishing point", "% of the width"),
    "CLP": ("distance of the nearest wrong line from the horizon", "% of the height"),
    "VAP": ("tilt of the camera", "°"),
    "LDP": ("bend of the least distorted view", "% of the chord"),
    "PTR": _OF_TYPE,
    "LRR": ("angle from parallel or from a right one", "°"),
    "OVR": ("distance of the vanishing point from the middle's axes", "% of the side"),
    "PTS": _OF_TYPE,
    "VPC": ("distance of a vanishing point from the frame", "% of the width"),
    vocabulary.ROBUST: _OF_TYPE,
}
"""Meaning and unit of the margin, by task."""


@dataclass(frozen=True, slots=True)
class ItemMargin:
    """The clarity of an item.

    Attributes:
        value: distance from the nearest other answer, in the task's unit; None if exact, as for parallel lines.
        is_clear: whether the item keeps all limits of acceptance.
    """

    value: float | None
    is_clear: bool


def compute_margin(item: PerspectiveItem) -> ItemMargin:
    """Compute how clear an item is.

    Raises:
        ValueError: the images or marks do not fit the item's task.
    """
    return MARGINS[item.task](item)


def compute_type_margin(picture: PerspectiveImage) -> ItemMargin:
    """Compute how clear an image's type is: degrees between the image plane and the least converging axis.

    Axes are exactly parallel or converge by `CONVERGING`. Each is shown by `ENOUGH` long edges, at least `OF_BODIES`
    of them of bodies; the rest may be joints. With a bending lens, `BENT_EDGES` edges of bodies visibly bend, and the
    corners show nothing beyond `WIDEST_DEG`.
    """
    if picture.view.bend:
        return ItemMargin(None, _is_type_shown(picture))
    least = min(share for share in compute_convergence(picture) if share > PARALLEL)
    return ItemMargin(math.degrees(math.asin(min(least, 1.0))), least >= CONVERGING and _is_type_shown(picture))


def _is_type_shown(picture: PerspectiveImage) -> bool:
    """Check bodies first: they are few compared with the joints, and most drawings fail because of them."""
    bodies = find_visible_edges(picture, with_patterns=False)
    is_bent = not picture.view.bend or (is_filled(picture) and compute_edge_bend(bodies) >= BENT)
    return is_bent and _are_shown(bodies, AXES, OF_BODIES) and _are_shown(find_visible_edges(picture), AXES)


def compute_edge_bend(edges: list[VisibleEdge]) -> float:
    """Return the bend that `BENT_EDGES` of the long edges reach, in shares of their chords."""
    bends = sorted((edge.sagitta for edge in edges if edge.length_px >= LONG_PX), reverse=True)
    return bends[BENT_EDGES - 1] if len(bends) >= BENT_EDGES else 0.0


def has_visible_distortion(picture: PerspectiveImage) -> bool:
    """Return whether enough long edges show that a view is straight or bent."""
    long = [
        visible_edge
        for visible_edge in find_visible_edges(picture, with_patterns=False)
        if visible_edge.length_px >= LONG_PX
    ]
    return len(long) >= BENT_EDGES and is_filled(picture) and (not picture.view.bend or compute_edge_bend(long) >= BENT)


def is_filled(picture: PerspectiveImage) -> bool:
    """Return whether a bending lens shows the scene up to the corners; always true for a pinhole."""
    return picture.view.focal_px >= picture.view.least_focal_px


def is_clear_relation(first: Edge, second: Edge, size_m: float) -> bool:
    """Return whether two edges keep the limits of their relation, in a scene of this size."""
    name, angle, distance = measure_relation(first, second)
    if name == vocabulary.PARALLEL:
        return distance >= APART_PARALLELS * size_m
    is_met = name in (vocabulary.INTERSECTING, vocabulary.PERPENDICULAR_INTERSECTING)
    is_oblique = name in (vocabulary.INTERSECTING, vocabulary.NONE)
    is_apart = is_met or distance >= APART_EDGES * size_m
    return is_apart and (not is_oblique or ANGLES_DEG[0] <= angle <= ANGLES_DEG[1])


def _are_shown(edges: list[VisibleEdge], axes: tuple[int, ...], enough: int = ENOUGH) -> bool:
    """Return whether enough long edges show each of the axes."""
    by_family = group_by_family(edges)
    return all(len(by_family.get(axis, ())) >= enough for axis in axes)


def are_points_shown(picture: PerspectiveImage) -> bool:
    """Return whether edges of bodies show every vanishing point; joints of a floor do not count."""
    return _are_shown(find_visible_edges(picture, with_patterns=False), tuple(compute_vanishing_points(picture)))


def _compute_perspective_margin(item: PerspectiveItem) -> ItemMargin:
    return compute_type_margin(item.pictures[0])


def _compute_change_margin(item: PerspectiveItem) -> ItemMargin:
    both = [compute_type_margin(picture) for picture in item.pictures]
    values = [one.value for one in both if one.value is not None]
    first, second = item.pictures
    is_change = classify_perspective(first) != classify_perspective(second) or is_other_yaw(first, second)
    return ItemMargin(min(values, default=None), is_change and all(one.is_clear for one in both))


def is_other_yaw(first: PerspectiveImage, second: PerspectiveImage) -> bool:
    """Return whether two images are taken from clearly different directions."""
    between = abs(first.view.yaw_deg - second.view.yaw_deg) % 360.0
    return min(between, 360.0 - between) >= OTHER_YAW_DEG


def _compute_count_margin(item: PerspectiveItem) -> ItemMargin:
    picture = item.pictures[0]
    outside = [
        compute_outside_px(picture, point) / picture.size[0] for point in compute_vanishing_points(picture).values()
    ]
    is_apart = all(share <= -INSIDE or share >= OUTSIDE for share in outside)
    return ItemMargin(100 * min(map(abs, outside)), is_apart and are_points_shown(picture))


def _compute_circle_margin(item: PerspectiveItem) -> ItemMargin:
    picture = item.pictures[0]
    width = picture.size[0]
    others = [circle_distance for circle_distance in compute_circle_distances(item) if circle_distance > AT_PX]
    centres = [np.array(mark.places[0]) for mark in item.marks]
    pairs = [float(np.hypot(*(a - b))) for i, a in enumerate(centres) for b in centres[:i]]
    is_apart = min([*others, *pairs], default=math.inf) >= APART_CIRCLES * width
    return ItemMargin(100 * min(others) / width if others else None, is_apart and are_points_shown(picture))


def _compute_line_margin(item: PerspectiveItem) -> ItemMargin:
    picture = item.pictures[0]
    width, height = picture.size
    offsets = [compute_line_offsets(picture, mark) for mark in item.marks]
    others = [min(map(abs, offset)) for offset in offsets if max(map(abs, offset)) > AT_PX]
    a, b, c = picture.view.camera.horizon
    middle = float(-(a * (width - 1) / 2 + c) / b)
    is_within = WITHIN_FRAME * height <= middle <= (1 - WITHIN_FRAME) * height
    is_apart = min(others, default=math.inf) >= APART_LINES * height and len(offsets) - len(others) < 2
    is_clear = is_within and is_apart and _has_middle_row(item, middle)
    return ItemMargin(100 * min(others) / height if others else None, is_clear)


def _has_middle_row(item: PerspectiveItem, horizon_y: float) -> bool:
    """Return whether one of the lines is the middle row, unless the horizon is too close to it."""
    height = item.pictures[0].size[1]
    a, b, _ = item.pictures[0].view.camera.horizon
    steepness = math.hypot(1.0, float(a / b))
    if abs(horizon_y - (height - 1) / 2) < APART_LINES * height * steepness:
        return True
    rows = [sum(y for _, y in mark.places) / 2 for mark in item.marks]
    return min(abs(y - (height - 1) / 2) for y in rows) <= AT_PX


def _compute_direction_margin(item: PerspectiveItem) -> ItemMargin:
    picture = item.pictures[0]
    if is_flat(picture):
        return ItemMargin(None, is_clear=True)
    pitch = abs(picture.view.pitch_deg)
    by_family = group_by_family(find_visible_edges(picture))
    has_depth = len(by_family.get(2, ())) >= ENOUGH and sum(len(by_family.get(axis, ())) for axis in (0, 1)) >= ENOUGH
    return ItemMargin(pitch or None, has_depth and (pitch == 0 or pitch >= TILTED_DEG))


def _compute_distortion_margin(item: PerspectiveItem) -> ItemMargin:
    bent = [
        compute_edge_bend(find_visible_edges(picture, with_patterns=False))
        for picture in item.pictures
        if picture.view.bend
    ]
    return ItemMargin(100 * min(bent, default=0.0), all(map(has_visible_distortion, item.pictures)))


def _compute_relation_margin(item: PerspectiveItem) -> ItemMargin:
    picture = item.pictures[0]
    first, second = (mark.edge for mark in item.marks)
    name, angle, _ = measure_relation(first, second)
    seen = [find_visible_edge(picture, edge) for edge in (first, second)]
    is_seen = all(one is not None and one.length_px >= SEGMENT_PX for one in seen)
    is_clear = is_seen and is_clear_relation(first, second, picture.scene.size_m)
    return ItemMargin(min(angle, 90 - angle) if name in (vocabulary.INTERSECTING, vocabulary.NONE) else None, is_clear)


def _compute_out_of_view_margin(item: PerspectiveItem) -> ItemMargin:
    picture = item.pictures[0]
    width, height = picture.size
    points = compute_vanishing_points(picture)
    share = min(min(abs(dx) / width, abs(dy) / height) for dx, dy in compute_vanishing_offsets(picture))
    outside = [compute_outside_px(picture, point) for point in points.values()]
    is_near = all(NEAREST * width <= one <= FARTHEST * width for one in outside)
    return ItemMargin(100 * share, is_near and share >= OFF_AXES and len(points) < 3 and are_points_shown(picture))


MARGINS: dict[str, Callable[[PerspectiveItem], ItemMargin]] = {
    "VPP": _compute_circle_margin,
    "CLP": _compute_line_margin,
    "VAP": _compute_direction_margin,
    "LDP": _compute_distortion_margin,
    "PTR": _compute_perspective_margin,
    "LRR": _compute_relation_margin,
    "OVR": _compute_out_of_view_margin,
    "PTS": _compute_change_margin,
    "VPC": _compute_count_margin,
    vocabulary.ROBUST: _compute_perspective_margin,
}
"""Margin functions by task."""
