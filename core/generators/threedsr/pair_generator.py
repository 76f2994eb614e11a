"""Pairs of scenes by their answers: the class is drawn first, the scene that makes exactly it true second.

A unit is a question, two scenes that differ in one thing and have opposite answers, and two views of each: common and
uncommon. The flat picture suggests the same answer for both scenes of a view, so that whoever reads it is right in one
of the two, whatever it suggests. Where one thing alone would show in crude statistics of the picture, a decoy changes
places with it (`scene_layouts.DECOYS`), and all that is asked of the thing is asked of the decoy too.

Source: PROTOCOLS 3.8, 4.5 ("class first, scene second").
"""

import math
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from core.benchmarks.threedsr.ground_truth import right_option, truth_of
from core.benchmarks.threedsr.image_plane import picture_option
from core.benchmarks.threedsr.object_catalogue import KINDS
from core.benchmarks.threedsr.scene import COMMON, HIGH, ROLLED, STEEP, UNCOMMON, Scene, Thing, View, generator
from core.benchmarks.threedsr.spatial_measures import gap_m, shared_height_m
from core.benchmarks.threedsr.vocabulary import SUBTYPES
from core.errors import SceneError
from core.generators.threedsr.render import is_visible
from core.generators.threedsr.scene_layouts import DECOYS, LAYOUTS, Random, Things, Wish, further_things
from core.generators.threedsr.viewpoints import common_view, fits, uncommon_view

VIEWS = (COMMON, "uncommon")

_TRIED, _VIEWS_TRIED, _FURTHER_TRIED = 60_000, 12, 4
_ROOM_M, _MOST_THINGS = 0.05, 8
_SWAPPED = {"height_higher": (1, 0), "location_closer_to_camera": (1, 0), "multi_object_closer_to": (0, 2, 1),
            "multi_object_facing": (0, 2, 1)}  # fmt: skip
"""Subtypes whose options are things: the order of these in half of the units."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A question's scenes.

    Attributes:
        scenes: by view (`VIEWS`) and number of the scene, 0 or 1.
    """

    subtype: str
    number: int
    scenes: dict[tuple[str, int], Scene]


def unit(subtype: str, number: int, seed: int) -> Unit:
    """The unit of a number from 0 within its subtype; it does not depend on any other unit.

    Raises:
        SceneError: no scenes make exactly the answers true.
    """
    random = generator(subtype, seed, number)
    wish = _wish(subtype, number)
    order = _SWAPPED.get(subtype) if _is_swapped(subtype, number, wish) else None
    kinds = _kinds(subtype, number)
    for _ in range(_TRIED):
        pair = _proposed(random, subtype, wish, order)
        views = _views(random, subtype, wish, pair, kinds) if pair else None
        if pair and views:
            scenes = _filled(random, subtype, pair, views)
            if scenes:
                return Unit(subtype, number, scenes)
    raise SceneError(f"no scene was found for {subtype}; please report the seed {seed} and the unit {number}")


