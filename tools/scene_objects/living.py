"""Person, dog, horse and cow, with faces in front and tails behind."""

from core.rendering.mesh import Mesh
from tools.scene_objects.parts import Colour, build_ball, build_block, build_mirrored_pair, build_tube, merge_meshes

SKIN, HAIR, TROUSERS, SHOE = (232, 184, 150), (72, 48, 34), (62, 72, 104), (44, 40, 40)
DARK, WHITE, PINK, HOOF = (32, 28, 28), (246, 246, 242), (232, 160, 160), (70, 60, 54)


def build_person(colour: Colour) -> Mesh:
    """Build a standing person with a shirt in the given colour."""
    return merge_meshes([
        build_mirrored_pair(build_tube((0.0, 0.11, 0.06), (0.0, 0.1, 0.82), 0.085, TROUSERS, 0.11)),
        build_mirrored_pair(build_block((0.28, 0.12, 0.09), (0.06, 0.11, 0.045), SHOE)),
        build_block((0.28, 0.38, 0.62), (0.0, 0.0, 1.12), colour, top=(0.9, 1.22)),
        build_mirrored_pair(build_tube((0.02, 0.27, 1.38), (0.08, 0.33, 0.94), 0.062, colour, 0.055)),
        build_mirrored_pair(build_ball((0.1, 0.335, 0.87), 0.062, SKIN, sides=6)),
        build_tube((0.0, 0.0, 1.4), (0.0, 0.0, 1.52), 0.065, SKIN),
        build_ball((0.02, 0.0, 1.65), (0.155, 0.14, 0.175), SKIN, sides=10),
        build_ball((-0.055, 0.0, 1.7), (0.15, 0.16, 0.165), HAIR, sides=10),
        build_mirrored_pair(build_ball((0.158, 0.056, 1.68), 0.024, DARK, sides=6)),
        build_tube((0.15, 0.0, 1.645), (0.21, 0.0, 1.615), 0.026, (214, 160, 126), 0.02, sides=6),
        build_block((0.02, 0.1, 0.022), (0.152, 0.0, 1.565), (176, 62, 62)),
    ])  # fmt: skip


def build_dog(colour: Colour) -> Mesh:
    """Build a dog with a long snout, ears and a raised tail."""
    ear = _darken_colour(colour)
    return merge_meshes([
        build_ball((-0.06, 0.0, 0.56), (0.46, 0.19, 0.2), colour, sides=10),
        build_mirrored_pair(build_tube((0.24, 0.11, 0.5), (0.26, 0.11, 0.0), 0.07, colour, 0.055, sides=6)),
        build_mirrored_pair(build_tube((-0.36, 0.11, 0.5), (-0.38, 0.11, 0.0), 0.075, colour, 0.055, sides=6)),
        build_tube((0.24, 0.0, 0.62), (0.44, 0.0, 0.84), 0.13, colour, 0.12),
        build_ball((0.48, 0.0, 0.87), (0.17, 0.15, 0.15), colour, sides=8),
        build_tube((0.54, 0.0, 0.84), (0.77, 0.0, 0.8), 0.095, colour, 0.065),
        build_ball((0.78, 0.0, 0.83), 0.048, DARK, sides=6),
        build_mirrored_pair(build_ball((0.585, 0.075, 0.935), 0.03, DARK, sides=6)),
        build_mirrored_pair(build_ball((0.42, 0.155, 0.85), (0.075, 0.035, 0.15), ear, sides=6)),
        build_tube((-0.46, 0.0, 0.64), (-0.72, 0.0, 0.98), 0.055, colour, 0.03, sides=6),
        build_tube((0.3, 0.0, 0.7), (0.36, 0.0, 0.77), 0.145, (200, 40, 44)),
    ])  # fmt: skip


