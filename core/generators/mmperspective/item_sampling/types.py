"""Drafts of the tasks on the type of a perspective: which it is, how it changes, how many vanishing points are seen."""

from collections.abc import Callable
from dataclasses import replace

from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.ground_truth import outside_by, perspective_type, vanishing_points
from core.benchmarks.mmperspective.margins import INSIDE, OUTSIDE, is_other_yaw, of_type
from core.benchmarks.mmperspective.scene import Scene
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, Picture
from core.generators.mmperspective.camera_sampling import (
    USUAL,
    askew_deg,
    before,
    focal,
    inside,
    is_along,
    is_free,
    middle,
    rolled,
    typed,
)
from core.generators.mmperspective.scene_sampling import BUILDERS, Random, corridor, flat_houses, pick, street
from core.generators.mmperspective.targets import Draft, Meant


def draft_perspective(random: Random, meant: Meant) -> Draft:
    """One picture of the type that is asked for."""
    return (typed(random, meant.right, BUILDERS[meant.scene](random)),), ()


def draft_change(random: Random, meant: Meant) -> Draft | None:
    """Two pictures of one scene with the types that the right option names; of one type from two directions."""
    pairs = [(a, b) for a in vocabulary.TYPES[:3] for b in vocabulary.TYPES[:3]]
    same = meant.right == vocabulary.UNCHANGED
    fitting = [(a, b) for a, b in pairs if (a == b if same else a != b and vocabulary.change(a, b) == meant.right)]
    names = pick(random, fitting)
    scene = BUILDERS[meant.scene](random)
    found = [_clear(lambda name=name: _narrow(typed(random, name, scene)), name) for name in names]  # type: ignore[misc]
    pictures = tuple(one for one in found if one)
    return (pictures, ()) if len(pictures) == 2 and (not same or is_other_yaw(*pictures)) else None


_DOWNWARD = 0.85
"""Share of the pictures that are parts of a wide view down, in which three points are near, whatever is counted."""

_SHIFTS = 400


def draft_count(random: Random, meant: Meant) -> Draft | None:
    """A part of a wide view down with so many of its three vanishing points, or a level view of one or two points."""
    scene = {"houses": flat_houses, "street": street, "corridor": corridor}[meant.scene](random)
    if meant.right == "3" or random.random() < _DOWNWARD:
        return _part(random, scene, int(meant.right))
    if meant.right == "2":
        yaw, length, near = askew_deg(random, 36, 54), focal(random, 320, 400), (0.3, 0.9)
    else:
        yaw, length, near = askew_deg(random, 12, 60), focal(random, 500, 700), USUAL
    if is_along(scene):
        return (rolled(random, inside(random, scene, focal_px=length, yaw_deg=yaw)),), ()
    return (rolled(random, before(random, scene, yaw, focal_px=length, near=near)),), ()


def _part(random: Random, scene: Scene, count: int) -> Draft | None:
    """A part of a view down that has a number of its three vanishing points in the frame."""
    length, pitch = focal(random, 225, 275), -round(float(random.uniform(36, 50)), 2)
    yaw = round(float(pick(random, (-1, 1)) * random.uniform(40, 50)), 2)
    if is_along(scene):
        picture = inside(random, scene, focal_px=length, yaw_deg=yaw, pitch_deg=pitch)
    else:
        yaw = (yaw + 90.0 * int(random.integers(4))) % 360
        picture = before(random, scene, yaw, pitch_deg=pitch, focal_px=length, near=(0.1, 0.5))
    picture = rolled(random, picture)
    for _ in range(_SHIFTS):
        shift = random.uniform(-0.9, 0.9, 2) * (WIDTH_PX, HEIGHT_PX)
        centre = round(middle()[0] + float(shift[0]), 1), round(middle()[1] + float(shift[1]), 1)
        part = replace(picture, view=replace(picture.view, centre_px=centre))
        shares = [outside_by(part, point) / WIDTH_PX for point in vanishing_points(part).values()]
        if sum(share <= -INSIDE for share in shares) == count == 3 - sum(share >= OUTSIDE for share in shares):
            return (part,), ()
    return None


def _clear(make: Callable[[], Picture], name: str) -> Picture | None:
    """The first of some pictures that is clearly of a type."""
    for _ in range(30):
        picture = make()
        if (
            is_free(picture.scene, picture.view.position)
            and perspective_type(picture) == name
            and of_type(picture).is_clear
        ):
            return picture
    return None


def _narrow(picture: Picture, width_px: int = 720, height_px: int = 540) -> Picture:
    """The same picture, smaller."""
    scale = width_px / picture.view.width_px
    x, y = picture.view.centre_px
    view = replace(
        picture.view,
        focal_px=round(picture.view.focal_px * scale, 1),
        centre_px=(round(x * scale, 1), round(y * scale, 1)),
        width_px=width_px,
        height_px=height_px,
    )
    return Picture(picture.scene, view)
