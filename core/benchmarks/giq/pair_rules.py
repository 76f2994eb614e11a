"""Rotation between two images of a solid, and each engine version's rules for pairs of the same solid."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from core.benchmarks.giq.viewpoints import SolidView, list_rotations
from core.polyhedra.solid import Floats

LEAST_TURN = "least_turn_deg"
"""Key, among the numbers of an item, of the smallest rotation that explains both images of one solid."""

TURN_BANDS = {0.0: "15° to 30°", 30.0: "30° to 40°", 40.0: "40° and more"}
"""Bands of the smallest rotation between the images of one solid, by their lowest angle."""


@dataclass(frozen=True, slots=True)
class PairRules:
    """Conditions of one engine version on pairs of the same solid.

    Attributes:
        measure: key, among the numbers of an item, of the angle that must reach `LEAST_TURN_DEG`.
        angle: computes this angle from two views.
        band: returns the band that the item's line states, from the item's numbers.
    """

    measure: str
    angle: Callable[[tuple[SolidView, ...]], float]
    band: Callable[[Mapping[str, float]], str]


def compute_turn_deg(views: tuple[SolidView, ...]) -> float:
    """Return the angle of the rotation between the cameras of two views, including roll about the line of sight."""
    first, second = (view.make_camera(1).rotation for view in views)
    return _compute_angle_deg(second @ first.T)


def compute_view_deg(views: tuple[SolidView, ...]) -> float:
    """Return the angle between the directions from which two views look at their solid."""
    first, second = (view.direction for view in views)
    return float(np.degrees(np.arccos(np.clip(first @ second, -1.0, 1.0))))


def compute_least_turn_deg(views: tuple[SolidView, ...]) -> float:
    """Return the smallest angle of a rotation that turns the second image's solid into the pose of the first."""
    first, second = (view.make_camera(1).rotation for view in views)
    turns = list_rotations(views[0].shape_id, is_mirrored=views[0].is_mirrored)
    return min(_compute_angle_deg(second @ turn @ first.T) for turn in turns)


def _compute_angle_deg(turn: Floats) -> float:
    return float(np.degrees(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1.0, 1.0))))


def get_turn_band(numbers: Mapping[str, float]) -> str:
    """Return the band of the smallest rotation between the images of an item, from its numbers."""
    return [band for low, band in TURN_BANDS.items() if numbers[LEAST_TURN] >= low][-1]


def _get_engine_2_band(numbers: Mapping[str, float]) -> str:
    """Return the band that lines of engine 2 state, based on the rotation between the cameras."""
    turn = numbers["turn_deg"]
    return "40° to 80°" if turn < 80 else "80° to 120°" if turn < 120 else "120° and more"


_RULES_3 = PairRules("view_deg", compute_view_deg, get_turn_band)
RULES = {2: PairRules("turn_deg", compute_turn_deg, _get_engine_2_band), 3: _RULES_3, 4: _RULES_3}
"""Rules by engine version. Engine 2 counted roll as a part of the 40 degrees between the cameras."""

FINISHED_FROM = 4
"""First engine version in which every image has its own light, size, position and ground."""
