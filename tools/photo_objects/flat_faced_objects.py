"""The objects of Tri-Bench with flat faces and prints: cube, book, box, stool and laptop."""

import math

import numpy as np

from core.generators.photo_scenes.meshes import Patch, to_linear
from core.geometry.homography import Array
from tools.photo_objects.bodies import Part, build_block, build_patch, build_prism, build_rectangle, build_tube
from tools.photo_objects.round_objects import BLACK

WHITE = to_linear(225, 225, 220)


def _build_decal(outline_cm: Array, colour: tuple[float, float, float], lift_cm: float = 20.0) -> Patch:
    """Build thin flat faces (n, k, 3) that lie on others and look up or outwards from the object's middle."""
    return build_patch(
        outline_cm,
        colour,
        (0.0, 0.0, -50.0) if np.ptp(outline_cm[..., 2]) == 0 else (0.0, 0.0, 3.0),
        gloss=0.0,
        lift_cm=lift_cm,
    )


def _build_flat_rectangles(rectangles: list[tuple[float, float, float, float]], height_cm: float) -> Array:
    """Build rectangles (left, low, right, high) at one height as (n, 4, 3)."""
    return np.array(
        [[(a, b, height_cm), (c, b, height_cm), (c, d, height_cm), (a, d, height_cm)] for a, b, c, d in rectangles]
    )


def build_rubiks_cube() -> list[Part]:
    """Build a black cube with nine coloured squares per face."""
    side = 5.7
    half, cell = side / 2, side / 3
    cells = [
        (-half + c * cell + 0.12, -half + r * cell + 0.12, -half + (c + 1) * cell - 0.12, -half + (r + 1) * cell - 0.12)
        for r in range(3)
        for c in range(3)
    ]
    face = _build_flat_rectangles(cells, half + 0.02)
    middle = np.array([0.0, 0.0, half])
    turns = {  # the face's x, y and up as columns
        "top": (np.eye(3), to_linear(240, 215, 40)),
        "right": (np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]), to_linear(175, 25, 35)),
        "left": (np.array([[0, 0, -1], [0, 1, 0], [1, 0, 0]]), to_linear(225, 100, 35)),
        "front": (np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]]), to_linear(35, 55, 140)),
        "back": (np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]]), to_linear(40, 140, 75)),
    }
    decals = [
        build_patch(face @ turn.T + middle, colour, middle, gloss=0.15, lift_cm=side) for turn, colour in turns.values()
    ]
    return [(*build_block((side, side, side), BLACK, gloss=0.2), *decals)]


def build_book() -> list[Part]:
    """Build a book that lies flat, with prints on its blue cover."""
    width, depth, height = 13.4, 20.4, 2.4
    pages = build_block((width - 0.5, depth - 0.5, height - 0.2), to_linear(196, 184, 160), (0.1, 0.0, 0.1))
    blue = to_linear(24, 92, 160)
    spine = build_block((0.25, depth, height), blue, (-width / 2, 0.0, 0.0))
    covers = [
        build_block((width, depth, 0.12), blue, (0.0, 0.0, z), gloss=0.25, lift_cm=lift)
        for z, lift in ((0.0, -1.0), (height - 0.12, 1.0))
    ]
    random = np.random.default_rng(7)
    lines = [(-5.4, y, -5.4 + 10.6 * random.uniform(0.82, 1.0), y + 0.28) for y in np.arange(-7.4, 3.6, 0.72)]
    title = [(-5.6, -9.2, 4.8, -8.7)]
    code = [(2.2, 7.0, 5.6, 9.0)]
    bars = [(2.5 + 0.24 * k, 7.2, 2.6 + 0.24 * k, 8.7) for k in range(12)]
    prints = [
        _build_decal(_build_flat_rectangles(lines, height + 0.02), to_linear(120, 164, 204)),
        _build_decal(_build_flat_rectangles(title, height + 0.02), WHITE),
        _build_decal(_build_flat_rectangles([(-5.8, 5.4, -2.2, 9.0)], height + 0.02), to_linear(120, 104, 92)),
        _build_decal(_build_flat_rectangles(code, height + 0.02), WHITE),
        _build_decal(_build_flat_rectangles(bars, height + 0.03), BLACK, lift_cm=21.0),
    ]
    return [(*covers[0], *pages, *spine, *covers[1], *prints)]


