"""Reader of a scene's JSON description."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.benchmarks.mmperspective.scene import PATTERNS, BoxSolid, Colour, Panel, PerspectiveScene, Triple
from core.errors import SceneError


def read_scene(said: Mapping[str, Any]) -> PerspectiveScene:
    """Read a scene from its description.

    Raises:
        SceneError: the description lacks a field or has one in another form.
    """
    try:
        panels = tuple(
            Panel(
                int(one["axis"]),
                float(one["at"]),
                _parse_pair(one["low"]),
                _parse_pair(one["high"]),
                _parse_colour(one["colour"]),
                _parse_pattern(one["pattern"]),
                float(one["cell_m"]),
            )
            for one in said["panels"]
        )
        solids = tuple(
            BoxSolid(
                _parse_triple(one["low"]),
                _parse_triple(one["high"]),
                _parse_colour(one["colour"]),
                float(one["roof_m"]),
                int(one["ridge"]),
                int(one["storeys"]),
                int(one["bays"]),
                bool(one["has_door"]),
            )
            for one in said["solids"]
        )
        return PerspectiveScene(str(said["kind"]), panels, solids, bool(said["sky"]))
    except (KeyError, TypeError, ValueError) as error:
        raise SceneError(f"the description of a scene: {error!r}") from error


def _parse_pattern(name: str) -> str:
    if name not in PATTERNS:
        raise ValueError(f"unknown pattern {name!r}")
    return name


def _parse_pair(values: Sequence[float]) -> tuple[float, float]:
    first, second = map(float, values)
    return first, second


def _parse_triple(values: Sequence[float]) -> Triple:
    x, y, z = map(float, values)
    return x, y, z


def _parse_colour(values: Sequence[int]) -> Colour:
    red, green, blue = map(int, values)
    return red, green, blue