def build_horse(colour: Colour) -> Mesh:
    """Build a horse with a mane, a light blaze and a long tail."""
    mane = _darken_colour(_darken_colour(colour))
    return merge_meshes([
        build_ball((-0.1, 0.0, 1.12), (0.78, 0.29, 0.32), colour, sides=10),
        build_mirrored_pair(build_tube((0.42, 0.16, 1.05), (0.44, 0.16, 0.1), 0.11, colour, 0.06, sides=6)),
        build_mirrored_pair(build_tube((-0.62, 0.17, 1.05), (-0.66, 0.17, 0.1), 0.13, colour, 0.06, sides=6)),
        build_mirrored_pair(build_tube((0.44, 0.16, 0.11), (0.46, 0.16, 0.0), 0.075, HOOF, 0.085, sides=6)),
        build_mirrored_pair(build_tube((-0.66, 0.17, 0.11), (-0.64, 0.17, 0.0), 0.075, HOOF, 0.085, sides=6)),
        build_tube((0.42, 0.0, 1.2), (0.86, 0.0, 1.72), 0.25, colour, 0.15),
        build_tube((0.76, 0.0, 1.78), (1.22, 0.0, 1.48), 0.16, colour, 0.095),
        build_block((0.36, 0.07, 0.03), (1.03, 0.0, 1.755), WHITE),
        build_mirrored_pair(build_ball((0.9, 0.13, 1.76), 0.035, DARK, sides=6)),
        build_mirrored_pair(build_ball((1.22, 0.05, 1.5), 0.03, DARK, sides=6)),
        build_mirrored_pair(build_tube((0.74, 0.09, 1.84), (0.78, 0.11, 2.02), 0.055, colour, 0.01, sides=5)),
        build_tube((0.22, 0.0, 1.42), (0.66, 0.0, 1.92), 0.1, mane, 0.075, sides=6),
        build_tube((-0.84, 0.0, 1.26), (-1.02, 0.0, 0.5), 0.075, mane, 0.11, sides=6),
    ])  # fmt: skip


def build_cow(colour: Colour) -> Mesh:
    """Build a heavy cow with horns, a pink muzzle and an udder."""
    patch = WHITE if sum(colour) < 500 else (96, 66, 48)
    return merge_meshes([
        build_block((1.45, 0.62, 0.66), (-0.1, 0.0, 0.92), colour, top=(0.94, 0.84)),
        build_mirrored_pair(build_ball((-0.36, 0.27, 1.0), (0.3, 0.07, 0.2), patch)),
        build_mirrored_pair(build_ball((0.28, 0.285, 0.86), (0.2, 0.06, 0.18), patch)),
        build_mirrored_pair(build_tube((0.42, 0.2, 0.7), (0.44, 0.2, 0.0), 0.1, colour, 0.08, sides=6)),
        build_mirrored_pair(build_tube((-0.64, 0.2, 0.7), (-0.66, 0.2, 0.0), 0.11, colour, 0.08, sides=6)),
        build_tube((0.5, 0.0, 1.08), (0.85, 0.0, 1.24), 0.24, colour, 0.19),
        build_block((0.5, 0.32, 0.34), (0.98, 0.0, 1.22), colour, top=(0.9, 0.95)),
        build_block((0.2, 0.3, 0.22), (1.26, 0.0, 1.13), PINK),
        build_mirrored_pair(build_ball((1.365, 0.08, 1.15), 0.032, DARK, sides=6)),
        build_mirrored_pair(build_ball((1.12, 0.165, 1.3), 0.04, DARK, sides=6)),
        build_mirrored_pair(build_tube((0.84, 0.14, 1.36), (0.9, 0.3, 1.54), 0.05, (236, 222, 190), 0.012, sides=5)),
        build_mirrored_pair(build_ball((0.8, 0.26, 1.3), (0.05, 0.14, 0.06), colour, sides=6)),
        build_ball((-0.42, 0.0, 0.58), (0.2, 0.16, 0.13), PINK, sides=8),
        build_tube((-0.83, 0.0, 1.18), (-0.93, 0.0, 0.55), 0.04, colour, 0.03, sides=6),
        build_ball((-0.94, 0.0, 0.48), (0.06, 0.06, 0.1), DARK, sides=6),
    ])  # fmt: skip


def _darken_colour(colour: Colour) -> Colour:
    red, green, blue = (int(0.62 * one) for one in colour)
    return red, green, blue
