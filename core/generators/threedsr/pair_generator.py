"""Pairs of scenes by their answers: first the class is drawn, then the scene that makes exactly it true.

A unit is a question, two scenes that differ in one thing and have opposite answers, and two views of each: common and
uncommon. The image plane suggests the same answer for both scenes of a view, so a model that reads only the image plane
is right in one of the two, whatever it suggests. If one object alone would show in crude statistics of the image, a
decoy swaps places with it (`scene_layouts.DECOYS`), and every requirement on the object also applies to the decoy.

Source: our own; docs/benchmarks/threedsr.md.
"""

import math
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from core.benchmarks.threedsr.ground_truth import compute_truth, find_right_option
from core.benchmarks.threedsr.image_plane import find_image_plane_option
from core.benchmarks.threedsr.object_catalogue import KINDS
from core.benchmarks.threedsr.scene import (
    COMMON,
    HIGH,
    ROLLED,
    STEEP,
    UNCOMMON,
    ObjectScene,
    SceneObject,
    Viewpoint,
    make_random_generator,
)
from core.benchmarks.threedsr.spatial_measures import compute_gap_m, compute_shared_height_m
from core.benchmarks.threedsr.vocabulary import SUBTYPES
from core.errors import SceneError
from core.generators.threedsr.render import is_visible
from core.generators.threedsr.scene_layouts import DECOYS, LAYOUTS, PairTarget, Random, Things, sample_further_things
from core.generators.threedsr.viewpoints import is_in_frame, sample_common_view, sample_uncommon_view

VIEWS = (COMMON, "uncommon")

_TRIED, _VIEWS_TRIED, _FURTHER_TRIED = 60_000, 12, 4
_ROOM_M, _MOST_THINGS = 0.05, 8
_SWAPPED = {"height_higher": (1, 0), "location_closer_to_camera": (1, 0), "multi_object_closer_to": (0, 2, 1),
            "multi_object_facing": (0, 2, 1)}  # fmt: skip
"""Subtypes whose options are objects: their order in half of the units."""


@dataclass(frozen=True, slots=True)
class SceneUnit:
    """The scenes of a question.

    Attributes:
        scenes: by view (`VIEWS`) and number of the scene, 0 or 1.
    """

    subtype: str
    number: int
    scenes: dict[tuple[str, int], ObjectScene]


def generate_unit(subtype: str, number: int, seed: int) -> SceneUnit:
    """Generate the unit with this number, from 0, in its subtype; it does not depend on any other unit.

    Raises:
        SceneError: no scenes make exactly the answers true.
    """
    random = make_random_generator(subtype, seed, number)
    wish = _make_target(subtype, number)
    order = _SWAPPED.get(subtype) if _is_swapped(subtype, number, wish) else None
    kinds = _list_view_kinds(subtype, number)
    for _ in range(_TRIED):
        pair = _propose_pair(random, subtype, wish, order)
        views = _find_views(random, subtype, wish, pair, kinds) if pair else None
        if pair and views:
            scenes = _build_filled_scenes(random, subtype, pair, views)
            if scenes:
                return SceneUnit(subtype, number, scenes)
    raise SceneError(f"no scene was found for {subtype}; please report the seed {seed} and the unit {number}")


