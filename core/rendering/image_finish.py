"""Light, haze, grain and streaks over an image, drawn at random and independently of its truth.

They hide what colours, edges and the file size would reveal about a scene or a camera.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

_GAIN = (0.6, 1.3)
_MAX_HAZE = 0.8
_MAX_GRAIN = 4.0
_GRAIN_PX = (4, 6, 8)
_STREAK_PX = (14.0, 60.0)
_SPREAD_DEG = 35.0
_SUPERSAMPLED_SHIFT = 4


@dataclass(frozen=True, slots=True)
class ImageFinish:
    """Random effects over an image.

    Attributes:
        gains: of the light in the four corners, from the upper left row by row, three channels each.
        haze: share in the four corners, in the same order, by which the image is blended towards a colour.
        haze_colour: RGB, 0 to 255.
        grain: standard deviation of the brightness of grains.
        grain_px: side of a grain.
        streaks: their number.
        streak_deg: their mean direction, 0 along rows, about which they spread.
        drift: where streaks are denser, -1 to 1 along rows and columns.
        seed: of the random numbers of grains and streaks.
    """

    gains: tuple[float, ...]
    haze: tuple[float, ...]
    haze_colour: tuple[float, ...]
    grain: float
    grain_px: int
    streaks: int
    streak_deg: float
    drift: tuple[float, float]
    seed: int

    def apply(self, image: np.ndarray) -> np.ndarray:
        """Apply the finish to an image (height, width, 3)."""
        height, width = image.shape[:2]
        random = np.random.Generator(np.random.PCG64(self.seed))
        light, haze = (
            cv2.resize(np.array(one, np.float32).reshape(2, 2, -1), (width, height), interpolation=cv2.INTER_LINEAR)
            for one in (self.gains, self.haze)
        )
        mixed = image + (np.array(self.haze_colour) - image) * haze.reshape(height, width, 1)
        lit = self._draw_streaks(np.clip(mixed * light, 0, 255).astype(np.uint8), random)
        size = -(-height // self.grain_px), -(-width // self.grain_px)
        grains = np.rint(random.normal(0.0, self.grain, size)).astype(np.int16)
        grains = grains.repeat(self.grain_px, axis=0).repeat(self.grain_px, axis=1)[:height, :width, None]
        return np.clip(lit + grains, 0, 255).astype(np.uint8)

    def _draw_streaks(self, image: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Draw thin streaks with round ends, dark or bright; none is an edge of the scene."""
        height, width = image.shape[:2]
        places = random.uniform(-1, 1, (4 * self.streaks, 2))
        kept = places[random.uniform(-1, 1, len(places)) < places @ self.drift][: self.streaks]
        angles = np.radians(self.streak_deg + random.normal(0.0, _SPREAD_DEG, len(kept)))
        lengths = random.uniform(*_STREAK_PX, len(kept))
        middles = (kept + 1) / 2 * (width - 1, height - 1)
        halves = lengths[:, None] / 2 * np.column_stack((np.cos(angles), np.sin(angles)))
        levels = random.integers(0, 256, len(kept)).tolist()
        ends = np.rint(np.stack([middles - halves, middles + halves], axis=1) * 2**_SUPERSAMPLED_SHIFT).astype(int)
        image = np.ascontiguousarray(image)
        for (begin, end), level in zip(ends.tolist(), levels, strict=True):
            cv2.line(image, begin, end, (level,) * 3, 1, cv2.LINE_AA, _SUPERSAMPLED_SHIFT)
        return image


def draw_finish(random: np.random.Generator, max_streaks: int) -> ImageFinish:
    """Draw a finish that does not depend on the image, with fewer than `max_streaks` streaks."""
    tints = random.uniform(*_GAIN, (4, 1)) * random.uniform(0.8, 1.1, (4, 3))
    drift = random.uniform(-1, 1, 2)
    towards = math.radians(float(random.uniform(0, 360)))
    slope = np.array([-1, -1, 1, 1]) * math.sin(towards) + np.array([-1, 1, -1, 1]) * math.cos(towards)
    haze = np.clip(random.uniform(0, 0.4) + random.uniform(0, 0.6) * slope, 0, _MAX_HAZE)
    return ImageFinish(
        gains=tuple(round(float(gain), 3) for gain in tints.ravel()),
        haze=tuple(round(float(share), 3) for share in haze),
        haze_colour=tuple(round(float(level), 1) for level in random.uniform(90, 240, 3)),
        grain=round(float(random.uniform(0, _MAX_GRAIN)), 2),
        grain_px=_GRAIN_PX[int(random.integers(len(_GRAIN_PX)))],
        streaks=int(random.integers(0, max_streaks)),
        streak_deg=round(float(random.uniform(0, 180)), 1),
        drift=(round(float(drift[0]), 3), round(float(drift[1]), 3)),
        seed=int(random.integers(2**31)),
    )


def read_finish(said: Mapping[str, Any] | None) -> ImageFinish | None:
    """Read the finish from a description; None if it has none, as in sets of engines before version 4.

    Raises:
        KeyError, TypeError, ValueError: the description lacks a field or has it in another form.
    """
    if said is None:
        return None
    gains, haze, colour = (tuple(map(float, said[key])) for key in ("gains", "haze", "haze_colour"))
    across, down = map(float, said["drift"])
    finish = ImageFinish(
        gains, haze, colour, float(said["grain"]), int(said["grain_px"]), int(said["streaks"]),
        float(said["streak_deg"]), (across, down), int(said["seed"]),
    )  # fmt: skip
    is_complete = (len(gains), len(haze), len(colour)) == (12, 4, 3)
    is_possible = min(finish.grain, finish.seed, finish.streaks, finish.grain_px - 1) >= 0 and finish.streaks < 10**5
    if not is_complete or not is_possible:
        raise ValueError("an impossible finish")
    return finish
