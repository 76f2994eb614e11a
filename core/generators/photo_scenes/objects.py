"""The ten objects of Tri-Bench as simple solids of the right size.

Source: Tri-Bench, "Pose and Context Factors" and figure 3; the names are those of the release's column
`object_in_square`.
"""

import math
from collections.abc import Callable
from functools import cache

import numpy as np

from core.generators.photo_scenes.meshes import Patch, Solid, block, linear, patch, prism, rectangle, tube, turned
from core.geometry.homography import Array

Part = tuple[Patch, ...]

BLACK, WHITE, STEEL = linear(30, 30, 32), linear(225, 225, 220), linear(186, 179, 165)


def solid_of(name: str, place_cm: tuple[float, float], turn_deg: float) -> Solid:
    """An object's surface in the world frame, its foot's middle at a place on the board."""
    return _at_origin(name).placed(place_cm, turn_deg)


@cache
def _at_origin(name: str) -> Solid:
    return Solid.of(_MAKERS[name]())


def _decal(outline_cm: Array, colour: tuple[float, float, float], gloss: float = 0.0, lift_cm: float = 20.0) -> Patch:
    """Thin flat faces (n, k, 3) that lie on others and look up or outwards from the object's middle."""
    return patch(
        outline_cm,
        colour,
        (0.0, 0.0, -50.0) if np.ptp(outline_cm[..., 2]) == 0 else (0.0, 0.0, 3.0),
        gloss=gloss,
        lift_cm=lift_cm,
    )


def _flat(rectangles: list[tuple[float, float, float, float]], height_cm: float) -> Array:
    """Rectangles (left, low, right, high) at one height as (n, 4, 3)."""
    return np.array(
        [[(a, b, height_cm), (c, b, height_cm), (c, d, height_cm), (a, d, height_cm)] for a, b, c, d in rectangles]
    )


def _rubiks_cube() -> list[Part]:
    side = 5.7
    half, cell = side / 2, side / 3
    cells = [
        (-half + c * cell + 0.12, -half + r * cell + 0.12, -half + (c + 1) * cell - 0.12, -half + (r + 1) * cell - 0.12)
        for r in range(3)
        for c in range(3)
    ]
    face = _flat(cells, half + 0.02)
    middle = np.array([0.0, 0.0, half])
    turns = {  # the face's x, y and up as columns
        "top": (np.eye(3), linear(240, 215, 40)),
        "right": (np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]), linear(175, 25, 35)),
        "left": (np.array([[0, 0, -1], [0, 1, 0], [1, 0, 0]]), linear(225, 100, 35)),
        "front": (np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]]), linear(35, 55, 140)),
        "back": (np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]]), linear(40, 140, 75)),
    }
    decals = [
        patch(face @ turn.T + middle, colour, middle, gloss=0.15, lift_cm=side) for turn, colour in turns.values()
    ]
    return [(*block((side, side, side), BLACK, gloss=0.2), *decals)]


def _glass() -> list[Part]:
    """A vase of glass mosaic: a bottle's shape, speckled brown."""
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
    faces = turned(list(zip(radii, heights, strict=True)), 36)
    tones = np.array([linear(124, 98, 64), linear(176, 150, 106), linear(64, 50, 36), linear(214, 200, 168)])
    speckles = tones[np.random.default_rng(4).choice(4, len(faces), p=(0.4, 0.3, 0.2, 0.1))]
    rim, mouth = (turned([(r, 29.0), (0.05, 29.0 + d)], 24) for r, d in ((radii[-1], 0.02), (radii[-1] * 0.75, 0.04)))
    return [
        (
            patch(faces, speckles, faces.mean(axis=1) * (0, 0, 1), gloss=0.5),
            patch(rim, linear(120, 98, 66), (0, 0, 0)),
            patch(mouth, linear(26, 20, 14), (0, 0, 0), lift_cm=0.5),
        )
    ]


