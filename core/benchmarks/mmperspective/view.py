"""View of a scene: a camera with a straight or a bending lens, and an operation on the image."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from core.benchmarks.mmperspective.scene import Array, PerspectiveScene, Triple
from core.benchmarks.mmperspective.scene_reader import read_scene
from core.errors import SceneError
from core.rendering.camera import PinholeCamera
from core.rendering.image_finish import ImageFinish, read_finish

WIDTH_PX, HEIGHT_PX = 960, 720
GREY = 128
"""Grey level of a mask."""

WIDEST_DEG = 80.0
"""Largest angle between the view and a corner that a bending lens shows. Beyond it, floors and walls beside the camera
are cut off, and a corner would show what lies behind them."""


@dataclass(frozen=True)
class PerspectiveView:
    """A camera as stored.

    Attributes:
        position: in metres.
        yaw_deg, pitch_deg, roll_deg: as `PinholeCamera.build_from_angles` takes them.
        centre_px: the principal point; if it is off the middle, the image is a part of a larger one.
        bend: from 0, the pinhole, to 1, the equidistant fisheye.
        finish: overlay on the image; None for none.
    """

    position: Triple
    yaw_deg: float
    pitch_deg: float
    roll_deg: float
    focal_px: float
    centre_px: tuple[float, float]
    width_px: int = WIDTH_PX
    height_px: int = HEIGHT_PX
    bend: float = 0.0
    finish: ImageFinish | None = None

    @cached_property
    def camera(self) -> PinholeCamera:
        """The camera without lens distortion."""
        camera = PinholeCamera.build_from_angles(
            self.position,
            yaw_deg=self.yaw_deg,
            pitch_deg=self.pitch_deg,
            roll_deg=self.roll_deg,
            focal_px=self.focal_px,
            width_px=self.width_px,
            height_px=self.height_px,
        )
        return replace(camera, centre_px=np.array(self.centre_px))

    def apply_lens(self, pixels: Array) -> Array:
        """Map points (n, 2) of the undistorted image through the lens.

        A ray at the angle a from the view meets the undistorted image at F tan(a) from the principal point, and the
        distorted one at F ((1 - bend) tan(a) + bend a).
        """
        if not self.bend:
            return pixels
        offset = pixels - np.array(self.centre_px)
        radius = np.maximum(np.linalg.norm(offset, axis=-1, keepdims=True), 1e-9)
        bent = (1 - self.bend) * radius + self.bend * self.focal_px * np.arctan(radius / self.focal_px)
        return np.asarray(np.array(self.centre_px) + offset * bent / radius)

    @cached_property
    def lens_reach_px(self) -> float:
        """Undistorted distance from the principal point to the distorted image's farthest corner.

        Infinite if the lens shows directions that no undistorted image contains.
        """
        angles = np.radians(np.arange(1.0, 89.0, 0.5))
        bent = self.focal_px * ((1 - self.bend) * np.tan(angles) + self.bend * angles)
        reached = np.flatnonzero(bent >= self._corner_px)
        return self.focal_px * math.tan(float(angles[reached[0]])) if len(reached) else math.inf

    @property
    def least_focal_px(self) -> float:
        """The shortest focal length at which the lens shows nothing beyond `WIDEST_DEG`; 0 for a pinhole."""
        widest = math.radians(WIDEST_DEG)
        return self._corner_px / ((1 - self.bend) * math.tan(widest) + self.bend * widest) if self.bend else 0.0

    @property
    def _corner_px(self) -> float:
        """Distance from the principal point to the image's farthest corner."""
        x, y = self.centre_px
        return math.hypot(max(x + 0.5, self.width_px - 0.5 - x), max(y + 0.5, self.height_px - 0.5 - y))


ORIGINAL, CROP, FLIP, MASK, ROTATION = OPERATIONS = ("original", "crop", "flip", "mask", "rotation")


