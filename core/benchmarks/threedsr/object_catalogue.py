"""Catalogue of the kinds of objects in scenes, with their solids, names and sizes.

`python -m tools.write_scene_objects` writes the solids from the construction in `tools/scene_objects`.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from core.rendering.mesh import Array, Mesh
from core.toml_tables import load_rows

SOLIDS = Path(__file__).parent / "objects.npz"


@dataclass(frozen=True, slots=True)
class ObjectKind:
    """A kind of object.

    Attributes:
        name: its key.
        has_front: whether one of its sides is unmistakably the front.
        colours: available colour words.
        phrase: its name in questions, with `{}` for the colour.
        is_prop: whether it only supports other objects and is never asked about.
        is_open: whether there is room below it, so that its box may hold other objects.
        is_roofed: whether its colour is hidden from steeply above, and its front from the side.
    """

    name: str
    has_front: bool
    colours: tuple[str, ...]
    phrase: str
    is_prop: bool = False
    is_open: bool = False
    is_roofed: bool = False


KINDS = load_rows(__file__, "objects.toml", ObjectKind)
"""Kinds by name."""

WITH_FRONT = tuple(name for name, kind in KINDS.items() if kind.has_front and not kind.is_roofed)
"""Kinds whose front is visible from all sides; only these are used in questions about facing."""

ASKED_ABOUT = tuple(name for name, kind in KINDS.items() if not kind.is_prop)
SMALL = ("ball", "cone", "crate", "plant", "bird house", "monitor")
"""Kinds at most 0.9 m high and hardly longer than a step; they are placed on tables, racks and pedestals."""

LONG = ("car", "bus", "bicycle", "dog", "horse", "cow")
"""Kinds that are longest along their front's direction; a sofa's direction could be taken for the seat's length."""

LARGE = ("car", "bus", "horse", "cow", "sofa")
PEDESTALS = tuple(name for name in KINDS if name.startswith("pedestal"))


@lru_cache(maxsize=256)
def build_object_mesh(kind: str, colour: str) -> Mesh:
    """Build the object at the origin: the centre of its box above the origin, its lowest point at z = 0."""
    corners = _load_array(kind)
    low, high = _compute_limits(corners)
    mesh = Mesh(corners, _load_array(f"{kind}, {colour}").astype(np.float64))
    return mesh.transform(np.eye(3), (-(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2, -low[2]))


@lru_cache(maxsize=64)
def compute_size_m(kind: str) -> tuple[float, float, float]:
    """Return length along the front's direction, width and height of its box."""
    low, high = _compute_limits(_load_array(kind))
    length, width, height = (round(float(one), 4) for one in high - low)
    return length, width, height


def _load_array(name: str) -> Array:
    with np.load(SOLIDS, allow_pickle=False) as file:
        return np.asarray(file[name])


def _compute_limits(corners: Array) -> tuple[Array, Array]:
    points = corners.reshape(-1, 3)
    return points.min(axis=0), points.max(axis=0)
