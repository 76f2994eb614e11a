"""Random scenes like the photographs: four conditions per triangle, with cameras and objects as in the paper.

The ranges were measured on the photographs: tilt, roll and distance by their homographies.
"""

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import SceneError
from core.generators.photo_scenes.camera import to_world_points
from core.generators.photo_scenes.objects import OBJECTS
from core.generators.photo_scenes.occlusion import classify_scene_occlusions
from core.generators.photo_scenes.scene import LIMITS, TriangleScene
from core.generators.photo_scenes.triangle_shapes import Corners, Shape, apportion_shapes, sample_corners, select_shapes
from core.geometry.homography import BOARD_CM, OUTER_CORNERS_CM
from core.progress import Progress, Report, ignore_progress
from core.records import CONDITIONS

STAGE = "Arranging scenes"

PLANAR_TILT_DEG = (2.5, 11.0)
TILTED_QUANTILES_DEG = (34.8, 37.0, 40.7, 45.0, 53.9, 64.9, 73.2)
"""Tilt of the tilted photographs at shares of 0, 5, 25, 50, 75, 95 and 100 %."""

_QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)

MARGIN_PX = 0.008
"""Free space between the tape and the image's rim, over the image's longer side."""

OBJECT_CLEARANCE_CM = 1.5
"""Free space on the table between an object and the border; twice as much to the stickers."""

HIDDEN_EDGE_SHARE = 0.25
"""Share of the places that are accepted although they hide an edge in the tilted view."""

STEP_BACK = 1.02
_AIMS = 8
_PLACES_TRIED = 60
_TRIANGLES_TRIED = 30


@dataclass(frozen=True, slots=True)
class PhotographSpec:
    """The plan of one photograph: its triangle's number from 1, its condition, and the scene."""

    number: int
    condition: str
    scene: TriangleScene


