"""A scene: everything that determines a synthetic photograph, as one frozen record with a form for links.

The board frame is that of `core.geometry.homography`: centimetres, inside of the taped square from (0, 0) to
(100, 100). Heights count upwards from the table's top.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from core.errors import SceneError, TriangleError
from core.generators.photo_scenes.camera import SceneCamera, build_camera
from core.generators.photo_scenes.meshes import ObjectMesh
from core.generators.photo_scenes.objects import OBJECTS, build_object_mesh
from core.geometry.homography import BOARD_CM
from core.geometry.triangle import Triangle

NO_OBJECT = "none"

Pair = tuple[float, float]

LIMITS: Mapping[str, tuple[float, float]] = {
    "tilt_deg": (0.0, 80.0),
    "azimuth_deg": (-360.0, 360.0),
    "roll_deg": (-180.0, 180.0),
    "distance_cm": (90.0, 500.0),
    "focal_mm": (15.0, 90.0),
    "object_turn_deg": (-360.0, 360.0),
    "brightness": (0.2, 3.0),
    "warmth": (-1.0, 1.0),
    "noise": (0.0, 10.0),
    "seed": (0, 2**31 - 1),
    "width_px": (64, 4096),
    "height_px": (64, 4096),
}
"""The closed range of each number."""

_POINTS = ("a_cm", "b_cm", "c_cm", "aim_cm", "object_cm")
_WHOLE = ("seed", "width_px", "height_px")
CAMERA_CLEARANCE_CM = 5.0
"""Smallest height of the camera above the top of the object."""

_LINK_VERSION = "1"
_SEPARATOR = "~"


@dataclass(frozen=True, slots=True)
class TriangleScene:
    """One scene.

    Attributes:
        a_cm, b_cm, c_cm: centres (x, y) of the red, yellow and blue sticker on the board.
        tilt_deg: angle between the view and the direction straight down.
        azimuth_deg: how far the board is turned clockwise about its normal, seen from above.
        roll_deg: how far the camera's image is turned clockwise about the view.
        distance_cm: from the camera to the middle of the board.
        focal_mm: focal length "in 35 mm film", which is over the diagonal.
        aim_cm: the point (x, y) of the table at the image's centre.
        object: one of `OBJECTS`, or `none`.
        object_cm, object_turn_deg: its place (the middle of its foot) and its clockwise turn.
        brightness: factor on the automatic exposure.
        warmth: colour of the light: 0 after the camera's white balance, 1 like a filament, -1 bluish.
        noise: factor on the sensor's noise.
        seed: of everything random: grain, folds, the tape's ends, noise.

    Raises:
        SceneError: a value is out of its range, the three points do not form a triangle, or the camera does not see
            the whole board from above.
    """

    a_cm: Pair
    b_cm: Pair
    c_cm: Pair
    tilt_deg: float = 45.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    distance_cm: float = 150.0
    focal_mm: float = 29.0
    aim_cm: Pair = (BOARD_CM / 2, BOARD_CM / 2)
    object: str = NO_OBJECT
    object_cm: Pair = (BOARD_CM / 2, BOARD_CM / 2)
    object_turn_deg: float = 0.0
    brightness: float = 1.0
    warmth: float = 0.0
    noise: float = 1.0
    seed: int = 0
    width_px: int = 1024
    height_px: int = 768

    def __post_init__(self) -> None:
        for name in _POINTS:
            object.__setattr__(self, name, _check_point(name, getattr(self, name)))
        for name in ("a_cm", "b_cm", "c_cm", "object_cm"):
            if not all(0 <= value <= BOARD_CM for value in getattr(self, name)):
                raise SceneError(f"{name} = {getattr(self, name)} is not on the board, 0 to {BOARD_CM:g} cm")
        for name, (low, high) in LIMITS.items():
            value = _check_number(name, getattr(self, name))
            if not low <= value <= high:
                raise SceneError(f"{name} = {value:g} is not between {low:g} and {high:g}")
            if name in _WHOLE and value != int(value):
                raise SceneError(f"{name} = {value:g} is not a whole number")
            object.__setattr__(self, name, int(value) if name in _WHOLE else float(value))
        if self.object not in (NO_OBJECT, *OBJECTS):
            raise SceneError(f"object {self.object!r} is unknown; choose {', '.join((NO_OBJECT, *OBJECTS))}")
        try:
            Triangle.build_from_points(self.a_cm, self.b_cm, self.c_cm)
        except TriangleError as error:
            raise SceneError(f"A, B and C do not form a triangle: {error}") from error
        self._check_camera_view()

    def _check_camera_view(self) -> None:
        camera = self.camera
        top_cm = 0.0 if self.solid is None else self.solid.height_cm
        if not camera.sees_board or camera.position[2] < top_cm + CAMERA_CLEARANCE_CM:
            raise SceneError(
                f"from {self.distance_cm:g} cm at a tilt of {self.tilt_deg:g} degrees the camera, "
                f"{camera.position[2]:.0f} cm above the table and aimed at {self.aim_cm}, does not look down on the "
                "whole board; go further away, tilt less, or aim at its middle"
            )

    @property
    def camera(self) -> SceneCamera:
        """Return the scene's camera."""
        return build_camera(
            tilt_deg=self.tilt_deg,
            azimuth_deg=self.azimuth_deg,
            roll_deg=self.roll_deg,
            distance_cm=self.distance_cm,
            aim_cm=self.aim_cm,
            focal_mm=self.focal_mm,
            width_px=self.width_px,
            height_px=self.height_px,
        )

    @property
    def solid(self) -> ObjectMesh | None:
        """Return the object's surface at its place; None without an object."""
        if self.object == NO_OBJECT:
            return None
        return build_object_mesh(self.object, self.object_cm, self.object_turn_deg)

    @property
    def triangle(self) -> Triangle:
        """Return the triangle in centimetres."""
        return Triangle.build_from_points(self.a_cm, self.b_cm, self.c_cm)

    def to_json(self) -> str:
        """Return a JSON object with one key per attribute."""
        return json.dumps({field.name: getattr(self, field.name) for field in fields(self)})

    def to_link(self) -> str:
        """Return all values, without loss, as a short text that needs no escaping in a link."""
        return _SEPARATOR.join([_LINK_VERSION, *(_as_text(getattr(self, field.name)) for field in fields(self))])

    @classmethod
    def parse_link(cls, text: str) -> "TriangleScene":
        """Parse the scene that `to_link` wrote.

        Raises:
            SceneError: the text is not a valid link.
        """
        version, *parts = text.split(_SEPARATOR)
        names = [field.name for field in fields(cls)]
        if version != _LINK_VERSION or len(parts) != len(names):
            raise SceneError(f"not a valid link to a scene: {text[:60]!r}")
        values: dict[str, Any] = {}
        for name, part in zip(names, parts, strict=True):
            try:
                if name == "object":
                    values[name] = part.replace("_", " ")
                else:
                    numbers = [int(number) if name in _WHOLE else float(number) for number in part.split("_")]
                    values[name] = numbers if name in _POINTS else numbers[0] if len(numbers) == 1 else numbers
            except ValueError as error:
                raise SceneError(f"{name} in the link is {part[:30]!r}, which is not a number") from error
        return cls(**values)


def _check_number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise SceneError(f"{name} = {value!r} is not a finite number")
    return value


def _check_point(name: str, value: object) -> Pair:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise SceneError(f"{name} = {value!r} is not a point (x, y)")
    x, y = (float(_check_number(name, number)) for number in value)
    return x, y


def _as_text(value: object) -> str:
    if isinstance(value, tuple):
        return "_".join(map(_as_text, value))
    text = repr(value) if isinstance(value, (int, float)) else str(value)
    return text.removesuffix(".0").replace(" ", "_")
