"""Procedural textures, made once per process and always the same; they contain no pixels of photographs.

All are uint8 and repeat seamlessly. Those in colour hold square roots of linear shares: `(value / 255)²` is light.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from core.generators.photo_scenes.meshes import Colour, to_linear
from core.geometry.homography import Image

Plane = NDArray[np.float32]

BOARD_TEXTURE_PX = 1024
BOARD_TEXTURE_PX_PER_CM = 8.0
ROOM_PX_PER_CM = 3.0
NOISE_PX = 1536


@cache
def make_board_grain() -> Image:
    """Make (1024, 1024, 3), 8 px per cm: brightness of table and tape backing, probability that the tape glitters."""
    size = BOARD_TEXTURE_PX
    random = np.random.default_rng(101)
    table = (
        0.010 * _make_cloud_noise(size, 3, random)
        + 0.008 * _make_cloud_noise(size, 24, random)
        + 0.004 * _make_cloud_noise(size, 256, random)
    )
    worn = np.zeros((size, size), np.float32)
    for _ in range(70):
        _draw_scratch(worn, random, length=int(random.integers(8, 130)), strength=float(random.uniform(-0.16, 0.02)))
    for _ in range(26):
        x, y = random.integers(0, size, 2)
        cv2.circle(worn, (int(x), int(y)), int(random.integers(1, 3)), float(random.uniform(-0.35, -0.1)), -1)
    table += cv2.GaussianBlur(worn, (0, 0), 0.9)
    smears = np.maximum(_make_cloud_noise(size, 10, random) - 1.6, 0.0) * np.maximum(
        _make_cloud_noise(size, 40, random), 0.0
    )
    table -= 0.08 * smears
    tape = (
        0.030 * _make_cloud_noise(size, 6, random)
        + 0.028 * np.tanh(3 * _make_cloud_noise(size, 20, random))
        + 0.012 * _make_cloud_noise(size, 200, random)
    )
    glitter = np.zeros((size, size), np.float32)
    for _ in range(3400):
        x, y = (int(value) for value in random.integers(0, size, 2))
        axes = (int(random.integers(0, 3)), int(random.integers(0, 2)))
        cv2.ellipse(glitter, (x, y), axes, float(random.uniform(0, 180)), 0, 360, float(random.uniform(0.6, 1.0)), -1)
    channels = (160 * (1 + table), 128 * (1 + tape), 255 * cv2.GaussianBlur(glitter, (0, 0), 0.6))
    return np.ascontiguousarray(np.clip(np.rint(np.stack(channels, axis=-1)), 0, 255).astype(np.uint8))


@cache
def make_floor_tiles() -> Image:
    """Make glossy beige tiles of 60 cm, 2 x 2 of them, 3 px per cm."""
    size = round(120 * ROOM_PX_PER_CM)
    random = np.random.default_rng(102)
    mottle = 1 + 0.025 * _make_cloud_noise(size, 5, random) + 0.015 * _make_cloud_noise(size, 40, random)
    half = size // 2
    for row in range(2):
        for column in range(2):
            tile = (slice(row * half, (row + 1) * half), slice(column * half, (column + 1) * half))
            mottle[tile] *= 1 + 0.03 * random.standard_normal()
    for at in (0, half):
        mottle[at : at + 2] *= 0.42
        mottle[:, at : at + 2] *= 0.42
    return _apply_colour(mottle, to_linear(142, 131, 118))


@cache
def make_dark_wood() -> Image:
    """Make dark brown boards, the grain along x; 240 x 120 cm, 3 px per cm."""
    width, height = round(240 * ROOM_PX_PER_CM), round(120 * ROOM_PX_PER_CM)
    random = np.random.default_rng(103)
    stretched = cv2.resize(_make_cloud_noise(height, 3, random), (width, height)) + 0.5 * _make_wood_noise(
        width, height, 60, random
    )
    rings = np.sin(9 * stretched + np.linspace(0, 40, height, dtype=np.float32)[:, None])
    fine = _make_wood_noise(width, height, 160, random)
    return _apply_colour(0.95 + 0.06 * rings + 0.09 * fine, to_linear(71, 54, 41))


@cache
def make_curtain() -> Image:
    """Make a beige curtain in folds, 180 cm x 120 cm, 3 px per cm; folds run along y."""
    width, height = round(180 * ROOM_PX_PER_CM), round(120 * ROOM_PX_PER_CM)
    random = np.random.default_rng(104)
    # The wobble returns to its start, so that the texture repeats.
    phase = np.linspace(0, 2 * np.pi, width, endpoint=False)
    wave = 11 * phase + 1.3 * np.sin(2 * phase + 0.4) + 0.9 * np.sin(5 * phase)
    fold = 0.78 + 0.2 * np.cos(wave) + 0.1 * np.cos(2 * wave + 1.0) + 0.08 * np.cos(3 * phase)
    cloth = 1 + 0.03 * _make_cloud_noise(height, 90, random) + 0.025 * _make_cloud_noise(height, 7, random)
    return _apply_colour(fold.astype(np.float32)[None] * cv2.resize(cloth, (width, height)), to_linear(182, 168, 147))


@cache
def make_quilt() -> Image:
    """Make white embossed cloth, 60 x 60 cm, 3 px per cm."""
    size = round(60 * ROOM_PX_PER_CM)
    random = np.random.default_rng(105)
    relief = cv2.GaussianBlur(np.tanh(4 * np.abs(_make_cloud_noise(size, 9, random)) - 1.2), (0, 0), 1.2)
    slope = relief - np.roll(relief, (2, 2), (0, 1))
    return _apply_colour(1 + 0.16 * slope + 0.02 * _make_cloud_noise(size, 60, random), to_linear(188, 182, 170))


@cache
def make_plaster() -> Image:
    """Make a plain beige wall, 60 x 60 cm, 3 px per cm."""
    size = round(60 * ROOM_PX_PER_CM)
    random = np.random.default_rng(106)
    return _apply_colour(
        1 + 0.015 * _make_cloud_noise(size, 4, random) + 0.01 * _make_cloud_noise(size, 60, random),
        to_linear(158, 146, 128),
    )


@cache
def make_sensor_noise() -> Plane:
    """Make normal noise (1536, 1536, 3): fine in brightness, coarser and weaker in colour."""
    random = np.random.default_rng(107)
    fine = random.standard_normal((NOISE_PX, NOISE_PX), dtype=np.float32)
    coarse = cv2.resize(random.standard_normal((NOISE_PX // 4, NOISE_PX // 4, 3), dtype=np.float32), (NOISE_PX,) * 2)
    smooth = cv2.GaussianBlur(fine, (0, 0), 0.8) * 2.0
    return np.asarray((0.45 * fine + 0.65 * smooth)[..., None] + 0.5 * coarse, dtype=np.float32)


def _apply_colour(shade: Plane, colour: Colour) -> Image:
    light = np.maximum(shade, 0.02)[..., None] * np.asarray(colour, dtype=np.float32)
    return np.ascontiguousarray(np.clip(np.rint(255 * np.sqrt(light)), 0, 255).astype(np.uint8))


def _make_cloud_noise(size: int, cells: int, random: np.random.Generator) -> Plane:
    """Make smooth noise of variance about 1 that repeats, with `cells` hills per side."""
    return _make_stretched_noise(size, size, cells, cells, random)


def _make_wood_noise(width: int, height: int, cells: int, random: np.random.Generator) -> Plane:
    """Make noise along the grain of wood: `cells` across, few along."""
    return _make_stretched_noise(width, height, max(cells // 20, 2), cells, random)


def _make_stretched_noise(width: int, height: int, across: int, down: int, random: np.random.Generator) -> Plane:
    cells = random.standard_normal((down, across), dtype=np.float32)
    wrapped = cv2.copyMakeBorder(cells, 2, 2, 2, 2, cv2.BORDER_WRAP)
    size = (round(width * (across + 4) / across), round(height * (down + 4) / down))
    finer = cv2.resize(wrapped, size, interpolation=cv2.INTER_CUBIC)
    left, top = round(2 * width / across), round(2 * height / down)
    return np.asarray(finer[top : top + height, left : left + width], dtype=np.float32)


def _draw_scratch(plane: Plane, random: np.random.Generator, length: int, strength: float) -> None:
    x, y = random.uniform(0, plane.shape[1], 2)
    angle = random.uniform(0, 2 * np.pi)
    bend = random.uniform(-0.03, 0.03)
    points = []
    for _ in range(max(length // 6, 2)):
        points.append((x, y))
        x, y, angle = x + 6 * np.cos(angle), y + 6 * np.sin(angle), angle + bend
    cv2.polylines(plane, [np.rint(points).astype(np.int32)], False, strength, 1, cv2.LINE_AA)
