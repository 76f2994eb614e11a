"""Puts a camera at random before or in a scene: level and square to it, level and askew, or looking up and down."""

import math

import numpy as np

from core.benchmarks.mmperspective.build import Random, between, corridor, houses, pick, street, towers
from core.benchmarks.mmperspective.scene import Scene, Triple
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, Picture, View
from core.benchmarks.mmperspective.words import NON_LINEAR, TYPES

ONE, TWO, THREE = TYPES[:3]
FREE_M = 1.2
"""Around the camera there is nothing."""

_UP_DEG, _DOWN_DEG = (15.0, 32.0), (20.0, 45.0)


def focal(random: Random, low: float = 500.0, high: float = 1000.0) -> float:
    """A focal length in whole pixels."""
    return float(round(random.uniform(low, high)))


def middle(width_px: int = WIDTH_PX, height_px: int = HEIGHT_PX) -> tuple[float, float]:
    """The middle of a picture."""
    return (width_px - 1) / 2, (height_px - 1) / 2


def shifted(random: Random, share: float = 0.12) -> tuple[float, float]:
    """A principal point somewhat away from the middle, as in a part of a larger picture."""
    x, y = middle()
    return (
        round(x + float(random.uniform(-share, share)) * WIDTH_PX, 1),
        round(y + float(random.uniform(-share, share)) * HEIGHT_PX, 1),
    )


def askew_deg(random: Random, low: float = 20.0, high: float = 70.0) -> float:
    """A yaw that is so far from all axes."""
    return round(float(random.uniform(low, high)) + 90.0 * int(random.integers(4)), 2) % 360


def is_free(scene: Scene, position: Triple) -> bool:
    """Whether nothing stands around a place."""
    return position[2] > 0 and not any(
        all(
            low - FREE_M < one < high + FREE_M
            for one, low, high in zip(position, solid.low, (*solid.high[:2], solid.top), strict=True)
        )
        for solid in scene.solids
    )


def before(
    random: Random,
    scene: Scene,
    yaw_deg: float,
    *,
    pitch_deg: float = 0.0,
    focal_px: float,
    height_m: float | None = None,
    near: tuple[float, float] = (0.9, 1.7),
    centre_px: tuple[float, float] | None = None,
    roll_deg: float = 0.0,
) -> Picture:
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
        height_m = between(random, 1.6, 5.0) if pitch_deg >= 0 else float(high[2]) / 3 - distance * math.tan(pitch)
    position = (round(float(place[0]), 2), round(float(place[1]), 2), round(height_m, 2))
    return Picture(scene, View(position, yaw_deg, pitch_deg, roll_deg, focal_px, centre_px or middle()))


def inside(random: Random, scene: Scene, *, focal_px: float, yaw_deg: float = 0.0, pitch_deg: float = 0.0) -> Picture:
    """A picture along a street or a corridor."""
    if scene.kind == "corridor":
        half = scene.panels[0].high[1]
        position = (between(random, -1.4, 0.6), between(random, -0.5 * half, 0.5 * half), between(random, 1.2, 1.8))
    else:
        position = (between(random, -10.0, 0.0), between(random, -2.4, 2.4), between(random, 1.5, 4.0))
    return Picture(scene, View(position, yaw_deg, pitch_deg, 0.0, focal_px, shifted(random)))


def typed(random: Random, name: str, scene: Scene | None = None) -> Picture:
    """A picture that is meant to be of a type, of a given scene of houses or of one of its own."""
    if name == NON_LINEAR:
        straight = typed(random, pick(random, TYPES[:3]), scene)
        view = straight.view
        bend = between(random, 0.7, 0.9)
        bent = View(
            view.position,
            view.yaw_deg,
            view.pitch_deg,
            view.roll_deg,
            focal(random, 360, 460),
            view.centre_px,
            bend=bend,
        )
        return Picture(straight.scene, bent)
    if name == ONE:
        own = scene or pick(random, (street, corridor, houses))(random)
        if own.kind in ("street", "corridor"):
            return inside(random, own, focal_px=focal(random, 500, 800))
        yaw = 90.0 * int(random.integers(4))
        return before(random, own, yaw, focal_px=focal(random, 500, 800), centre_px=shifted(random))
    if name == TWO:
        own = scene or pick(random, (houses, houses, street))(random)
        if own.kind == "street":
            yaw = round(float(pick(random, (-1, 1)) * random.uniform(20, 50)), 2)
            return inside(random, own, focal_px=focal(random, 500, 700), yaw_deg=yaw)
        return before(random, own, askew_deg(random), focal_px=focal(random), centre_px=shifted(random))
    own = scene or pick(random, (towers, houses))(random)
    return tilted(random, own, is_up=bool(random.random() < 0.5), yaw_deg=askew_deg(random))


def tilted(random: Random, scene: Scene, *, is_up: bool, yaw_deg: float) -> Picture:
    """A picture that looks up from the ground, or down from above."""
    if is_up:
        pitch = round(float(random.uniform(*_UP_DEG)), 2)
        return before(
            random, scene, yaw_deg, pitch_deg=pitch, focal_px=focal(random, 500, 760), height_m=1.7, near=(0.5, 1.1)
        )
    pitch = -round(float(random.uniform(*_DOWN_DEG)), 2)
    return before(random, scene, yaw_deg, pitch_deg=pitch, focal_px=focal(random, 500, 900), near=(0.6, 1.3))
