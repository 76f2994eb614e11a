"""Rendering of a figure: 640 x 640 pixels, easy or hard style, with or without noise.

Source: the released scripts' parameters as in docs/benchmarks/gepbench.md; PNG, because JPEG would blur lines of two
pixels.
"""

import math

import cv2
import numpy as np

from core.benchmarks.gepbench.figure import NOISES, DrawingStyle, GeometricFigure
from core.benchmarks.gepbench.polylines import compute_point_distances, sample_curve
from core.generators.gepbench.noise import add_patterns, add_salt_and_pepper, is_closed

SIDE_PX = 640
LINE_PX = {"easy": 2, "hard": 3}
DARKEST_HARD, LIGHTEST_HARD = 0, 110
"""Greys of the hard level, a different one per shape."""

COLOURS_BGR = {"red": (36, 28, 204), "blue": (200, 90, 20)}

WOBBLE_PX = 0.8
"""Amplitude of each of the three waves that bend the hard level's lines; related shapes bend together and touch."""

NOISE_VARIANCE = 10.0
STROKES, STROKE_LENGTH, STROKE_PX = 10, 0.25, 2
"""White strokes across the lines of a noisy figure, and their length in widths of the image."""

STEP = 0.004
"""Distance between points of a drawn curve, in widths of the image."""

MOST_HIDDEN = 5
"""Number of successive points of a curve that a stroke may cover: strokes cross lines and never run along one."""

_STROKES_TRIED = 40

_SHIFT = 4
"""OpenCV takes places in sixteenths of a pixel."""

_PNG = [cv2.IMWRITE_PNG_COMPRESSION, 1]


def encode_png(figure: GeometricFigure, drawing: DrawingStyle) -> bytes:
    """Encode the figure as a PNG file, grey unless a shape has a colour."""
    _, data = cv2.imencode(".png", draw(figure, drawing), _PNG)
    return data.tobytes()


def draw(figure: GeometricFigure, drawing: DrawingStyle) -> np.ndarray:
    """Draw the figure's pixels, 640 x 640 (x 3, BGR, if a shape has a colour), 8 bits; y down, as in images."""
    random = np.random.default_rng(drawing.seed)
    # A separate random generator keeps greys and bends of the hard level equal under both kinds of noise.
    spots = np.random.default_rng((drawing.seed, 1)) if drawing.is_noisy and drawing.noise == NOISES[1] else None
    waves = _sample_waves(random) if drawing.level == "hard" else _sample_waves(spots) if spots else None
    greys = random.integers(DARKEST_HARD, LIGHTEST_HARD + 1, len(figure.shapes)).tolist()
    image = np.full((SIDE_PX, SIDE_PX, 3) if figure.colours else (SIDE_PX, SIDE_PX), 255, np.uint8)
    curves = [to_px(_bend_curve(sample_curve(shape, STEP), waves)) for shape in figure.shapes]
    if spots:
        closed = [curve for shape, curve in zip(figure.shapes, curves, strict=True) if is_closed(shape)]
        add_patterns(image, closed, spots)
    for index, curve in enumerate(curves):
        grey = greys[index] if drawing.level == "hard" else 0
        colour = COLOURS_BGR.get(figure.colours[index] if figure.colours else "", (grey, grey, grey))
        _stroke(image, curve, colour if figure.colours else (grey,), LINE_PX[drawing.level])
    if drawing.is_noisy:
        if spots:
            # No strokes: on a pattern they would look like lines of the figure, and the text does not name them.
            add_salt_and_pepper(image, curves, LINE_PX[drawing.level], spots)
        else:
            _add_strokes(image, curves, random)
        image = _add_gaussian_noise(image, random)
    return image


def to_px(points: np.ndarray) -> np.ndarray:
    """Convert points in the unit square, n x 2, to pixels; the middle of the first pixel is 0."""
    return np.column_stack((points[:, 0], 1 - points[:, 1])) * SIDE_PX - 0.5


def _stroke(image: np.ndarray, curve: np.ndarray, colour: tuple[int, ...], width_px: int) -> None:
    fixed = np.round(curve * 2**_SHIFT).astype(np.int32)
    cv2.polylines(image, [fixed[:, None]], False, colour, width_px, cv2.LINE_AA, _SHIFT)


def _sample_waves(random: np.random.Generator) -> np.ndarray:
    """Sample three waves of the plane, 3 x 4: wave vector in radians per image width, displacement, phase."""
    heading, push, phase = random.uniform(0, 2 * math.pi, (3, 3))
    number = 2 * math.pi / random.uniform(0.06, 0.14, 3)
    return np.column_stack((number * np.cos(heading), number * np.sin(heading), push, phase))


def _bend_curve(points: np.ndarray, waves: np.ndarray | None) -> np.ndarray:
    if waves is None:
        return points
    height = WOBBLE_PX / SIDE_PX * np.sin(points @ waves[:, :2].T + waves[:, 3])
    bent: np.ndarray = points + height @ np.column_stack((np.cos(waves[:, 2]), np.sin(waves[:, 2])))
    return bent


def _add_strokes(image: np.ndarray, curves: list[np.ndarray], random: np.random.Generator) -> None:
    """Add white strokes through random places of the curves, across and never along any of them."""
    half = STROKE_LENGTH * SIDE_PX / 2
    white = (255,) * (image.shape[2] if image.ndim == 3 else 1)
    for _ in range(STROKES):
        for _ in range(_STROKES_TRIED):
            curve = curves[random.integers(len(curves))]
            angle = random.uniform(0, math.pi)
            step = half * np.array([math.cos(angle), math.sin(angle)])
            middle = curve[random.integers(len(curve))] + random.uniform(-0.8, 0.8) * step
            ends = np.array([middle - step, middle + step])
            if all(_count_longest_hidden(other, ends) <= MOST_HIDDEN for other in curves):
                _stroke(image, ends, white, STROKE_PX)
                break


def _count_longest_hidden(curve: np.ndarray, ends: np.ndarray) -> int:
    """Return the largest number of successive points of a curve that a stroke covers."""
    covered = np.concatenate(([0], compute_point_distances(curve, ends) < STROKE_PX + 1, [0]))
    borders = np.flatnonzero(np.diff(covered))
    return int((borders[1::2] - borders[::2]).max(initial=0))


def _add_gaussian_noise(image: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Add grey noise to the background and the lines alike."""
    noise = random.normal(0, math.sqrt(NOISE_VARIANCE), image.shape[:2])
    noisy = image + (noise[..., None] if image.ndim == 3 else noise)
    return np.clip(np.rint(noisy), 0, 255).astype(np.uint8)
