"""Makes items: first the options and which of them is right, then a picture that makes exactly this true.

A drawing is kept only if `truth_of`, which knows its parameters and nothing else, finds the one meant to be true, with
all margins.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.benchmarks.choice.items import LETTERS
from core.benchmarks.mmperspective import words
from core.benchmarks.mmperspective.build import Random, between, corridor, houses, pick, street, surface, towers
from core.benchmarks.mmperspective.cameras import ONE, TWO, askew_deg, before, focal, inside, is_free, middle, typed
from core.benchmarks.mmperspective.item import Item, Mark, Place, generator
from core.benchmarks.mmperspective.margins import (
    APART_CIRCLES,
    SEGMENT_PX,
    is_clear_relation,
    margin_of,
    of_type,
    share_corner,
    shows_distortion,
)
from core.benchmarks.mmperspective.operations import changed
from core.benchmarks.mmperspective.planar import angle_deg, relation_on_picture, segments_px, to_segment
from core.benchmarks.mmperspective.scene import Array, Edge, Scene
from core.benchmarks.mmperspective.sight import SeenEdge, seen_edges
from core.benchmarks.mmperspective.truth import perspective_type, relation, true_letter, vanishing_points
from core.benchmarks.mmperspective.view import HEIGHT_PX, WIDTH_PX, Picture, View
from core.errors import SceneError

MOST_TRIES = 600
TWIN_PX = 14.0
"""Two edges that run closer on the picture cannot be told apart under a mark."""

TOLD_APART_DEG = 15.0
"""Segments that share a corner differ on the picture by this much, or they look like one."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What an item is to be: its options, and which is right.

    Attributes:
        number: of the item within its task; decides variants that have to be in balance.
    """

    task: str
    kind: str
    options: tuple[str, ...]
    right: str
    number: int


Draft = tuple[tuple[Picture, ...], tuple[Mark, ...]]
Maker = Callable[[Random, Meant], Draft | None]


def items_of(task: str, seed: int, index: int) -> list[Item]:
    """The item of a number, or the five of a seed of robustness; the same in every set of a seed.

    Raises:
        SceneError: no drawing kept its margins.
    """
    meant = _meant(task, seed, index)
    random = generator(seed, task, index)
    for _ in range(MOST_TRIES):
        draft = MAKERS[task](random, meant)
        if draft is None or not all(is_free(picture.scene, picture.view.position) for picture in draft[0]):
            continue
        item = Item(
            task=task,
            index=index,
            kind=meant.kind,
            question=words.TASKS[task].question,
            options=meant.options,
            answer=LETTERS[meant.options.index(meant.right)],
            pictures=draft[0],
            marks=draft[1],
            layout={"PTS": "pair", "LDP": "grid"}.get(task, "single"),  # type: ignore[arg-type]
        )
        if not holds(item):
            continue
        if task != words.ROBUST:
            return [item]
        five = changed(random, item, holds)
        if five is not None:
            return five
    raise SceneError(f"{task} {index} of seed {seed}: no drawing of {MOST_TRIES} kept its margins")


def holds(item: Item) -> bool:
    """Whether the key is the one true option, clearly."""
    return true_letter(item) == item.answer and margin_of(item).is_clear


def _balanced(task: str, what: str, seed: int, index: int, count: int) -> int:
    """A number below `count`: each once in every block of so many items, in an order of the block's own."""
    block = generator(seed, task, what, index // count).permutation(count)
    return int(block[index % count])


def _meant(task: str, seed: int, index: int) -> Meant:
    """The options and the right one, before anything is drawn: classes in balance, and letters too."""
    random = generator(seed, task, index, "options")
    fixed: dict[str, tuple[str, ...]] = {"CLP": words.LINES, "LDP": words.CELLS}
    if task in fixed:
        options = fixed[task]
        return Meant(task, "", options, options[_balanced(task, "right", seed, index, len(options))], index)
    if task == "VPP":
        # Every second block of four asks for one of four circles, the others for two circles.
        is_two = bool(index // 4 % 2)
        options = words.TWO_CIRCLES if is_two else words.CIRCLES
        kind = "two circles" if is_two else "four circles"
        return Meant(task, kind, options, options[_balanced(task, "right", seed, index, 4)], index)
    if task == "PTS":
        others = [words.CHANGES[int(i)] for i in random.permutation(len(words.CHANGES))[:3]]
        classes, kind = (words.UNCHANGED, *others), ""
    elif task == "OVR":
        is_pair = index // 4 % 3 == 2
        classes, kind = (words.PAIRS, "two points") if is_pair else (words.CELLS, "one point")
        if is_pair:
            # Two horizontal vanishing points lie on one horizon: both above the middle or both below.
            right = words.PAIRS[_balanced(task, "right", seed, index, 4) % 2]
            return _placed(task, kind, classes, right, seed, index)
    else:
        classes, kind = {
            "VAP": (words.DIRECTIONS, ""),
            "PTR": (words.TYPES, ""),
            words.ROBUST: (words.TYPES, ""),
            "LRR": (words.RELATIONS, ""),
            "VPC": (words.COUNTS, ""),
        }[task]
    right = classes[_balanced(task, "right", seed, index, len(classes))]
    return _placed(task, kind, classes, right, seed, index)


def _placed(task: str, kind: str, classes: Sequence[str], right: str, seed: int, index: int) -> Meant:
    """Options in an order of the item's own, the right one at the letter whose turn it is."""
    place = _balanced(task, "letter", seed, index, len(classes))
    others = [one for one in classes if one != right]
    shuffled = [others[int(i)] for i in generator(seed, task, index, "order").permutation(len(others))]
    return Meant(task, kind, (*shuffled[:place], right, *shuffled[place:]), right, index)


def _perspective(random: Random, meant: Meant) -> Draft:
    return (typed(random, meant.right),), ()


def _change(random: Random, meant: Meant) -> Draft | None:
    pairs = [(a, b) for a in words.TYPES[:3] for b in words.TYPES[:3]]
    same = meant.right == words.UNCHANGED
    fitting = [(a, b) for a, b in pairs if (a == b if same else a != b and words.change(a, b) == meant.right)]
    names = pick(random, fitting)
    scene = pick(random, (houses, towers))(random) if words.TYPES[2] in names else houses(random)
    found = [_clear(lambda name=name: _narrow(typed(random, name, scene)), name) for name in names]  # type: ignore[misc]
    return None if None in found else (tuple(one for one in found if one), ())


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


def _flat_houses(random: Random) -> Scene:
    """Houses without gables, so that all lines run along three axes."""
    return houses(random, gables=0.0, storeys=(2, 4))


def _count(random: Random, meant: Meant) -> Draft:
    """Vanishing points come into a picture by a short focal length, and leave it by a long one or a shift."""
    number = int(meant.right)
    x, y = middle()
    if number == 0:
        if random.random() < 0.5:
            picture = before(random, _flat_houses(random), askew_deg(random, 30, 60), focal_px=focal(random, 650, 1000))
        else:
            shift = float(pick(random, (-1, 1)) * random.uniform(0.66, 0.9)) * WIDTH_PX
            picture = typed(random, ONE, _flat_houses(random))
            picture = replace(picture, view=replace(picture.view, centre_px=(round(x + shift, 1), y)))
    elif number == 1:
        if random.random() < 0.5:
            picture = typed(random, ONE, pick(random, (_flat_houses, corridor))(random))
        else:
            picture = before(random, _flat_houses(random), askew_deg(random, 12, 35), focal_px=focal(random, 500, 700))
    elif number == 2:
        picture = before(
            random, _flat_houses(random), askew_deg(random, 36, 54), focal_px=focal(random, 320, 400), near=(0.3, 0.9)
        )
    else:
        pitch = -round(float(random.uniform(38, 50)), 2)
        yaw = askew_deg(random, 40, 50)
        picture = before(
            random, towers(random), yaw, pitch_deg=pitch, focal_px=focal(random, 225, 275), near=(0.1, 0.5)
        )
    return (picture,), ()


def _circles(random: Random, meant: Meant) -> Draft | None:
    if meant.kind == "two circles":
        picture = before(
            random, _flat_houses(random), askew_deg(random, 36, 54), focal_px=focal(random, 320, 400), near=(0.3, 0.9)
        )
        wanted, letters = {words.BOTH: "AB", words.NONE: ""}.get(meant.right, meant.right[-1]), "AB"
    else:
        name = pick(random, (ONE, ONE, TWO))
        scene = pick(random, (_flat_houses, corridor) if name == ONE else (_flat_houses,))(random)
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


def _lines(random: Random, meant: Meant) -> Draft | None:
    kind = pick(random, (houses, street, corridor))
    scene, roll = kind(random), round(float(random.uniform(-6, 6)), 2)
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
    apart = 0.085 * HEIGHT_PX
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


def _decoys(random: Random, picture: Picture, slope: float) -> Iterator[float]:
    """Heights, at the middle column, of lines that catch the eye: through ends of edges along the ground."""
    edges = [one for one in seen_edges(picture, with_patterns=False) if one.edge.family != 2 and one.length_px > 60]
    for index in random.permutation(len(edges)).tolist():
        point = edges[index].chord[int(random.integers(2))]
        yield float(point[1] - slope * (point[0] - middle()[0]))
    for share in random.uniform(0.1, 0.9, 20).tolist():
        yield share * HEIGHT_PX


def _direction(random: Random, meant: Meant) -> Draft:
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


def _distortion(random: Random, meant: Meant) -> Draft | None:
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


def _relation(random: Random, meant: Meant) -> Draft | None:
    """Two edges of houses; in every second item of a class the flat picture says another relation."""
    scene = houses(random, count=int(random.integers(1, 4)), storeys=(1, 2), gables=0.9)
    yaw = 90.0 * int(random.integers(4)) if random.random() < 0.3 else askew_deg(random, 12, 78)
    pitch = -round(float(random.uniform(8, 30)), 2) if random.random() < 0.35 else 0.0
    picture = before(random, scene, yaw, pitch_deg=pitch, focal_px=focal(random, 600, 1000), near=(0.6, 1.4))
    seen = seen_edges(picture, with_patterns=False)
    edges = [
        one.edge
        for one in seen
        if one.share >= 0.9 and one.is_whole and one.length_px >= SEGMENT_PX and not _has_twin(one, seen)
    ]
    is_deceptive = bool(meant.number // len(words.RELATIONS) % 2)
    fitting = []
    for i, first in enumerate(edges):
        for second in edges[:i]:
            if relation(first, second)[0] == meant.right and is_clear_relation(first, second, scene.size_m):
                marks = _segments(first, second)
                if share_corner(first, second) and angle_deg(*segments_px(picture, marks)) < TOLD_APART_DEG:
                    continue
                if (relation_on_picture(*segments_px(picture, marks)) != meant.right) == is_deceptive:
                    fitting.append(marks)
    return ((picture,), pick(random, fitting)) if fitting else None


def _has_twin(own: SeenEdge, seen: list[SeenEdge]) -> bool:
    """Whether another edge runs so close beside it on the picture that a mark would not say which is meant."""
    first, last = own.chord
    places = [first + share * (last - first) for share in (0.2, 0.5, 0.8)]
    others = [np.array(one.chord) for one in seen if one is not own]
    return any(max(to_segment(place, other) for place in places) < TWIN_PX for other in others)


def _segments(first: Edge, second: Edge) -> tuple[Mark, ...]:
    return tuple(Mark(letter, "segment", world=(e.begin, e.end)) for letter, e in (("A", first), ("B", second)))


def _out_of_view(random: Random, meant: Meant) -> Draft:
    """A part of a larger picture: its principal point lies where the vanishing point has to be."""
    x, y = middle()
    down = -1 if meant.right.startswith("Top") else 1
    if meant.kind == "two points":
        shift = (0.0, down * between(random, 0.22, 0.62) * HEIGHT_PX)
        picture = before(random, _flat_houses(random), askew_deg(random, 34, 56), focal_px=focal(random, 560, 900))
    else:
        across = -1 if meant.right.endswith("left") else 1
        shift = (across * between(random, 0.2, 1.0) * WIDTH_PX, down * between(random, 0.2, 0.8) * HEIGHT_PX)
        scene = pick(random, (_flat_houses, street, corridor))(random)
        picture = typed(random, ONE, scene)
    view = replace(picture.view, centre_px=(round(x + shift[0], 1), round(y + shift[1], 1)))
    return (replace(picture, view=view),), ()


MAKERS: dict[str, Maker] = {
    "VPP": _circles,
    "CLP": _lines,
    "VAP": _direction,
    "LDP": _distortion,
    "PTR": _perspective,
    "LRR": _relation,
    "OVR": _out_of_view,
    "PTS": _change,
    "VPC": _count,
    words.ROBUST: _perspective,
}
"""By task."""
