"""Drafts of the tasks on the type of a perspective: which it is, how it changes, how many vanishing points are seen."""

from collections.abc import Callable
from dataclasses import replace

from core.benchmarks.mmperspective import words
from core.benchmarks.mmperspective.build import Random, corridor, flat_houses, houses, pick, towers
from core.benchmarks.mmperspective.cameras import ONE, askew_deg, before, focal, is_free, middle, typed
from core.benchmarks.mmperspective.margins import of_type
from core.benchmarks.mmperspective.meant import Draft, Meant
from core.benchmarks.mmperspective.truth import perspective_type
from core.benchmarks.mmperspective.view import WIDTH_PX, Picture


def draft_perspective(random: Random, meant: Meant) -> Draft:
    """One picture of the type that is asked for."""
    return (typed(random, meant.right),), ()


def draft_change(random: Random, meant: Meant) -> Draft | None:
    """Two pictures of one scene, with the types that the right option names."""
    pairs = [(a, b) for a in words.TYPES[:3] for b in words.TYPES[:3]]
    same = meant.right == words.UNCHANGED
    fitting = [(a, b) for a, b in pairs if (a == b if same else a != b and words.change(a, b) == meant.right)]
    names = pick(random, fitting)
    scene = pick(random, (houses, towers))(random) if words.TYPES[2] in names else houses(random)
    found = [_clear(lambda name=name: _narrow(typed(random, name, scene)), name) for name in names]  # type: ignore[misc]
    return None if None in found else (tuple(one for one in found if one), ())


def draft_count(random: Random, meant: Meant) -> Draft:
    """Vanishing points come into a picture by a short focal length, and leave it by a long one or a shift."""
    number = int(meant.right)
    x, y = middle()
    if number == 0:
        if random.random() < 0.5:
            picture = before(random, flat_houses(random), askew_deg(random, 30, 60), focal_px=focal(random, 650, 1000))
        else:
            shift = float(pick(random, (-1, 1)) * random.uniform(0.66, 0.9)) * WIDTH_PX
            picture = typed(random, ONE, flat_houses(random))
            picture = replace(picture, view=replace(picture.view, centre_px=(round(x + shift, 1), y)))
    elif number == 1:
        if random.random() < 0.5:
            picture = typed(random, ONE, pick(random, (flat_houses, corridor))(random))
        else:
            picture = before(random, flat_houses(random), askew_deg(random, 12, 35), focal_px=focal(random, 500, 700))
    elif number == 2:
        picture = before(
            random, flat_houses(random), askew_deg(random, 36, 54), focal_px=focal(random, 320, 400), near=(0.3, 0.9)
        )
    else:
        pitch = -round(float(random.uniform(38, 50)), 2)
        yaw = askew_deg(random, 40, 50)
        picture = before(
            random, towers(random), yaw, pitch_deg=pitch, focal_px=focal(random, 225, 275), near=(0.1, 0.5)
        )
    return (picture,), ()


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
