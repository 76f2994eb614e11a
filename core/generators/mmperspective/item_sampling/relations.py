"""Drafts of the task about the relation of two edges in space."""

from itertools import combinations

import numpy as np

from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.edge_visibility import VisibleEdge, find_visible_edges
from core.benchmarks.mmperspective.ground_truth import measure_relation
from core.benchmarks.mmperspective.image_plane import (
    compute_angle_deg,
    compute_gap_px,
    compute_segment_distance,
    project_segments_px,
)
from core.benchmarks.mmperspective.item import ItemMark
from core.benchmarks.mmperspective.margins import SEGMENT_PX, is_clear_relation
from core.benchmarks.mmperspective.scene import Edge
from core.benchmarks.mmperspective.view import PerspectiveImage
from core.generators.mmperspective.camera_sampling import (
    is_free,
    sample_askew_yaw_deg,
    sample_focal_px,
    sample_outside_picture,
)
from core.generators.mmperspective.scene_sampling import Random, pick, sample_houses
from core.generators.mmperspective.targets import Draft, ItemTarget

TWIN_PX = 14.0
"""Two edges that are closer in the image cannot be distinguished under a mark."""

LOOKS = (
    ((15.0, 30.0), (60.0, 130.0)),
    ((30.0, 45.0), (60.0, 130.0)),
    ((15.0, 30.0), (130.0, 300.0)),
    ((30.0, 45.0), (130.0, 300.0)),
    ((81.0, 90.0), (60.0, 400.0)),
)
"""Limits of the angle between two segments, in degrees, and of their gap, in pixels.

Blocks of items with every relation use these in turn, so that angle and gap reveal nothing about the relation.
"""

_LENGTHS_PX = (SEGMENT_PX, 220.0)
_ROLLED_DEG = 40.0
"""The camera is rolled up to this angle; otherwise uprights would reveal some relations."""

_SCENES = 20


def draft_relation(random: Random, meant: ItemTarget) -> Draft | None:
    """Draft two edges of houses with a relation in space; the item's number determines their look in the image."""
    angles, gaps = LOOKS[meant.number // len(vocabulary.RELATIONS) % len(LOOKS)]
    for _ in range(_SCENES):
        picture = _sample_picture(random)
        pairs = _find_pairs(picture, meant.right)
        fitting = [marks for marks, (angle, gap) in pairs if _is_in(angle, angles) and _is_in(gap, gaps)]
        if fitting:
            return (picture,), pick(random, fitting)
    return None


def _is_in(value: float, limits: tuple[float, float]) -> bool:
    return limits[0] <= value <= limits[1]


def _sample_picture(random: Random) -> PerspectiveImage:
    scene = sample_houses(random, count=int(random.integers(2, 5)), storeys=(1, 2), gables=0.9)
    yaw = 90.0 * int(random.integers(4)) if random.random() < 0.3 else sample_askew_yaw_deg(random, 12, 78)
    pitch = -round(float(random.uniform(8, 30)), 2) if random.random() < 0.5 else 0.0
    roll = round(float(random.uniform(-_ROLLED_DEG, _ROLLED_DEG)), 2)
    return sample_outside_picture(
        random, scene, yaw, pitch_deg=pitch, focal_px=sample_focal_px(random, 450, 1000), near=(0.3, 1.2), roll_deg=roll
    )


def _find_pairs(picture: PerspectiveImage, name: str) -> list[tuple[tuple[ItemMark, ...], tuple[float, float]]]:
    """Find pairs of whole visible edges that clearly have a relation, with their angle and gap in the image."""
    if not is_free(picture.scene, picture.view.position):
        return []
    visible_edges = find_visible_edges(picture, with_patterns=False)
    edges = [
        visible_edge.edge
        for visible_edge in visible_edges
        if visible_edge.share >= 0.9
        and visible_edge.is_whole
        and _is_in(visible_edge.length_px, _LENGTHS_PX)
        and not _has_twin(visible_edge, visible_edges)
    ]
    return [
        (marks, _measure_angle_and_gap(picture, marks))
        for first, second in combinations(edges, 2)
        if measure_relation(first, second)[0] == name and is_clear_relation(first, second, picture.scene.size_m)
        for marks in [_build_segments(first, second)]
    ]


def _measure_angle_and_gap(picture: PerspectiveImage, marks: tuple[ItemMark, ...]) -> tuple[float, float]:
    """Measure the angle between two segments in the image, in degrees, and their gap in pixels."""
    first, second = project_segments_px(picture, marks)
    return compute_angle_deg(first, second), compute_gap_px(first, second)


def _has_twin(edge: VisibleEdge, edges: list[VisibleEdge]) -> bool:
    """Return whether another edge is so close in the image that a mark would not distinguish the two."""
    first, last = edge.chord
    places = [first + share * (last - first) for share in (0.2, 0.5, 0.8)]
    others = [np.array(one.chord) for one in edges if one is not edge]
    return any(max(compute_segment_distance(place, other) for place in places) < TWIN_PX for other in others)


def _build_segments(first: Edge, second: Edge) -> tuple[ItemMark, ...]:
    return tuple(ItemMark(letter, "segment", world=(e.begin, e.end)) for letter, e in (("A", first), ("B", second)))