def _iron() -> list[Part]:
    """An iron that stands on its heel, its cable in loops beside it."""
    half = np.array([(5.6, 0.0), (5.6, 3.0), (5.3, 8.0), (4.4, 13.5), (2.8, 19.0), (1.2, 23.0), (0.0, 25.0)])
    outline = np.concatenate([half, (half * (-1, 1))[-2::-1]])

    def plane(outwards_cm: float, size: float) -> Array:
        return np.column_stack([outline[:, 0] * size, np.full(len(outline), outwards_cm), outline[:, 1] * size + 0.0])

    def between(near: Array, far: Array) -> Array:
        return np.stack([near, np.roll(near, -1, axis=0), np.roll(far, -1, axis=0), far], axis=1)

    sole, rim, shell, back = plane(4.0, 1.0), plane(3.2, 1.0), plane(2.8, 0.97), plane(-3.5, 0.6)
    body = (0.0, 0.0, 9.0)
    grey = linear(218, 218, 213)
    parts: list[Part] = [
        (
            patch(sole[None], linear(164, 128, 88), body, gloss=0.2),
            patch(between(sole, rim), linear(178, 172, 160), body, gloss=0.3),
            patch(between(shell, back), grey, body, gloss=0.35),
            patch(back[None], grey, body, gloss=0.35),
        ),
        *tube(
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
        parts += tube(loop, 0.75, linear(196, 194, 190))
    return parts


def _book() -> list[Part]:
    width, depth, height = 13.4, 20.4, 2.4
    pages = block((width - 0.5, depth - 0.5, height - 0.2), linear(196, 184, 160), (0.1, 0.0, 0.1))
    blue = linear(24, 92, 160)
    spine = block((0.25, depth, height), blue, (-width / 2, 0.0, 0.0))
    covers = [
        block((width, depth, 0.12), blue, (0.0, 0.0, z), gloss=0.25, lift_cm=lift)
        for z, lift in ((0.0, -1.0), (height - 0.12, 1.0))
    ]
    random = np.random.default_rng(7)
    lines = [(-5.4, y, -5.4 + 10.6 * random.uniform(0.82, 1.0), y + 0.28) for y in np.arange(-7.4, 3.6, 0.72)]
    title = [(-5.6, -9.2, 4.8, -8.7)]
    code = [(2.2, 7.0, 5.6, 9.0)]
    bars = [(2.5 + 0.24 * k, 7.2, 2.6 + 0.24 * k, 8.7) for k in range(12)]
    # fmt: off
    prints = [_decal(_flat(lines, height + 0.02), linear(120, 164, 204)), _decal(_flat(title, height + 0.02), WHITE),
              _decal(_flat([(-5.8, 5.4, -2.2, 9.0)], height + 0.02), linear(120, 104, 92)),
              _decal(_flat(code, height + 0.02), WHITE), _decal(_flat(bars, height + 0.03), BLACK, lift_cm=21.0)]
    # fmt: on
    return [(*covers[0], *pages, *spine, *covers[1], *prints)]


def _kettle() -> list[Part]:
    """A vacuum jug: a steel body, black foot, shoulder, lid, spout and handle."""
    segments = 40
    body = turned([(6.1, 1.2), (6.3, 2.0), (6.3, 8.0), (6.3, 14.0), (6.2, 16.5)], segments)
    angle = np.arctan2(body.mean(axis=1)[:, 1], body.mean(axis=1)[:, 0])
    bands = 0.62 + 0.3 * np.cos(3 * angle + 0.6) + 0.16 * np.cos(7 * angle)
    foot = turned([(6.0, 0.0), (6.3, 0.5), (6.2, 1.2)], segments)
    shoulder = turned([(6.25, 16.5), (6.1, 18.0), (5.6, 19.6), (5.3, 20.4), (4.6, 21.0), (2.5, 21.4), (0.05, 21.4)], 28)
    button = turned([(2.6, 21.4), (2.4, 21.9), (0.05, 22.0)], 20)
    middle = (0.0, 0.0, 10.0)
    return [
        (
            patch(foot, BLACK, middle, gloss=0.4),
            patch(body, np.asarray(STEEL) * bands[:, None], middle, gloss=0.35),
            patch(shoulder, BLACK, middle, gloss=0.3),
            patch(button, linear(30, 30, 32), (0, 0, 19), gloss=0.3, lift_cm=1.0),
        ),
        *tube([(0, 5.4, 19.0), (0, 7.4, 20.0), (0, 9.2, 20.6)], 2.0, BLACK, gloss=0.6),
        *tube(
            [(0, -5.4, 19.4), (0, -8.8, 20.4), (0, -10.4, 18.6), (0, -10.0, 13.5), (0, -6.6, 9.6)],
            1.5,
            BLACK,
            gloss=0.6,
        ),
    ]


def _apple() -> list[Part]:
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
    faces = turned([(r, h) for r, h in fine], 36)
    middle = faces.mean(axis=1)
    angle = np.arctan2(middle[:, 1], middle[:, 0])
    streaks = 0.5 + 0.5 * np.sin(11 * angle + 3 * np.sin(middle[:, 2]))
    blush = np.clip(0.35 * streaks * np.exp(-(((middle[:, 2] - 5.5) / 3) ** 2)), 0, 1)[:, None]
    colours = (1 - blush) * np.asarray(linear(112, 16, 26)) + blush * np.asarray(linear(190, 70, 50))
    return [
        (patch(faces, colours, (0, 0, 3.8), gloss=0.55),),
        *tube([(0, 0, 6.8), (0.1, 0.1, 8.1), (0.5, 0.3, 8.9)], 0.35, linear(70, 52, 34)),
    ]


def _box() -> list[Part]:
    """A make-up box of black leather with pink prints and a handle."""
    width, depth, height = 24.0, 16.0, 16.0
    dark = linear(46, 44, 46)
    lower = block((width, depth, 10.5), dark, gloss=0.12)
    upper = block((width - 0.3, depth - 0.3, height - 10.6), dark, (0, 0, 10.6), gloss=0.15, radius_cm=0.5)
    pink = linear(172, 52, 92)
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
            patch(np.array(prints), pink, (0, 0, 8), lift_cm=13.0),
            patch(np.array(letters), linear(170, 170, 170), front, lift_cm=13.0),
            patch(np.array(clasp), linear(28, 28, 30), front, gloss=0.5, lift_cm=14.0),
        ),
        *tube([(-4.2, 0, 16), (-4.0, 0, 18.6), (-2.6, 0, 19.6)], 0.9, BLACK, gloss=0.5),
        *tube([(-2.6, 0, 19.6), (2.6, 0, 19.6)], 1.5, linear(170, 168, 164), gloss=0.3),
        *tube([(2.6, 0, 19.6), (4.0, 0, 18.6), (4.2, 0, 16)], 0.9, BLACK, gloss=0.5),
    ]