def _is_swapped(subtype: str, number: int, wish: Wish) -> bool:
    """Whether the names change places; for height that is what makes the picture suggest the one or the other."""
    return wish.foil == 1 if subtype == "height_higher" else bool((number // 4) % 2) or number % 4 in (1, 2)


def _wish(subtype: str, number: int) -> Wish:
    """Answers in turn, and what the flat picture should suggest in turn for each of them."""
    n_options = SUBTYPES[subtype].n_options
    if n_options == 2:
        return Wish(number % 2, 1 - number % 2, (number // 2) % 2)
    key = (number % 2) + 2 * ((number // 2) % 2)
    return Wish(key, (key + 2) % 4, (key, (key + 2) % 4)[(number // 4) % 2])


def _kinds(subtype: str, number: int) -> tuple[str, ...]:
    """The kinds of uncommon views among which one is drawn.

    A view has both answers of two options, but only two of four sides. Views of some kinds are kept more easily of
    front and back than of left and right, so that kinds would tell sides: there each four units have one kind.
    """
    if SUBTYPES[subtype].n_options == 2:
        return UNCOMMON
    block = number // 4
    if subtype != "orientation_viewpoint":
        return (UNCOMMON[block % len(UNCOMMON)],)
    # Seen from above, fronts point in the picture where they point on the ground; in rolled views they do not.
    return ((STEEP, HIGH)[block // 2 % 2],) if block % 2 == 0 else (ROLLED,)


def _proposed(random: Random, subtype: str, wish: Wish, order: tuple[int, ...] | None) -> tuple[Things, Things] | None:
    if order is None:
        pair = LAYOUTS[subtype](random, wish)
    else:
        flipped = Wish(wish.opposite, wish.key, 1 - wish.foil)
        pair = tuple((*(one[i] for i in order), *one[len(order) :]) for one in LAYOUTS[subtype](random, flipped))  # type: ignore[assignment]
    return pair if all(are_apart(one) and is_camera_one(subtype, one) for one in pair) else None


def _views(
    random: Random, subtype: str, wish: Wish, pair: tuple[Things, Things], kinds: tuple[str, ...]
) -> tuple[View, View] | None:
    """A common and an uncommon view of both scenes under which the answers are as wished."""
    common = common_view(random)
    if not _holds(subtype, wish, pair, common):
        return None
    n_aimed_at = SUBTYPES[subtype].n_named + (subtype in DECOYS)
    aim = np.mean([(one.x, one.y) for things in pair for one in things[:n_aimed_at]], axis=0)
    for _ in range(_VIEWS_TRIED):
        uncommon = uncommon_view(random, aim, kinds)
        if _holds(subtype, wish, pair, uncommon):
            return common, uncommon
    return None


def list_askable_pairs(subtype: str, pair: tuple[Things, Things]) -> list[tuple[Things, Things]]:
    """Return the pair and, if it has a decoy, the same scenes with the decoy named in the place of the thing.

    The second pair has its scenes in the other order, so that its first scene has the answer of the first one's.
    """
    if subtype not in DECOYS:
        return [pair]
    thing_index, decoy_index = DECOYS[subtype], SUBTYPES[subtype].n_named
    order = list(range(len(pair[0])))
    order[thing_index], order[decoy_index] = decoy_index, thing_index
    first, second = (tuple(things[i] for i in order) for things in pair)
    return [pair, (second, first)]


def _holds(subtype: str, wish: Wish, pair: tuple[Things, Things], view: View) -> bool:
    """Return whether a question about the thing, or about its decoy, can be asked in the two scenes of a view."""
    return all(_can_ask(subtype, wish, scenes, view) for scenes in list_askable_pairs(subtype, pair))


def _can_ask(subtype: str, wish: Wish, pair: tuple[Things, Things], view: View) -> bool:
    """Whether both scenes of a view are clear, have the wished answers, and are read alike in the flat picture."""
    n_named = SUBTYPES[subtype].n_named
    first, second = (Scene(things, n_named, view) for things in pair)
    if not (fits(first) and fits(second)):
        return False
    for scene, option in ((first, wish.key), (second, wish.opposite)):
        truth = truth_of(subtype, scene)
        if truth.option != option or not truth.is_clear:
            return False
    return _is_read_as_wished(subtype, wish, first, second)


def _is_read_as_wished(subtype: str, wish: Wish, first: Scene, second: Scene) -> bool:
    """Whether the flat picture is right in exactly one of the scenes.

    The side that faces the camera turns with the thing in the picture too, so there it is right in both or in none: in
    common views about left and right alone, in uncommon ones of every second four units.
    """
    readings = picture_option(subtype, first), picture_option(subtype, second)
    if subtype == "orientation_viewpoint":
        is_right = [reading == option for reading, option in zip(readings, (wish.key, wish.opposite), strict=True)]
        wanted = wish.key % 2 == 1 if first.view.kind == COMMON else wish.foil == wish.key
        return is_right == [wanted, wanted]
    if subtype == "location_above":
        # Of the question the other way round the flat picture is right once, too.
        other = [picture_option(subtype, scene, is_mirrored=True) for scene in (first, second)]
        return readings == (wish.foil, wish.foil) and other[0] == other[1]
    if first.view.kind == COMMON:
        return readings == (wish.foil, wish.foil)
    return readings[0] == readings[1] and readings[0] in (wish.key, wish.opposite)


def _filled(
    random: Random, subtype: str, pair: tuple[Things, Things], views: tuple[View, View]
) -> dict[tuple[str, int], Scene] | None:
    """The four scenes with further things, where everything that is named can be seen in all; None where it cannot."""
    if not _are_visible(subtype, pair, views):
        return None
    n_named = SUBTYPES[subtype].n_named
    for _ in range(_FURTHER_TRIED):
        fewest = max(0, 3 - min(map(len, pair)))
        count = int(random.integers(max(fewest, 1), 4))
        further = further_things(random, [*pair[0], *pair[1]], min(count, _MOST_THINGS - len(pair[0])))
        filled = (*pair[0], *further), (*pair[1], *further)
        if not all(are_apart(things) and is_camera_one(subtype, things) for things in filled):
            continue
        if _are_visible(subtype, filled, views):
            return {
                (name, number): Scene(things, n_named, view)
                for (name, view), (number, things) in product(zip(VIEWS, views, strict=True), enumerate(filled))
            }
    return None


def _are_visible(subtype: str, pair: tuple[Things, Things], views: tuple[View, View]) -> bool:
    """Return whether everything that is named, and a decoy, is visible in all scenes."""
    n_seen = SUBTYPES[subtype].n_named + (subtype in DECOYS)
    return all(is_visible(Scene(things, n_seen, view)) for things, view in product(pair, views))


def is_camera_one(subtype: str, things: Things) -> bool:
    """Whether "the camera" of the question can be no thing of the scene."""
    return "the camera" not in SUBTYPES[subtype].question or all(one.kind != "camera" for one in things)


def are_apart(things: Things) -> bool:
    """Whether no thing cuts through another; things on, below and inside of open things do not."""
    return all(
        shared_height_m(one, other) <= 1e-6
        or KINDS[one.kind].is_open
        or KINDS[other.kind].is_open
        or _far_apart(one, other)
        or gap_m(one, other) >= _ROOM_M
        for one, other in combinations(things, 2)
    ) and all(_beside_open(one, other) for one, other in combinations(things, 2))


def _far_apart(one: Thing, other: Thing) -> bool:
    """Whether circles around both footprints tell already."""
    return math.hypot(one.x - other.x, one.y - other.y) >= one.reach_m + other.reach_m + _ROOM_M


def _beside_open(one: Thing, other: Thing) -> bool:
    """A thing is well inside of an open one's legs, on it, or beside it."""
    if not (KINDS[one.kind].is_open or KINDS[other.kind].is_open) or shared_height_m(one, other) <= 1e-6:
        return True
    if _far_apart(one, other) or gap_m(one, other) >= _ROOM_M:
        return True
    place, inside = (one, other) if KINDS[one.kind].is_open else (other, one)
    return place.kind == "rack" and math.hypot(place.x - inside.x, place.y - inside.y) < 0.2


def mirrored_wording(subtype: str, scenes: tuple[Scene, Scene]) -> bool:
    """Whether the question the other way round has the opposite answer in both scenes."""
    return bool(SUBTYPES[subtype].mirrored) and all(
        right_option(subtype, scene, is_mirrored=True) == 1 - right_option(subtype, scene) for scene in scenes
    )
