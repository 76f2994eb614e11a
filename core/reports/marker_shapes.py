"""The shapes of marks, shared by charts and components: Plotly's names, and the path that a browser draws for each.

Every shape has Plotly's variants `-open` and `-open-dot`.
"""

import math
from collections.abc import Iterable

MODELS = (
    "circle", "diamond", "triangle-up", "cross", "triangle-down", "star", "pentagon", "triangle-right", "triangle-left",
)  # fmt: skip
"""Shapes of models, assigned in order. There is one more than colours, so that combinations repeat late."""

REFERENCES = ("square", "hexagram", "x", "star-square", "diamond-tall", "star-triangle-up", "star-triangle-down")
"""Shapes of reference models, which no other model has."""

NEW_MODEL = "star-diamond"
"""Shape of a model that is not in any build yet."""

_Points = Iterable[tuple[float, float]]


def get_full_shape(name: str) -> str:
    """Return the filled shape, which shows a value in the world."""
    return name


def get_open_shape(name: str) -> str:
    """Return the outline of a shape, which shows a value in the image if the filled shape shows one in the world."""
    return f"{name}-open"


def get_dotted_shape(name: str) -> str:
    """Return the outline of a shape with a dot in it, for charts whose filled and open shapes have other meanings."""
    return f"{name}-open-dot"


def _build_corners(n: int, turn_deg: float = 0.0, inner: float | None = None) -> _Points:
    """Yield corners on a circle, the first one at the top; with `inner`, also corners at that radius between them."""
    radii = (1.0,) if inner is None else (1.0, inner)
    steps = n * len(radii)
    for place in range(steps):
        angle = 2 * math.pi * place / steps + math.radians(turn_deg)
        radius = radii[place % len(radii)]
        yield radius * math.sin(angle), -radius * math.cos(angle)


def _build_closed_path(points: _Points) -> str:
    """Return the closed path through points."""
    return "M" + "L".join(f"{x:.2f},{y:.2f}" for x, y in points) + "Z"


_ARM = 0.36
_CROSS = (
    (-_ARM, -1.0), (_ARM, -1.0), (_ARM, -_ARM), (1.0, -_ARM), (1.0, _ARM), (_ARM, _ARM),
    (_ARM, 1.0), (-_ARM, 1.0), (-_ARM, _ARM), (-1.0, _ARM), (-1.0, -_ARM), (-_ARM, -_ARM),
)  # fmt: skip

PATHS = {
    "circle": "M-1,0A1,1 0 1 1 1,0A1,1 0 1 1 -1,0Z",
    "square": _build_closed_path(_build_corners(4, 45.0)),
    "diamond": _build_closed_path(_build_corners(4)),
    "triangle-up": _build_closed_path(_build_corners(3)),
    "triangle-down": _build_closed_path(_build_corners(3, 180.0)),
    "triangle-right": _build_closed_path(_build_corners(3, 90.0)),
    "triangle-left": _build_closed_path(_build_corners(3, 270.0)),
    "cross": _build_closed_path(_CROSS),
    "x": _build_closed_path(((x - y) * math.sqrt(0.5), (x + y) * math.sqrt(0.5)) for x, y in _CROSS),
    "star": _build_closed_path(_build_corners(5, inner=0.45)),
    "pentagon": _build_closed_path(_build_corners(5)),
    "hexagram": _build_closed_path(_build_corners(6, inner=0.577)),
    "star-square": _build_closed_path(_build_corners(4, 45.0, inner=0.5)),
    "diamond-tall": _build_closed_path((0.7 * x, y) for x, y in _build_corners(4)),
    "star-triangle-up": _build_closed_path(_build_corners(3, inner=0.4)),
    "star-triangle-down": _build_closed_path(_build_corners(3, 180.0, inner=0.4)),
    "star-diamond": _build_closed_path(_build_corners(4, inner=0.5)),
}
"""Paths that a browser draws, with all corners within distance 1 of the centre, by Plotly's name."""
