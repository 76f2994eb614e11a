"""The questions about a table with stickers: truths from the board, image-plane answers from pixels.

Source: our own; docs/benchmarks/measurements.md.
"""

import math

import numpy as np

from core.generators.measurements.question import DrawnQuestion
from core.generators.photo_scenes.camera import to_world_points
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.photo_scenes.truth import SceneTruth, compute_scene_truth
from core.geometry.homography import BOARD_CM, Array
from core.question_types.regions import build_polygon_region

RADIUS_CM = 5.0
"""Radius of the disc around the middle of the board within which a point is right."""

_N_VERTICES = 32
_CIRCLE = np.array(
    [(math.cos(2 * math.pi * k / _N_VERTICES), math.sin(2 * math.pi * k / _N_VERTICES)) for k in range(_N_VERTICES)]
)


def build_table_questions(scene: TriangleScene) -> list[DrawnQuestion]:
    """Build every question about one image."""
    truth = compute_scene_truth(scene)
    return [_ask_side(truth), _ask_corner(truth), _ask_middle(scene, truth)]


def _ask_side(truth: SceneTruth) -> DrawnQuestion:
    """Ask for a side in cm; the image suggests its pixels, with the mean side of the square as the ruler."""
    square_px = np.linalg.norm(truth.corners_px - np.roll(truth.corners_px, -1, axis=0), axis=1).mean()
    side_cm = truth.triangle_3d.ca
    foil = truth.triangle_2d.ca * BOARD_CM / float(square_px)
    return DrawnQuestion("side", round(side_cm, 2), round(foil, 2), 100.0 * abs(foil - side_cm) / side_cm)


def _ask_corner(truth: SceneTruth) -> DrawnQuestion:
    """Ask for the angle at the red sticker; the image suggests the angle in pixels."""
    angle_deg, foil_deg = truth.triangle_3d.angles_deg[0], truth.triangle_2d.angles_deg[0]
    return DrawnQuestion("corner", round(angle_deg, 2), round(foil_deg, 2), abs(foil_deg - angle_deg))


def _ask_middle(scene: TriangleScene, truth: SceneTruth) -> DrawnQuestion:
    """Ask for the middle of the board; the image suggests the mean of the corners' pixels."""
    size = np.array([scene.width_px, scene.height_px], dtype=float)
    disc_px = scene.camera.to_px(to_world_points(BOARD_CM / 2 + RADIUS_CM * _CIRCLE))
    (middle_px,) = scene.camera.to_px(to_world_points(np.array([[BOARD_CM / 2, BOARD_CM / 2]])))
    mean_px = truth.corners_px.mean(axis=0)
    regions = [build_polygon_region([_to_shares(ring, size)]) for ring in (disc_px, disc_px - middle_px + mean_px)]
    margin = 100.0 * float(np.linalg.norm(mean_px - middle_px)) / scene.width_px
    return DrawnQuestion("middle", regions[0], regions[1], margin)


def _to_shares(points_px: Array, size: Array) -> list[list[float]]:
    """Convert pixels (n, 2), of which (0, 0) is the centre of the first, to shares of width and height."""
    shares: list[list[float]] = ((points_px + 0.5) / size).tolist()
    return shares
