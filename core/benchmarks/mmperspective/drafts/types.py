"""Drafts of the tasks on the type of a perspective: which it is, how it changes, how many vanishing points are seen."""

from collections.abc import Callable
from dataclasses import replace

from core.benchmarks.mmperspective import words
from core.benchmarks.mmperspective.build import BUILDERS, Random, corridor, flat_houses, pick, street
from core.benchmarks.mmperspective.cameras import (
    ONE,
    USUAL,
    askew_deg,
    before,
    focal,
    inside,
    is_along,
    is_free,
    middle,
    typed,
)
from core.benchmarks.mmperspective.margins import is_other_yaw, of_type
from core.benchmarks.mmperspective.meant import Draft, Meant
from core.benchmarks.mmperspective.truth import perspective_type
from core.benchmarks.mmperspective.view import WIDTH_PX, Picture


def draft_perspective(random: Random, meant: Meant) -> Draft:
    """One picture of the type that is asked for."""
    return (typed(random, meant.right, BUILDERS[meant.scene](random)),), ()


def draft_change(random: Random, meant: Meant) -> Draft | None:
    """Two pictures of one scene with the types that the right option names; of one type from two directions."""
    pairs = [(a, b) for a in words.TYPES[:3] for b in words.TYPES[:3]]
    same = meant.right == words.UNCHANGED
    fitting = [(a, b) for a, b in pairs if (a == b if same else a != b and words.change(a, b) == meant.right)]
    names = pick(random, fitting)
    scene = BUILDERS[meant.scene](random)
    found = [_clear(lambda name=name: _narrow(typed(random, name, scene)), name) for name in names]  # type: ignore[misc]
    pictures = tuple(one for one in found if one)
    return (pictures, ()) if len(pictures) == 2 and (not same or is_other_yaw(*pictures)) else None


def draft_count(random: Random, meant: Meant) -> Draft:
    """Vanishing points come into a picture by a short focal length, and leave it by a long one or a shift."""
    scene = {"houses": flat_houses, "street": street, "corridor": corridor}[meant.scene](random)
    is_one_point = bool(random.random() < 0.5)
    if meant.right in ("0", "1") and is_one_point:
        picture = typed(random, ONE, scene)
        return ((_beside(random, picture) if meant.right == "0" else picture),), ()
    (low, high), lengths, near = {
        "0": ((30, 60), (650, 1000), USUAL),
        "1": ((12, 35), (500, 700), USUAL),
        "2": ((36, 54), (320, 400), (0.3, 0.9)),
        "3": ((40, 50), (225, 275), (0.1, 0.5)),
    }[meant.right]
    length = focal(random, *lengths)
    pitch = -round(float(random.uniform(38, 50)), 2) if meant.right == "3" else 0.0
    if is_along(scene):
        yaw = round(float(pick(random, (-1, 1)) * random.uniform(low, high)), 2)
        picture = inside(random, scene, focal_px=length, yaw_deg=yaw, pitch_deg=pitch)
        return (replace(picture, view=replace(picture.view, centre_px=middle())),), ()
    yaw = askew_deg(random, low, high)
    return (before(random, scene, yaw, pitch_deg=pitch, focal_px=length, near=near),), ()


def _beside(random: Random, picture: Picture) -> Picture:
    """The picture with its middle so far aside that its one vanishing point is out of the frame."""
    x, y = middle()
    shift = float(pick(random, (-1, 1)) * random.uniform(0.66, 0.9)) * WIDTH_PX
    return replace(picture, view=replace(picture.view, centre_px=(round(x + shift, 1), y)))


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
