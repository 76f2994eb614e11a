"""Writer of the file of solids in Tri-Bench's generated photographs.

Run as `python -m tools.write_photo_objects`. `tests/tools/test_photo_objects.py` compares the file with the
construction.
"""

from collections.abc import Callable

import numpy as np

from core.generators.photo_scenes.objects import SOLIDS
from tools.photo_objects import flat_faced_objects, round_objects
from tools.photo_objects.bodies import Part, build_solid
from tools.photo_objects.furniture import build_chair

BUILDERS: dict[str, Callable[[], list[Part]]] = {
    "rubiks cube": flat_faced_objects.build_rubiks_cube,
    "glass": round_objects.build_glass,
    "iron": round_objects.build_iron,
    "book": flat_faced_objects.build_book,
    "kettle": round_objects.build_kettle,
    "apple": round_objects.build_apple,
    "box": flat_faced_objects.build_box,
    "stool": flat_faced_objects.build_stool,
    "laptop": flat_faced_objects.build_laptop,
    "pillow": round_objects.build_pillow,
    "chair": build_chair,
}


def write_photo_objects() -> None:
    """Write, per object, the faces, colours, normals and finish of its patches, and the corners of its parts."""
    arrays = {}
    for name, build in BUILDERS.items():
        solid = build_solid(build())
        for index, patch in enumerate(solid.patches):
            arrays[f"{name}, patch {index}, faces"] = patch.faces
            arrays[f"{name}, patch {index}, colours"] = patch.colours
            arrays[f"{name}, patch {index}, outwards"] = patch.outwards
        arrays[f"{name}, finishes"] = np.array([(p.gloss, p.is_thin, p.lift_cm) for p in solid.patches])
        arrays[f"{name}, corners"] = np.concatenate(solid.corners)
        arrays[f"{name}, part sizes"] = np.array([len(points) for points in solid.corners])
    np.savez_compressed(SOLIDS, allow_pickle=False, **arrays)


if __name__ == "__main__":
    write_photo_objects()
