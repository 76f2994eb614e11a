"""The ten objects of Tri-Bench as simple solids of the right size, and a chair on the floor beside the table.

`python -m tools.write_photo_objects` writes them from the construction in `tools/photo_objects`.
Source: Tri-Bench, "Pose and Context Factors" and figure 3; the names are those of the release's column
`object_in_square`.
"""

from functools import cache
from pathlib import Path

import numpy as np

from core.generators.photo_scenes.meshes import ObjectMesh, Patch

SOLIDS = Path(__file__).parent / "objects.npz"
OBJECTS = ("rubiks cube", "glass", "iron", "book", "kettle", "apple", "box", "stool", "laptop", "pillow")


def build_object_mesh(name: str, place_cm: tuple[float, float], turn_deg: float) -> ObjectMesh:
    """Build an object's surface in the world frame, with its foot's middle at a place on the board."""
    return _load_at_origin(name).move_to(place_cm, turn_deg)


@cache
def _load_at_origin(name: str) -> ObjectMesh:
    with np.load(SOLIDS, allow_pickle=False) as file:
        patches = tuple(
            Patch(
                file[f"{name}, patch {index}, faces"],
                file[f"{name}, patch {index}, colours"],
                file[f"{name}, patch {index}, outwards"],
                float(gloss),
                bool(is_thin),
                float(lift_cm),
            )
            for index, (gloss, is_thin, lift_cm) in enumerate(file[f"{name}, finishes"])
        )
        parts = np.split(file[f"{name}, corners"], np.cumsum(file[f"{name}, part sizes"])[:-1])
    return ObjectMesh(patches, tuple(parts))
