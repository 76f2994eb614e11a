"""What the flat picture says to an item, whatever stands in space: the image plane's answers.

Own definitions, of no paper: PTR (and PTS, robustness) count families whose lines differ in direction on the picture;
LRR takes the two segments as they lie on the picture; CLP the middle row; OVR the quadrant with most edge ends.
"""

import math
from collections import Counter

import numpy as np

from core.benchmarks.choice.items import LETTERS
from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.edge_visibility import families, seen_edges
from core.benchmarks.mmperspective.item import Item, Mark
from core.benchmarks.mmperspective.scene import AXES, Array
from core.benchmarks.mmperspective.view import Picture

SAME_DEG = 5.0
"""Lines of the picture that differ less in direction look parallel."""

RIGHT_DEG = (80.0, 100.0)
TOUCH_PX = 8.0


def image_plane_letter(item: Item) -> str:
    """The letter of the option that the flat picture suggests; empty where it suggests none of them."""
    text = {
        "PTR": _type, vocabulary.ROBUST: _type, "PTS": _change, "LRR": _relation, "CLP": _middle_row, "OVR": _busiest,
    }.get(item.task, _nothing)(item)  # fmt: skip
    return LETTERS[item.options.index(text)] if text in item.options else ""


def _nothing(_: Item) -> str:
    return ""


def type_on_picture(picture: Picture) -> str:
    """The number of axes whose edges differ in direction on the picture, as a type; empty for none."""
    own = families(seen_edges(picture))
    spread = [_spread_deg([one.angle_deg for one in own.get(axis, ())]) for axis in AXES]
    count = sum(one > SAME_DEG for one in spread)
    return vocabulary.TYPES[count - 1] if count else ""


def _spread_deg(angles: list[float]) -> float:
    """The smallest arc of half a turn that holds all directions."""
    if len(angles) < 2:
        return 0.0
    ordered = np.sort(angles)
    return float(180 - np.diff([*ordered, ordered[0] + 180]).max())


def _type(item: Item) -> str:
    return type_on_picture(item.pictures[0])


def _change(item: Item) -> str:
    first, second = map(type_on_picture, item.pictures)
    if not first or not second:
        return ""
    return vocabulary.UNCHANGED if first == second else vocabulary.change(first, second)


def segments_px(picture: Picture, marks: tuple[Mark, ...]) -> list[Array]:
    """The marked segments as they are drawn, each (2, 2) pixels."""
    found = [picture.view.camera.segment_px(*mark.edge.ends) for mark in marks]
    return [picture.through(one) for one in found if one is not None]


def relation_on_picture(first: Array, second: Array) -> str:
    """How two segments (2, 2) lie on the picture."""
    angle = angle_deg(first, second)
    if angle < SAME_DEG:
        return vocabulary.PARALLEL
    is_right = RIGHT_DEG[0] <= angle
    if gap_px(first, second) <= TOUCH_PX:
        return vocabulary.PERPENDICULAR_INTERSECTING if is_right else vocabulary.INTERSECTING
    return vocabulary.PERPENDICULAR if is_right else vocabulary.NONE


def angle_deg(first: Array, second: Array) -> float:
    """Between two segments (2, 2), 0 to 90."""
    a, b = first[1] - first[0], second[1] - second[0]
    return math.degrees(math.atan2(abs(float(a[0] * b[1] - a[1] * b[0])), abs(float(a @ b))))


def gap_px(first: Array, second: Array) -> float:
    """The smallest distance between two segments; 0 where they cross."""
    a, b = first[1] - first[0], second[1] - second[0]
    cross = float(a[0] * b[1] - a[1] * b[0])
    if abs(cross) > 1e-12:
        between = second[0] - first[0]
        along_a = float(between[0] * b[1] - between[1] * b[0]) / cross
        along_b = float(between[0] * a[1] - between[1] * a[0]) / cross
        if 0 <= along_a <= 1 and 0 <= along_b <= 1:
            return 0.0
    ends = [(point, second) for point in first] + [(point, first) for point in second]
    return min(to_segment(point, segment) for point, segment in ends)


def to_segment(point: Array, segment: Array) -> float:
    """The distance of a point (2,) from a segment (2, 2)."""
    step = segment[1] - segment[0]
    share = float(np.clip((point - segment[0]) @ step / max(float(step @ step), 1e-12), 0, 1))
    return float(np.hypot(*(point - segment[0] - share * step)))


def _relation(item: Item) -> str:
    segments = segments_px(item.pictures[0], item.marks)
    return relation_on_picture(*segments) if len(segments) == 2 else ""


def _middle_row(item: Item) -> str:
    """The line through the middle of the picture; none of the above where no line runs there."""
    width, height = item.pictures[0].size
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    for mark in item.marks:
        first, second = map(np.array, mark.places)
        if to_segment(middle, np.array([first, second])) <= 2.0:
            return f"Line {mark.letter}"
    return vocabulary.NONE


def _busiest(item: Item) -> str:
    """The quadrant, or the pair of quadrants, with most ends of edges that are seen."""
    picture = item.pictures[0]
    width, height = picture.size
    counts = Counter(dict.fromkeys(vocabulary.CELLS, 0))
    for one in seen_edges(picture):
        for x, y in one.chord:
            counts[vocabulary.quadrant(x - (width - 1) / 2, y - (height - 1) / 2)] += 1
    if item.options[0] in vocabulary.CELLS:
        return max(vocabulary.CELLS, key=counts.__getitem__)
    return max(
        vocabulary.PAIRS,
        key=lambda pair: sum(counts[cell] for cell in vocabulary.CELLS if cell.lower() in pair.lower()),
    )
