"""Drafts of the tasks with circles and lines over the picture: vanishing points, and the horizon."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.benchmarks.mmperspective import words
from core.benchmarks.mmperspective.build import BUILDERS, Random, between, corridor, flat_houses, pick
from core.benchmarks.mmperspective.cameras import ONE, TWO, askew_deg, before, focal, inside, middle, typed
from core.benchmarks.mmperspective.item import Mark, Place
from core.benchmarks.mmperspective.margins import APART_CIRCLES, APART_LINES
from core.benchmarks.mmperspective.meant import Draft, Meant
from core.benchmarks.mmperspective.scene import Array
from core.benchmarks.mmperspective.sight import seen_edges
from core.benchmarks.mmperspective.truth import vanishing_points
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, Picture


def draft_circles(random: Random, meant: Meant) -> Draft | None:
    """A picture with circles, as many at vanishing points as the right option says."""
    if meant.kind == "two circles":
        picture = before(
            random, flat_houses(random), askew_deg(random, 36, 54), focal_px=focal(random, 320, 400), near=(0.3, 0.9)
        )
        wanted, letters = {words.BOTH: "AB", words.NONE: ""}.get(meant.right, meant.right[-1]), "AB"
    else:
        name = pick(random, (ONE, ONE, TWO))
        scene = pick(random, (flat_houses, corridor) if name == ONE else (flat_houses,))(random)
        picture = typed(random, name, scene)
        wanted, letters = meant.right[-1], "ABCD"
    room = 0.05 * WIDTH_PX
    points = list(vanishing_points(picture).values())
    seen = [point for point in points if _is_within(point, room)]
    if len(seen) < len(wanted):
        return None
    order = random.permutation(len(seen))
    held = {letter: seen[int(order[i])] for i, letter in enumerate(wanted)}
    taken = list(points)
    places: dict[str, Place] = {letter: (round(float(p[0]), 2), round(float(p[1]), 2)) for letter, p in held.items()}
    for number, letter in enumerate(letter for letter in letters if letter not in wanted):
        place = _elsewhere(random, picture, taken, on_edge=(meant.number + number) % 2 == 0)
        if place is None:
            return None
        places[letter] = place
        taken.append(np.array(place))
    return (picture,), tuple(Mark(letter, "circle", (places[letter],)) for letter in letters)


def draft_lines(random: Random, meant: Meant) -> Draft | None:
    """A picture with three lines across it, one of them the horizon unless none shall be."""
    scene, roll = BUILDERS[meant.scene](random), round(float(random.uniform(-6, 6)), 2)
    pitch = round(float(pick(random, (-1, 1)) * random.uniform(5, 16)), 2)
    if scene.kind == "houses":
        picture = before(
            random,
            scene,
            askew_deg(random, 5, 85),
            pitch_deg=pitch,
            focal_px=focal(random),
            height_m=between(random, 1.6, 6.0),
        )
    else:
        yaw = round(float(random.uniform(-25, 25)), 2)
        picture = inside(random, scene, focal_px=focal(random, 500, 700), yaw_deg=yaw, pitch_deg=pitch)
    view = replace(picture.view, centre_px=middle(), roll_deg=roll)
    picture = replace(picture, view=view)
    a, b, c = view.camera.horizon
    middle_x = middle()[0]
    horizon_y = float(-(a * middle_x + c) / b)
    heights: list[float] = [horizon_y] if meant.right != words.NONE else []
    apart = APART_LINES * HEIGHT_PX
    for y in (middle()[1], *_decoys(random, picture, float(-a / b))):
        if len(heights) == 3:
            break
        if 0.06 * HEIGHT_PX < y < 0.94 * HEIGHT_PX and all(
            abs(y - other) > apart for other in [*heights, horizon_y] if other != y
        ):
            heights.append(y)
    if len(heights) < 3:
        return None
    letters = "ABC"
    order = [heights[int(i)] for i in random.permutation(3)]
    if meant.right != words.NONE:
        place = letters.index(meant.right[-1])
        order.remove(horizon_y)
        order.insert(place, horizon_y)
    slope = float(-a / b)
    return (picture,), tuple(
        Mark(letter, "line", tuple((x, round(y + slope * (x - middle_x), 2)) for x in (0.0, WIDTH_PX - 1.0)))
        for letter, y in zip(letters, order, strict=True)
    )


def _is_within(point: Array, room_px: float) -> bool:
    return bool(room_px <= point[0] <= WIDTH_PX - room_px and room_px <= point[1] <= HEIGHT_PX - room_px)


def _elsewhere(random: Random, picture: Picture, taken: list[Array], *, on_edge: bool) -> Place | None:
    """A place for a wrong circle: on the line of an edge that converges, or on the horizon or about the middle."""
    edges = [one for one in seen_edges(picture, with_patterns=False) if one.edge.family in vanishing_points(picture)]
    for _ in range(60):
        if on_edge and edges:
            first, last = pick(random, edges).chord
            place = first + float(random.uniform(-1.0, 2.0)) * (last - first)
        elif random.random() < 0.5:
            a, b, c = picture.view.camera.horizon
            x = float(random.uniform(0, WIDTH_PX))
            place = np.array([x, -(a * x + c) / b])
        else:
            place = np.array(middle()) + random.uniform(-0.1, 0.1, 2) * (WIDTH_PX, HEIGHT_PX)
        apart = APART_CIRCLES * WIDTH_PX + 1
        if _is_within(place, 0.05 * WIDTH_PX) and all(np.hypot(*(place - other)) > apart for other in taken):
            return round(float(place[0]), 2), round(float(place[1]), 2)
    return None


def _decoys(random: Random, picture: Picture, slope: float) -> Iterator[float]:
    """Heights, at the middle column, of lines that catch the eye: through ends of edges along the ground."""
    edges = [one for one in seen_edges(picture, with_patterns=False) if one.edge.family != 2 and one.length_px > 60]
    for index in random.permutation(len(edges)).tolist():
        point = edges[index].chord[int(random.integers(2))]
        yield float(point[1] - slope * (point[0] - middle()[0]))
    for share in random.uniform(0.1, 0.9, 20).tolist():
        yield share * HEIGHT_PX