def _stool() -> list[Part]:
    """A folding step stool: a beige top on four red panels with openings."""
    red, beige = linear(140, 26, 40), linear(222, 180, 124)
    height, top_thickness = 21.5, 1.6
    parts: list[Part] = []
    wide, narrow = (28.0, 24.0, (12.5, 10.0)), (24.0, 19.0, (14.5, 12.4))
    for turn_deg, (bottom, top, setback) in ((0, wide), (90, narrow), (180, wide), (270, narrow)):
        turn = math.radians(turn_deg)
        rotation = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
        quads = np.array([_panel_point(quad, bottom, top, setback, height) for quad in _PANEL]) @ rotation.T
        parts.append((patch(quads, red, (0, 0, 10), gloss=0.2, is_thin=True),))
    outline = rectangle(28.6, 23.4, 2.0)
    walls, lid = prism(outline, outline, height, height + top_thickness)
    level = height + top_thickness + 0.02
    clips = [(x - 0.9, y - 0.55, x + 0.9, y + 0.55) for x in np.linspace(-11.5, 11.5, 6) for y in (-11.2, 11.2)]
    seam = [(-13.0, -0.06, -3.8, 0.06), (3.8, -0.06, 13.0, 0.06)]
    angle = np.linspace(math.pi, 2 * math.pi, 10)
    grip = np.column_stack([3.6 * np.cos(angle), 2.7 * np.sin(angle) + 1.2, np.full(10, level)])[None]
    middle = (0, 0, height)
    parts.append(
        (
            patch(walls, beige, middle, gloss=0.15),
            patch(lid, beige, middle, gloss=0.15),
            _decal(_flat(clips, level), red),
            _decal(_flat(seam, level), linear(150, 112, 70)),
            _decal(grip, linear(112, 108, 100)),
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


def _panel_point(
    quad: tuple[tuple[float, float], ...],
    bottom_cm: float,
    top_cm: float,
    setback_cm: tuple[float, float],
    height_cm: float,
) -> list[tuple[float, float, float]]:
    """Shares of a slanted panel's width and height as points (x, y, height)."""
    return [
        (
            (share - 0.5) * (bottom_cm + rise * (top_cm - bottom_cm)),
            setback_cm[0] + rise * (setback_cm[1] - setback_cm[0]),
            rise * height_cm,
        )
        for share, rise in quad
    ]


def _laptop() -> list[Part]:
    width, depth = 37.6, 25.8
    base = block((width, depth, 1.9), linear(96, 96, 98), gloss=0.3, radius_cm=1.5)
    rim = block((width, depth, 0.5), linear(176, 176, 176), (0, 0, 1.9), gloss=0.4, radius_cm=1.5)
    lid_outline = rectangle(width - 0.5, depth - 3.0, 1.5)
    walls, lid = prism(lid_outline, lid_outline, 2.4, 2.9)
    red = linear(104, 24, 34)
    shift = np.array([0.0, 1.2, 0.0])
    angle = np.linspace(0, 2 * math.pi, 20, endpoint=False)
    rings = [
        _decal(
            np.column_stack([r * np.cos(angle), r * np.sin(angle) + 1.2, np.full(20, 2.9 + z)])[None],
            colour,
            lift_cm=lift,
        )
        for r, z, colour, lift in ((1.75, 0.02, linear(190, 186, 186), 20.0), (1.5, 0.03, red, 21.0))
    ]
    name = _decal(_flat([(-1.0, 0.9, 1.0, 1.5)], 2.94), linear(190, 186, 186), lift_cm=22.0)
    middle = (0, 0, 1.4)
    return [
        (
            *base,
            *rim,
            patch(walls + shift, red, middle),
            patch(lid + shift, red, middle, gloss=0.1, lift_cm=2.0),
            *rings,
            name,
        )
    ]


def _pillow() -> list[Part]:
    length, width, columns, rows = 54.0, 35.0, 36, 24
    u, v = np.meshgrid(np.linspace(-1, 1, columns + 1), np.linspace(-1, 1, rows + 1))
    bulge = (np.clip(1 - u**4, 0, 1) * np.clip(1 - v**4, 0, 1)) ** 0.5
    random = np.random.default_rng(11)
    folds = (
        0.5 * np.sin(8 * u + 3 * v) * np.abs(v) ** 2
        + 0.45 * np.sin(9 * v - 2 * u) * np.abs(u) ** 3
        + 0.25 * np.sin(5 * u - 6 * v)
    )
    # Corners stick out, edges are pulled in.
    x = length / 2 * u * (1 - 0.05 * (1 - v**2))
    y = width / 2 * v * (1 - 0.07 * (1 - u**2))
    edge_cm = 2.6
    upper = np.stack([x, y, edge_cm + 7.4 * bulge + folds * bulge], axis=-1)
    lower = np.stack([x, y, edge_cm * (1 - bulge**0.5)], axis=-1)
    cloth = linear(164, 154, 153)

    def grid(points: Array) -> Array:
        return np.stack([points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]], axis=2).reshape(-1, 4, 3)

    faces = np.concatenate([grid(upper), grid(lower)])
    weave = random.uniform(0.975, 1.025, (len(faces), 1))
    return [(patch(faces, np.asarray(cloth) * weave, (0, 0, edge_cm)),)]


_MAKERS: dict[str, Callable[[], list[Part]]] = {
    "rubiks cube": _rubiks_cube, "glass": _glass, "iron": _iron, "book": _book, "kettle": _kettle, "apple": _apple,
    "box": _box, "stool": _stool, "laptop": _laptop, "pillow": _pillow,
}  # fmt: skip
OBJECTS = tuple(_MAKERS)
