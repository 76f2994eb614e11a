"""Car, bus and bicycle, with white lamps in front and red ones behind."""

from core.rendering.mesh import Mesh
from tools.scene_objects.parts import (
    Colour,
    build_block,
    build_mirrored_pair,
    build_prism,
    build_ring,
    build_tube,
    merge_meshes,
)

TYRE, RIM, GLASS, GRILLE = (42, 42, 46), (190, 192, 196), (96, 138, 168), (38, 40, 46)
FRONT_LAMP, REAR_LAMP, PLATE, METAL = (255, 250, 214), (215, 25, 30), (244, 244, 238), (150, 154, 160)


def build_car(colour: Colour) -> Mesh:
    """Build a small car with a bonnet in front and a cabin behind."""
    body = [(-1.8, 0.3), (1.75, 0.3), (1.8, 0.62), (1.7, 0.74), (0.75, 0.86), (-1.7, 0.9), (-1.8, 0.7)]
    cabin = [(-1.5, 0.88), (0.78, 0.84), (0.22, 1.36), (-1.15, 1.38)]
    roof = [(-1.17, 1.37), (0.24, 1.35), (0.18, 1.42), (-1.1, 1.43)]
    return merge_meshes([
        build_prism(body, 0.8, -0.8, colour),
        build_prism(cabin, 0.7, -0.7, GLASS),
        build_prism(roof, 0.71, -0.71, colour),
        build_mirrored_pair(build_tube((-0.42, 0.7, 0.87), (-0.42, 0.7, 1.38), 0.06, colour, sides=4)),
        build_mirrored_pair(_build_wheel(1.12, 0.34, 0.8)),
        build_mirrored_pair(_build_wheel(-1.12, 0.34, 0.8)),
        build_block((0.06, 0.78, 0.2), (1.81, 0.0, 0.5), GRILLE),
        build_mirrored_pair(build_block((0.1, 0.3, 0.18), (1.78, 0.6, 0.6), FRONT_LAMP)),
        build_mirrored_pair(build_block((0.1, 0.28, 0.2), (-1.79, 0.62, 0.72), REAR_LAMP)),
        build_block((0.04, 0.5, 0.13), (1.84, 0.0, 0.36), PLATE),
        build_block((0.04, 0.5, 0.15), (-1.83, 0.0, 0.5), PLATE),
    ])  # fmt: skip


def build_bus(colour: Colour) -> Mesh:
    """Build a bus with a wide windscreen in front and a light panel above it."""
    panes = [
        build_mirrored_pair(build_block((0.72, 0.05, 0.72), (x, 0.98, 1.62), GLASS))
        for x in (-2.05, -1.2, -0.35, 0.5, 1.35, 2.2)
    ]
    return merge_meshes([
        build_block((5.4, 1.96, 1.95), (0.0, 0.0, 1.3), colour),
        build_block((5.2, 1.8, 0.12), (0.0, 0.0, 2.33), PLATE, top=(0.95, 0.85)),
        *panes,
        build_mirrored_pair(build_block((5.42, 0.04, 0.14), (0.0, 0.98, 0.95), PLATE)),
        build_block((0.06, 1.72, 0.95), (2.7, 0.0, 1.55), GLASS),
        build_block((0.08, 1.2, 0.2), (2.7, 0.0, 2.14), FRONT_LAMP),
        build_block((0.06, 1.0, 0.2), (2.72, 0.0, 0.62), GRILLE),
        build_mirrored_pair(build_block((0.1, 0.3, 0.22), (2.7, 0.76, 0.72), FRONT_LAMP)),
        build_block((0.05, 1.2, 0.5), (-2.71, 0.0, 1.75), GLASS),
        build_mirrored_pair(build_block((0.08, 0.22, 0.42), (-2.7, 0.82, 0.85), REAR_LAMP)),
        build_block((0.05, 0.5, 0.15), (-2.72, 0.0, 0.6), PLATE),
        build_mirrored_pair(_build_wheel(1.7, 0.42, 0.98)),
        build_mirrored_pair(_build_wheel(-1.6, 0.42, 0.98)),
        build_mirrored_pair(build_tube((2.62, 1.0, 1.9), (2.85, 1.12, 1.75), 0.05, GRILLE, sides=4)),
    ])  # fmt: skip


def build_bicycle(colour: Colour) -> Mesh:
    """Build a bicycle with handlebars, a basket and a white lamp in front, and a red lamp behind."""
    seat, crank, head = (-0.22, 0.0, 0.85), (-0.08, 0.0, 0.34), (0.42, 0.0, 0.86)
    rear, front = (-0.56, 0.0, 0.36), (0.6, 0.0, 0.36)
    bars = [(seat, crank), (seat, head), (crank, head), (crank, rear), (seat, rear)]
    return merge_meshes([
        build_ring(rear, 0.36, 0.05, 0.07, TYRE),
        build_ring(front, 0.36, 0.05, 0.07, TYRE),
        *(build_tube(*bar, 0.032, colour, sides=6) for bar in bars),
        build_tube(front, (0.38, 0.0, 1.02), 0.032, colour, sides=6),
        build_mirrored_pair(build_tube((0.38, 0.0, 1.02), (0.26, 0.3, 1.06), 0.03, METAL, sides=5)),
        build_block((0.3, 0.16, 0.08), (-0.26, 0.0, 0.93), TYRE, top=(0.9, 0.7)),
        build_tube(seat, (-0.25, 0.0, 0.92), 0.03, METAL, sides=6),
        build_block((0.26, 0.34, 0.22), (0.62, 0.0, 0.92), (196, 158, 104), top=(1.15, 1.15)),
        build_block((0.06, 0.12, 0.1), (0.77, 0.0, 0.76), FRONT_LAMP),
        build_block((0.06, 0.12, 0.1), (-0.95, 0.0, 0.42), REAR_LAMP),
        build_mirrored_pair(build_block((0.16, 0.12, 0.03), (-0.08, 0.12, 0.24), TYRE)),
    ])  # fmt: skip


def _build_wheel(x: float, radius: float, outside: float) -> Mesh:
    """Build a wheel on the left side with its outer face at y = `outside`."""
    return merge_meshes([
        build_tube((x, outside - 0.22, radius), (x, outside + 0.02, radius), radius, TYRE, sides=12),
        build_tube((x, outside + 0.02, radius), (x, outside + 0.04, radius), radius * 0.55, RIM, sides=8),
    ])  # fmt: skip
