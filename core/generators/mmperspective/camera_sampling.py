"""Random cameras in front of or inside a scene: level and aligned, level and askew, or looking up or down."""

import math
from dataclasses import replace

import numpy as np

from core.benchmarks.mmperspective.scene import PerspectiveScene, Triple
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, PerspectiveImage, PerspectiveView
from core.benchmarks.mmperspective.vocabulary import NON_LINEAR, TYPES
from core.generators.mmperspective.scene_sampling import Random, pick, sample_between

ONE, TWO, THREE = TYPES[:3]
FREE_M = 1.2
"""The radius around the camera that is empty."""

_UP_DEG, _DOWN_DEG = (15.0, 32.0), (20.0, 45.0)
_STRAIGHT_PX = (400.0, 600.0)
_LENS_PX, _BENDS = (360.0, 460.0), (0.8, 1.0)
"""Focal lengths and bends of images that should be non-linear."""

ROLLED_DEG = 30.0
"""Largest roll of cameras of whole images: without a roll, edge directions alone reveal the type of a perspective."""

USUAL, NEAR = (0.9, 1.7), (0.0, 0.4)
"""Distances to houses, as `sample_outside_picture` takes them. From afar, a lens does not visibly bend their edges, and
the depth of towers in front of a camera is not visible."""


def sample_focal_px(random: Random, low: float = 500.0, high: float = 1000.0) -> float:
    """Sample a focal length in whole pixels."""
    return float(round(random.uniform(low, high)))


def add_random_roll(random: Random, picture: PerspectiveImage) -> PerspectiveImage:
    """Roll the image's camera about the view, which changes neither the image's type nor its direction."""
    return replace(
        picture, view=replace(picture.view, roll_deg=round(float(random.uniform(-ROLLED_DEG, ROLLED_DEG)), 2))
    )


def compute_image_centre(width_px: int = WIDTH_PX, height_px: int = HEIGHT_PX) -> tuple[float, float]:
    """Compute the middle of an image."""
    return (width_px - 1) / 2, (height_px - 1) / 2


def sample_principal_point(random: Random, share: float = 0.12) -> tuple[float, float]:
    """Sample a principal point somewhat away from the middle, as in a part of a larger image."""
    x, y = compute_image_centre()
    return (
        round(x + float(random.uniform(-share, share)) * WIDTH_PX, 1),
        round(y + float(random.uniform(-share, share)) * HEIGHT_PX, 1),
    )


def sample_askew_yaw_deg(random: Random, low: float = 20.0, high: float = 70.0) -> float:
    """Sample a yaw that is this far from all axes."""
    return round(float(random.uniform(low, high)) + 90.0 * int(random.integers(4)), 2) % 360


def is_free(scene: PerspectiveScene, position: Triple) -> bool:
    """Return whether the surroundings of a place are empty."""
    return position[2] > 0 and not any(
        all(
            low - FREE_M < one < high + FREE_M
            for one, low, high in zip(position, solid.low, (*solid.high[:2], solid.top), strict=True)
        )
        for solid in scene.solids
    )


def sample_outside_picture(
    random: Random,
    scene: PerspectiveScene,
    yaw_deg: float,
    *,
    pitch_deg: float = 0.0,
    focal_px: float,
    height_m: float | None = None,
    near: tuple[float, float] = USUAL,
    centre_px: tuple[float, float] | None = None,
    roll_deg: float = 0.0,
) -> PerspectiveImage:
    """Sample an image of houses from outside, looking at about their middle.

    Args:
        random: its numbers.
        scene: of solids.
        yaw_deg: of the view.
        pitch_deg: positive looks up, from a low camera; negative looks down, from a high one.
        focal_px: the focal length.
        height_m: of the camera; random by default.
        near: the smallest and the largest distance from the middle, in sizes of the scene.
        centre_px: the principal point.
        roll_deg: of the camera.
    """
    low = np.min([solid.low for solid in scene.solids], axis=0)
    high = np.max([(*solid.high[:2], solid.top) for solid in scene.solids], axis=0)
    yaw, pitch = math.radians(yaw_deg), math.radians(pitch_deg)
    span = float(np.hypot(*(high - low)[:2]))
    aim = (low + high) / 2 + np.append(random.uniform(-0.12, 0.12, 2) * span, 0.0)
    distance = span / 2 + float(random.uniform(*near)) * max(float(high[2]), 6.0)
    place = aim[:2] - distance * np.array([math.cos(yaw), math.sin(yaw)])
    if height_m is None:
        height_m = (
            sample_between(random, 1.6, 5.0) if pitch_deg >= 0 else float(high[2]) / 3 - distance * math.tan(pitch)
        )
    position = (round(float(place[0]), 2), round(float(place[1]), 2), round(height_m, 2))
    return PerspectiveImage(
        scene, PerspectiveView(position, yaw_deg, pitch_deg, roll_deg, focal_px, centre_px or compute_image_centre())
    )


