"""What is true of an item: which of its options hold, from its parameters alone.

Nothing here knows the key or what the generator meant. How clearly it is true says `margins.py`.
"""

import math
from collections.abc import Callable

import numpy as np

from core.benchmarks.choice.items import LETTERS
from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.item import Item, Mark
from core.benchmarks.mmperspective.scene import AXES, Array, Edge
from core.benchmarks.mmperspective.view import Picture

PARALLEL = 1e-9
"""Share of an axis along the view up to which its lines stay parallel in the picture."""

AT_PX = 0.75
"""A mark is at a place that it is this close to."""

MET_M = 1e-6
"""Lines that come this close meet."""


def true_options(item: Item) -> tuple[bool, ...]:
    """Of each option whether it is true.

    Raises:
        ValueError: its pictures or marks are not those of its task.
    """
    return tuple(option in JUDGES[item.task](item) for option in item.options)


def true_letter(item: Item) -> str | None:
    """The letter of the one true option; None where none is, or several are."""
    letters = [letter for letter, is_true in zip(LETTERS, true_options(item), strict=False) if is_true]
    return letters[0] if len(letters) == 1 else None


def converging(picture: Picture) -> tuple[float, ...]:
    """Of each axis, x to z, its share along the view; 0 is parallel to the picture."""
    forward = picture.view.camera.rotation[2]
    return tuple(float(abs(forward[axis])) for axis in AXES)


def perspective_type(picture: Picture) -> str:
    """The number of axes that converge, as a type; a lens that bends makes it non-linear."""
    if picture.view.bend:
        return vocabulary.NON_LINEAR
    return vocabulary.TYPES[sum(share > PARALLEL for share in converging(picture)) - 1]


def vanishing_points(picture: Picture) -> dict[int, Array]:
    """Where the axes that converge meet in the picture, (2,), by axis."""
    found = {axis: picture.view.camera.vanishing_point(np.eye(3)[axis]) for axis in AXES}
    shares = converging(picture)
    return {axis: point for axis, point in found.items() if point is not None and shares[axis] > PARALLEL}


def outside_by(picture: Picture, point: Array) -> float:
    """How far a place is out of the frame, in pixels; within, minus its distance from the nearest side."""
    width, height = picture.size
    beyond = max(-0.5 - point[0], point[0] - width + 0.5), max(-0.5 - point[1], point[1] - height + 0.5)
    return math.hypot(*(max(one, 0.0) for one in beyond)) if max(beyond) > 0 else float(max(beyond))


def from_vanishing_points(item: Item) -> list[float]:
    """How far each circle is from the nearest vanishing point, in pixels."""
    points = np.array(list(vanishing_points(_only(item)).values()))
    return [float(np.hypot(*(points - mark.places[0]).T).min()) for mark in item.marks]


def line_offsets(picture: Picture, mark: Mark) -> tuple[float, float]:
    """How far a line's two ends are from the horizon, in pixels; positive below it."""
    horizon = picture.view.camera.horizon
    sign = 1.0 if horizon[1] > 0 else -1.0
    first, second = (float(sign * (horizon @ np.array([*place, 1.0]))) for place in mark.places)
    return first, second


def from_middle(picture: Picture) -> list[tuple[float, float]]:
    """Offsets of the vanishing points from the middle of the picture, in pixels, y down."""
    width, height = picture.size
    points = vanishing_points(picture).values()
    return [(float(x) - (width - 1) / 2, float(y) - (height - 1) / 2) for x, y in points]


def is_flat(picture: Picture) -> bool:
    """Whether all that there is lies in one plane parallel to the picture, so that nothing says where it looks."""
    panels, forward = picture.scene.panels, picture.view.camera.rotation[2]
    is_one = len({(panel.axis, panel.at) for panel in panels}) == 1
    return not picture.scene.solids and is_one and 1 - abs(float(forward[panels[0].axis])) < PARALLEL


def relation(first: Edge, second: Edge) -> tuple[str, float, float]:
    """How two edges, as lines without end, lie to each other; their angle in degrees and their distance in metres."""
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


def _only(item: Item) -> Picture:
    (picture,) = item.pictures
    return picture


def _perspective(item: Item) -> set[str]:
    return {perspective_type(_only(item))}


def _change(item: Item) -> set[str]:
    first, second = map(perspective_type, item.pictures)
    return {vocabulary.UNCHANGED if first == second else vocabulary.change(first, second)}


def _count(item: Item) -> set[str]:
    picture = _only(item)
    return {str(sum(outside_by(picture, point) < 0 for point in vanishing_points(picture).values()))}


def _circles(item: Item) -> set[str]:
    away = from_vanishing_points(item)
    holding = {mark.letter for mark, one in zip(item.marks, away, strict=True) if one <= AT_PX}
    if not holding:
        return {vocabulary.NONE}
    return {vocabulary.BOTH} if holding == {"A", "B"} else {f"Circle {letter}" for letter in holding}


def _lines(item: Item) -> set[str]:
    picture = _only(item)
    right = {mark.letter for mark in item.marks if max(map(abs, line_offsets(picture, mark))) <= AT_PX}
    return {f"Line {letter}" for letter in right} or {vocabulary.NONE}


def _direction(item: Item) -> set[str]:
    picture = _only(item)
    if is_flat(picture):
        return {vocabulary.UNABLE}
    pitch = picture.view.pitch_deg
    return {vocabulary.UPWARD if pitch > 0 else vocabulary.DOWNWARD if pitch < 0 else vocabulary.HORIZONTAL}


def _distortion(item: Item) -> set[str]:
    return {cell for cell, picture in zip(vocabulary.CELLS, item.pictures, strict=True) if not picture.view.bend}


def _relation(item: Item) -> set[str]:
    first, second = (mark.edge for mark in item.marks)
    return {relation(first, second)[0]}


def _out_of_view(item: Item) -> set[str]:
    picture = _only(item)
    points = vanishing_points(picture).values()
    return (
        {vocabulary.quadrants(from_middle(picture))}
        if all(outside_by(picture, point) > 0 for point in points)
        else set()
    )


JUDGES: dict[str, Callable[[Item], set[str]]] = {
    "VPP": _circles,
    "CLP": _lines,
    "VAP": _direction,
    "LDP": _distortion,
    "PTR": _perspective,
    "LRR": _relation,
    "OVR": _out_of_view,
    "PTS": _change,
    "VPC": _count,
    vocabulary.ROBUST: _perspective,
}
"""The texts that are true, by task."""
