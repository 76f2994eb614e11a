"""The objects of Tri-Bench with curved surfaces: glass, iron, kettle, apple and pillow."""

import math

import numpy as np

from core.generators.photo_scenes.meshes import to_linear
from core.geometry.homography import Array
from tools.photo_objects.bodies import Part, build_patch, build_tube, revolve_profile

BLACK = to_linear(30, 30, 32)

STEEL = to_linear(186, 179, 165)


def build_glass() -> list[Part]:
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


def build_iron() -> list[Part]:
    """Build an iron on its heel, its cable in loops beside it."""
    half = np.array([(5.6, 0.0), (5.6, 3.0), (5.3, 8.0), (4.4, 13.5), (2.8, 19.0), (1.2, 23.0), (0.0, 25.0)])
    outline = np.concatenate([half, (half * (-1, 1))[-2::-1]])

    def plane(outwards_cm: float, size: float) -> Array:
        return np.column_stack([outline[:, 0] * size, np.full(len(outline), outwards_cm), outline[:, 1] * size + 0.0])

    def build_band(near: Array, far: Array) -> Array:
        return np.stack([near, np.roll(near, -1, axis=0), np.roll(far, -1, axis=0), far], axis=1)

    sole, rim, shell, back = plane(4.0, 1.0), plane(3.2, 1.0), plane(2.8, 0.97), plane(-3.5, 0.6)
    body = (0.0, 0.0, 9.0)
    grey = to_linear(218, 218, 213)
    parts: list[Part] = [
        (
            build_patch(sole[None], to_linear(164, 128, 88), body, gloss=0.2),
            build_patch(build_band(sole, rim), to_linear(178, 172, 160), body, gloss=0.3),
            build_patch(build_band(shell, back), grey, body, gloss=0.35),
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


def build_kettle() -> list[Part]:
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


def build_apple() -> list[Part]:
    """Build a red apple with a stem."""
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


def build_pillow() -> list[Part]:
    """Build a pillow."""
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
