"""The ten objects of Tri-Bench as simple solids of the right size.

Source: Tri-Bench, "Pose and Context Factors" and figure 3; the names are those of the release's column
`object_in_square`.
"""

import math
from collections.abc import Callable
from functools import cache

import numpy as np

from core.generators.photo_scenes.meshes import (
    ObjectMesh,
    Patch,
    build_block,
    build_patch,
    build_prism,
    build_rectangle,
    build_tube,
    revolve_profile,
    to_linear,
)
from core.geometry.homography import Array

Part = tuple[Patch, ...]

BLACK, WHITE, STEEL = to_linear(30, 30, 32), to_linear(225, 225, 220), to_linear(186, 179, 165)


def build_object_mesh(name: str, place_cm: tuple[float, float], turn_deg: float) -> ObjectMesh:
    """Build an object's surface in the world frame, with its foot's middle at a place on the board."""
    return _build_at_origin(name).move_to(place_cm, turn_deg)


@cache
def _build_at_origin(name: str) -> ObjectMesh:
    return ObjectMesh.build_from_parts(_MAKERS[name]())


def _build_decal(
    outline_cm: Array, colour: tuple[float, float, float], gloss: float = 0.0, lift_cm: float = 20.0
) -> Patch:
    """Build thin flat faces (n, k, 3) that lie on others and look up or outwards from the object's middle."""
    return build_patch(
        outline_cm,
        colour,
        (0.0, 0.0, -50.0) if np.ptp(outline_cm[..., 2]) == 0 else (0.0, 0.0, 3.0),
        gloss=gloss,
        lift_cm=lift_cm,
    )


def _build_flat_rectangles(rectangles: list[tuple[float, float, float, float]], height_cm: float) -> Array:
    """Build rectangles (left, low, right, high) at one height as (n, 4, 3)."""
    return np.array(
        [[(a, b, height_cm), (c, b, height_cm), (c, d, height_cm), (a, d, height_cm)] for a, b, c, d in rectangles]
    )


def _build_rubiks_cube() -> list[Part]:
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


def _build_glass() -> list[Part]:
    """Build a vase of glass mosaic: a bottle's shape, speckled brown."""
    heights = np.linspace(0.0, 29.0, 46)
    knots = (
        (0.0, 3.6),
        (1.0, 4.3),
        (5.0, 5.4),
        (8.0, 5.2),
        (13.0, 3.4),
        (18.0, 2.1),
        (24.0, 1.75),
        (27.5, 1.9),
        (29.0, 2.4),
    )
    radii = np.interp(heights, *np.transpose(knots))
    radii = np.convolve(np.pad(radii, 2, mode="edge"), np.full(5, 0.2), mode="valid")
    faces = revolve_profile(list(zip(radii, heights, strict=True)), 36)
    tones = np.array(
        [to_linear(124, 98, 64), to_linear(176, 150, 106), to_linear(64, 50, 36), to_linear(214, 200, 168)]
    )
    speckles = tones[np.random.default_rng(4).choice(4, len(faces), p=(0.4, 0.3, 0.2, 0.1))]
    rim, mouth = (
        revolve_profile([(r, 29.0), (0.05, 29.0 + d)], 24) for r, d in ((radii[-1], 0.02), (radii[-1] * 0.75, 0.04))
    )
    return [
        (
            build_patch(faces, speckles, faces.mean(axis=1) * (0, 0, 1), gloss=0.5),
            build_patch(rim, to_linear(120, 98, 66), (0, 0, 0)),
            build_patch(mouth, to_linear(26, 20, 14), (0, 0, 0), lift_cm=0.5),
        )
    ]


def _build_iron() -> list[Part]:
    """Build an iron that stands on its heel, its cable in loops beside it."""
    half = np.array([(5.6, 0.0), (5.6, 3.0), (5.3, 8.0), (4.4, 13.5), (2.8, 19.0), (1.2, 23.0), (0.0, 25.0)])
    outline = np.concatenate([half, (half * (-1, 1))[-2::-1]])

    def plane(outwards_cm: float, size: float) -> Array:
        return np.column_stack([outline[:, 0] * size, np.full(len(outline), outwards_cm), outline[:, 1] * size + 0.0])

    def between(near: Array, far: Array) -> Array:
        return np.stack([near, np.roll(near, -1, axis=0), np.roll(far, -1, axis=0), far], axis=1)

    sole, rim, shell, back = plane(4.0, 1.0), plane(3.2, 1.0), plane(2.8, 0.97), plane(-3.5, 0.6)
    body = (0.0, 0.0, 9.0)
    grey = to_linear(218, 218, 213)
    parts: list[Part] = [
        (
            build_patch(sole[None], to_linear(164, 128, 88), body, gloss=0.2),
            build_patch(between(sole, rim), to_linear(178, 172, 160), body, gloss=0.3),
            build_patch(between(shell, back), grey, body, gloss=0.35),
            build_patch(back[None], grey, body, gloss=0.35),
        ),
        *build_tube(
            [(0, -3, 1.5), (0, -9, 1.8), (0, -10.5, 5), (0, -9.5, 12), (0, -5, 16), (0, -1.5, 16)], 2.9, grey, gloss=0.3
        ),
    ]
    turn = np.linspace(0, 2 * math.pi, 15)
    for x, y, width, depth, height in (
        (7.0, -7.0, 7.5, 5.0, 0.4),
        (4.0, -9.5, 8.5, 4.2, 0.9),
        (9.5, -2.0, 4.6, 6.4, 0.4),
    ):
        loop = np.column_stack([x + width * np.cos(turn), y + depth * np.sin(turn), np.full(len(turn), height)])
        parts += build_tube(loop, 0.75, to_linear(196, 194, 190))
    return parts


