"""The table's top: white laminate with a joint, grommets, wear and reflected lamps, the tape, and the three stickers.

The features that a photograph is measured by are exact: the tape's straight edges on the square of 100 cm and 4.8 cm
further out, and the stickers, squares of 3 cm about their centres.
"""

import math

import cv2
import numpy as np

from core.generators.photo_scenes.camera import SceneCamera, to_world_points
from core.generators.photo_scenes.framebuffer import (
    Canvas,
    Plane,
    Window,
    compute_coverage,
    find_window,
    rasterise_polygons,
)
from core.generators.photo_scenes.lighting import TableLight, to_full_size
from core.generators.photo_scenes.meshes import Colour
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.photo_scenes.textures import BOARD_TEXTURE_PX, BOARD_TEXTURE_PX_PER_CM, make_board_grain
from core.geometry.homography import BOARD_CM, OUTER_CORNERS_CM, TAPE_CM, Array
from core.geometry.sticker_colours import STICKER_CM

LAMINATE: Colour = (0.560, 0.568, 0.545)
TAPE_THROUGH: Colour = (0.68, 0.465, 0.142)
"""Share of the table's light that returns through the tape."""

SECOND_LAYER: Colour = (0.66, 0.525, 0.33)
STICKERS = {"A": (0.285, 0.012, 0.034), "B": (0.80, 0.52, 0.012), "C": (0.185, 0.175, 0.50)}
"""Light that the stickers reflect, measured on the photographs relative to the adjacent table."""

LEFT_CM, RIGHT_CM, END_CM, OTHER_END_CM = -43.0, 125.0, -24.0, 216.0
"""The table's edges in the board frame."""

CORNER_RADIUS_CM = 5.0
JOINT_CM = 101.7
"""Position at which the table's two boards meet: under one side of the tape, just outside its inner edge."""

GROMMETS_CM = ((-24.5, 49.0), (106.3, 51.5), (47.0, -15.0), (52.0, 152.0))


def compute_table_outline() -> Array:
    """Compute the table's edge (n, 2) on the board, clockwise in the board frame, with rounded corners."""
    radius = CORNER_RADIUS_CM
    corners = (
        (LEFT_CM, END_CM, 180),
        (RIGHT_CM, END_CM, 270),
        (RIGHT_CM, OTHER_END_CM, 0),
        (LEFT_CM, OTHER_END_CM, 90),
    )
    points = []
    for x, y, start_deg in corners:
        middle = (x + math.copysign(radius, 40 - x), y + math.copysign(radius, 90 - y))
        angles = np.radians(np.linspace(start_deg, start_deg + 90, 6))
        points.append(middle + radius * np.column_stack([np.cos(angles), np.sin(angles)]))
    return np.asarray(np.concatenate(points), dtype=np.float64)


def compute_sticker_corners_cm(scene: TriangleScene, vertex: str) -> Array:
    """Compute the corners (4, 2) of a sticker on the board; its turn is random."""
    number = "ABC".index(vertex)
    random = np.random.default_rng((scene.seed, 17, number))
    turn = math.radians(random.normal(0.0, 4.0) if random.random() < 0.8 else random.uniform(-45.0, 45.0))
    x, y = (scene.a_cm, scene.b_cm, scene.c_cm)[number]
    along = np.array([math.cos(turn), math.sin(turn)]) * STICKER_CM / 2
    across = np.array([-along[1], along[0]])
    about = [-along - across, along - across, along + across, -along + across]
    return np.array([(x, y)], dtype=np.float64) + np.array(about, dtype=np.float64)


def sample_tape_strips_cm(random: np.random.Generator) -> list[Array]:
    """Sample the four strips, each (4, 2); their lengths beyond the corners are random."""
    strips = []
    for side in range(4):
        ends = TAPE_CM + random.uniform(-0.15, 0.45, 2)
        skew = random.uniform(-0.25, 0.25, 2)
        strip = np.array(
            [
                (-ends[0], 0.0),
                (BOARD_CM + ends[1], 0.0),
                (BOARD_CM + ends[1] + skew[1], -TAPE_CM),
                (-ends[0] + skew[0], -TAPE_CM),
            ]
        )
        strips.append(_rotate_quarters(strip, side))
    return strips


def _rotate_quarters(points_cm: Array, quarters: int) -> Array:
    """Turn points on the board about its middle by quarters."""
    about = points_cm - BOARD_CM / 2
    for _ in range(quarters):
        about = np.column_stack([-about[:, 1], about[:, 0]])
    return np.asarray(about + BOARD_CM / 2)


def paint_table(canvas: Canvas, camera: SceneCamera, scene: TriangleScene, light: TableLight) -> None:
    """Paint the table's top with everything that lies flat on it."""
    random = np.random.default_rng((scene.seed, 18))
    grain, backing, glitter = _render_grain(camera, random)
    falling, satin, glossy = (to_full_size(plane, canvas.size) for plane in (light.falling, light.satin, light.glossy))
    top = rasterise_polygons([camera.project_polygon(to_world_points(compute_table_outline()))], canvas.size, finer=2)
    if top is None:
        return
    window, share = top
    lit = grain[window] * falling[window]
    # The brightest part of a reflected lamp is not overexposed: the coat scatters.
    coat = satin[window] * np.float32(1.35)
    coat /= 1 + np.float32(0.7) * coat
    canvas.cover(window, share, tuple(lit * np.float32(part) + coat for part in LAMINATE))
    _paint_joint(canvas, camera)
    _paint_tape(canvas, camera, random, (backing, glitter, glossy))
    for vertex in "ABC":
        _paint_sticker(canvas, camera, scene, vertex, falling)


