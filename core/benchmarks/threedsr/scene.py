"""A scene as its parameters: objects with their poses, and the views of them. All numbers are rounded."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256

import numpy as np

from core.benchmarks.threedsr.object_catalogue import KINDS, compute_size_m
from core.errors import SceneError
from core.rendering.camera import Array, PinholeCamera

ENGINE_VERSION = "5"
"""Changes whenever a scene or a question changes."""

WIDTH_PX, HEIGHT_PX, FOCAL_PX = 640, 480, 520.0
RACK_BOARDS_M = (0.83, 1.66)
"""Heights of the upper sides of a rack's boards."""

COMMON = "common"
ROLLED, STEEP, LOW, HIGH = UNCOMMON = ("rolled", "steep", "low", "high")
"""Viewpoints: the common one, and the kinds of uncommon ones."""


@dataclass(frozen=True)
class SceneObject:
    """An object at a position.

    Attributes:
        kind: a key of `KINDS`.
        colour: one of its colours.
        x, y: the centre of its box, in metres.
        z: its lowest point, in metres above the ground.
        yaw_deg: direction of its front, from the x axis towards the y axis.
    """

    kind: str
    colour: str
    x: float
    y: float
    z: float = 0.0
    yaw_deg: float = 0.0

    @property
    def name(self) -> str:
        """Its name in questions, without the article."""
        return KINDS[self.kind].phrase.format(self.colour)

    @property
    def height_m(self) -> float:
        """Height of its box."""
        return compute_size_m(self.kind)[2]

    @cached_property
    def centre(self) -> Array:
        """(3,): the centre of its box."""
        return np.array([self.x, self.y, self.z + self.height_m / 2])

    @cached_property
    def turn(self) -> Array:
        """(3, 3): rotation from its frame (front, left, up) to the world's; the columns are these three directions."""
        cos, sin = math.cos(math.radians(self.yaw_deg)), math.sin(math.radians(self.yaw_deg))
        return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])

    @cached_property
    def footprint(self) -> Array:
        """(4, 2): the corners of its box on the ground, counter-clockwise."""
        length, width, _ = compute_size_m(self.kind)
        own = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * (length / 2, width / 2)
        return np.asarray(own @ self.turn[:2, :2].T + (self.x, self.y))

    @property
    def reach_m(self) -> float:
        """Distance from its centre to the corners of its footprint."""
        length, width, _ = compute_size_m(self.kind)
        return math.hypot(length, width) / 2

    @cached_property
    def box(self) -> Array:
        """(8, 3): the corners of its box, the lower four first."""
        low, high = (np.column_stack([self.footprint, np.full(4, z)]) for z in (self.z, self.z + self.height_m))
        return np.concatenate([low, high])

    def move_to(self, x: float, y: float, z: float | None = None) -> "SceneObject":
        """Return the object at another position."""
        return replace(self, x=round(x, 3), y=round(y, 3), z=self.z if z is None else round(z, 3))

    def turn_to(self, yaw_deg: float) -> "SceneObject":
        """Return the object with its front in another direction."""
        return replace(self, yaw_deg=round(yaw_deg % 360.0, 1) % 360.0)

    def mirror(self) -> "SceneObject":
        """Return its mirror image about the plane y = 0; every solid is its own mirror image."""
        return replace(self, y=-self.y, yaw_deg=-self.yaw_deg % 360.0)


@dataclass(frozen=True)
class Viewpoint:
    """A camera's pose.

    Attributes:
        kind: `COMMON`, or one of `UNCOMMON`.
        position: x, y, z in metres.
        yaw_deg, pitch_deg, roll_deg: as `PinholeCamera.build_from_angles` takes them.
    """

    kind: str
    position: tuple[float, float, float]
    yaw_deg: float
    pitch_deg: float
    roll_deg: float = 0.0

    @cached_property
    def camera(self) -> PinholeCamera:
        """The camera of the stored image."""
        return self.make_camera(WIDTH_PX)

    def make_camera(self, width_px: int) -> PinholeCamera:
        """Return the camera of a smaller image of the same view."""
        return PinholeCamera.build_from_angles(
            self.position,
            yaw_deg=self.yaw_deg,
            pitch_deg=self.pitch_deg,
            roll_deg=self.roll_deg,
            focal_px=FOCAL_PX * width_px / WIDTH_PX,
            width_px=width_px,
            height_px=width_px * HEIGHT_PX // WIDTH_PX,
        )

    def mirror(self) -> "Viewpoint":
        """Return the pose whose view of the mirrored scene is the mirror image of this pose's view of the scene."""
        x, y, z = self.position
        return replace(self, position=(x, -y, z), yaw_deg=-self.yaw_deg, roll_deg=-self.roll_deg)


@dataclass(frozen=True)
class ObjectScene:
    """Objects on a flat ground, and a view of them.

    Attributes:
        things: the objects; those that the question names come first, in its order.
        n_named: number of objects that the question names.
    """

    things: tuple[SceneObject, ...]
    n_named: int
    view: Viewpoint

    @property
    def named(self) -> tuple[SceneObject, ...]:
        """The objects that the question is about: X, Y and Z."""
        return self.things[: self.n_named]

    def mirror(self) -> "ObjectScene":
        """Return the mirror image."""
        things = tuple(thing.mirror() for thing in self.things)
        return replace(self, things=things, view=self.view.mirror())


def describe(scene: ObjectScene) -> dict[str, object]:
    """Return the scene for JSON, as `read_scene` reads it."""
    return {
        "things": [asdict(thing) for thing in scene.things],
        "n_named": scene.n_named,
        "view": {**asdict(scene.view), "position": list(scene.view.position)},
    }


def read_scene(values: object) -> ObjectScene:
    """Read a scene from its description.

    Raises:
        SceneError: the description is not readable.
    """
    try:
        if not isinstance(values, Mapping):
            raise TypeError("not an object")
        things = tuple(SceneObject(**thing) for thing in values["things"])
        view = Viewpoint(**{**values["view"], "position": tuple(values["view"]["position"])})
        scene = ObjectScene(things, int(values["n_named"]), view)
        numbers = [[one.x, one.y, one.z, one.yaw_deg] for one in things]
        pose = [*view.position, view.yaw_deg, view.pitch_deg, view.roll_deg]
        if not (np.isfinite(np.array(numbers, dtype=float)).all() and np.isfinite(np.array(pose, dtype=float)).all()):
            raise ValueError("a number is not finite")
        if len(view.position) != 3 or not 1 <= scene.n_named <= len(things):
            raise ValueError("numbers are missing")
        if wrong := [one.kind for one in things if one.kind not in KINDS or one.colour not in KINDS[one.kind].colours]:
            raise ValueError(f"unknown kind or colour of {wrong[0]}")
    except (KeyError, TypeError, ValueError) as error:
        raise SceneError(f"the scene cannot be read: {error!r}") from error
    return scene


def make_random_generator(*parts: object) -> np.random.Generator:
    """Return the random generator of one item, seeded by the SHA-256 of its parts."""
    name = "/".join(map(str, ("3dsrbench", ENGINE_VERSION, *parts)))
    return np.random.Generator(np.random.PCG64(int.from_bytes(sha256(name.encode()).digest()[:16], "big")))