def _build_book() -> list[Part]:
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


def _build_kettle() -> list[Part]:
    """Build a vacuum jug: a steel body, black foot, shoulder, lid, spout and handle."""
    segments = 40
    body = revolve_profile([(6.1, 1.2), (6.3, 2.0), (6.3, 8.0), (6.3, 14.0), (6.2, 16.5)], segments)
    angle = np.arctan2(body.mean(axis=1)[:, 1], body.mean(axis=1)[:, 0])
    bands = 0.62 + 0.3 * np.cos(3 * angle + 0.6) + 0.16 * np.cos(7 * angle)
    foot = revolve_profile([(6.0, 0.0), (6.3, 0.5), (6.2, 1.2)], segments)
    shoulder = revolve_profile(
        [(6.25, 16.5), (6.1, 18.0), (5.6, 19.6), (5.3, 20.4), (4.6, 21.0), (2.5, 21.4), (0.05, 21.4)], 28
    )
    button = revolve_profile([(2.6, 21.4), (2.4, 21.9), (0.05, 22.0)], 20)
    middle = (0.0, 0.0, 10.0)
    return [
        (
            build_patch(foot, BLACK, middle, gloss=0.4),
            build_patch(body, np.asarray(STEEL) * bands[:, None], middle, gloss=0.35),
            build_patch(shoulder, BLACK, middle, gloss=0.3),
            build_patch(button, to_linear(30, 30, 32), (0, 0, 19), gloss=0.3, lift_cm=1.0),
        ),
        *build_tube([(0, 5.4, 19.0), (0, 7.4, 20.0), (0, 9.2, 20.6)], 2.0, BLACK, gloss=0.6),
        *build_tube(
            [(0, -5.4, 19.4), (0, -8.8, 20.4), (0, -10.4, 18.6), (0, -10.0, 13.5), (0, -6.6, 9.6)],
            1.5,
            BLACK,
            gloss=0.6,
        ),
    ]


def _build_apple() -> list[Part]:
    profile = [
        (1.6, 0.0),
        (2.6, 0.5),
        (3.4, 1.6),
        (3.85, 3.2),
        (4.0, 4.6),
        (3.85, 5.8),
        (3.3, 6.8),
        (2.4, 7.4),
        (1.5, 7.5),
        (0.8, 7.1),
        (0.05, 6.8),
    ]
    fine = np.column_stack([np.interp(np.linspace(0, 10, 31), range(11), np.array(profile)[:, k]) for k in (0, 1)])
    faces = revolve_profile([(r, h) for r, h in fine], 36)
    middle = faces.mean(axis=1)
    angle = np.arctan2(middle[:, 1], middle[:, 0])
    streaks = 0.5 + 0.5 * np.sin(11 * angle + 3 * np.sin(middle[:, 2]))
    blush = np.clip(0.35 * streaks * np.exp(-(((middle[:, 2] - 5.5) / 3) ** 2)), 0, 1)[:, None]
    colours = (1 - blush) * np.asarray(to_linear(112, 16, 26)) + blush * np.asarray(to_linear(190, 70, 50))
    return [
        (build_patch(faces, colours, (0, 0, 3.8), gloss=0.55),),
        *build_tube([(0, 0, 6.8), (0.1, 0.1, 8.1), (0.5, 0.3, 8.9)], 0.35, to_linear(70, 52, 34)),
    ]


def _build_box() -> list[Part]:
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


def _build_stool() -> list[Part]:
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


def _build_laptop() -> list[Part]:
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


def _build_pillow() -> list[Part]:
    length, width, columns, rows = 54.0, 35.0, 36, 24
    u, v = np.meshgrid(np.linspace(-1, 1, columns + 1), np.linspace(-1, 1, rows + 1))
    bulge = (np.clip(1 - u**4, 0, 1) * np.clip(1 - v**4, 0, 1)) ** 0.5
    random = np.random.default_rng(11)
    folds = (
        0.5 * np.sin(8 * u + 3 * v) * np.abs(v) ** 2
        + 0.45 * np.sin(9 * v - 2 * u) * np.abs(u) ** 3
        + 0.25 * np.sin(5 * u - 6 * v)
    )
    # Corners protrude, edges are pulled in.
    x = length / 2 * u * (1 - 0.05 * (1 - v**2))
    y = width / 2 * v * (1 - 0.07 * (1 - u**2))
    edge_cm = 2.6
    upper = np.stack([x, y, edge_cm + 7.4 * bulge + folds * bulge], axis=-1)
    lower = np.stack([x, y, edge_cm * (1 - bulge**0.5)], axis=-1)
    cloth = to_linear(164, 154, 153)

    def grid(points: Array) -> Array:
        return np.stack([points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]], axis=2).reshape(-1, 4, 3)

    faces = np.concatenate([grid(upper), grid(lower)])
    weave = random.uniform(0.975, 1.025, (len(faces), 1))
    return [(build_patch(faces, np.asarray(cloth) * weave, (0, 0, edge_cm)),)]


_MAKERS: dict[str, Callable[[], list[Part]]] = {
    "rubiks cube": _build_rubiks_cube,
    "glass": _build_glass,
    "iron": _build_iron,
    "book": _build_book,
    "kettle": _build_kettle,
    "apple": _build_apple,
    "box": _build_box,
    "stool": _build_stool,
    "laptop": _build_laptop,
    "pillow": _build_pillow,
}
OBJECTS = tuple(_MAKERS)
