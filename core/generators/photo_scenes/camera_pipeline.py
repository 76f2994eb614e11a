"""From light to an image: vignetting, automatic exposure, tone curve, blur, sharpening and noise."""

from functools import cache

import cv2
import numpy as np

from core.generators.photo_scenes.framebuffer import Canvas, Plane
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.photo_scenes.textures import NOISE_PX, make_sensor_noise
from core.geometry.homography import Image

MEAN_LIGHT = 0.38
"""The value to which the automatic exposure sets the image's mean."""

MAX_TABLE, MAX_LIGHT = 0.66, 0.80
"""Limits of the exposure for the image's 80 % quantile and for its brightest twentieth."""

VIGNETTING = 0.17
"""Loss of light in the image's corners."""

NOISE = 1.1
"""Standard deviation of the noise in steps of 255, in the middle tones."""

BLUR_PX = 0.62
SHARPENING = 0.45


def apply_camera_pipeline(canvas: Canvas, scene: TriangleScene) -> Image:
    """Return the image, (height, width, 3) RGB."""
    sample = np.stack([plane[4::8, 4::8] for plane in canvas.planes])
    mean = float(np.minimum(sample, 1.5).mean())
    table, brightest = np.percentile(sample[1], (80, 94))
    # A camera that meters a dark room still keeps the table from overexposure.
    limits = (MEAN_LIGHT / max(mean, 1e-3), MAX_TABLE / max(table, 1e-3), MAX_LIGHT / max(brightest, 1e-3))
    gain = scene.brightness * float(min(limits))
    warmth = scene.warmth
    falloff = _compute_vignette(canvas.size)
    channels = [
        _apply_tone_curve(plane * falloff * np.float32(gain * tint))
        for plane, tint in zip(
            canvas.planes, (1.015 * (1 + 0.30 * warmth), 1.0, 0.985 * (1 - 0.34 * warmth)), strict=True
        )
    ]
    picture = cv2.merge(channels)
    blurred = cv2.GaussianBlur(picture, (3, 3), BLUR_PX)
    wide = cv2.GaussianBlur(blurred, (5, 5), 1.3)
    sharp = cv2.addWeighted(blurred, 1 + SHARPENING, wide, -SHARPENING, 0)
    return _add_noise(np.asarray(sharp, dtype=np.uint8), scene)


@cache
def _compute_vignette(size: tuple[int, int]) -> Plane:
    height, width = size
    y = (np.arange(height, dtype=np.float32) - np.float32((height - 1) / 2))[:, None]
    x = (np.arange(width, dtype=np.float32) - np.float32((width - 1) / 2))[None]
    square = (x**2 + y**2) * np.float32(4 / (height**2 + width**2))
    return np.asarray(1 - np.float32(VIGNETTING) * square * (np.float32(0.6) + np.float32(0.4) * square))


def _apply_tone_curve(light: Plane) -> Image:
    """Convert a plane of light, 1 the brightest, to 0 to 255: the curve of sRGB, bent at its upper end."""
    root = np.sqrt(np.clip(light, np.float32(0.0), np.float32(1.4)))
    # Close to sRGB below, without a hard edge at overexposed places.
    curve = root * (np.float32(1.175) - np.float32(0.165) * root - np.float32(0.010) * root * root)
    return np.asarray(cv2.convertScaleAbs(np.minimum(curve, np.float32(1.0)), alpha=255.0), dtype=np.uint8)


def _add_noise(picture: Image, scene: TriangleScene) -> Image:
    strength = scene.noise * NOISE
    if strength == 0:
        return picture
    random = np.random.default_rng((scene.seed, 19, round(scene.tilt_deg * 1e3), round(scene.distance_cm * 1e3)))
    height, width = picture.shape[:2]
    noise = make_sensor_noise()
    spare_rows, spare_columns = NOISE_PX - height, NOISE_PX - width
    if min(spare_rows, spare_columns) < 0:
        noise = np.tile(noise, (-(-height // NOISE_PX), -(-width // NOISE_PX), 1))
    top, left = (int(random.integers(0, max(spare, 0) + 1)) for spare in (spare_rows, spare_columns))
    window = np.ascontiguousarray(noise[top : top + height, left : left + width])
    noisy = np.maximum(cv2.scaleAdd(window, strength, picture.astype(np.float32)), np.float32(0.0))
    return np.asarray(cv2.convertScaleAbs(noisy), dtype=np.uint8)
