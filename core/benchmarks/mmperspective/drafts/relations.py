"""Drafts of the task on how two edges lie to each other in space."""

import numpy as np

from core.benchmarks.mmperspective import words
from core.benchmarks.mmperspective.build import Random, houses, pick
from core.benchmarks.mmperspective.cameras import askew_deg, before, focal
from core.benchmarks.mmperspective.item import Mark
from core.benchmarks.mmperspective.margins import SEGMENT_PX, is_clear_relation, share_corner
from core.benchmarks.mmperspective.meant import Draft, Meant
from core.benchmarks.mmperspective.planar import angle_deg, relation_on_picture, segments_px, to_segment
from core.benchmarks.mmperspective.scene import Edge
from core.benchmarks.mmperspective.sight import SeenEdge, seen_edges
from core.benchmarks.mmperspective.truth import relation

TWIN_PX = 14.0
"""Two edges that run closer on the picture cannot be told apart under a mark."""


TOLD_APART_DEG = 15.0
"""Segments that share a corner differ on the picture by this much, or they look like one."""


def draft_relation(random: Random, meant: Meant) -> Draft | None:
    """Two edges of houses; in every second item of a class the flat picture says another relation."""
    scene = houses(random, count=int(random.integers(1, 4)), storeys=(1, 2), gables=0.9)
    yaw = 90.0 * int(random.integers(4)) if random.random() < 0.3 else askew_deg(random, 12, 78)
    pitch = -round(float(random.uniform(8, 30)), 2) if random.random() < 0.35 else 0.0
    picture = before(random, scene, yaw, pitch_deg=pitch, focal_px=focal(random, 600, 1000), near=(0.6, 1.4))
    seen = seen_edges(picture, with_patterns=False)
    edges = [
        one.edge
        for one in seen
        if one.share >= 0.9 and one.is_whole and one.length_px >= SEGMENT_PX and not _has_twin(one, seen)
    ]
    is_deceptive = bool(meant.number // len(words.RELATIONS) % 2)
    fitting = []
    for i, first in enumerate(edges):
        for second in edges[:i]:
            if relation(first, second)[0] == meant.right and is_clear_relation(first, second, scene.size_m):
                marks = _segments(first, second)
                if share_corner(first, second) and angle_deg(*segments_px(picture, marks)) < TOLD_APART_DEG:
                    continue
                if (relation_on_picture(*segments_px(picture, marks)) != meant.right) == is_deceptive:
                    fitting.append(marks)
    return ((picture,), pick(random, fitting)) if fitting else None


def _has_twin(own: SeenEdge, seen: list[SeenEdge]) -> bool:
    """Whether another edge runs so close beside it on the picture that a mark would not say which is meant."""
    first, last = own.chord
    places = [first + share * (last - first) for share in (0.2, 0.5, 0.8)]
    others = [np.array(one.chord) for one in seen if one is not own]
    return any(max(to_segment(place, other) for place in places) < TWIN_PX for other in others)


def _segments(first: Edge, second: Edge) -> tuple[Mark, ...]:
    return tuple(Mark(letter, "segment", world=(e.begin, e.end)) for letter, e in (("A", first), ("B", second)))
