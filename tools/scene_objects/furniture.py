"""Chair, sofa, monitor, film camera on a tripod and bird house, each with a distinct front."""

from core.rendering.mesh import Mesh
from tools.scene_objects.parts import (
    Colour,
    build_ball,
    build_block,
    build_mirrored_pair,
    build_prism,
    build_tube,
    merge_meshes,
)

WOOD, DARK, LENS, STEEL = (150, 108, 70), (46, 46, 52), (74, 110, 160), (140, 144, 150)


def build_chair(colour: Colour) -> Mesh:
    """Build a kitchen chair with the back behind the seat."""
    return merge_meshes([
        build_block((0.52, 0.52, 0.07), (0.0, 0.0, 0.5), colour),
        build_mirrored_pair(build_block((0.06, 0.06, 0.47), (0.22, 0.22, 0.235), WOOD)),
        build_mirrored_pair(build_block((0.06, 0.06, 1.04), (-0.23, 0.22, 0.52), WOOD)),
        build_block((0.05, 0.46, 0.2), (-0.23, 0.0, 0.92), colour),
        build_block((0.05, 0.46, 0.1), (-0.23, 0.0, 0.7), colour),
    ])  # fmt: skip


def build_sofa(colour: Colour) -> Mesh:
    """Build a two-seat sofa with light cushions."""
    light = _lighten_colour(colour)
    return merge_meshes([
        build_block((0.9, 1.8, 0.3), (0.0, 0.0, 0.25), colour),
        build_block((0.24, 1.8, 0.85), (-0.36, 0.0, 0.5), colour, top=(0.75, 0.97)),
        build_mirrored_pair(build_block((0.9, 0.22, 0.58), (0.0, 0.8, 0.37), colour, top=(0.95, 0.8))),
        build_mirrored_pair(build_block((0.62, 0.66, 0.14), (0.1, 0.34, 0.46), light, top=(0.95, 0.95))),
        build_mirrored_pair(build_block((0.14, 0.6, 0.34), (-0.19, 0.34, 0.68), light, top=(0.8, 0.95))),
        build_mirrored_pair(build_block((0.08, 0.08, 0.12), (0.38, 0.8, 0.06), DARK)),
        build_mirrored_pair(build_block((0.08, 0.08, 0.12), (-0.38, 0.8, 0.06), DARK)),
    ])  # fmt: skip


def build_monitor(colour: Colour) -> Mesh:
    """Build a screen on a foot: a bright landscape in front, a plain cover with a bulge behind."""
    return merge_meshes([
        build_block((0.34, 0.46, 0.04), (0.0, 0.0, 0.02), DARK),
        build_block((0.07, 0.12, 0.24), (-0.04, 0.0, 0.15), DARK),
        build_block((0.09, 1.02, 0.66), (0.0, 0.0, 0.57), colour),
        build_block((0.14, 0.5, 0.34), (-0.09, 0.0, 0.55), colour, top=(0.9, 0.9)),
        build_block((0.02, 0.92, 0.34), (0.045, 0.0, 0.69), (150, 208, 244)),
        build_block((0.02, 0.92, 0.22), (0.045, 0.0, 0.41), (122, 190, 96)),
        build_ball((0.05, 0.0, 0.74), (0.015, 0.1, 0.1), (252, 226, 96)),
    ])  # fmt: skip


def build_film_camera(colour: Colour) -> Mesh:
    """Build a film camera: a long lens in front, an eyepiece behind."""
    return merge_meshes([
        build_tube((0.0, 0.0, 1.0), (0.34, 0.0, 0.0), 0.03, STEEL, sides=6),
        build_mirrored_pair(build_tube((0.0, 0.0, 1.0), (-0.2, 0.32, 0.0), 0.03, STEEL, sides=6)),
        build_tube((0.0, 0.0, 0.96), (0.0, 0.0, 1.16), 0.05, DARK, sides=6),
        build_block((0.52, 0.3, 0.32), (-0.02, 0.0, 1.32), colour),
        build_tube((0.22, 0.0, 1.32), (0.44, 0.0, 1.32), 0.12, DARK, 0.14, sides=10),
        build_tube((0.44, 0.0, 1.32), (0.46, 0.0, 1.32), 0.11, LENS, sides=10),
        build_tube((-0.26, 0.0, 1.4), (-0.38, 0.0, 1.4), 0.05, DARK, 0.07, sides=8),
        build_tube((0.06, -0.08, 1.58), (0.06, 0.08, 1.58), 0.13, DARK, sides=10),
        build_tube((-0.16, -0.08, 1.55), (-0.16, 0.08, 1.55), 0.1, DARK, sides=10),
    ])  # fmt: skip


def build_bird_house(colour: Colour) -> Mesh:
    """Build a bird house: a round door and a perch in front, a plain wall behind."""
    roof = (120, 74, 52)
    return merge_meshes([
        build_block((0.44, 0.48, 0.44), (0.0, 0.0, 0.22), colour),
        _build_gable(colour),
        build_mirrored_pair(_build_roof_half(roof)),
        build_tube((0.215, 0.0, 0.29), (0.225, 0.0, 0.29), 0.105, DARK, sides=12),
        build_tube((0.22, 0.0, 0.12), (0.36, 0.0, 0.12), 0.022, WOOD, sides=6),
    ])  # fmt: skip


def _build_gable(colour: Colour) -> Mesh:
    """Build the wall below the roof, with the ridge along x."""
    turned = build_prism([(-0.24, 0.44), (0.24, 0.44), (0.0, 0.66)], 0.22, -0.22, colour)
    return _rotate_quarter(turned)


def _build_roof_half(colour: Colour) -> Mesh:
    """Build the left half of the roof."""
    return _rotate_quarter(build_prism([(0.0, 0.66), (0.33, 0.36), (0.35, 0.4), (0.0, 0.72)], 0.3, -0.3, colour))


def _rotate_quarter(part: Mesh) -> Mesh:
    """Turn a part by 90 degrees to the left: forwards becomes left."""
    return part.transform([[0, -1, 0], [1, 0, 0], [0, 0, 1]])


def _lighten_colour(colour: Colour) -> Colour:
    red, green, blue = (min(255, one + 40) for one in colour)
    return red, green, blue