def _is_swapped(subtype: str, number: int, wish: PairTarget) -> bool:
    """Return whether the names are swapped; for height, this decides which answer the image suggests."""
    return wish.foil == 1 if subtype == "height_higher" else bool((number // 4) % 2) or number % 4 in (1, 2)


def _make_target(subtype: str, number: int) -> PairTarget:
    """Make the target of a unit: answers in turn and, for each, the suggestions of the image plane in turn."""
    n_options = SUBTYPES[subtype].n_options
    if n_options == 2:
        return PairTarget(number % 2, 1 - number % 2, (number // 2) % 2)
    key = (number % 2) + 2 * ((number // 2) % 2)
    return PairTarget(key, (key + 2) % 4, (key, (key + 2) % 4)[(number // 4) % 2])


def _list_view_kinds(subtype: str, number: int) -> tuple[str, ...]:
    """List the kinds of uncommon views from which one is drawn.

    A view has both answers of two options, but only two of four sides. Views of some kinds are more easily kept for
    front and back than for left and right, so kinds would reveal sides. In that case, each block of four units has one
    kind.
    """
    if SUBTYPES[subtype].n_options == 2:
        return UNCOMMON
    block = number // 4
    if subtype != "orientation_viewpoint":
        return (UNCOMMON[block % len(UNCOMMON)],)
    # Seen from above, fronts point the same way in the image as on the ground; in rolled views they do not.
    return ((STEEP, HIGH)[block // 2 % 2],) if block % 2 == 0 else (ROLLED,)


def _propose_pair(
    random: Random, subtype: str, wish: PairTarget, order: tuple[int, ...] | None
) -> tuple[Things, Things] | None:
    if order is None:
        pair = LAYOUTS[subtype](random, wish)
    else:
        flipped = PairTarget(wish.opposite, wish.key, 1 - wish.foil)
        pair = tuple(
            (*(layout[i] for i in order), *layout[len(order) :]) for layout in LAYOUTS[subtype](random, flipped)
        )  # type: ignore[assignment]
    return pair if all(are_apart(things) and is_camera_one(subtype, things) for things in pair) else None


def _find_views(
    random: Random, subtype: str, wish: PairTarget, pair: tuple[Things, Things], kinds: tuple[str, ...]
) -> tuple[Viewpoint, Viewpoint] | None:
    """Find a common and an uncommon view of both scenes under which the answers match the target."""
    common = sample_common_view(random)
    if not _has_target_answers(subtype, wish, pair, common):
        return None
    n_aimed_at = SUBTYPES[subtype].n_named + (subtype in DECOYS)
    aim = np.mean([(thing.x, thing.y) for things in pair for thing in things[:n_aimed_at]], axis=0)
    for _ in range(_VIEWS_TRIED):
        uncommon = sample_uncommon_view(random, aim, kinds)
        if _has_target_answers(subtype, wish, pair, uncommon):
            return common, uncommon
    return None


def list_askable_pairs(subtype: str, pair: tuple[Things, Things]) -> list[tuple[Things, Things]]:
    """Return the pair and, if it has a decoy, the same scenes with the decoy named in the object's place.

    The second pair has its scenes in reverse order, so that its first scene has the same answer as that of the first
    pair.
    """
    if subtype not in DECOYS:
        return [pair]
    thing_index, decoy_index = DECOYS[subtype], SUBTYPES[subtype].n_named
    order = list(range(len(pair[0])))
    order[thing_index], order[decoy_index] = decoy_index, thing_index
    first, second = (tuple(things[i] for i in order) for things in pair)
    return [pair, (second, first)]


def _has_target_answers(subtype: str, wish: PairTarget, pair: tuple[Things, Things], view: Viewpoint) -> bool:
    """Return whether a question about the object, or about its decoy, can be asked in the two scenes of a view."""
    return all(_can_ask(subtype, wish, scenes, view) for scenes in list_askable_pairs(subtype, pair))


def _can_ask(subtype: str, wish: PairTarget, pair: tuple[Things, Things], view: Viewpoint) -> bool:
    """Return whether both scenes of a view are clear, have the target answers, and look alike in the image plane."""
    n_named = SUBTYPES[subtype].n_named
    first, second = (ObjectScene(things, n_named, view) for things in pair)
    if not (is_in_frame(first) and is_in_frame(second)):
        return False
    for scene, option in ((first, wish.key), (second, wish.opposite)):
        truth = compute_truth(subtype, scene)
        if truth.option != option or not truth.is_clear:
            return False
    return _is_read_as_wished(subtype, wish, first, second)


def _is_read_as_wished(subtype: str, wish: PairTarget, first: ObjectScene, second: ObjectScene) -> bool:
    """Return whether the image plane is right in exactly one of the scenes.

    The side that faces the camera also turns with the object in the image, so the image plane is right in both scenes
    or
    in none: in common views only for left and right, in uncommon ones in every second block of four units.
    """
    readings = find_image_plane_option(subtype, first), find_image_plane_option(subtype, second)
    if subtype == "orientation_viewpoint":
        is_right = [reading == option for reading, option in zip(readings, (wish.key, wish.opposite), strict=True)]
        is_expected = wish.key % 2 == 1 if first.view.kind == COMMON else wish.foil == wish.key
        return is_right == [is_expected, is_expected]
    if subtype == "location_above":
        # For the reversed question, the image plane is also right once.
        reversed_options = [find_image_plane_option(subtype, scene, is_mirrored=True) for scene in (first, second)]
        return readings == (wish.foil, wish.foil) and reversed_options[0] == reversed_options[1]
    if first.view.kind == COMMON:
        return readings == (wish.foil, wish.foil)
    return readings[0] == readings[1] and readings[0] in (wish.key, wish.opposite)


def _build_filled_scenes(
    random: Random, subtype: str, pair: tuple[Things, Things], views: tuple[Viewpoint, Viewpoint]
) -> dict[tuple[str, int], ObjectScene] | None:
    """Build the four scenes with further objects; None unless every named object is visible in all of them."""
    if not _are_visible(subtype, pair, views):
        return None
    n_named = SUBTYPES[subtype].n_named
    for _ in range(_FURTHER_TRIED):
        fewest = max(0, 3 - min(map(len, pair)))
        count = int(random.integers(max(fewest, 1), 4))
        further = sample_further_things(random, [*pair[0], *pair[1]], min(count, _MOST_THINGS - len(pair[0])))
        filled = (*pair[0], *further), (*pair[1], *further)
        if not all(are_apart(things) and is_camera_one(subtype, things) for things in filled):
            continue
        if _are_visible(subtype, filled, views):
            return {
                (name, number): ObjectScene(things, n_named, view)
                for (name, view), (number, things) in product(zip(VIEWS, views, strict=True), enumerate(filled))
            }
    return None


def _are_visible(subtype: str, pair: tuple[Things, Things], views: tuple[Viewpoint, Viewpoint]) -> bool:
    """Return whether every named object, and a decoy, is visible in all scenes."""
    n_seen = SUBTYPES[subtype].n_named + (subtype in DECOYS)
    return all(is_visible(ObjectScene(things, n_seen, view)) for things, view in product(pair, views))


def is_camera_one(subtype: str, things: Things) -> bool:
    """Return whether "the camera" in the question cannot be an object of the scene."""
    return "the camera" not in SUBTYPES[subtype].question or all(thing.kind != "camera" for thing in things)


def are_apart(things: Things) -> bool:
    """Return whether no objects intersect; objects on, below and inside open objects do not count."""
    return all(
        compute_shared_height_m(first, second) <= 1e-6
        or KINDS[first.kind].is_open
        or KINDS[second.kind].is_open
        or _are_far_apart(first, second)
        or compute_gap_m(first, second) >= _ROOM_M
        for first, second in combinations(things, 2)
    ) and all(_is_clear_of_open_thing(first, second) for first, second in combinations(things, 2))


def _are_far_apart(scene_object: SceneObject, other: SceneObject) -> bool:
    """Return whether circles around both footprints already show that they are apart."""
    return (
        math.hypot(scene_object.x - other.x, scene_object.y - other.y) >= scene_object.reach_m + other.reach_m + _ROOM_M
    )


def _is_clear_of_open_thing(scene_object: SceneObject, other: SceneObject) -> bool:
    """Return whether an object is well inside an open one's legs, on it, or beside it."""
    if (
        not (KINDS[scene_object.kind].is_open or KINDS[other.kind].is_open)
        or compute_shared_height_m(scene_object, other) <= 1e-6
    ):
        return True
    if _are_far_apart(scene_object, other) or compute_gap_m(scene_object, other) >= _ROOM_M:
        return True
    container, inside = (scene_object, other) if KINDS[scene_object.kind].is_open else (other, scene_object)
    return container.kind == "rack" and math.hypot(container.x - inside.x, container.y - inside.y) < 0.2


def has_mirrored_wording(subtype: str, scenes: tuple[ObjectScene, ObjectScene]) -> bool:
    """Return whether the reversed question has the opposite answer in both scenes."""
    return bool(SUBTYPES[subtype].mirrored) and all(
        find_right_option(subtype, scene, is_mirrored=True) == 1 - find_right_option(subtype, scene) for scene in scenes
    )
