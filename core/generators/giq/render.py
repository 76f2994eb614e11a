"""Rendering of a solid: matt yellowish paper under one lamp, on white.

Source: GIQ, section on renderings: a yellowish two-sided diffuse surface. Light and
ground are our own; docs/benchmarks/giq.md, views.
"""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from core.benchmarks.giq.thumbnails import paint_mesh
from core.benchmarks.giq.viewpoints import FILLS, SolidView, make_random_generator
from core.errors import SceneError
from core.rendering.image_finish import draw_finish
from core.rendering.zbuffer import Light, render

SIDE_PX = 256
"""Side of an image, as published."""

PAPER = (255, 222, 140)
LAMP = Light(towards=(-0.5, -0.75, -0.95), everywhere=0.15, around=0.5)
"""A large lamp to the upper left behind the camera. It is far enough to the side that adjacent faces differ, and shines
around far enough that those in the shade differ too."""

_SIZES = (0.5, 1.0)
"""Sizes of the solid, as shares of the largest."""

_MAX_STREAKS = 60


def render_image(view: SolidView) -> NDArray[np.uint8]:
    """Render an image (SIDE_PX, SIDE_PX, 3), red, green and blue."""
    return render([paint_mesh(view.solid, PAPER)], view.make_camera(SIDE_PX), light=LAMP).image


def render_finished_image(view: SolidView) -> NDArray[np.uint8]:
    """Render the image with a lamp, size, place and background that reveal nothing about the solid."""
    random = make_random_generator("finish", view.shape_id, view.is_mirrored, view.azimuth_deg, view.height)
    towards = (np.array(LAMP.towards) + random.uniform(-0.5, 0.5, 3)).tolist()
    light = replace(LAMP, towards=(towards[0], towards[1], towards[2]), everywhere=float(random.uniform(0.1, 0.3)))
    size, place = float(random.uniform(*_SIZES)), random.uniform(-0.5, 0.5, 2)
    camera = view.make_camera(SIDE_PX)
    centre = camera.centre_px + place * (1 - size) * FILLS * SIDE_PX
    camera = replace(camera, focal_px=camera.focal_px * size, centre_px=centre)
    red, green, blue = (round(level * share) for level, share in zip(PAPER, random.uniform(0.75, 1, 3), strict=True))
    ground = draw_finish(random, max_streaks=_MAX_STREAKS).apply(np.full((SIDE_PX, SIDE_PX, 3), 255, np.uint8))
    return render([paint_mesh(view.solid, (red, green, blue))], camera, background=ground, light=light).image


def encode_png(view: SolidView, *, is_finished: bool = True) -> bytes:
    """Encode the image as a file, identical byte for byte for the same view.

    Args:
        view: of the solid.
        is_finished: with its own light, size, place and background, as in engines from version 4 on.

    Raises:
        SceneError: the image could not be encoded.
    """
    image = render_finished_image(view) if is_finished else render_image(view)
    is_packed, data = cv2.imencode(".png", cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
    if not is_packed:
        raise SceneError(f"the image of {view} could not be encoded as PNG")
    return bytes(data.tobytes())
