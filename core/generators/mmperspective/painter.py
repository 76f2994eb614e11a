"""A painter of images: panels, then solids from the farthest to the nearest, straight or through a bending lens.

The order is exact: solids are convex and separated along some axis, and the solid on the camera's side of the plane
between two is painted later. Polygons are bent through the lens point by point, so that edges stay sharp.
"""

import cv2
import numpy as np

from core.benchmarks.mmperspective.scene import LINES_FAR_M, Array, BoxSolid, Colour, Panel, PerspectiveScene
from core.benchmarks.mmperspective.view import PerspectiveView
from core.generators.mmperspective.faces import build_faces, order_far_to_near, shade_colour
from core.rendering.camera import NEAR

SUPERSAMPLED = 2
_SHIFT = 4
"""OpenCV takes places in sixteenths of a pixel."""

SKY_TOP, SKY_BOTTOM = (138, 178, 214), (222, 234, 242)
HAZE = (206, 214, 212)
NOTHING = 70.0
"""Grey level behind everything if the scene has no sky; no image should show it."""

BANDS_M = tuple(np.geomspace(4000.0, 60.0, 36).tolist())
"""Half sides of squares of ground around the origin, from haze to the ground's own colour."""

SUN = np.array([-0.45, -0.68, 0.58])
"""(3,): towards the light, length 1."""

AMBIENT = 0.62
GLASS_FRAME = (238, 238, 232)
_BEND_STEP_PX = 10.0
_MOST_PIECES = 120
_FADING_PIECES, _FADING_STEPS = 15, 8
_LINE_SHADE = 0.62
"""Edges are drawn in this share of their face's colour."""

_JOINT_SHADE = 0.80
_PNG = [cv2.IMWRITE_PNG_COMPRESSION, 3]


def encode_png(image: np.ndarray) -> bytes:
    """Encode an RGB image as a PNG file."""
    _, data = cv2.imencode(".png", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), _PNG)
    return data.tobytes()


def paint(scene: PerspectiveScene, view: PerspectiveView) -> np.ndarray:
    """Paint a scene's pixels, (height, width, 3), RGB, 8 bits, before any operation.

    Raises:
        SceneError: the solids form a cycle, each behind the next.
    """
    canvas = _Canvas(view)
    canvas.fill_background(sky=scene.sky)
    for panel in scene.panels:
        canvas.paint_panel(panel)
    for solid in order_far_to_near(scene, view):
        canvas.paint_solid(solid)
    image = canvas.to_image()
    return view.finish.apply(image) if view.finish else image


