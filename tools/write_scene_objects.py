"""Writer of the file of solids that scenes of 3DSRBench's generator consist of, in each of their colours.

Run as `python -m tools.write_scene_objects`. `tests/tools/test_scene_objects.py` compares the file with the
construction.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from core.benchmarks.threedsr.object_catalogue import KINDS, SOLIDS
from core.rendering.mesh import Mesh
from tools.scene_objects import furniture, living, plain, vehicles
from tools.scene_objects.parts import Colour

COLOURS: dict[str, Colour] = {
    "red": (208, 52, 46),
    "blue": (52, 104, 202),
    "green": (58, 152, 76),
    "yellow": (242, 200, 52),
    "purple": (138, 80, 176),
    "pink": (238, 136, 172),
    "orange": (238, 130, 40),
    "white": (240, 240, 236),
    "black": (58, 58, 64),
    "brown": (142, 92, 56),
    "grey": (150, 152, 156),
    "wooden": (176, 132, 86),
}
"""RGB values by colour word; none looks like another one in shade."""

BUILDERS: dict[str, Callable[[Colour], Mesh]] = {
    "car": vehicles.build_car,
    "bus": vehicles.build_bus,
    "bicycle": vehicles.build_bicycle,
    "person": living.build_person,
    "dog": living.build_dog,
    "horse": living.build_horse,
    "cow": living.build_cow,
    "chair": furniture.build_chair,
    "sofa": furniture.build_sofa,
    "monitor": furniture.build_monitor,
    "camera": furniture.build_film_camera,
    "bird house": furniture.build_bird_house,
    "ball": plain.build_sphere,
    "cone": plain.build_cone,
    "crate": plain.build_crate,
    "plant": plain.build_plant,
    "lamp post": plain.build_lamp_post,
    "sign": plain.build_sign,
    "table": plain.build_table,
    "rack": plain.build_rack,
    **{f"pedestal {height:.1f}": partial(plain.build_pedestal, height=height) for height in (0.5, 1.0, 1.5, 2.0)},
}
"""Functions that build a kind of object in a colour."""


def write_scene_objects() -> None:
    """Write, per kind, the corners of its triangles in metres, and their colours per colour word."""
    arrays = {kind: BUILDERS[kind](COLOURS[KINDS[kind].colours[0]]).corners for kind in KINDS}
    for kind, details in KINDS.items():
        for word in details.colours:
            arrays[f"{kind}, {word}"] = BUILDERS[kind](COLOURS[word]).colours.astype(np.uint8)
    np.savez_compressed(SOLIDS, allow_pickle=False, **arrays)


if __name__ == "__main__":
    write_scene_objects()
