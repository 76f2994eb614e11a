"""How far the second picture of a solid is turned, and the rules of each engine version on pairs of the same solid."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from core.benchmarks.giq.viewpoints import SolidView, list_rotations
from core.polyhedra.solid import Floats

LEAST_TURN = "least_turn_deg"
"""Names the smallest rotation that explains both pictures of one solid, among the numbers of an item."""

TURN_BANDS = {0.0: "15° to 30°", 30.0: "30° to 40°", 40.0: "40° and more"}
"""Bands of the smallest rotation between the pictures of one solid, by their lowest angle."""


@dataclass(frozen=True, slots=True)
class PairRules:
    """The conditions of one engine version on pairs of the same solid.

    Attributes:
        measure: name of the angle that has to reach `LEAST_TURN_DEG`, among the numbers of an item.
        angle: computes it from two views.
        band: names the band that the line of an item states, from its numbers.
    """

    measure: str
    angle: Callable[[tuple[SolidView, ...]], float]
    band: Callable[[Mapping[str, float]], str]


def compute_turn_deg(views: tuple[SolidView, ...]) -> float:
    """The angle of the rotation between the cameras of two views, with their roll about the direction of view."""
    first, second = (one.make_camera(1).rotation for one in views)
    return _compute_angle_deg(second @ first.T)


def compute_view_deg(views: tuple[SolidView, ...]) -> float:
    """The angle between the directions from which two views look at their solid."""
    first, second = (one.direction for one in views)
    return float(np.degrees(np.arccos(np.clip(first @ second, -1.0, 1.0))))


def compute_least_turn_deg(views: tuple[SolidView, ...]) -> float:
    """The smallest angle of a rotation that makes the second picture's solid stand as the first one's does."""
    first, second = (one.make_camera(1).rotation for one in views)
    turns = list_rotations(views[0].shape_id, is_mirrored=views[0].is_mirrored)
    return min(_compute_angle_deg(second @ turn @ first.T) for turn in turns)


def _compute_angle_deg(turn: Floats) -> float:
    return float(np.degrees(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1.0, 1.0))))


def get_turn_band(numbers: Mapping[str, float]) -> str:
    """The band of the smallest rotation between the pictures of an item, from its numbers."""
    return [band for low, band in TURN_BANDS.items() if numbers[LEAST_TURN] >= low][-1]


def _get_engine_2_band(numbers: Mapping[str, float]) -> str:
    """The band that lines of engine 2 state, of the rotation between the cameras."""
    turn = numbers["turn_deg"]
    return "40° to 80°" if turn < 80 else "80° to 120°" if turn < 120 else "120° and more"


_RULES_3 = PairRules("view_deg", compute_view_deg, get_turn_band)
RULES = {2: PairRules("turn_deg", compute_turn_deg, _get_engine_2_band), 3: _RULES_3, 4: _RULES_3}
"""Rules by engine version. Engine 2 counted roll as a part of the 40 degrees between the cameras."""

FINISHED_FROM = 4
"""Engine from which on every picture has its own light, size, place and ground."""
