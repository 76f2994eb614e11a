"""Paints a picture: panels, then solids from the farthest to the nearest, straight or through a bending lens.

The order is exact: solids are convex and apart along some axis, and whatever stands on the camera's side of the plane
between two is painted later. Polygons are bent through the lens point by point, so that edges stay sharp.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from core.benchmarks.mmperspective.scene import Array, Colour, Edge, Face, Panel, Scene, Solid
from core.benchmarks.mmperspective.view import Picture, View
from core.errors import SceneError
from core.rendering.camera import NEAR

SUPERSAMPLED = 2
_SHIFT = 4
"""OpenCV takes places in sixteenths of a pixel."""

SKY_TOP, SKY_BOTTOM = (138, 178, 214), (222, 234, 242)
HAZE = (206, 214, 212)
BANDS_M = tuple(np.geomspace(4000.0, 60.0, 36).tolist())
"""Half sides of squares of ground around the origin, from haze to the ground's own colour."""

SUN = np.array([-0.45, -0.68, 0.58])
"""(3,): towards the light, length 1."""

AMBIENT = 0.62
GLASS, GLASS_FRAME, DOOR = (92, 118, 140), (238, 238, 232), (112, 78, 58)
_BEND_STEP_PX = 10.0
_LINE_SHADE = 0.62
"""Edges are drawn in this share of their face's colour."""

_JOINT_SHADE = 0.80
_PNG = [cv2.IMWRITE_PNG_COMPRESSION, 3]


def png(image: np.ndarray) -> bytes:
    """An RGB picture as a PNG file."""
    _, data = cv2.imencode(".png", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), _PNG)
    return data.tobytes()


def paint(picture: Picture) -> np.ndarray:
    """The picture's pixels, (height, width, 3), RGB, 8 bits, with its operation done.

    Raises:
        SceneError: its solids stand in a circle, each behind the next.
    """
    canvas = _Canvas(picture.view)
    canvas.background(sky=picture.scene.sky)
    for panel in picture.scene.panels:
        canvas.panel(panel)
    for solid in _far_to_near(picture.scene, picture.view):
        canvas.solid(solid)
    return picture.operation.apply(canvas.finished())


