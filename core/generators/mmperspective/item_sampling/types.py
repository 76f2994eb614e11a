"""Drafts of the tasks on the type of a perspective: its name, its change, and the count of its vanishing points."""

from collections.abc import Callable
from dataclasses import replace

from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.ground_truth import (
    classify_perspective,
    compute_outside_px,
    compute_vanishing_points,
)
from core.benchmarks.mmperspective.margins import INSIDE, OUTSIDE, compute_type_margin, is_other_yaw
from core.benchmarks.mmperspective.scene import PerspectiveScene
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, PerspectiveImage
from core.generators.mmperspective.camera_sampling import (
    USUAL,
    add_random_roll,
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
    sample_corridor,
    sample_flat_houses,
    sample_street,
)
from core.generators.mmperspective.targets import Draft, ItemTarget


def draft_perspective(random: Random, meant: ItemTarget) -> Draft:
    """Draft one image of the requested type."""
    return (sample_picture_of_type(random, meant.right, BUILDERS[meant.scene](random)),), ()


def draft_change(random: Random, meant: ItemTarget) -> Draft | None:
    """Draft two images of one scene with the types that the right option names; for one type, from two directions."""
    pairs = [(a, b) for a in vocabulary.TYPES[:3] for b in vocabulary.TYPES[:3]]
    same = meant.right == vocabulary.UNCHANGED
    fitting = [
        (a, b) for a, b in pairs if (a == b if same else a != b and vocabulary.format_change(a, b) == meant.right)
    ]
    names = pick(random, fitting)
    scene = BUILDERS[meant.scene](random)
    found = [
        _find_clear_picture(lambda name=name: _resize_picture(sample_picture_of_type(random, name, scene)), name)  # type: ignore[misc]
        for name in names
    ]
    pictures = tuple(one for one in found if one)
    return (pictures, ()) if len(pictures) == 2 and (not same or is_other_yaw(*pictures)) else None


_DOWNWARD = 0.85
"""Share of the images that are parts of a wide view down; three points are near it, whatever the count."""

_SHIFTS = 400


def draft_count(random: Random, meant: ItemTarget) -> Draft | None:
    """Draft a part of a wide view down with as many vanishing points, or a level view of one or two points."""
    scene = {"houses": sample_flat_houses, "street": sample_street, "corridor": sample_corridor}[meant.scene](random)
    if meant.right == "3" or random.random() < _DOWNWARD:
        return _draft_part(random, scene, int(meant.right))
    if meant.right == "2":
        yaw, length, near = sample_askew_yaw_deg(random, 36, 54), sample_focal_px(random, 320, 400), (0.3, 0.9)
    else:
        yaw, length, near = sample_askew_yaw_deg(random, 12, 60), sample_focal_px(random, 500, 700), USUAL
    if is_along(scene):
        return (add_random_roll(random, sample_inside_picture(random, scene, focal_px=length, yaw_deg=yaw)),), ()
    return (add_random_roll(random, sample_outside_picture(random, scene, yaw, focal_px=length, near=near)),), ()


def _draft_part(random: Random, scene: PerspectiveScene, count: int) -> Draft | None:
    """Draft a part of a view down that has this number of its three vanishing points in the frame."""
    length, pitch = sample_focal_px(random, 225, 275), -round(float(random.uniform(36, 50)), 2)
    yaw = round(float(pick(random, (-1, 1)) * random.uniform(40, 50)), 2)
    if is_along(scene):
        picture = sample_inside_picture(random, scene, focal_px=length, yaw_deg=yaw, pitch_deg=pitch)
    else:
        yaw = (yaw + 90.0 * int(random.integers(4))) % 360
        picture = sample_outside_picture(random, scene, yaw, pitch_deg=pitch, focal_px=length, near=(0.1, 0.5))
    picture = add_random_roll(random, picture)
    for _ in range(_SHIFTS):
        shift = random.uniform(-0.9, 0.9, 2) * (WIDTH_PX, HEIGHT_PX)
        centre = (
            round(compute_image_centre()[0] + float(shift[0]), 1),
            round(compute_image_centre()[1] + float(shift[1]), 1),
        )
        part = replace(picture, view=replace(picture.view, centre_px=centre))
        shares = [compute_outside_px(part, point) / WIDTH_PX for point in compute_vanishing_points(part).values()]
        if sum(share <= -INSIDE for share in shares) == count == 3 - sum(share >= OUTSIDE for share in shares):
            return (part,), ()
    return None


def _find_clear_picture(make: Callable[[], PerspectiveImage], name: str) -> PerspectiveImage | None:
    """Return the first of some images that is clearly of a type."""
    for _ in range(30):
        picture = make()
        if (
            is_free(picture.scene, picture.view.position)
            and classify_perspective(picture) == name
            and compute_type_margin(picture).is_clear
        ):
            return picture
    return None


def _resize_picture(picture: PerspectiveImage, width_px: int = 720, height_px: int = 540) -> PerspectiveImage:
    """Return the same image at a smaller size."""
    scale = width_px / picture.view.width_px
    x, y = picture.view.centre_px
    view = replace(
        picture.view,
        focal_px=round(picture.view.focal_px * scale, 1),
        centre_px=(round(x * scale, 1), round(y * scale, 1)),
        width_px=width_px,
        height_px=height_px,
    )
    return PerspectiveImage(picture.scene, view)
