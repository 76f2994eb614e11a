"""Noise that the paper's text names and the authors' released script omits: patterns and spotted outlines.

Source: GePBench, section on figures: Perlin noise in closed shapes, salt and pepper on outlines. All numbers are our
own, since neither text nor script states any.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from core.benchmarks.gepbench.shapes import Ellipse, Polygon, Shape

PERLIN_CELL_PX = 40
"""Distance between the random slopes of the coarser pattern; the finer one has half of it, and half the height."""

DARKEST_PATTERN = 205
"""Darkest grey of a pattern: far lighter than any line, so that a pattern cannot pass for one."""

SALT_SHARE, PEPPER_SHARE = 0.15, 0.08
"""Shares of the pixels along an outline that turn white and black."""

BAND_PX = 2
"""Difference between the widths of the band of spots and of the line."""


def is_closed(shape: Shape) -> bool:
    """Return whether the shape encloses an area."""
    return isinstance(shape, Polygon | Ellipse)


def generate_perlin_noise(side_px: int, cell_px: int, random: np.random.Generator) -> np.ndarray:
    """Generate smooth noise, side_px x side_px, between -1 and 1, and 0 at the corners of its cells.

    Source: K. Perlin, "An Image Synthesizer", 1985; the smoother step is that of his "Improving Noise", 2002.
    """
    cells = -(-side_px // cell_px)
    angles = random.uniform(0.0, 2 * np.pi, (cells + 1, cells + 1))
    slopes = np.stack((np.cos(angles), np.sin(angles)), axis=-1)
    place = np.arange(side_px) / cell_px
    cell = place.astype(int)
    inside = place - cell
    step = inside**3 * (inside * (inside * 6 - 15) + 10)

    def height(down: int, right: int) -> np.ndarray:
        """Compute the height of the slope at one corner of every pixel's cell."""
        slope = slopes[np.ix_(cell + down, cell + right)]
        away: np.ndarray = slope[..., 0] * (inside[None, :] - right) + slope[..., 1] * (inside[:, None] - down)
        return away

    top = height(0, 0) + step[None, :] * (height(0, 1) - height(0, 0))
    bottom = height(1, 0) + step[None, :] * (height(1, 1) - height(1, 0))
    # The largest height between four slopes of length 1 is the square root of a half.
    noise: np.ndarray = np.sqrt(2) * (top + step[:, None] * (bottom - top))
    return noise


def add_patterns(image: np.ndarray, outlines: Sequence[np.ndarray], random: np.random.Generator) -> None:
    """Fill each closed outline, n x 2 in pixels, with its own pattern of light greys; call it before drawing lines."""
    side_px = image.shape[0]
    for outline in outlines:
        noise = (
            generate_perlin_noise(side_px, PERLIN_CELL_PX, random)
            + generate_perlin_noise(side_px, PERLIN_CELL_PX // 2, random) / 2
        )
        greys = 255 - (255 - DARKEST_PATTERN) * np.clip((noise + 1.0) / 2, 0.0, 1.0)
        mask = np.zeros((side_px, side_px), np.uint8)
        cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)[:, None]], 255)
        # If shapes overlap, the darker pattern is visible.
        pattern = np.rint(np.where(mask > 0, greys, 255)).astype(np.uint8)
        np.minimum(image, pattern if image.ndim == 2 else pattern[..., None], out=image)


def add_salt_and_pepper(
    image: np.ndarray, curves: Sequence[np.ndarray], line_px: int, random: np.random.Generator
) -> None:
    """Turn single pixels along curves, each n x 2 in pixels, white or black."""
    band = np.zeros(image.shape[:2], np.uint8)
    for curve in curves:
        cv2.polylines(band, [np.rint(curve).astype(np.int32)[:, None]], False, 255, line_px + BAND_PX)
    chance = random.random(image.shape[:2])
    image[(band > 0) & (chance < SALT_SHARE)] = 255
    image[(band > 0) & (chance > 1 - PEPPER_SHARE)] = 0
