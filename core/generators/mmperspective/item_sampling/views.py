"""Drafts of the tasks on the view itself: its direction, its lens, and the points beyond its frame."""

from dataclasses import replace

from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.margins import TILTED_DEG, has_visible_distortion
from core.benchmarks.mmperspective.scene import PerspectiveScene
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, PerspectiveImage, PerspectiveView
from core.generators.mmperspective.camera_sampling import (
    NEAR,
    ONE,
    add_random_roll,
    bend_view,
    compute_image_centre,
    is_along,
    is_free,
    sample_askew_yaw_deg,
    sample_focal_px,
    sample_inside_picture,
    sample_outside_picture,
    sample_picture_of_type,
)
from core.generators.mmperspective.scene_sampling import (
    BUILDERS,
    Random,
    pick,
    sample_between,
    sample_flat_houses,
    sample_houses,
    sample_street,
    sample_surface,
)
from core.generators.mmperspective.targets import Draft, ItemTarget

_STEEPEST_DEG = 26.0
_HORIZON = (0.25, 0.75)
"""Height of the horizon, in heights of the image, for every direction: only the convergence of uprights reveals it."""

_BENDS = (0.6, 1.0)
"""Bends of the distorted views of LDP: 1 is the equidistant fisheye."""

_CELL_LENS_PX = (170.0, 220.0)
"""Focal lengths of LDP's small views."""


def draft_direction(random: Random, meant: ItemTarget) -> Draft:
    """Draft a view up, down or level, or of a surface that does not reveal the direction."""
    if meant.right == vocabulary.UNABLE:
        scene = sample_surface(random)
        is_floor = scene.panels[0].axis == 2
        position = (
            sample_between(random, -2, 2),
            sample_between(random, -2, 2),
            sample_between(random, 2.5, 5.0) if is_floor else 1.6,
        )
        if not is_floor:
            position = (round(scene.panels[0].at - sample_between(random, 2.5, 5.0), 2), position[1], 2.0)
        view = PerspectiveView(
            position, 0.0, -90.0 if is_floor else 0.0, 0.0, sample_focal_px(random), compute_image_centre()
        )
        return (add_random_roll(random, PerspectiveImage(scene, view)),), ()
    sign = {vocabulary.UPWARD: 1, vocabulary.DOWNWARD: -1, vocabulary.HORIZONTAL: 0}[meant.right]
    pitch = round(sign * float(random.uniform(TILTED_DEG, _STEEPEST_DEG)), 2)
    scene, length = BUILDERS[meant.scene](random), sample_focal_px(random, 450, 700)
    if is_along(scene):
        yaw = round(float(random.uniform(-30, 30)), 2)
        picture = sample_inside_picture(random, scene, focal_px=length, yaw_deg=yaw, pitch_deg=pitch)
    else:
        height, yaw = sample_between(random, 1.6, 9.0), sample_askew_yaw_deg(random, 0, 90)
        picture = sample_outside_picture(
            random, scene, yaw, pitch_deg=pitch, focal_px=length, height_m=height, near=(0.2, 1.0)
        )
    return (_place_horizon(add_random_roll(random, picture), float(random.uniform(*_HORIZON)) * HEIGHT_PX),), ()


def _place_horizon(picture: PerspectiveImage, horizon_y: float) -> PerspectiveImage:
    """Place the horizon: take the part of a larger image in which it crosses the middle column at this height."""
    a, b, c = picture.view.camera.horizon
    x, y = picture.view.centre_px
    down = horizon_y + float((a * compute_image_centre()[0] + c) / b)
    return replace(picture, view=replace(picture.view, centre_px=(x, round(y + down, 1))))


def draft_distortion(random: Random, meant: ItemTarget) -> Draft | None:
    """Draft four small views of a scene, of which one is straight."""
    scene = pick(random, (sample_houses, sample_street))(random)
    pictures = [_find_cell_picture(random, scene, is_plain=cell == meant.right) for cell in vocabulary.CELLS]
    return None if None in pictures else (tuple(picture for picture in pictures if picture), ())


def _find_cell_picture(random: Random, scene: PerspectiveScene, *, is_plain: bool) -> PerspectiveImage | None:
    """Find a small view of a scene that is straight or visibly bent."""
    width, height = 470, 350
    for _ in range(40):
        length = sample_focal_px(random, *_CELL_LENS_PX)
        if scene.kind == "houses":
            picture = sample_outside_picture(
                random, scene, sample_askew_yaw_deg(random, 0, 90), focal_px=length, near=NEAR
            )
        else:
            picture = sample_inside_picture(
                random, scene, focal_px=length, yaw_deg=round(float(random.uniform(-40, 40)), 2)
            )
        view = replace(picture.view, width_px=width, height_px=height, centre_px=compute_image_centre(width, height))
        if not is_plain:
            view = bend_view(random, view, sample_between(random, *_BENDS), *_CELL_LENS_PX)
        picture = PerspectiveImage(scene, view)
        if is_free(scene, view.position) and has_visible_distortion(picture):
            return picture
    return None


def draft_out_of_view(random: Random, meant: ItemTarget) -> Draft:
    """Draft a part of a larger image whose principal point lies where the vanishing point must be."""
    if meant.kind == "two points":
        return (_sample_two_point_picture(random, meant.right),), ()
    across, down = _parse_quadrant(meant.right)
    shift = across * sample_between(random, 0.2, 1.0), down * sample_between(random, 0.2, 0.8)
    return (_shift_principal_point(sample_picture_of_type(random, ONE, BUILDERS[meant.scene](random)), shift),), ()


def _sample_two_point_picture(random: Random, right: str) -> PerspectiveImage:
    """Place both points on one side of the middle, or one on each side: then camera and horizon are rolled."""
    picture = sample_outside_picture(
        random,
        sample_flat_houses(random),
        sample_askew_yaw_deg(random, 34, 56),
        focal_px=sample_focal_px(random, 560, 900),
    )
    first, second = (_parse_quadrant(cell) for cell in right.split(" and "))
    if first[1] == second[1]:
        roll, shift = float(random.uniform(-7, 7)), first[1] * sample_between(random, 0.24, 0.6)
    else:
        # A positive roll turns the scene counter-clockwise: its left vanishing point moves down.
        left_down = first[1] if first[0] < 0 else second[1]
        roll, shift = left_down * float(random.uniform(12, 22)), sample_between(random, -0.08, 0.08)
    return _shift_principal_point(replace(picture, view=replace(picture.view, roll_deg=round(roll, 2))), (0.0, shift))


def _parse_quadrant(cell: str) -> tuple[int, int]:
    """Return the signs of a quadrant: -1 to the left and 1 to the right, -1 above and 1 below."""
    return (-1 if cell.endswith("left") else 1, -1 if cell.lower().startswith("top") else 1)


def _shift_principal_point(picture: PerspectiveImage, shift: tuple[float, float]) -> PerspectiveImage:
    """Shift the image's principal point away from the middle, by shares of its width and height."""
    x, y = compute_image_centre()
    centre = round(x + shift[0] * WIDTH_PX, 1), round(y + shift[1] * HEIGHT_PX, 1)
    return replace(picture, view=replace(picture.view, centre_px=centre))
