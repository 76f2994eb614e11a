"""Drafts of the tasks on the view itself: its direction, its lens, and what lies beyond its frame."""

from dataclasses import replace

from core.benchmarks.mmperspective import words
from core.benchmarks.mmperspective.build import (
    Random,
    between,
    corridor,
    flat_houses,
    houses,
    pick,
    street,
    surface,
    towers,
)
from core.benchmarks.mmperspective.cameras import ONE, askew_deg, before, focal, inside, is_free, middle, typed
from core.benchmarks.mmperspective.margins import shows_distortion
from core.benchmarks.mmperspective.meant import Draft, Meant
from core.benchmarks.mmperspective.scene import Scene
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, Picture, View


def draft_direction(random: Random, meant: Meant) -> Draft:
    """A view up, down or level, or of a surface that does not say which."""
    if meant.right == words.UNABLE:
        scene = surface(random)
        is_floor = scene.panels[0].axis == 2
        position = (between(random, -2, 2), between(random, -2, 2), between(random, 2.5, 5.0) if is_floor else 1.6)
        if not is_floor:
            position = (round(scene.panels[0].at - between(random, 2.5, 5.0), 2), position[1], 2.0)
        return (Picture(scene, View(position, 0.0, -90.0 if is_floor else 0.0, 0.0, focal(random), middle())),), ()
    sign = {words.UPWARD: 1, words.DOWNWARD: -1, words.HORIZONTAL: 0}[meant.right]
    pitch = round(sign * float(random.uniform(12, 38)), 2)
    scene = pick(random, (houses, towers, street, corridor))(random)
    if scene.kind in ("street", "corridor"):
        yaw = round(float(random.uniform(-30, 30)), 2)
        picture = inside(random, scene, focal_px=focal(random, 500, 700), yaw_deg=yaw, pitch_deg=pitch)
        if scene.kind == "street" and sign < 0:
            x, y, _ = picture.view.position
            picture = replace(picture, view=replace(picture.view, position=(x, y, between(random, 4.0, 9.0))))
        return (replace(picture, view=replace(picture.view, centre_px=middle())),), ()
    height = None if sign < 0 else between(random, 1.6, 6.0)
    near = (0.5, 1.2) if sign else (0.9, 1.7)
    picture = before(
        random, scene, askew_deg(random, 0, 90), pitch_deg=pitch, focal_px=focal(random), height_m=height, near=near
    )
    return (picture,), ()


def draft_distortion(random: Random, meant: Meant) -> Draft | None:
    """Four small views of a scene, of which one is straight."""
    scene = pick(random, (houses, street))(random)
    pictures = [_cell(random, scene, is_plain=cell == meant.right) for cell in words.CELLS]
    return None if None in pictures else (tuple(one for one in pictures if one), ())


def _cell(random: Random, scene: Scene, *, is_plain: bool) -> Picture | None:
    """A small view of a scene, straight or bent so that it shows."""
    width, height = 470, 350
    for _ in range(40):
        length = focal(random, 170, 220)
        if scene.kind == "houses":
            picture = before(random, scene, askew_deg(random, 0, 90), focal_px=length, near=(0.1, 0.5))
        else:
            picture = inside(random, scene, focal_px=length, yaw_deg=round(float(random.uniform(-40, 40)), 2))
        bend = 0.0 if is_plain else between(random, 0.8, 0.95)
        view = replace(picture.view, width_px=width, height_px=height, centre_px=middle(width, height), bend=bend)
        picture = Picture(scene, view)
        if is_free(scene, view.position) and shows_distortion(picture):
            return picture
    return None


def draft_out_of_view(random: Random, meant: Meant) -> Draft:
    """A part of a larger picture: its principal point lies where the vanishing point has to be."""
    x, y = middle()
    down = -1 if meant.right.startswith("Top") else 1
    if meant.kind == "two points":
        shift = (0.0, down * between(random, 0.22, 0.62) * HEIGHT_PX)
        picture = before(random, flat_houses(random), askew_deg(random, 34, 56), focal_px=focal(random, 560, 900))
    else:
        across = -1 if meant.right.endswith("left") else 1
        shift = (across * between(random, 0.2, 1.0) * WIDTH_PX, down * between(random, 0.2, 0.8) * HEIGHT_PX)
        scene = pick(random, (flat_houses, street, corridor))(random)
        picture = typed(random, ONE, scene)
    view = replace(picture.view, centre_px=(round(x + shift[0], 1), round(y + shift[1], 1)))
    return (replace(picture, view=view),), ()
