"""The room around the table: floor, walls, and the table's sides, as textured polygons.

The walls are close to the table and visible only from inside, so the camera may be anywhere.
"""

from dataclasses import dataclass

import numpy as np

from core.generators.photo_scenes.camera import SceneCamera
from core.generators.photo_scenes.table import END_CM, LEFT_CM, OTHER_END_CM, RIGHT_CM
from core.generators.photo_scenes.textures import (
    make_curtain,
    make_dark_wood,
    make_floor_tiles,
    make_plaster,
    make_quilt,
)
from core.geometry.homography import Array, Image

FLOOR_CM = -74.0
EDGE_CM = 4.0
"""Thickness of the table's top."""

INSET_CM = 11.0
"""Distance of the table's body from the edge of its top."""

FAR_CM = 1400.0

_X, _Y, _UP = np.eye(3)


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A flat textured polygon.

    Attributes:
        corners: (n, 3), convex.
        origin, along, across: the texture's first pixel, and the directions of its x and y.
        light: factors at the polygon's upper and lower end of `across`, with linear interpolation.
    """

    corners: Array
    texture: Image
    origin: Array
    along: Array
    across: Array
    light: tuple[float, float] = (1.0, 1.0)


def build_floor(random: np.random.Generator) -> Surface:
    """Build the floor; the origin of its tiles is random."""
    corners = np.array([(-FAR_CM, -FAR_CM), (FAR_CM, -FAR_CM), (FAR_CM, FAR_CM), (-FAR_CM, FAR_CM)])
    origin = np.array([*random.uniform(0, 120, 2), FLOOR_CM])
    return Surface(np.column_stack([corners, np.full(4, FLOOR_CM)]), make_floor_tiles(), origin, _X, _Y, (0.66, 0.66))


def build_walls(camera: SceneCamera, random: np.random.Generator) -> list[Surface]:
    """Build the walls that the camera sees from inside, at random distances."""
    surfaces = []
    left, right = LEFT_CM - random.uniform(60, 80), RIGHT_CM + random.uniform(70, 95)
    end, other_end = END_CM - random.uniform(55, 75), OTHER_END_CM + random.uniform(5, 20)
    all_walls = (
        ((left, other_end), (left, end), (1.0, 0.0), ((make_curtain(), 0.0, 1.0),)),
        (
            (left, end),
            (right, end),
            (0.0, 1.0),
            ((make_curtain(), 0.0, 0.62), (make_plaster(), 0.62, 0.7), (make_dark_wood(), 0.7, 1.0)),
        ),
        ((right, end), (right, other_end), (-1.0, 0.0), ((make_dark_wood(), 0.0, 0.3), (make_quilt(), 0.3, 1.0))),
        ((right, other_end), (left, other_end), (0.0, -1.0), ((make_dark_wood(), 0.0, 1.0),)),
    )
    for begin, stop, inwards, stretches in all_walls:
        start, finish = np.array([*begin, 0.0]), np.array([*stop, 0.0])
        if (camera.position[:2] - start[:2]) @ np.array(inwards) <= 0:
            continue
        for texture, first, last in stretches:
            low, high = start + first * (finish - start), start + last * (finish - start)
            along = (high - low) / np.linalg.norm(high - low)
            corners = np.array([low + _UP * 230, high + _UP * 230, high + _UP * FLOOR_CM, low + _UP * FLOOR_CM])
            surfaces.append(Surface(corners, texture, low + _UP * FLOOR_CM, along, _UP, (0.80, 0.46)))
    return surfaces


def build_table_sides(camera: SceneCamera) -> list[Surface]:
    """Build the edge of the top and the body below it, where they face the camera."""
    sides = []
    for inset, top, bottom, light in ((0.0, 0.0, -EDGE_CM, 0.75), (INSET_CM, -EDGE_CM, FLOOR_CM, 0.34)):
        left, right, end, other = LEFT_CM + inset, RIGHT_CM - inset, END_CM + inset, OTHER_END_CM - inset
        for begin, stop, outwards in (
            ((left, end), (right, end), (0.0, -1.0)),
            ((right, end), (right, other), (1.0, 0.0)),
            ((right, other), (left, other), (0.0, 1.0)),
            ((left, other), (left, end), (-1.0, 0.0)),
        ):
            start, finish = np.array([*begin, 0.0]), np.array([*stop, 0.0])
            if (camera.position[:2] - start[:2]) @ np.array(outwards) <= 0:
                continue
            along = (finish - start) / np.linalg.norm(finish - start)
            if inset == 0:
                start, finish = start + 1.2 * along, finish - 1.2 * along
            corners = np.array([start + _UP * top, finish + _UP * top, finish + _UP * bottom, start + _UP * bottom])
            sides.append(
                Surface(corners, make_dark_wood(), start + _UP * (bottom - 31), along, _UP, (light, light * 0.8))
            )
    return sides