def build_box() -> list[Part]:
    """Build a make-up box of black leather with pink prints and a handle."""
    width, depth, height = 24.0, 16.0, 16.0
    dark = to_linear(46, 44, 46)
    lower = build_block((width, depth, 10.5), dark, gloss=0.12)
    upper = build_block((width - 0.3, depth - 0.3, height - 10.6), dark, (0, 0, 10.6), gloss=0.15, radius_cm=0.5)
    pink = to_linear(172, 52, 92)
    prints = []
    for row in range(3):
        for column in range(5):
            x = -9.6 + 4.8 * column + (2.4 if row % 2 else 0.0)
            if abs(x) < 11:
                turn = np.linspace(0, 2 * math.pi, 8, endpoint=False)
                lips = np.column_stack([x + 1.25 * np.cos(turn), 2.0 + 3.1 * row + 0.65 * np.sin(turn)])
                prints += [np.insert(lips, 1, side * (depth / 2 + 0.02), axis=1) for side in (1.0, -1.0)]
    letters = [
        [(x, depth / 2, 14.0), (x + 0.7, depth / 2, 14.0), (x + 0.7, depth / 2, 14.9), (x, depth / 2, 14.9)]
        for x in np.arange(-5.0, 4.6, 1.05)
    ]
    clasp = [
        [
            (-1.2, depth / 2 + 0.1, 9.0),
            (1.2, depth / 2 + 0.1, 9.0),
            (1.2, depth / 2 + 0.1, 12.0),
            (-1.2, depth / 2 + 0.1, 12.0),
        ]
    ]
    front = (0.0, -40.0, 8.0)
    return [
        (
            *lower,
            *upper,
            build_patch(np.array(prints), pink, (0, 0, 8), lift_cm=13.0),
            build_patch(np.array(letters), to_linear(170, 170, 170), front, lift_cm=13.0),
            build_patch(np.array(clasp), to_linear(28, 28, 30), front, gloss=0.5, lift_cm=14.0),
        ),
        *build_tube([(-4.2, 0, 16), (-4.0, 0, 18.6), (-2.6, 0, 19.6)], 0.9, BLACK, gloss=0.5),
        *build_tube([(-2.6, 0, 19.6), (2.6, 0, 19.6)], 1.5, to_linear(170, 168, 164), gloss=0.3),
        *build_tube([(2.6, 0, 19.6), (4.0, 0, 18.6), (4.2, 0, 16)], 0.9, BLACK, gloss=0.5),
    ]


def build_stool() -> list[Part]:
    """Build a folding step stool: a beige top on four red panels with openings."""
    red, beige = to_linear(140, 26, 40), to_linear(222, 180, 124)
    height, top_thickness = 21.5, 1.6
    parts: list[Part] = []
    wide, narrow = (28.0, 24.0, (12.5, 10.0)), (24.0, 19.0, (14.5, 12.4))
    for turn_deg, (bottom, top, setback) in ((0, wide), (90, narrow), (180, wide), (270, narrow)):
        turn = math.radians(turn_deg)
        rotation = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
        quads = np.array([_compute_panel_points(quad, bottom, top, setback, height) for quad in _PANEL]) @ rotation.T
        parts.append((build_patch(quads, red, (0, 0, 10), gloss=0.2, is_thin=True),))
    outline = build_rectangle(28.6, 23.4, 2.0)
    walls, lid = build_prism(outline, outline, height, height + top_thickness)
    level = height + top_thickness + 0.02
    clips = [(x - 0.9, y - 0.55, x + 0.9, y + 0.55) for x in np.linspace(-11.5, 11.5, 6) for y in (-11.2, 11.2)]
    seam = [(-13.0, -0.06, -3.8, 0.06), (3.8, -0.06, 13.0, 0.06)]
    angle = np.linspace(math.pi, 2 * math.pi, 10)
    grip = np.column_stack([3.6 * np.cos(angle), 2.7 * np.sin(angle) + 1.2, np.full(10, level)])[None]
    middle = (0, 0, height)
    parts.append(
        (
            build_patch(walls, beige, middle, gloss=0.15),
            build_patch(lid, beige, middle, gloss=0.15),
            _build_decal(_build_flat_rectangles(clips, level), red),
            _build_decal(_build_flat_rectangles(seam, level), to_linear(150, 112, 70)),
            _build_decal(grip, to_linear(112, 108, 100)),
        )
    )
    return parts


