"""The shapes of marks, one list for charts and for components: Plotly's names, and what a browser draws for each.

Every shape has Plotly's variants `-open` and `-open-dot`.
"""

import math
from collections.abc import Iterable

MODELS = (
    "circle", "diamond", "triangle-up", "cross", "triangle-down", "star", "pentagon", "triangle-right", "triangle-left",
)  # fmt: skip
"""Of models, one after the other. There is one more than colours, so that a pair comes again late."""

REFERENCES = ("square", "hexagram", "x", "star-square", "diamond-tall", "star-triangle-up", "star-triangle-down")
"""Of reference models: none that a model has."""

NEW_MODEL = "star-diamond"
"""Of a model that is in no build yet."""

_Points = Iterable[tuple[float, float]]


def get_full_shape(name: str) -> str:
    """The shape itself: of what is about the world."""
    return name


def get_open_shape(name: str) -> str:
    """The same shape as an outline: of what is about the picture where the full one is about the world."""
    return f"{name}-open"


def get_dotted_shape(name: str) -> str:
    """The same shape as an outline with a dot in it, where full and open stand for something else."""
    return f"{name}-open-dot"


def _build_corners(n: int, turn_deg: float = 0.0, inner: float | None = None) -> _Points:
    """Corners on a circle, the first one above the middle; with `inner`, corners at that radius between them."""
    radii = (1.0,) if inner is None else (1.0, inner)
    steps = n * len(radii)
    for place in range(steps):
        angle = 2 * math.pi * place / steps + math.radians(turn_deg)
        radius = radii[place % len(radii)]
        yield radius * math.sin(angle), -radius * math.cos(angle)


def _build_closed_path(points: _Points) -> str:
    """The path through points."""
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
"""What a browser draws: a path whose corners lie at most 1 from the middle, by Plotly's name."""