def _render_grain(camera: SceneCamera, random: np.random.Generator) -> tuple[Plane, Plane, Plane]:
    """Render the board's texture as the camera sees it: three planes about 1, about 1, and 0 to 1."""
    shift = random.uniform(0, BOARD_TEXTURE_PX, 2)
    texture_from_board = np.array(
        [[BOARD_TEXTURE_PX_PER_CM, 0, shift[0]], [0, BOARD_TEXTURE_PX_PER_CM, shift[1]], [0, 0, 1.0]]
    )
    texture_from_px = texture_from_board @ camera.homography.board_from_px
    seen = cv2.warpPerspective(
        make_board_grain(),
        texture_from_px,
        (camera.width_px, camera.height_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_WRAP,
    )
    grain, backing, glitter = cv2.split(seen)
    return (
        grain.astype(np.float32) * np.float32(1 / 160),
        backing.astype(np.float32) * np.float32(1 / 128),
        glitter.astype(np.float32) * np.float32(1 / 255),
    )


def _paint_joint(canvas: Canvas, camera: SceneCamera) -> None:
    half = 0.09
    stretches = ((LEFT_CM, -TAPE_CM, 0.16), (-TAPE_CM, BOARD_CM + TAPE_CM, 0.92), (BOARD_CM + TAPE_CM, RIGHT_CM, 0.16))
    for begin, end, part in stretches:
        line = np.array(
            [(begin, JOINT_CM - half), (end, JOINT_CM - half), (end, JOINT_CM + half), (begin, JOINT_CM + half)]
        )
        covered = compute_coverage(camera.project_polygon(to_world_points(line)), canvas.size)
        if covered is not None:
            canvas.filter(*covered, (part, part, part))
    for place in GROMMETS_CM:
        for radius, part, shift in ((0.75, 0.16, 0.0), (0.42, 2.2, 0.12), (0.25, 0.5, 0.2)):
            angle = np.linspace(0, 2 * math.pi, 14, endpoint=False)
            ring = np.array(place) + shift + radius * np.column_stack([np.cos(angle), np.sin(angle)])
            spot = rasterise_polygons([camera.project_polygon(to_world_points(ring))], canvas.size)
            if spot is not None:
                canvas.filter(*spot, (part, part, part))


def _paint_tape(
    canvas: Canvas, camera: SceneCamera, random: np.random.Generator, planes: tuple[Plane, Plane, Plane]
) -> None:
    strips = [camera.project_polygon(to_world_points(strip)) for strip in sample_tape_strips_cm(random)]
    window = find_window(np.concatenate(strips), canvas.size)
    if window is None:
        return
    tape = np.zeros(canvas.size, dtype=np.float32)
    layers = np.zeros(canvas.size, dtype=np.float32)
    for strip in strips:
        covered = compute_coverage(strip, canvas.size)
        if covered is not None:
            inside, share = covered
            layers[inside] += share
            cv2.max(tape[inside], share, tape[inside])
    tape_here = tape[window]
    backing, glitter, glossy = (plane[window] for plane in planes)
    through, around = tape_here * backing, 1 - tape_here
    for plane, part in zip(canvas.planes, TAPE_THROUGH, strict=True):
        plane[window] *= through * np.float32(part) + around
    for corner in OUTER_CORNERS_CM:
        square = camera.project_polygon(to_world_points(corner + _ABOUT_A_CORNER_CM))
        place = find_window(square, canvas.size)
        if place is not None:
            canvas.filter(place, layers[place] - tape[place], SECOND_LAYER)
    _add_tape_shine(canvas, window, tape_here, (backing, glitter, glossy))


_ABOUT_A_CORNER_CM = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * (2 * TAPE_CM)


def _add_tape_shine(canvas: Canvas, window: Window, tape: Plane, planes: tuple[Plane, Plane, Plane]) -> None:
    """Add the lamps in the tape: a pale sheen, glittering bubbles around, an overexposed spot at each reflection."""
    backing, glitter, glossy = planes
    burnt = np.maximum(glossy - np.float32(0.30), np.float32(0.0))
    if not burnt.any():
        return
    around = np.clip(glossy * np.float32(3.0) - np.float32(0.45), np.float32(0.0), np.float32(1.5))
    hole = np.clip(burnt * np.float32(7) + backing * np.float32(20) - np.float32(24.9), np.float32(0), np.float32(1.2))
    canvas.add_light(window, tape * (glitter * around + burnt * np.float32(0.16) + hole))


def _paint_sticker(canvas: Canvas, camera: SceneCamera, scene: TriangleScene, vertex: str, falling: Plane) -> None:
    corners = compute_sticker_corners_cm(scene, vertex)
    outline = camera.project_polygon(to_world_points(corners))
    covered = compute_coverage(outline, canvas.size)
    if covered is None:
        return
    window, share = covered
    light = falling[window]
    canvas.cover(window, share, tuple(light * np.float32(part) + np.float32(0.012) for part in STICKERS[vertex]))