@dataclass(frozen=True, slots=True)
class ImageOperation:
    """An operation on an image after it is drawn.

    Attributes:
        name: one of `OPERATIONS`.
        numbers: in pixels. crop: left, top, width, height. mask: the same for each rectangle. rotation: degrees.
    """

    name: str = ORIGINAL
    numbers: tuple[float, ...] = ()

    def compute_size(self, width_px: int, height_px: int) -> tuple[int, int]:
        """Return width and height of the resulting image."""
        if self.name == CROP:
            return int(self.numbers[2]), int(self.numbers[3])
        if self.name == ROTATION:
            angle = abs(math.radians(self.numbers[0]))
            ratio = max(width_px / height_px, height_px / width_px)
            scale = 1 / (math.cos(angle) + ratio * math.sin(angle))
            return math.floor(scale * width_px), math.floor(scale * height_px)
        return width_px, height_px

    def map_points(self, pixels: Array, width_px: int, height_px: int) -> Array:
        """Map points (n, 2) of the image to the resulting image."""
        matrix = self._compute_matrix(width_px, height_px)
        return np.asarray(pixels @ matrix[:, :2].T + matrix[:, 2])

    def are_masked(self, pixels: Array) -> np.ndarray:
        """Return (n,): whether points of the resulting image lie under a mask."""
        hidden = np.zeros(len(pixels), bool)
        for left, top, width, height in self.rectangles:
            inside = (pixels >= (left - 0.5, top - 0.5)) & (pixels < (left + width - 0.5, top + height - 0.5))
            hidden |= inside.all(axis=1)
        return hidden

    @property
    def rectangles(self) -> list[tuple[float, ...]]:
        """Rectangles of a mask: left, top, width, height."""
        return [self.numbers[i : i + 4] for i in range(0, len(self.numbers), 4)] if self.name == MASK else []

    def apply(self, image: np.ndarray) -> np.ndarray:
        """Return the changed image."""
        height, width = image.shape[:2]
        if self.name == CROP:
            left, top, own_width, own_height = map(int, self.numbers)
            return image[top : top + own_height, left : left + own_width]
        if self.name == FLIP:
            return image[:, ::-1]
        if self.name == MASK:
            masked = image.copy()
            for rectangle in self.rectangles:
                left, top, own_width, own_height = map(int, rectangle)
                masked[top : top + own_height, left : left + own_width] = GREY
            return masked
        if self.name == ROTATION:
            return cv2.warpAffine(
                image, self._compute_matrix(width, height), self.compute_size(width, height), flags=cv2.INTER_CUBIC
            )
        return image

    def _compute_matrix(self, width_px: int, height_px: int) -> Array:
        """Compute the matrix (2, 3) from points before the operation to points after it."""
        if self.name == CROP:
            return np.array([[1.0, 0.0, -self.numbers[0]], [0.0, 1.0, -self.numbers[1]]])
        if self.name == FLIP:
            return np.array([[-1.0, 0.0, width_px - 1.0], [0.0, 1.0, 0.0]])
        if self.name == ROTATION:
            angle = math.radians(self.numbers[0])
            turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
            new = self.compute_size(width_px, height_px)
            shift = np.array([(side - 1) / 2 for side in new]) - turn @ [(width_px - 1) / 2, (height_px - 1) / 2]
            return np.column_stack((turn, shift))
        return np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


@dataclass(frozen=True, slots=True)
class PerspectiveImage:
    """A scene, its view, and the operation on the image."""

    scene: PerspectiveScene
    view: PerspectiveView
    operation: ImageOperation = field(default_factory=ImageOperation)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.operation.compute_size(self.view.width_px, self.view.height_px)

    def map_pixels(self, pixels: Array) -> Array:
        """Map points (n, 2) of the undistorted image to the final image."""
        return self.operation.map_points(self.view.apply_lens(pixels), self.view.width_px, self.view.height_px)

    def to_json(self) -> dict[str, object]:
        """Return the image's parameters for JSON."""
        return {
            "scene": self.scene.to_json(), "view": asdict(self.view), "operation": asdict(self.operation)
        }  # fmt: skip


def read_picture(said: Mapping[str, Any]) -> PerspectiveImage:
    """Read an image's parameters from its description.

    Raises:
        SceneError: the description lacks a field or has one in another form.
    """
    try:
        view = said["view"]
        x, y, z = map(float, view["position"])
        own = PerspectiveView(
            (x, y, z),
            yaw_deg=float(view["yaw_deg"]),
            pitch_deg=float(view["pitch_deg"]),
            roll_deg=float(view["roll_deg"]),
            focal_px=float(view["focal_px"]),
            centre_px=_parse_pair(view["centre_px"]),
            width_px=int(view["width_px"]),
            height_px=int(view["height_px"]),
            bend=float(view["bend"]),
            finish=read_finish(view.get("finish")),
        )
        operation = ImageOperation(str(said["operation"]["name"]), tuple(map(float, said["operation"]["numbers"])))
        if operation.name not in OPERATIONS or not 0 < own.width_px * own.height_px < 10**8 or own.focal_px <= 0:
            raise ValueError("an unknown operation, or an impossible camera")
        return PerspectiveImage(read_scene(said["scene"]), own, operation)
    except (KeyError, TypeError, ValueError) as error:
        raise SceneError(f"the description of a picture: {error!r}") from error


def _parse_pair(values: Sequence[float]) -> tuple[float, float]:
    first, second = map(float, values)
    return first, second
