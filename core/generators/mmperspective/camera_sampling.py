"""Puts a camera at random before or in a scene: level and square to it, level and askew, or looking up and down."""

import math
from dataclasses import replace

import numpy as np

from core.benchmarks.mmperspective.scene import PerspectiveScene, Triple
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, PerspectiveImage, PerspectiveView
from core.benchmarks.mmperspective.vocabulary import NON_LINEAR, TYPES
from core.generators.mmperspective.scene_sampling import Random, pick, sample_between

ONE, TWO, THREE = TYPES[:3]
FREE_M = 1.2
"""Around the camera there is nothing."""

_UP_DEG, _DOWN_DEG = (15.0, 32.0), (20.0, 45.0)
_STRAIGHT_PX = (400.0, 600.0)
_LENS_PX, _BENDS = (360.0, 460.0), (0.8, 1.0)
"""Focal lengths and bends of pictures that are meant to be non-linear."""

ROLLED_DEG = 30.0
"""Of cameras of whole pictures: without a roll the directions of edges alone tell the type of a perspective."""

USUAL, NEAR = (0.9, 1.7), (0.0, 0.4)
"""How near houses are looked at, as `sample_outside_picture` takes it. From afar a lens bends none of their edges so
that it shows, and of towers in front of a camera nothing shows the depth."""


def sample_focal_px(random: Random, low: float = 500.0, high: float = 1000.0) -> float:
    """A focal length in whole pixels."""
    return float(round(random.uniform(low, high)))


def add_random_roll(random: Random, picture: PerspectiveImage, most_deg: float = ROLLED_DEG) -> PerspectiveImage:
    """The picture with its camera rolled about the view, which changes neither its type nor its direction."""
    return replace(picture, view=replace(picture.view, roll_deg=round(float(random.uniform(-most_deg, most_deg)), 2)))


def compute_image_centre(width_px: int = WIDTH_PX, height_px: int = HEIGHT_PX) -> tuple[float, float]:
    """The middle of a picture."""
    return (width_px - 1) / 2, (height_px - 1) / 2


def sample_principal_point(random: Random, share: float = 0.12) -> tuple[float, float]:
    """A principal point somewhat away from the middle, as in a part of a larger picture."""
    x, y = compute_image_centre()
    return (
        round(x + float(random.uniform(-share, share)) * WIDTH_PX, 1),
        round(y + float(random.uniform(-share, share)) * HEIGHT_PX, 1),
    )


def sample_askew_yaw_deg(random: Random, low: float = 20.0, high: float = 70.0) -> float:
    """A yaw that is so far from all axes."""
    return round(float(random.uniform(low, high)) + 90.0 * int(random.integers(4)), 2) % 360


def is_free(scene: PerspectiveScene, position: Triple) -> bool:
    """Whether nothing stands around a place."""
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
    """A picture of houses from outside of them, looking about their middle.

    Args:
        random: its numbers.
        scene: of solids.
        yaw_deg: of the view.
        pitch_deg: positive looks up; then the camera is low, and high where it looks down.
        focal_px: the focal length.
        height_m: of the camera; by chance where it is not given.
        near: the distance from the middle, least and most, in sizes of the scene.
        centre_px: the principal point.
        roll_deg: of the camera.
    """
    low = np.min([one.low for one in scene.solids], axis=0)
    high = np.max([(*one.high[:2], one.top) for one in scene.solids], axis=0)
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
    """A picture along a street or a corridor; one that looks down on a street is taken from above."""
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
    """A picture of a scene that is meant to be of a type, with the camera rolled.

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
    """Of every type the same lenses and distances, or size and density of what is seen would tell the type."""
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
    """The view through a bending lens whose focal length is so long that its corners show no more than they may."""
    through = replace(view, bend=bend)
    least = math.ceil(through.least_focal_px)
    return replace(through, focal_px=sample_focal_px(random, max(low_px, least), max(high_px, least)))


def is_along(scene: PerspectiveScene) -> bool:
    """Whether a scene is looked at from within, along it."""
    return scene.kind in ("street", "corridor")


def _sample_pitch_deg(random: Random) -> float:
    """Of a view that is meant to be tilted, up or down."""
    is_up = bool(random.random() < 0.5)
    return round(float(random.uniform(*_UP_DEG) if is_up else -random.uniform(*_DOWN_DEG)), 2)