class _Canvas:
    """A picture under way, `SUPERSAMPLED` times as large."""

    def __init__(self, view: View) -> None:
        self.view, self.camera = view, view.camera
        self.pixels = np.zeros((view.height_px * SUPERSAMPLED, view.width_px * SUPERSAMPLED, 3), np.uint8)

    def finished(self) -> np.ndarray:
        size = self.view.width_px, self.view.height_px
        return cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA)

    def background(self, *, sky: bool) -> None:
        """A sky that is the same whichever way the camera looks; without one, a dark grey."""
        share = np.linspace(0, 1, len(self.pixels))[:, None]
        colours = np.array(SKY_TOP) * (1 - share) + np.array(SKY_BOTTOM) * share if sky else np.full((1, 3), 70.0)
        self.pixels[:] = np.rint(colours).astype(np.uint8)[:, None]

    def panel(self, panel: Panel) -> None:
        is_ground = max(map(abs, (*panel.low, *panel.high))) >= BANDS_M[0]
        if is_ground:
            for number, half in enumerate(BANDS_M):
                share = number / (len(BANDS_M) - 1)
                self.polygon(panel.rectangle((-half, -half), (half, half)), _mixed(HAZE, panel.colour, share))
        else:
            self.polygon(panel.rectangle(panel.low, panel.high), panel.colour)
        for edge in panel.edges():
            self.line(edge, _shaded(panel.colour, _JOINT_SHADE if edge.is_pattern else _LINE_SHADE))

    def solid(self, solid: Solid) -> None:
        for face in faces(solid):
            if float(face.normal @ (self.camera.position - face.corners[0])) <= 0:
                continue
            light = AMBIENT + (1 - AMBIENT) * max(float(face.normal @ SUN), 0.0) * 1.25
            colour = _shaded(face.colour, light)
            self.polygon(face.corners, colour)
            outline = _shaded(colour, _LINE_SHADE) if face.level == 0 else GLASS_FRAME
            self.outline(face.corners, outline)

    def polygon(self, corners: Array, colour: Colour) -> None:
        points = self._projected(corners)
        if len(points) >= 3:
            cv2.fillPoly(self.pixels, [self._fixed(points)], colour, cv2.LINE_AA, _SHIFT)

    def outline(self, corners: Array, colour: Colour) -> None:
        for begin, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            self._stroke(begin, end, colour, SUPERSAMPLED)

    def line(self, edge: Edge, colour: Colour) -> None:
        self._stroke(edge.ends[0], edge.ends[1], colour, SUPERSAMPLED)

    def _stroke(self, begin: Array, end: Array, colour: Colour, width_px: int) -> None:
        segment = self.camera.segment_px(begin, end)
        if segment is None:
            return
        cut = _clipped(segment, self._window(), is_closed=False)
        if len(cut) < 2:
            return
        points = self.view.through_lens(_subdivided(cut, is_closed=False) if self.view.bend else cut)
        cv2.polylines(self.pixels, [self._fixed(points)], False, colour, width_px, cv2.LINE_AA, _SHIFT)

    def _projected(self, corners: Array) -> Array:
        """A convex polygon of the world in the picture; empty where nothing of it is in front of the camera."""
        there = _in_front(self.camera.in_camera(corners))
        if len(there) < 3:
            return np.empty((0, 2))
        flat = self.camera.centre_px + self.camera.focal_px * there[:, :2] / there[:, 2:]
        cut = _clipped(flat, self._window(), is_closed=True)
        if len(cut) < 3:
            return np.empty((0, 2))
        return self.view.through_lens(_subdivided(cut, is_closed=True) if self.view.bend else cut)

    def _window(self) -> tuple[Array, Array]:
        """Of the straight picture: what the bending lens may still show, and not so far that numbers run out."""
        size = np.array([self.view.width_px, self.view.height_px], float)
        reach = 3.0 if self.view.bend else 1.0
        return -reach * size, (1 + reach) * size

    def _fixed(self, points: Array) -> np.ndarray:
        larger = (points + 0.5) * SUPERSAMPLED - 0.5
        return np.asarray(np.round(larger * 2**_SHIFT), np.int32)[:, None]


def faces(solid: Solid) -> Iterator[Face]:
    """A solid's faces, each wall followed by its panes and door."""
    for axis in (0, 1):
        for side in (0, 1):
            normal = np.zeros(3)
            normal[axis] = 2.0 * side - 1
            yield from _wall(solid, axis, side, normal)
    down, up = (np.array([0.0, 0.0, sign]) for sign in (-1.0, 1.0))
    if solid.low[2] > 0:
        yield Face(_level(solid, 0), down, solid.colour)
    if not solid.roof_m:
        yield Face(_level(solid, 1), up, _shaded(solid.colour, 0.9))
        return
    across, roof = 1 - solid.ridge, (150, 84, 66)
    ends = np.array(solid.ridge_ends())
    normals, _ = solid.planes()
    for side, normal in ((0, normals[-2]), (1, normals[-1])):
        eaves = []
        for end in (0, 1):
            sides = [0, 0, 1]
            sides[solid.ridge], sides[across] = end, side
            eaves.append(solid.corner(*sides))
        yield Face(np.array([eaves[0], eaves[1], ends[1], ends[0]]), normal, roof)


def _level(solid: Solid, upper: int) -> Array:
    return np.array([solid.corner(x, y, upper) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))])