class _Canvas:
    """An unfinished image, `SUPERSAMPLED` times as large."""

    def __init__(self, view: PerspectiveView) -> None:
        self.view, self.camera = view, view.camera
        self.pixels = np.zeros((view.height_px * SUPERSAMPLED, view.width_px * SUPERSAMPLED, 3), np.uint8)

    def to_image(self) -> np.ndarray:
        size = self.view.width_px, self.view.height_px
        return cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA)

    def fill_background(self, *, sky: bool) -> None:
        """Fill with a sky that is the same for every direction of the camera; without a sky, with a dark grey."""
        share = np.linspace(0, 1, len(self.pixels))[:, None]
        colours = np.array(SKY_TOP) * (1 - share) + np.array(SKY_BOTTOM) * share if sky else np.full((1, 3), NOTHING)
        rows = np.rint(colours).astype(np.uint8)[:, None]
        cv2.resize(rows, self.pixels.shape[1::-1], dst=self.pixels, interpolation=cv2.INTER_NEAREST)

    def paint_panel(self, panel: Panel) -> None:
        is_endless = max(map(abs, (*panel.low, *panel.high))) >= BANDS_M[0]
        if is_endless:
            for number, half in enumerate(BANDS_M):
                share = number / (len(BANDS_M) - 1)
                self.fill(
                    panel.compute_corners((-half, -half), (half, half))[None], _blend_colours(HAZE, panel.colour, share)
                )
        else:
            self.fill(panel.compute_corners(panel.low, panel.high)[None], panel.colour)
        edges = list(panel.list_edges())
        for is_pattern, shade in ((True, _JOINT_SHADE), (False, _LINE_SHADE)):
            own = [(edge.begin, edge.end) for edge in edges if edge.is_pattern == is_pattern]
            if own and is_pattern and is_endless:
                self._stroke_fading_joints(np.array(own), panel.colour)
            elif own:
                self.stroke(np.array(own), shade_colour(panel.colour, shade))

    def _stroke_fading_joints(self, joints: Array, colour: Colour) -> None:
        """Stroke joints (n, 2, 3) that fade away from the origin, so that they have no visible end."""
        shares = np.linspace(0, 1, _FADING_PIECES + 1)[:, None]
        places = joints[:, :1] + shares * (joints[:, 1:] - joints[:, :1])
        pieces = np.stack([places[:, :-1], places[:, 1:]], axis=2).reshape(-1, 2, 3)
        far = np.abs(pieces.mean(axis=1)).max(axis=1) / LINES_FAR_M
        step = np.minimum((far * _FADING_STEPS).astype(int), _FADING_STEPS - 1)
        for number in range(_FADING_STEPS):
            if (step == number).any():
                faint = number / _FADING_STEPS
                self.stroke(pieces[step == number], shade_colour(colour, _JOINT_SHADE + (1 - _JOINT_SHADE) * faint**2))

    def paint_solid(self, solid: BoxSolid) -> None:
        for face in build_faces(solid):
            if float(face.normal @ (self.camera.position - face.polygons[0, 0])) <= 0:
                continue
            light = AMBIENT + (1 - AMBIENT) * max(float(face.normal @ SUN), 0.0) * 1.25
            colour = shade_colour(face.colour, light)
            self.fill(face.polygons, colour)
            sides = np.stack([face.polygons, np.roll(face.polygons, -1, axis=1)], axis=2).reshape(-1, 2, 3)
            self.stroke(sides, shade_colour(colour, _LINE_SHADE) if face.is_wall else GLASS_FRAME)

    def fill(self, polygons: Array, colour: Colour) -> None:
        """Fill convex polygons (n, corners, 3) of the world that do not overlap."""
        if drawn := self._project_outlines(polygons, is_closed=True):
            cv2.fillPoly(self.pixels, drawn, colour, cv2.LINE_AA, _SHIFT)

    def stroke(self, segments: Array, colour: Colour) -> None:
        """Stroke straight lines (n, 2, 3) of the world, a pixel wide."""
        if drawn := self._project_outlines(segments, is_closed=False):
            cv2.polylines(self.pixels, drawn, False, colour, SUPERSAMPLED, cv2.LINE_AA, _SHIFT)

    def _project_outlines(self, shapes: Array, *, is_closed: bool) -> list[np.ndarray]:
        """Project polygons or segments (n, corners, 3) into the image, each (m, 1, 2) for OpenCV, clipped to it."""
        there = self.camera.to_camera_frame(shapes)
        is_ahead = (there[..., 2] >= NEAR).all(axis=1)
        low, high = self._compute_window()
        with np.errstate(divide="ignore", invalid="ignore"):
            flat = self.camera.centre_px + self.camera.focal_px * there[..., :2] / there[..., 2:]
        is_simple = is_ahead & ((flat >= low) & (flat <= high)).all(axis=(1, 2))
        simple = flat[is_simple]
        if self.view.bend:
            found = self._to_fixed_point(self._bend_shapes(simple, is_closed=is_closed))
        else:
            frame = np.array([self.view.width_px, self.view.height_px])
            beside = np.any((simple < -2).all(axis=1) | (simple > frame + 1).all(axis=1), axis=1)
            found = self._to_fixed_point(simple[~beside])
        beyond = np.any((flat < low).all(axis=1) | (flat > high).all(axis=1), axis=1) & is_ahead
        for one in there[~is_simple & ~beyond & (there[..., 2] >= NEAR).any(axis=1)]:
            front = _clip_at_near_plane(one, is_closed=is_closed)
            flat_front = self.camera.centre_px + self.camera.focal_px * front[:, :2] / front[:, 2:]
            cut = _clip_to_window(flat_front, (low, high), is_closed=is_closed)
            if len(cut) >= (3 if is_closed else 2):
                found += self._to_fixed_point(
                    self._bend_shapes(cut[None], is_closed=is_closed) if self.view.bend else cut[None]
                )
        return found

    def _bend_shapes(self, shapes: Array, *, is_closed: bool) -> Array:
        """Bend shapes (n, corners, 2) of the straight image through the lens, with more points on their sides."""
        ends = np.roll(shapes, -1, axis=1) if is_closed else shapes[:, 1:]
        begins = shapes if is_closed else shapes[:, :-1]
        if not begins.size:
            return np.empty((0, 2, 2))
        longest = np.hypot(*np.moveaxis(ends - begins, -1, 0)).max()
        pieces = int(np.clip(longest / _BEND_STEP_PX, 1, _MOST_PIECES))
        shares = (np.arange(pieces) / pieces)[:, None]
        places = (begins[:, :, None] + shares * (ends - begins)[:, :, None]).reshape(len(shapes), -1, 2)
        if not is_closed:
            places = np.concatenate([places, shapes[:, -1:]], axis=1)
        return self.view.apply_lens(places)

    def _compute_window(self) -> tuple[Array, Array]:
        """Compute the window of the straight image that the bending lens may show, limited to avoid overflow."""
        size = np.array([self.view.width_px, self.view.height_px], float)
        if not self.view.bend:
            return -size, 2 * size
        reach = min(self.view.lens_reach_px, 4 * float(size.max()))
        return self.camera.centre_px - reach, self.camera.centre_px + reach

    def _to_fixed_point(self, shapes: Array) -> list[np.ndarray]:
        """Convert shapes (n, m, 2) of the image to (m, 1, 2) each, in fractions of a pixel of the larger image."""
        larger = (shapes + 0.5) * SUPERSAMPLED - 0.5
        return list(np.round(larger * 2**_SHIFT).astype(np.int32)[:, :, None])


