"""The ten objects of Tri-Bench as simple solids of the right size.

Source: Tri-Bench, "Pose and Context Factors" and figure 3; the names are those of the release's column
`object_in_square`.
"""

from collections.abc import Callable
from functools import cache

from core.generators.photo_scenes.flat_faced_objects import (
    build_book,
    build_box,
    build_laptop,
    build_rubiks_cube,
    build_stool,
)
from core.generators.photo_scenes.meshes import ObjectMesh
from core.generators.photo_scenes.round_objects import (
    Part,
    build_apple,
    build_glass,
    build_iron,
    build_kettle,
    build_pillow,
)


def build_object_mesh(name: str, place_cm: tuple[float, float], turn_deg: float) -> ObjectMesh:
    """Build an object's surface in the world frame, with its foot's middle at a place on the board."""
    return _build_at_origin(name).move_to(place_cm, turn_deg)


@cache
def _build_at_origin(name: str) -> ObjectMesh:
    return ObjectMesh.build_from_parts(_MAKERS[name]())


_MAKERS: dict[str, Callable[[], list[Part]]] = {
    "rubiks cube": build_rubiks_cube,
    "glass": build_glass,
    "iron": build_iron,
    "book": build_book,
    "kettle": build_kettle,
    "apple": build_apple,
    "box": build_box,
    "stool": build_stool,
    "laptop": build_laptop,
    "pillow": build_pillow,
}
OBJECTS = tuple(_MAKERS)