def _wall(solid: Solid, axis: int, side: int, normal: Array) -> Iterator[Face]:
    along = 1 - axis
    ends = []
    for end in (0, 1):
        sides = [0, 0, 0]
        sides[axis], sides[along] = side, end
        ends.append(np.array(solid.corner(*sides)))
    height = np.array([0.0, 0.0, solid.high[2] - solid.low[2]])
    corners = [ends[0], ends[1], ends[1] + height]
    if solid.roof_m and axis == solid.ridge:
        corners.append(np.array(solid.ridge_ends()[side]))
    yield Face(np.array([*corners, ends[0] + height]), normal, solid.colour)
    for (u0, u1), (v0, v1), colour in _openings(solid):
        low, step = ends[0], ends[1] - ends[0]
        places = ((u0, v0), (u1, v0), (u1, v1), (u0, v1))
        yield Face(np.array([low + u * step + v * height for u, v in places]), normal, colour, level=1)


def _openings(solid: Solid) -> Iterator[tuple[tuple[float, float], tuple[float, float], Colour]]:
    """Windows and the door of a wall, as shares of its width and height."""
    if not solid.storeys or not solid.bays:
        return
    middle = solid.bays // 2
    for row in range(solid.storeys):
        for column in range(solid.bays):
            u0, u1 = (column + 0.25) / solid.bays, (column + 0.75) / solid.bays
            if solid.has_door and row == 0 and column == middle:
                yield (u0, u1), (0.0, 0.78 / solid.storeys), DOOR
            else:
                yield (u0, u1), ((row + 0.30) / solid.storeys, (row + 0.78) / solid.storeys), GLASS


def _far_to_near(scene: Scene, view: View) -> list[Solid]:
    """The solids in the order to paint them."""
    eye = view.camera.position
    left = list(scene.solids)
    ordered: list[Solid] = []
    while left:
        farthest = next(
            (one for one in left if all(one is other or _may_precede(one, other, eye) for other in left)), None
        )
        if farthest is None:
            raise SceneError("solids stand in a circle, each behind the next; no order paints them")
        left.remove(farthest)
        ordered.append(farthest)
    return ordered


def _may_precede(first: Solid, second: Solid, eye: Array) -> bool:
    """Whether the first solid can hide nothing of the second."""
    for axis in range(3):
        first_high, second_high = ((one.top if axis == 2 else one.high[axis]) for one in (first, second))
        if first_high <= second.low[axis] and eye[axis] >= first_high:
            return True
        if second_high <= first.low[axis] and eye[axis] <= first.low[axis]:
            return True
    return False


def _in_front(points: Array) -> Array:
    """A polygon (n, 3) of the camera frame, cut off at the near plane."""
    depths = points[:, 2] - NEAR
    if (depths >= 0).all():
        return points
    kept = []
    for here, there, near, next_near in zip(points, np.roll(points, -1, 0), depths, np.roll(depths, -1), strict=True):
        if near >= 0:
            kept.append(here)
        if near * next_near < 0:
            kept.append(here + (there - here) * near / (near - next_near))
    return np.reshape(kept, (-1, 3))


def _clipped(points: Array, window: tuple[Array, Array], *, is_closed: bool) -> Array:
    """A convex polygon, or a segment, of (n, 2) places within a window."""
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


def _subdivided(points: Array, *, is_closed: bool) -> Array:
    """The outline (n, 2) with more places, close enough to each other to follow a bend."""
    ends = np.roll(points, -1, axis=0) if is_closed else points[1:]
    begins = points if is_closed else points[:-1]
    steps = ends - begins
    counts = np.maximum((np.hypot(*steps.T) / _BEND_STEP_PX).astype(int), 1)
    index = np.repeat(np.arange(len(begins)), counts)
    within = np.arange(len(index)) - np.repeat(np.cumsum(counts) - counts, counts)
    places = begins[index] + (within / counts[index])[:, None] * steps[index]
    return places if is_closed else np.concatenate([places, points[-1:]])


def _mixed(first: Colour, second: Colour, share: float) -> Colour:
    red, green, blue = (round(a * (1 - share) + b * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def _shaded(colour: Colour, light: float) -> Colour:
    red, green, blue = (min(round(one * light), 255) for one in colour)
    return red, green, blue
