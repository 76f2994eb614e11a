"""Furniture of the room besides the table: chairs."""

from core.generators.photo_scenes.meshes import to_linear
from core.generators.photo_scenes.room import FLOOR_CM
from tools.photo_objects.bodies import Part, build_block

SEAT_CM = 45.0


def build_chair() -> list[Part]:
    """Build a dark wooden chair with a grey seat, its back towards y < 0, on the floor below (0, 0)."""
    wood, cloth = to_linear(66, 40, 31), to_linear(128, 112, 108)
    parts: list[Part] = [
        build_block((3.6, 3.6, SEAT_CM), wood, (x, y, FLOOR_CM)) for x in (-19.0, 19.0) for y in (-18.0, 18.0)
    ]
    parts.append(build_block((42.0, 40.0, 4.0), wood, (0, 0, FLOOR_CM + SEAT_CM - 3)))
    parts.append(build_block((42.0, 39.0, 5.0), cloth, (0, 0.5, FLOOR_CM + SEAT_CM + 1), radius_cm=4.0, lift_cm=6.0))
    parts += [build_block((4.0, 3.6, 52.0), wood, (x, -18.0, FLOOR_CM + SEAT_CM)) for x in (-19.0, 19.0)]
    parts += [build_block((35.0, 2.4, 7.0), wood, (0, -18.0, FLOOR_CM + SEAT_CM + up)) for up in (16.0, 30.0, 43.0)]
    return parts