_PANEL = (
    ((0, 0), (0.14, 0), (0.2, 0.3), (0, 0.3)), ((0.86, 0), (1, 0), (1, 0.3), (0.8, 0.3)),
    ((0.2, 0.16), (0.8, 0.16), (0.8, 0.3), (0.2, 0.3)), ((0.14, 0), (0.3, 0.16), (0.2, 0.3), (0.14, 0.05)),
    ((0.86, 0), (0.86, 0.05), (0.8, 0.3), (0.7, 0.16)), ((0, 0.3), (0.18, 0.3), (0.18, 0.72), (0, 0.72)),
    ((0.82, 0.3), (1, 0.3), (1, 0.72), (0.82, 0.72)), ((0, 0.72), (1, 0.72), (1, 1), (0, 1)),
    ((0.18, 0.3), (0.34, 0.3), (0.22, 0.42), (0.18, 0.42)), ((0.66, 0.3), (0.82, 0.3), (0.82, 0.42), (0.78, 0.42)),
    ((0.18, 0.6), (0.22, 0.6), (0.34, 0.72), (0.18, 0.72)), ((0.78, 0.6), (0.82, 0.6), (0.82, 0.72), (0.66, 0.72)),
)  # fmt: skip
"""A panel of the stool around its two openings: quadrilaterals in shares of its width and height."""


def _compute_panel_points(
    quad: tuple[tuple[float, float], ...],
    bottom_cm: float,
    top_cm: float,
    setback_cm: tuple[float, float],
    height_cm: float,
) -> list[tuple[float, float, float]]:
    """Convert shares of a slanted panel's width and height to points (x, y, height)."""
    return [
        (
            (share - 0.5) * (bottom_cm + rise * (top_cm - bottom_cm)),
            setback_cm[0] + rise * (setback_cm[1] - setback_cm[0]),
            rise * height_cm,
        )
        for share, rise in quad
    ]


def build_laptop() -> list[Part]:
    """Build a closed laptop."""
    width, depth = 37.6, 25.8
    base = build_block((width, depth, 1.9), to_linear(96, 96, 98), gloss=0.3, radius_cm=1.5)
    rim = build_block((width, depth, 0.5), to_linear(176, 176, 176), (0, 0, 1.9), gloss=0.4, radius_cm=1.5)
    lid_outline = build_rectangle(width - 0.5, depth - 3.0, 1.5)
    walls, lid = build_prism(lid_outline, lid_outline, 2.4, 2.9)
    red = to_linear(104, 24, 34)
    shift = np.array([0.0, 1.2, 0.0])
    angle = np.linspace(0, 2 * math.pi, 20, endpoint=False)
    rings = [
        _build_decal(
            np.column_stack([r * np.cos(angle), r * np.sin(angle) + 1.2, np.full(20, 2.9 + z)])[None],
            colour,
            lift_cm=lift,
        )
        for r, z, colour, lift in ((1.75, 0.02, to_linear(190, 186, 186), 20.0), (1.5, 0.03, red, 21.0))
    ]
    name = _build_decal(_build_flat_rectangles([(-1.0, 0.9, 1.0, 1.5)], 2.94), to_linear(190, 186, 186), lift_cm=22.0)
    middle = (0, 0, 1.4)
    return [
        (
            *base,
            *rim,
            build_patch(walls + shift, red, middle),
            build_patch(lid + shift, red, middle, gloss=0.1, lift_cm=2.0),
            *rings,
            name,
        )
    ]