def sample_photographs(
    photographs: int,
    *,
    seed: int = 0,
    tilt_deg: tuple[float, float] | None = None,
    shapes: Sequence[str] = (),
    report: Report = ignore_progress,
) -> list[PhotographSpec]:
    """Sample scenes for a set of photographs: triangle by triangle, each in up to four conditions.

    Args:
        photographs: number; unless it is a multiple of four, the last triangle has fewer conditions.
        seed: the same seed gives the same scenes.
        tilt_deg: range of the tilted photographs' tilt, sampled evenly; as in Tri-Bench by default.
        shapes: names of side and angle classes that the triangles may have; all if empty.
        report: called after each triangle.

    Raises:
        SceneError: the range or the shapes are impossible.
    """
    if photographs < 1:
        raise SceneError(f"a set of {photographs} photographs is empty; choose one or more")
    low, high = LIMITS["tilt_deg"]
    if tilt_deg is not None and not low <= tilt_deg[0] <= tilt_deg[1] <= high:
        raise SceneError(f"tilt {tilt_deg[0]:g}:{tilt_deg[1]:g} is not a range within {low:g} and {high:g} degrees")
    triangles = -(-photographs // len(CONDITIONS))
    random = np.random.default_rng((seed, 1))
    kinds = apportion_shapes(select_shapes(shapes), triangles, random)
    # Objects are assigned to triangles in turn, as evenly as the number allows.
    objects = [OBJECTS[index % len(OBJECTS)] for index in random.permutation(triangles)]
    shots = []
    for number, (kind, name) in enumerate(zip(kinds, objects, strict=True), start=1):
        own = np.random.default_rng((seed, 2, number))
        scenes = _sample_condition_scenes(kind, name, tilt_deg, own)
        report(Progress(STAGE, number, triangles))
        shots += [PhotographSpec(number, condition, scene) for condition, scene in zip(CONDITIONS, scenes, strict=True)]
    return shots[:photographs]


def frame_scene(scene: TriangleScene, offset: tuple[float, float] = (0.0, 0.0)) -> TriangleScene:
    """Aim the camera and, if needed, move it back so that the whole tape is in the image.

    Args:
        scene: with any aim.
        offset: requested place of the tape's middle, from the image's centre, in shares of its width and height;
            smaller if the tape would leave the image.

    Raises:
        SceneError: no distance is enough.
    """
    distance_cm = scene.distance_cm
    while distance_cm <= LIMITS["distance_cm"][1]:
        aimed = _aim_camera(dataclasses.replace(scene, distance_cm=round(distance_cm, 2)), offset)
        if aimed is not None:
            return aimed
        distance_cm *= STEP_BACK
    raise SceneError("the whole tape is not in the image from any distance")


def _aim_camera(scene: TriangleScene, offset: tuple[float, float]) -> TriangleScene | None:
    """Aim the camera so that the tape's middle is near the requested place; None if the tape does not fit."""
    size = np.array([scene.width_px, scene.height_px])
    margin_px = MARGIN_PX * size.max()
    for _ in range(_AIMS):
        outline = scene.camera.to_px(to_world_points(OUTER_CORNERS_CM))
        low, high = outline.min(axis=0), outline.max(axis=0)
        spare = np.maximum((size - 1 - (high - low)) / 2 - margin_px, 0.0)
        wanted = (size - 1) / 2 + np.clip(np.array(offset) * size, -spare, spare)
        aim = scene.camera.homography.to_board([(size - 1) / 2 + (low + high) / 2 - wanted])[0]
        try:
            scene = dataclasses.replace(scene, aim_cm=(round(float(aim[0]), 3), round(float(aim[1]), 3)))
        except SceneError:  # at this distance and aim, the camera would be too low
            return None
    outline = scene.camera.to_px(to_world_points(OUTER_CORNERS_CM))
    is_whole = (outline >= margin_px / 2) & (outline <= size - 1 - margin_px / 2)
    return scene if is_whole.all() else None


def _sample_condition_scenes(
    kind: Shape, name: str, tilt_range_deg: tuple[float, float] | None, random: np.random.Generator
) -> list[TriangleScene]:
    """Sample P0, P1, T0, T1 of one triangle: two camera places, each held twice by hand.

    Raises:
        SceneError: no triangle of this kind leaves space for the object.
    """
    for _ in range(_TRIANGLES_TRIED):
        corners = sample_corners(kind, random)
        try:
            # One seed: the stickers and the lamps are the same in all four.
            seed = int(random.integers(2**31))
            planar, tilted = (
                _sample_planar_scene(corners, seed, random),
                _sample_tilted_scene(corners, seed, tilt_range_deg, random),
            )
            again = _place_object((_perturb_camera(planar, random), _perturb_camera(tilted, random)), name, random)
        except SceneError:  # the camera is too low for the object
            continue
        if again is not None:
            return [planar, again[0], tilted, again[1]]
    raise SceneError(f"no {kind[0]} {kind[1]} triangle leaves space for the {name}")


def _sample_planar_scene(corners: Corners, seed: int, random: np.random.Generator) -> TriangleScene:
    roll_deg = float(random.uniform(-180, 180))
    # Seen from straight above, only the sum of the two turns shows: the board's sides along the image's.
    turn_deg = 90.0 * int(random.integers(0, 4)) + random.normal(0.0, 2.5)
    is_portrait = bool(random.random() < 0.4)
    return _build_scene(
        corners,
        seed,
        random,
        is_portrait,
        tilt_deg=float(np.clip(random.normal(6.5, 1.4), *PLANAR_TILT_DEG)),
        roll_deg=roll_deg,
        azimuth_deg=_wrap_degrees(turn_deg - roll_deg),
        brightness=0.90,
        distance_cm=float(random.normal(149, 4)),
        offset=(float(random.normal(0, 0.05)), float(random.normal(-0.02, 0.04))),
    )


def _sample_tilted_scene(
    corners: Corners, seed: int, tilt_range_deg: tuple[float, float] | None, random: np.random.Generator
) -> TriangleScene:
    share = random.random()
    if tilt_range_deg is None:
        tilt_deg = float(np.interp(share, _QUANTILES, TILTED_QUANTILES_DEG))
    else:
        tilt_deg = tilt_range_deg[0] + share * (tilt_range_deg[1] - tilt_range_deg[0])
    # The table extends to where y is above 100, so the camera is never there.
    azimuth_deg = _wrap_degrees(float(random.uniform(40, 320)))
    return _build_scene(
        corners,
        seed,
        random,
        bool(random.random() < 0.07),
        tilt_deg=tilt_deg,
        azimuth_deg=azimuth_deg,
        brightness=1.08,
        roll_deg=float(np.clip(random.normal(5, 11), -40, 45)),
        distance_cm=float(np.clip(random.normal(151, 10), 127, 190)),
        offset=(float(random.normal(0, 0.04)), float(random.normal(0.0, 0.04))),
    )


def _build_scene(
    corners: Corners,
    seed: int,
    random: np.random.Generator,
    is_portrait: bool,
    *,
    tilt_deg: float,
    roll_deg: float,
    azimuth_deg: float,
    brightness: float,
    distance_cm: float,
    offset: tuple[float, float],
) -> TriangleScene:
    width_px, height_px = (768, 1024) if is_portrait else (1024, 768)
    scene = TriangleScene(
        *corners,
        tilt_deg=round(tilt_deg, 3),
        azimuth_deg=round(azimuth_deg, 3),
        roll_deg=round(roll_deg, 3),
        distance_cm=round(distance_cm, 2),
        focal_mm=round(float(random.uniform(28.7, 29.3)), 3),
        brightness=round(float(random.normal(brightness, 0.04)), 3),
        warmth=round(float(random.normal(0.0, 0.06)), 3),
        noise=round(float(random.uniform(0.6, 1.3)), 2),
        seed=seed,
        width_px=width_px,
        height_px=height_px,
    )
    return frame_scene(scene, offset)


def _perturb_camera(scene: TriangleScene, random: np.random.Generator) -> TriangleScene:
    """Take the image again after an object was put down: a hand moves by a degree and a centimetre."""
    low, high = LIMITS["tilt_deg"]
    shaken = dataclasses.replace(
        scene,
        tilt_deg=round(float(np.clip(scene.tilt_deg + random.normal(0, 0.5), low, high)), 3),
        roll_deg=round(float(np.clip(scene.roll_deg + random.normal(0, 0.6), -180, 180)), 3),
        azimuth_deg=round(scene.azimuth_deg + float(random.normal(0, 0.6)), 3),
        distance_cm=round(scene.distance_cm + float(random.normal(0, 1.2)), 2),
        aim_cm=(
            round(scene.aim_cm[0] + float(random.normal(0, 0.8)), 3),
            round(scene.aim_cm[1] + float(random.normal(0, 0.8)), 3),
        ),
    )
    outline = shaken.camera.to_px(to_world_points(OUTER_CORNERS_CM))
    is_whole = ((outline >= 0) & (outline <= (scene.width_px - 1, scene.height_px - 1))).all()
    return shaken if is_whole else frame_scene(shaken)


def _place_object(
    scenes: Sequence[TriangleScene], name: str, random: np.random.Generator
) -> list[TriangleScene] | None:
    """Place an object in the planar and the tilted scene, inside the border, hiding no sticker; None if none fits.

    If possible, it does not hide an edge of the triangle in the planar scene, and rarely does in the tilted one.
    """
    second_choice = None
    for _ in range(_PLACES_TRIED):
        x, y = random.uniform(6, 94, 2).round(2).tolist()
        turn_deg = round(float(random.uniform(-180, 180)), 2)
        placed = [
            dataclasses.replace(scene, object=name, object_cm=(x, y), object_turn_deg=turn_deg) for scene in scenes
        ]
        if not _has_room(placed[0]):
            continue
        hidden = [classify_scene_occlusions(scene) for scene in placed]
        if any(vertex != "none" for _, _, vertex in hidden):
            continue
        if hidden[0][1] == "none" and (hidden[1][1] == "none" or random.random() < HIDDEN_EDGE_SHARE):
            return placed
        second_choice = second_choice or placed
    return second_choice


def _has_room(scene: TriangleScene) -> bool:
    """Return whether the object is inside the border and beside the stickers."""
    corners = np.concatenate(scene.solid.corners)[:, :2] if scene.solid else np.empty((0, 2))
    stickers = np.array([scene.a_cm, scene.b_cm, scene.c_cm])
    is_inside = (corners > OBJECT_CLEARANCE_CM).all() and (corners < BOARD_CM - OBJECT_CLEARANCE_CM).all()
    return bool(is_inside and np.linalg.norm(corners[:, None] - stickers, axis=2).min() > 2 * OBJECT_CLEARANCE_CM)


def _wrap_degrees(degrees: float) -> float:
    """Wrap a direction to between -180 and 180 degrees."""
    return math.remainder(degrees, 360.0)
