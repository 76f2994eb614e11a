"""Drafts of the tasks with circles and lines over the image: vanishing points, and the horizon.

Marks are placed first, in the same way for every right option; then a camera is found that makes the right one true.
So the places of the marks alone reveal nothing.
"""

from dataclasses import replace

import numpy as np

from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.ground_truth import compute_vanishing_points
from core.benchmarks.mmperspective.item import ItemMark
from core.benchmarks.mmperspective.margins import APART_CIRCLES, APART_LINES, WITHIN_FRAME, are_points_shown
from core.benchmarks.mmperspective.scene import Array, PerspectiveScene
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, PerspectiveImage, PerspectiveView
from core.generators.mmperspective.camera_sampling import (
    USUAL,
    compute_image_centre,
    is_along,
    is_free,
    sample_askew_yaw_deg,
    sample_focal_px,
    sample_inside_picture,
    sample_outside_picture,
)
from core.generators.mmperspective.scene_sampling import (
    BUILDERS,
    Random,
    pick,
    sample_between,
    sample_corridor,
    sample_flat_houses,
)
from core.generators.mmperspective.targets import Draft, ItemTarget

_BOX = np.array([[0.07, 0.10], [0.93, 0.90]]) * (WIDTH_PX, HEIGHT_PX)
"""Upper left and lower right limits of the centre of a circle."""

_APART_PX = APART_CIRCLES * WIDTH_PX + 1
_CAMERAS, _SCENES = 200, 40
"""Numbers of cameras and scenes that are tried for the same marks."""

_WIDE_PX = (230.0, 400.0)
"""Focal lengths at which two vanishing points are in the frame."""

_TILTS_DEG = (4.0, 12.0)
_ROLLED_DEG = 8.0


def draft_circles(random: Random, meant: ItemTarget) -> Draft | None:
    """Draft an image with circles, as many at vanishing points as the right option states."""
    return (_draft_circle_pair if meant.kind == "two circles" else _draft_horizon_circles)(random, meant)


def _draft_horizon_circles(random: Random, meant: ItemTarget) -> Draft | None:
    """Draft two circles on the horizon, one of them at a vanishing point, and two on a line beside it."""
    roll_deg, is_askew = _sample_roll_deg(random), bool(random.random() < 0.35)
    places = _sample_circle_places(random, roll_deg)
    if places is None:
        return None
    letters = [vocabulary.CIRCLES[int(index)][-1] for index in random.permutation(4)]
    target = places[letters.index(meant.right[-1])]
    for _ in range(_CAMERAS):
        yaw_deg = sample_askew_yaw_deg(random) if is_askew else 90.0 * int(random.integers(4))
        view = _make_view(
            random, yaw_deg, roll_deg, sample_focal_px(random, 500, 800), is_level=bool(random.random() < 0.5)
        )
        points = _list_horizon_points(view)
        view = _shift_principal_point(view, target - points[int(random.integers(len(points)))])
        if _has_points_at(view, places, [target]):
            make_scene = sample_flat_houses if is_askew else pick(random, (sample_flat_houses, sample_corridor))
            picture = _find_picture(random, view, make_scene(random))
            if picture is not None:
                return _build_draft(picture, places, letters)
    return None


def _draft_circle_pair(random: Random, meant: ItemTarget) -> Draft | None:
    """Draft two circles at the vanishing points of some camera: this one, or one that shares one of them or none."""
    roll_deg = _sample_roll_deg(random)
    imagined = _sample_two_point_view(random, roll_deg)
    places = _list_horizon_points(imagined)
    letters = "AB" if random.random() < 0.5 else "BA"
    held = {vocabulary.BOTH: [0, 1], vocabulary.NONE: []}.get(meant.right)
    held = [letters.index(meant.right[-1])] if held is None else held
    for _ in range(_CAMERAS):
        view = imagined if len(held) == 2 else _sample_two_point_view(random, roll_deg)
        if len(held) == 1:
            view = _shift_principal_point(view, places[held[0]] - _list_horizon_points(view)[held[0]])
        if _has_points_at(view, places, [places[index] for index in held]):
            picture = _find_picture(random, view, sample_flat_houses(random))
            if picture is not None:
                return _build_draft(picture, places, letters)
    return None


def _sample_roll_deg(random: Random) -> float:
    return round(float(random.uniform(-_ROLLED_DEG, _ROLLED_DEG)), 2)


def _make_view(random: Random, yaw_deg: float, roll_deg: float, focal_px: float, *, is_level: bool) -> PerspectiveView:
    """Make a view in a direction, without a position yet."""
    pitch = 0.0 if is_level else round(float(pick(random, (-1, 1)) * random.uniform(*_TILTS_DEG)), 2)
    return PerspectiveView((0.0, 0.0, 2.0), yaw_deg, pitch, roll_deg, focal_px, compute_image_centre())


def _sample_two_point_view(random: Random, roll_deg: float) -> PerspectiveView:
    """Sample a view with both of its vanishing points on the horizon, within the limits of circles."""
    while True:
        view = _make_view(
            random, sample_askew_yaw_deg(random, 34, 56), roll_deg, sample_focal_px(random, *_WIDE_PX), is_level=True
        )
        points = _list_horizon_points(view)
        low, high = _BOX[0] - points.min(axis=0), _BOX[1] - points.max(axis=0)
        if (low < high).all():
            return _shift_principal_point(view, random.uniform(low, high))


def _list_horizon_points(view: PerspectiveView) -> Array:
    """List the vanishing points (n, 2) of the level axes that converge, from left to right."""
    vanishing_points = compute_vanishing_points(PerspectiveImage(PerspectiveScene("houses", (), ()), view))
    return np.array(
        sorted(
            (vanishing_points[axis] for axis in (0, 1) if axis in vanishing_points), key=lambda point: float(point[0])
        )
    )