def sample_inside_picture(
    random: Random, scene: PerspectiveScene, *, focal_px: float, yaw_deg: float = 0.0, pitch_deg: float = 0.0
) -> PerspectiveImage:
    """Sample an image along a street or a corridor; one that looks down on a street is taken from above."""
    if scene.kind == "corridor":
        half = scene.panels[0].high[1]
        position = (
            sample_between(random, -1.4, 0.6),
            sample_between(random, -0.5 * half, 0.5 * half),
            sample_between(random, 1.2, 1.8),
        )
    else:
        heights = (4.0, 9.0) if pitch_deg < 0 else (1.5, 4.0)
        position = (
            sample_between(random, -10.0, 0.0),
            sample_between(random, -2.4, 2.4),
            sample_between(random, *heights),
        )
    return PerspectiveImage(
        scene, PerspectiveView(position, yaw_deg, pitch_deg, 0.0, focal_px, sample_principal_point(random))
    )


def sample_picture_of_type(random: Random, name: str, scene: PerspectiveScene) -> PerspectiveImage:
    """Sample an image of a scene that should be of a type, with the camera rolled.

    Args:
        random: its numbers.
        name: of the type.
        scene: houses or towers, seen from outside, or a street or a corridor, seen along it.
    """
    if name == NON_LINEAR:
        straight = sample_picture_of_type(random, pick(random, TYPES[:3]), scene)
        return PerspectiveImage(scene, bend_view(random, straight.view, sample_between(random, *_BENDS), *_LENS_PX))
    return add_random_roll(random, _sample_straight_picture(random, name, scene))


def _sample_straight_picture(random: Random, name: str, scene: PerspectiveScene) -> PerspectiveImage:
    """Use the same lenses and distances for every type, so that size and density of the scene do not reveal it."""
    yaw = 0.0 if name == ONE else round(float(pick(random, (-1, 1)) * random.uniform(20, 50)), 2)
    pitch = _sample_pitch_deg(random) if name == THREE else 0.0
    length = sample_focal_px(random, *_STRAIGHT_PX)
    if is_along(scene):
        return sample_inside_picture(random, scene, focal_px=length, yaw_deg=yaw, pitch_deg=pitch)
    yaw = 90.0 * int(random.integers(4)) if name == ONE else sample_askew_yaw_deg(random)
    if pitch:
        height = 1.7 if pitch > 0 else None
        return sample_outside_picture(random, scene, yaw, pitch_deg=pitch, focal_px=length, height_m=height, near=NEAR)
    return sample_outside_picture(
        random, scene, yaw, focal_px=length, centre_px=sample_principal_point(random), near=NEAR
    )


def bend_view(random: Random, view: PerspectiveView, bend: float, low_px: float, high_px: float) -> PerspectiveView:
    """Bend the view with a focal length so long that its corners show no more than allowed."""
    through = replace(view, bend=bend)
    least = math.ceil(through.least_focal_px)
    return replace(through, focal_px=sample_focal_px(random, max(low_px, least), max(high_px, least)))


def is_along(scene: PerspectiveScene) -> bool:
    """Return whether a scene is viewed from within, along it."""
    return scene.kind in ("street", "corridor")


def _sample_pitch_deg(random: Random) -> float:
    """Sample the pitch of a view that should be tilted, up or down."""
    is_up = bool(random.random() < 0.5)
    return round(float(random.uniform(*_UP_DEG) if is_up else -random.uniform(*_DOWN_DEG)), 2)