def _clip_at_near_plane(points: Array, *, is_closed: bool) -> Array:
    """Clip a polygon or a segment (n, 3) of the camera frame at the near plane."""
    depths = points[:, 2] - NEAR
    kept = []
    for index, point in enumerate(points):
        following = (index + 1) % len(points)
        if depths[index] >= 0:
            kept.append(point)
        if (is_closed or following) and depths[index] * depths[following] < 0:
            share = depths[index] / (depths[index] - depths[following])
            kept.append(point + share * (points[following] - point))
    return np.reshape(kept, (-1, 3))


def _clip_to_window(points: Array, window: tuple[Array, Array], *, is_closed: bool) -> Array:
    """Clip a convex polygon, or a segment, of (n, 2) points to a window."""
    for axis in (0, 1):
        for sign, limit in ((1.0, window[0][axis]), (-1.0, window[1][axis])):
            inside = sign * (points[:, axis] - limit)
            if (inside >= 0).all():
                continue
            kept = []
            for index in range(len(points)):
                if inside[index] >= 0:
                    kept.append(points[index])
                following = (index + 1) % len(points)
                if (is_closed or following) and inside[index] * inside[following] < 0:
                    share = inside[index] / (inside[index] - inside[following])
                    kept.append(points[index] + share * (points[following] - points[index]))
            points = np.reshape(kept, (-1, 2))
            if len(points) == 0:
                return points
    return points


def _blend_colours(first: Colour, second: Colour, share: float) -> Colour:
    red, green, blue = (round(a * (1 - share) + b * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