def _shift_principal_point(view: PerspectiveView, shift: Array) -> PerspectiveView:
    """Move the principal point of the view."""
    x, y = view.centre_px
    return replace(view, centre_px=(round(x + float(shift[0]), 2), round(y + float(shift[1]), 2)))


def _has_points_at(view: PerspectiveView, places: Array, arrays: list[Array]) -> bool:
    """Return whether a view has vanishing points at the `arrays` places, and none near the others."""
    points = np.array(
        list(compute_vanishing_points(PerspectiveImage(PerspectiveScene("houses", (), ()), view)).values())
    )
    away = np.hypot(*(places[:, None] - points[None]).transpose(2, 0, 1)).min(axis=1)
    is_held = np.array([any(place is array or (place == array).all() for array in arrays) for place in places])
    return bool((away[~is_held] > _APART_PX).all() and (away[is_held] < 0.1).all())


def _find_picture(random: Random, view: PerspectiveView, scene: PerspectiveScene) -> PerspectiveImage | None:
    """Find an image with the view's direction and lens in which edges of bodies show each vanishing point."""
    for _ in range(_SCENES):
        if is_along(scene):
            picture = sample_inside_picture(
                random, scene, focal_px=view.focal_px, yaw_deg=view.yaw_deg, pitch_deg=view.pitch_deg
            )
        else:
            near = USUAL if view.focal_px > _WIDE_PX[1] else (0.3, 0.9)
            picture = sample_outside_picture(
                random, scene, view.yaw_deg, pitch_deg=view.pitch_deg, focal_px=view.focal_px, near=near
            )
        picture = PerspectiveImage(scene, replace(view, position=picture.view.position))
        if is_free(scene, picture.view.position) and are_points_shown(picture):
            return picture
    return None


def _sample_circle_places(random: Random, roll_deg: float) -> Array | None:
    """Sample places (4, 2) of circles, two each on two lines that run like the horizon of a camera with this roll."""
    a, b, _ = PerspectiveView((0.0, 0.0, 2.0), 0.0, 0.0, roll_deg, 600.0, compute_image_centre()).camera.horizon
    for _ in range(_CAMERAS):
        across = random.uniform(_BOX[0, 0], _BOX[1, 0], 4)
        down = np.repeat(random.uniform(_BOX[0, 1], _BOX[1, 1], 2), 2) - (a / b) * (across - compute_image_centre()[0])
        places = np.round(np.column_stack((across, down)), 2)
        between_px = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
        is_within = (places >= _BOX[0]).all() and (places <= _BOX[1]).all()
        if is_within and between_px[np.triu_indices(4, 1)].min() > _APART_PX:
            return np.asarray(places)
    return None


def _build_draft(picture: PerspectiveImage, places: Array, letters: list[str] | str) -> Draft:
    by_letter = {
        letter: (round(float(x), 2), round(float(y), 2)) for letter, (x, y) in zip(letters, places, strict=True)
    }
    return (picture,), tuple(ItemMark(letter, "circle", (by_letter[letter],)) for letter in sorted(letters))


def draft_lines(random: Random, meant: ItemTarget) -> Draft | None:
    """Draft an image with three lines across it, one in the middle; one is the horizon unless none should be."""
    heights = _sample_line_heights(random)
    letters = "ABC"
    horizon_y = (
        heights[letters.index(meant.right[-1])]
        if meant.right != vocabulary.NONE
        else _sample_other_height(random, heights)
    )
    scene, roll = BUILDERS[meant.scene](random), round(float(random.uniform(-6, 6)), 2)
    pitch = round(float(pick(random, (-1, 1)) * random.uniform(5, 16)), 2)
    if scene.kind == "houses":
        yaw, length, height = (
            sample_askew_yaw_deg(random, 5, 85),
            sample_focal_px(random),
            sample_between(random, 1.6, 6.0),
        )
        picture = sample_outside_picture(random, scene, yaw, pitch_deg=pitch, focal_px=length, height_m=height)
    else:
        yaw = round(float(random.uniform(-25, 25)), 2)
        picture = sample_inside_picture(
            random, scene, focal_px=sample_focal_px(random, 500, 700), yaw_deg=yaw, pitch_deg=pitch
        )
    view = replace(picture.view, centre_px=compute_image_centre(), roll_deg=roll)
    a, b, c = view.camera.horizon
    middle_x, middle_y = compute_image_centre()
    view = replace(view, centre_px=(middle_x, middle_y + horizon_y + float((a * middle_x + c) / b)))
    slope = float(-a / b)
    return (PerspectiveImage(scene, view),), tuple(
        ItemMark(letter, "line", tuple((x, round(y + slope * (x - middle_x), 2)) for x in (0.0, WIDTH_PX - 1.0)))
        for letter, y in zip(letters, heights, strict=True)
    )


def _sample_line_heights(random: Random) -> list[float]:
    """Sample the heights of lines at the middle column: the middle of the image and two others, in any order."""
    while True:
        heights = [compute_image_centre()[1], *(round(float(y), 2) for y in _sample_heights(random, 2))]
        if _are_apart(heights):
            return [heights[int(index)] for index in random.permutation(3)]


def _sample_other_height(random: Random, heights: list[float]) -> float:
    while True:
        (height,) = _sample_heights(random, 1)
        if _are_apart([*heights, float(height)]):
            return float(height)


def _sample_heights(random: Random, count: int) -> Array:
    return np.asarray(random.uniform(WITHIN_FRAME + 0.01, 0.99 - WITHIN_FRAME, count) * HEIGHT_PX)


def _are_apart(heights: list[float]) -> bool:
    return bool(np.diff(sorted(heights)).min() > 1.02 * APART_LINES * HEIGHT_PX)
