"""Image-plane answers: the options that the flat image suggests, whatever the scene in space.

The definitions are our own: PTR (and PTS, robustness) count families whose lines differ in direction in the image; LRR
uses the two segments as drawn; CLP the middle row; OVR the quadrant with most edge ends.
"""

import math
from collections import Counter

import numpy as np

from core.benchmarks.choice.items import LETTERS
from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.edge_visibility import find_visible_edges, group_by_family
from core.benchmarks.mmperspective.item import ItemMark, PerspectiveItem
from core.benchmarks.mmperspective.scene import AXES, Array
from core.benchmarks.mmperspective.view import PerspectiveImage

SAME_DEG = 5.0
"""Difference in direction below which lines in the image look parallel."""

RIGHT_DEG = (80.0, 100.0)
TOUCH_PX = 8.0


def find_image_plane_letter(item: PerspectiveItem) -> str:
    """Return the letter of the option that the image plane suggests; empty if it suggests none of them."""
    text = {
        "PTR": _suggest_type,
        vocabulary.ROBUST: _suggest_type,
        "PTS": _suggest_change,
        "LRR": _suggest_relation,
        "CLP": _suggest_middle_row,
        "OVR": _suggest_busiest_quadrant,
    }.get(item.task, _suggest_nothing)(item)
    return LETTERS[item.options.index(text)] if text in item.options else ""


def _suggest_nothing(_: PerspectiveItem) -> str:
    return ""


def classify_image_perspective(picture: PerspectiveImage) -> str:
    """Return the type by the number of axes whose edges differ in direction in the image; empty for none."""
    by_family = group_by_family(find_visible_edges(picture))
    spread = [_compute_spread_deg([one.angle_deg for one in by_family.get(axis, ())]) for axis in AXES]
    count = sum(one > SAME_DEG for one in spread)
    return vocabulary.TYPES[count - 1] if count else ""


def _compute_spread_deg(angles: list[float]) -> float:
    """Return the smallest arc of half a turn that contains all directions."""
    if len(angles) < 2:
        return 0.0
    ordered = np.sort(angles)
    return float(180 - np.diff([*ordered, ordered[0] + 180]).max())


def _suggest_type(item: PerspectiveItem) -> str:
    return classify_image_perspective(item.pictures[0])


def _suggest_change(item: PerspectiveItem) -> str:
    first, second = map(classify_image_perspective, item.pictures)
    if not first or not second:
        return ""
    return vocabulary.UNCHANGED if first == second else vocabulary.format_change(first, second)


def project_segments_px(picture: PerspectiveImage, marks: tuple[ItemMark, ...]) -> list[Array]:
    """Return the marked segments as drawn, each (2, 2) pixels."""
    found = [picture.view.camera.project_segment(*mark.edge.ends) for mark in marks]
    return [picture.map_pixels(one) for one in found if one is not None]


def classify_image_relation(first: Array, second: Array) -> str:
    """Return the relation of two segments (2, 2) in the image."""
    angle = compute_angle_deg(first, second)
    if angle < SAME_DEG:
        return vocabulary.PARALLEL
    is_right = RIGHT_DEG[0] <= angle
    if compute_gap_px(first, second) <= TOUCH_PX:
        return vocabulary.PERPENDICULAR_INTERSECTING if is_right else vocabulary.INTERSECTING
    return vocabulary.PERPENDICULAR if is_right else vocabulary.NONE


def compute_angle_deg(first: Array, second: Array) -> float:
    """Return the angle between two segments (2, 2), 0 to 90."""
    a, b = first[1] - first[0], second[1] - second[0]
    return math.degrees(math.atan2(abs(float(a[0] * b[1] - a[1] * b[0])), abs(float(a @ b))))


def compute_gap_px(first: Array, second: Array) -> float:
    """Return the smallest distance between two segments; 0 if they cross."""
    a, b = first[1] - first[0], second[1] - second[0]
    cross = float(a[0] * b[1] - a[1] * b[0])
    if abs(cross) > 1e-12:
        between = second[0] - first[0]
        along_a = float(between[0] * b[1] - between[1] * b[0]) / cross
        along_b = float(between[0] * a[1] - between[1] * a[0]) / cross
        if 0 <= along_a <= 1 and 0 <= along_b <= 1:
            return 0.0
    ends = [(point, second) for point in first] + [(point, first) for point in second]
    return min(compute_segment_distance(point, segment) for point, segment in ends)


def compute_segment_distance(point: Array, segment: Array) -> float:
    """Return the distance of a point (2,) from a segment (2, 2)."""
    step = segment[1] - segment[0]
    share = float(np.clip((point - segment[0]) @ step / max(float(step @ step), 1e-12), 0, 1))
    return float(np.hypot(*(point - segment[0] - share * step)))


def _suggest_relation(item: PerspectiveItem) -> str:
    segments = project_segments_px(item.pictures[0], item.marks)
    return classify_image_relation(*segments) if len(segments) == 2 else ""


def _suggest_middle_row(item: PerspectiveItem) -> str:
    """Return the line through the middle of the image, or none of the above if no such line exists."""
    width, height = item.pictures[0].size
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    for mark in item.marks:
        first, second = map(np.array, mark.places)
        if compute_segment_distance(middle, np.array([first, second])) <= 2.0:
            return f"Line {mark.letter}"
    return vocabulary.NONE


def _suggest_busiest_quadrant(item: PerspectiveItem) -> str:
    """Return the quadrant, or the pair of quadrants, with most ends of visible edges."""
    picture = item.pictures[0]
    width, height = picture.size
    counts = Counter(dict.fromkeys(vocabulary.CELLS, 0))
    for visible_edge in find_visible_edges(picture):
        for x, y in visible_edge.chord:
            counts[vocabulary.get_quadrant(x - (width - 1) / 2, y - (height - 1) / 2)] += 1
    if item.options[0] in vocabulary.CELLS:
        return max(vocabulary.CELLS, key=counts.__getitem__)
    return max(
        vocabulary.PAIRS,
        key=lambda pair: sum(counts[cell] for cell in vocabulary.CELLS if cell.lower() in pair.lower()),
    )
