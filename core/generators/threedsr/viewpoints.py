"""Common and uncommon poses of the camera.

Source: 3DSRBench, section 3.3; the numbers are our own (docs/benchmarks/threedsr.md).
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from core.benchmarks.threedsr.object_catalogue import KINDS
from core.benchmarks.threedsr.scene import (
    COMMON,
    HEIGHT_PX,
    HIGH,
    LOW,
    ROLLED,
    STEEP,
    UNCOMMON,
    WIDTH_PX,
    ObjectScene,
    Viewpoint,
)

EYES_M, LEVEL_DEG = (1.4, 1.8), (-15.0, 0.0)
"""Heights and pitches of a person's view."""

RIM_PX, NEAREST_M = 8.0, 1.0
"""Smallest distances of the named objects from the image's rim and from the camera."""

_TURNED_DEG = 20.0
"""Largest angle by which an uncommon view is turned about the scene, so that both views show the same sides."""


def sample_common_view(random: np.random.Generator) -> Viewpoint:
    """Sample a person's view along the x axis: no roll, level or slightly downwards."""
    return Viewpoint(
        COMMON, (0.0, 0.0, _sample_rounded(random, *EYES_M)), 0.0, _sample_rounded(random, *LEVEL_DEG, digits=1)
    )


def sample_uncommon_view(random: np.random.Generator, aim: ArrayLike, kinds: Sequence[str] = UNCOMMON) -> Viewpoint:
    """Sample a rolled, a steep, a low or a high view of the same scene.

    Args:
        random: the item's own.
        aim: (2,), the middle of the named objects.
        kinds: the kinds of views to choose from.
    """
    kind = kinds[int(random.integers(len(kinds)))]
    x, y = (float(one) for one in np.asarray(aim))
    far = math.hypot(x, y)
    roll = 0.0
    if kind == ROLLED:
        height, pitch = _sample_rounded(random, *EYES_M), _sample_rounded(random, *LEVEL_DEG, digits=1)
        roll = _sample_rounded(random, 20.0, 60.0, digits=1) * (1 if random.random() < 0.5 else -1)
        away = far * random.uniform(1.0, 1.35)
    elif kind == LOW:
        height, pitch = _sample_rounded(random, 0.1, 0.3), _sample_rounded(random, 5.0, 30.0, digits=1)
        away = far * random.uniform(0.9, 1.3)
    else:
        heights, pitches = {STEEP: ((4.0, 8.0), (-75.0, -45.0)), HIGH: ((4.0, 7.0), (-45.0, -20.0))}[kind]
        height, pitch = _sample_rounded(random, *heights), _sample_rounded(random, *pitches, digits=1)
        away = (height - 0.4) / math.tan(math.radians(-pitch))
    bearing = math.atan2(y, x) + math.radians(random.uniform(-_TURNED_DEG, _TURNED_DEG))
    place = (x - away * math.cos(bearing), y - away * math.sin(bearing))
    yaw = math.degrees(bearing) + random.uniform(-4.0, 4.0)
    return Viewpoint(kind, (round(place[0], 3), round(place[1], 3), height), round(yaw, 1), pitch, roll)


def is_in_frame(scene: ObjectScene) -> bool:
    """Return whether every named object is within the image, not too near, and not below a roof of its own."""
    if scene.view.kind == STEEP and any(KINDS[thing.kind].is_roofed for thing in scene.named):
        return False
    camera = scene.view.camera
    pixels, depths = camera.project(np.concatenate([thing.box for thing in scene.named]))
    if depths.min() < NEAREST_M:
        return False
    room = np.array([WIDTH_PX, HEIGHT_PX]) - 1 - RIM_PX
    return bool((pixels >= RIM_PX).all() and (pixels <= room).all())


def _sample_rounded(random: np.random.Generator, low: float, high: float, digits: int = 3) -> float:
    return round(float(random.uniform(low, high)), digits)
