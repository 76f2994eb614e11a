"""Things that look alike from all sides, or from two: none of them has a front; and what things stand on."""

from itertools import product

from core.benchmarks.threedsr.objects.parts import Colour, ball, block, mirrored_pair, together, tube
from core.rendering.mesh import Mesh

WOOD, LIGHT_WOOD, STEEL, WHITE = (142, 100, 64), (190, 152, 104), (128, 132, 140), (244, 244, 240)


def sphere(colour: Colour) -> Mesh:
    """A ball with a light band."""
    return together([
        ball((0.0, 0.0, 0.3), 0.3, colour, sides=14),
        tube((0.0, 0.0, 0.27), (0.0, 0.0, 0.33), 0.3, WHITE, sides=14),
    ])  # fmt: skip


def cone(colour: Colour) -> Mesh:
    """A traffic cone with a white band."""
    return together([
        block((0.46, 0.46, 0.05), (0.0, 0.0, 0.025), colour),
        tube((0.0, 0.0, 0.05), (0.0, 0.0, 0.3), 0.18, colour, 0.117, sides=12),
        tube((0.0, 0.0, 0.3), (0.0, 0.0, 0.44), 0.117, WHITE, 0.082, sides=12),
        tube((0.0, 0.0, 0.44), (0.0, 0.0, 0.65), 0.082, colour, 0.03, sides=12),
    ])  # fmt: skip


def crate(colour: Colour) -> Mesh:
    """A wooden box with a frame along its edges."""
    posts = [block((0.09, 0.09, 0.62), (x, y, 0.31), LIGHT_WOOD) for x, y in product((-0.29, 0.29), repeat=2)]
    along = [block((0.5, 0.09, 0.09), (0.0, y, z), LIGHT_WOOD) for y, z in product((-0.29, 0.29), (0.045, 0.575))]
    across = [block((0.09, 0.5, 0.09), (x, 0.0, z), LIGHT_WOOD) for x, z in product((-0.29, 0.29), (0.045, 0.575))]
    return together([block((0.6, 0.6, 0.58), (0.0, 0.0, 0.31), colour), *posts, *along, *across])


def plant(colour: Colour) -> Mesh:
    """A bush in a pot; the colour is that of the pot."""
    leaf, dark = (74, 150, 74), (52, 122, 60)
    return together([
        tube((0.0, 0.0, 0.0), (0.0, 0.0, 0.26), 0.15, colour, 0.2, sides=10),
        ball((0.0, 0.0, 0.52), (0.24, 0.24, 0.26), leaf, sides=8),
        mirrored_pair(ball((0.08, 0.14, 0.4), (0.15, 0.13, 0.14), dark, sides=6)),
        mirrored_pair(ball((-0.1, 0.12, 0.42), (0.14, 0.14, 0.13), dark, sides=6)),
    ])  # fmt: skip


def lamp_post(colour: Colour) -> Mesh:
    """A street lamp with a bright globe."""
    return together([
        tube((0.0, 0.0, 0.0), (0.0, 0.0, 0.16), 0.17, colour, 0.12),
        tube((0.0, 0.0, 0.16), (0.0, 0.0, 2.2), 0.07, colour, 0.055),
        tube((0.0, 0.0, 2.2), (0.0, 0.0, 2.26), 0.16, colour),
        ball((0.0, 0.0, 2.42), 0.19, (255, 244, 196), sides=10),
        tube((0.0, 0.0, 2.56), (0.0, 0.0, 2.7), 0.16, colour, 0.02),
    ])  # fmt: skip


def sign(colour: Colour) -> Mesh:
    """A round sign without text, the same from both sides."""
    return together([
        tube((0.0, 0.0, 0.0), (0.0, 0.0, 1.5), 0.035, STEEL, sides=6),
        tube((-0.03, 0.0, 1.55), (0.03, 0.0, 1.55), 0.32, colour, sides=14),
        tube((-0.035, 0.0, 1.55), (0.035, 0.0, 1.55), 0.2, WHITE, sides=14),
        block((0.34, 0.34, 0.05), (0.0, 0.0, 0.025), STEEL),
    ])  # fmt: skip


def table(colour: Colour) -> Mesh:
    """A table with four thin legs."""
    legs = [block((0.06, 0.06, 0.76), (x, y, 0.38), colour) for x, y in product((-0.36, 0.36), (-0.5, 0.5))]
    return together([block((0.85, 1.15, 0.06), (0.0, 0.0, 0.77), colour), *legs])


def pedestal(colour: Colour, height: float) -> Mesh:
    """A column of a height, with a foot and a plate."""
    return together([
        block((0.5, 0.5, 0.08), (0.0, 0.0, 0.04), colour),
        block((0.32, 0.32, height - 0.14), (0.0, 0.0, height / 2), colour),
        block((0.56, 0.56, 0.06), (0.0, 0.0, height - 0.03), colour),
    ])  # fmt: skip


def rack(colour: Colour) -> Mesh:
    """Two boards, one above the other, on four posts; below them there is room on the ground."""
    posts = [block((0.05, 0.05, 1.66), (x, y, 0.83), STEEL) for x, y in product((-0.32, 0.32), (-0.46, 0.46))]
    boards = [block((0.72, 1.0, 0.05), (0.0, 0.0, z - 0.025), colour) for z in RACK_BOARDS_M]
    return together([*boards, *posts])


RACK_BOARDS_M = (0.83, 1.66)
"""Heights of the boards' upper sides."""
