"""Objects without a front, which look the same from all sides or from two, and supports for other objects."""

from itertools import product

from core.benchmarks.threedsr.scene import RACK_BOARDS_M
from core.rendering.mesh import Mesh
from tools.scene_objects.parts import Colour, build_ball, build_block, build_mirrored_pair, build_tube, merge_meshes

WOOD, LIGHT_WOOD, STEEL, WHITE = (142, 100, 64), (190, 152, 104), (128, 132, 140), (244, 244, 240)


def build_sphere(colour: Colour) -> Mesh:
    """Build a ball with a light band."""
    return merge_meshes([
        build_ball((0.0, 0.0, 0.3), 0.3, colour, sides=14),
        build_tube((0.0, 0.0, 0.27), (0.0, 0.0, 0.33), 0.3, WHITE, sides=14),
    ])  # fmt: skip


def build_cone(colour: Colour) -> Mesh:
    """Build a traffic cone with a white band."""
    return merge_meshes([
        build_block((0.46, 0.46, 0.05), (0.0, 0.0, 0.025), colour),
        build_tube((0.0, 0.0, 0.05), (0.0, 0.0, 0.3), 0.18, colour, 0.117, sides=12),
        build_tube((0.0, 0.0, 0.3), (0.0, 0.0, 0.44), 0.117, WHITE, 0.082, sides=12),
        build_tube((0.0, 0.0, 0.44), (0.0, 0.0, 0.65), 0.082, colour, 0.03, sides=12),
    ])  # fmt: skip


def build_crate(colour: Colour) -> Mesh:
    """Build a wooden box with a frame along its edges."""
    posts = [build_block((0.09, 0.09, 0.62), (x, y, 0.31), LIGHT_WOOD) for x, y in product((-0.29, 0.29), repeat=2)]
    along = [build_block((0.5, 0.09, 0.09), (0.0, y, z), LIGHT_WOOD) for y, z in product((-0.29, 0.29), (0.045, 0.575))]
    across = [
        build_block((0.09, 0.5, 0.09), (x, 0.0, z), LIGHT_WOOD) for x, z in product((-0.29, 0.29), (0.045, 0.575))
    ]
    return merge_meshes([build_block((0.6, 0.6, 0.58), (0.0, 0.0, 0.31), colour), *posts, *along, *across])


def build_plant(colour: Colour) -> Mesh:
    """Build a bush in a pot of the given colour."""
    leaf, dark = (74, 150, 74), (52, 122, 60)
    return merge_meshes([
        build_tube((0.0, 0.0, 0.0), (0.0, 0.0, 0.26), 0.15, colour, 0.2, sides=10),
        build_ball((0.0, 0.0, 0.52), (0.24, 0.24, 0.26), leaf, sides=8),
        build_mirrored_pair(build_ball((0.08, 0.14, 0.4), (0.15, 0.13, 0.14), dark, sides=6)),
        build_mirrored_pair(build_ball((-0.1, 0.12, 0.42), (0.14, 0.14, 0.13), dark, sides=6)),
    ])  # fmt: skip


def build_lamp_post(colour: Colour) -> Mesh:
    """Build a street lamp with a bright globe."""
    return merge_meshes([
        build_tube((0.0, 0.0, 0.0), (0.0, 0.0, 0.16), 0.17, colour, 0.12),
        build_tube((0.0, 0.0, 0.16), (0.0, 0.0, 2.2), 0.07, colour, 0.055),
        build_tube((0.0, 0.0, 2.2), (0.0, 0.0, 2.26), 0.16, colour),
        build_ball((0.0, 0.0, 2.42), 0.19, (255, 244, 196), sides=10),
        build_tube((0.0, 0.0, 2.56), (0.0, 0.0, 2.7), 0.16, colour, 0.02),
    ])  # fmt: skip


def build_sign(colour: Colour) -> Mesh:
    """Build a round sign without text, the same from both sides."""
    return merge_meshes([
        build_tube((0.0, 0.0, 0.0), (0.0, 0.0, 1.5), 0.035, STEEL, sides=6),
        build_tube((-0.03, 0.0, 1.55), (0.03, 0.0, 1.55), 0.32, colour, sides=14),
        build_tube((-0.035, 0.0, 1.55), (0.035, 0.0, 1.55), 0.2, WHITE, sides=14),
        build_block((0.34, 0.34, 0.05), (0.0, 0.0, 0.025), STEEL),
    ])  # fmt: skip


def build_table(colour: Colour) -> Mesh:
    """Build a table with four thin legs."""
    legs = [build_block((0.06, 0.06, 0.76), (x, y, 0.38), colour) for x, y in product((-0.36, 0.36), (-0.5, 0.5))]
    return merge_meshes([build_block((0.85, 1.15, 0.06), (0.0, 0.0, 0.77), colour), *legs])


def build_pedestal(colour: Colour, height: float) -> Mesh:
    """Build a column of the given height, with a foot and a plate."""
    return merge_meshes([
        build_block((0.5, 0.5, 0.08), (0.0, 0.0, 0.04), colour),
        build_block((0.32, 0.32, height - 0.14), (0.0, 0.0, height / 2), colour),
        build_block((0.56, 0.56, 0.06), (0.0, 0.0, height - 0.03), colour),
    ])  # fmt: skip


def build_rack(colour: Colour) -> Mesh:
    """Build two boards, one above the other, on four posts, with room on the ground below them."""
    posts = [build_block((0.05, 0.05, 1.66), (x, y, 0.83), STEEL) for x, y in product((-0.32, 0.32), (-0.46, 0.46))]
    boards = [build_block((0.72, 1.0, 0.05), (0.0, 0.0, z - 0.025), colour) for z in RACK_BOARDS_M]
    return merge_meshes([*boards, *posts])
