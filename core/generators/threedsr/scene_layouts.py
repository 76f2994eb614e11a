"""Proposals of scenes per subtype: a pair with opposite answers, because one object is placed or turned otherwise.

A layout only proposes; `pair_generator` keeps what the truth, the margins, the image plane and visibility allow.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.benchmarks.threedsr.object_catalogue import ASKED_ABOUT, KINDS, LARGE, LONG, PEDESTALS, SMALL, WITH_FRONT
from core.benchmarks.threedsr.scene import RACK_BOARDS_M, SceneObject
from core.benchmarks.threedsr.spatial_measures import compute_extent_m, compute_half_extent_m

Random = np.random.Generator
Things = tuple[SceneObject, ...]

ON_RACK = ("ball", "cone", "crate", "bird house")
"""Low enough for the space between two boards."""

_LOW = tuple(name for name in ASKED_ABOUT if name not in ("bus", "lamp post"))
_MIDDLE = tuple(
    name for name in ASKED_ABOUT if compute_extent_m(SceneObject(name, "", 0, 0)) < 1.2 and name != "lamp post"
)
_FLAT = ("ball", "cone", "crate", "bird house", "plant")
"""Low enough to stand on pedestals of neighbouring heights at different levels."""

DECOYS = {"location_above": 0, "location_next_to": 0, "multi_object_parallel": 1}
"""Subtypes whose scenes hold a decoy after the named objects, and the index of the object that swaps places with it.

Both scenes then show the same: one object next to Y and another far from it, one object above Y and another elsewhere,
one object along X and another across it. The answer depends on which object the question names.
"""

_NEAR_M, _FAR_M, _ASIDE = 3.8, 9.5, 0.42
_CABIN_M = {"car": -0.45}
"""Position of an object on top of a car: behind the car's middle."""


@dataclass(frozen=True, slots=True)
class PairTarget:
    """The required answers of a pair of scenes.

    Attributes:
        key: the option that is right in the first scene.
        opposite: the one that is right in the second.
        foil: the option that the image plane should suggest, if possible.
    """

    key: int
    opposite: int
    foil: int


def sample_named_things(random: Random, *pools: Sequence[str]) -> list[SceneObject]:
    """Sample an object from each pool, no two of one kind or colour."""
    kinds: list[str] = []
    colours: list[str] = []
    for pool in pools:
        kinds.append(_pick(random, [kind for kind in pool if kind not in kinds]))
        known = [colour for colour in KINDS[kinds[-1]].colours if colour not in colours]
        colours.append(_pick(random, known or list(KINDS[kinds[-1]].colours)))
    return [SceneObject(kind, colour, 0.0, 0.0) for kind, colour in zip(kinds, colours, strict=True)]


def sample_position(random: Random, near: float = _NEAR_M, far: float = _FAR_M) -> tuple[float, float]:
    """Sample a place on the ground in front of the common camera."""
    x = random.uniform(near, far)
    return x, random.uniform(-_ASIDE, _ASIDE) * x


def _propose_height(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    """Put Y on a pedestal, and X on a higher one or on the ground further away, which looks higher in the image."""
    x, y = sample_named_things(random, _FLAT, _FLAT)
    step = int(random.integers(1, 4))
    below_y = SceneObject(PEDESTALS[step - 1], "grey", 0, 0).move_to(*sample_position(random, 3.2, 5.5))
    below_x = SceneObject(PEDESTALS[step], "grey", 0, 0).move_to(*sample_position(random, 3.4, 7.0))
    y = _turn_randomly(random, y).move_to(below_y.x, below_y.y, below_y.height_m)
    up = _turn_randomly(random, x).move_to(below_x.x, below_x.y, below_x.height_m)
    if random.random() < 0.5:
        down = up.move_to(*sample_position(random, 4.0, 9.5), 0.0)
    else:
        lower = SceneObject(PEDESTALS[0], "grey", 0, 0).move_to(*sample_position(random, 4.0, 9.5))
        down = up.move_to(lower.x, lower.y, lower.height_m)
        return _order_pair(wish, (up, y, below_y, below_x, lower), (down, y, below_y, below_x, lower))
    return _order_pair(wish, (up, y, below_y, below_x), (down, y, below_y, below_x))


def _propose_above(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    return _propose_above_on(random, wish) if wish.foil == 0 else _propose_above_in_rack(random, wish)


def _propose_above_on(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    """Put X on Y and the decoy far behind it, seemingly on Y, or the reverse."""
    y, x, decoy = sample_named_things(random, ("crate", "crate", "car"), (*SMALL, "dog"), (*SMALL, "dog"))
    y = _turn_randomly(random, y).move_to(*sample_position(random, 3.4, 5.2))
    # To either side as seen from the common camera, so that one hides the other only in part.
    side = (1 if random.random() < 0.5 else -1) * np.array([-y.y, y.x]) / math.hypot(y.x, y.y)
    shift = _CABIN_M.get(y.kind, 0.0) * y.turn[:2, 0] - random.uniform(0.0, 0.15) * side
    behind = random.uniform(1.35, 2.3) * (np.array([y.x, y.y]) + random.uniform(0.3, 1.0) * y.reach_m * side)
    yaw_deg = random.uniform(0.0, 360.0)
    props: Things = ()
    if random.random() < 0.6:
        kind = _pick(random, ("table", *PEDESTALS[:3]))
        props = (SceneObject(kind, KINDS[kind].colours[0], 0, 0).move_to(*behind).turn_to(yaw_deg),)
    places = (y.x + shift[0], y.y + shift[1], y.height_m), (behind[0], behind[1], props[0].height_m if props else 0.0)
    return _place_with_decoy(wish, x.turn_to(yaw_deg), decoy.turn_to(yaw_deg), places, y, props)


def _propose_above_in_rack(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    """Put Y on the lower board, X on the upper board and the decoy on the ground, or the reverse."""
    y, x, decoy = sample_named_things(random, ON_RACK, ON_RACK, ON_RACK)
    rack = _turn_randomly(random, SceneObject("rack", "wooden", 0, 0).move_to(*sample_position(random, 3.2, 5.5)))
    shift = random.uniform(-0.12, 0.12) * rack.turn[:2, 1]
    y = _turn_randomly(random, y).move_to(rack.x, rack.y, RACK_BOARDS_M[0])
    x, decoy = _turn_randomly(random, x), _turn_randomly(random, decoy)
    places = [(rack.x + shift[0], rack.y + shift[1], height_m) for height_m in (RACK_BOARDS_M[1], 0.0)]
    return _place_with_decoy(wish, x, decoy, places, y, (rack,))


def _place_with_decoy(
    wish: PairTarget,
    x: SceneObject,
    decoy: SceneObject,
    places: Sequence[tuple[float, float, float]],
    y: SceneObject,
    props: Things,
) -> tuple[Things, Things]:
    """Put X at the first place and its decoy at the second, and the reverse."""
    first, second = ((x.move_to(*a), y, decoy.move_to(*b), *props) for a, b in (places, places[::-1]))
    return _order_pair(wish, first, second)


def _propose_closer_to_camera(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    pools = (LARGE, _MIDDLE) if wish.foil == 0 else (_MIDDLE, LARGE)
    x, y = sample_named_things(random, *pools)
    y = _turn_randomly(random, y).move_to(*sample_position(random, 4.2, 8.5))
    x = _turn_randomly(random, x)
    far = math.hypot(y.x, y.y)
    near, beyond = (
        x.move_to(*sample_position(random, 3.0, far / 1.1)),
        x.move_to(*sample_position(random, 1.1 * far, 16.0)),
    )
    return _order_pair(wish, (near, y), (beyond, y))


def _propose_next_to(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    """Put X beside Y and the decoy far from it, or the reverse."""
    long = ("horse", "cow", "sofa", "bicycle", "dog")
    pools = (_MIDDLE, _MIDDLE, _MIDDLE) if wish.foil == 0 else (("ball", "cone", "plant", "crate"), long, long)
    y, x, decoy = sample_named_things(random, *pools)
    y = _turn_randomly(random, y).move_to(*sample_position(random, 3.4, 6.5))
    x, decoy = _turn_randomly(random, x), _turn_randomly(random, decoy)
    longest = max(map(compute_extent_m, (x, y, decoy)))
    angle, share = random.uniform(0.0, 2 * math.pi), random.uniform(0.05, 0.38)
    if wish.foil == 0:
        away = 1 + (random.uniform(2.6, 4.0) * longest + 1.5) / math.hypot(y.x, y.y)
        far = y.x * away, y.y * away + random.uniform(-0.3, 0.3)
    else:
        # Across the view and not too near, so that the image plane shows a gap between neighbours.
        across_deg = 90.0 + 180.0 * int(random.integers(2)) + random.uniform(-30.0, 30.0)
        angle = math.atan2(y.y, y.x) + math.radians(across_deg)
        share = random.uniform(0.2, 0.38)
        far = sample_position(random, 3.8, 14.0)
    direction = np.array([math.cos(angle), math.sin(angle)])

    def move_beside(thing: SceneObject) -> SceneObject:
        reach_m = compute_half_extent_m(thing, direction) + compute_half_extent_m(y, direction)
        reach_m += share * max(compute_extent_m(thing), compute_extent_m(y))
        return thing.move_to(y.x + reach_m * direction[0], y.y + reach_m * direction[1])

    return _order_pair(wish, (move_beside(x), y, decoy.move_to(*far)), (x.move_to(*far), y, move_beside(decoy)))


def _propose_turns(
    random: Random, wish: PairTarget, centres_deg: Sequence[float], spread_deg: float
) -> tuple[Things, Things]:
    """Turn X, so that Y lies on another side of it; `centres_deg` are the azimuths of the options."""
    x, y = sample_named_things(random, WITH_FRONT, _LOW)
    y = _turn_randomly(random, y).move_to(*sample_position(random))
    x = x.move_to(*sample_position(random))
    bearing = math.degrees(math.atan2(y.y - x.y, y.x - x.x))
    first, second = (
        x.turn_to(bearing - centres_deg[option] - random.uniform(-spread_deg, spread_deg))
        for option in (wish.key, wish.opposite)
    )
    return (first, y), (second, y)


def _propose_in_front_of(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    return _propose_turns(random, wish, (0.0, 180.0), 58.0)


def _propose_on_the_left(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    return _propose_turns(random, wish, (90.0, -90.0), 58.0)


def _propose_towards_object(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    return _propose_turns(random, wish, (0.0, 90.0, 180.0, -90.0), 28.0)


def _propose_viewpoint(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    (x,) = sample_named_things(random, WITH_FRONT)
    x = x.move_to(*sample_position(random, 3.6, 7.5))
    bearing = math.degrees(math.atan2(-x.y, -x.x))
    off = random.uniform(-28.0, 28.0)
    first, second = (x.turn_to(bearing - 90.0 * option - off) for option in (wish.key, wish.opposite))
    return (first,), (second,)


def _propose_closer_to(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    x, y, z = sample_named_things(random, _LOW, _LOW, _LOW)
    y, z = (_turn_randomly(random, one).move_to(*sample_position(random)) for one in (y, z))
    x = _turn_randomly(random, x)
    first, second = (
        _place_around(random, x, (y, z)[option], random.uniform(1.2, 4.0)) for option in (wish.key, wish.opposite)
    )
    return (first, y, z), (second, y, z)


def _propose_facing(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    x, y, z = sample_named_things(random, WITH_FRONT, _LOW, _LOW)
    x, y, z = (_turn_randomly(random, one).move_to(*sample_position(random)) for one in (x, y, z))
    bearings = [math.degrees(math.atan2(one.y - x.y, one.x - x.x)) for one in (y, z)]
    first, second = (x.turn_to(bearings[option] + random.uniform(-12.0, 12.0)) for option in (wish.key, wish.opposite))
    return (first, y, z), (second, y, z)


def _propose_parallel(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    """Turn Y along X and the decoy across it, or the reverse."""
    off, half_turn = random.uniform(-6.0, 6.0), 180.0 * int(random.integers(2))
    turns_deg = off + half_turn, 90.0 + off + half_turn
    x, y, decoy = sample_named_things(random, LONG, LONG, LONG)
    x, y, decoy = (thing.move_to(*sample_position(random)) for thing in (x, y, decoy))
    x = _turn_randomly(random, x)
    along, across = ([thing.turn_to(x.yaw_deg + turn) for turn in turns_deg] for thing in (y, decoy))
    return _order_pair(wish, (x, along[0], across[1]), (x, along[1], across[0]))


def _propose_same_direction(random: Random, wish: PairTarget) -> tuple[Things, Things]:
    other = random.uniform(95.0, 180.0) * (1 if random.random() < 0.5 else -1)
    return _propose_fronts(random, (random.uniform(-18.0, 18.0), other), wish, WITH_FRONT)


def _propose_fronts(
    random: Random, turns_deg: Sequence[float], wish: PairTarget, pool: Sequence[str]
) -> tuple[Things, Things]:
    x, y = sample_named_things(random, pool, pool)
    x, y = _turn_randomly(random, x).move_to(*sample_position(random)), y.move_to(*sample_position(random))
    first, second = (y.turn_to(x.yaw_deg + turns_deg[option]) for option in (wish.key, wish.opposite))
    return (x, first), (x, second)


def sample_further_things(random: Random, known: Sequence[SceneObject], count: int) -> list[SceneObject]:
    """Sample objects outside the question, of other names and kinds than the known ones, on the ground."""
    kinds = [kind for kind in ASKED_ABOUT if kind not in {one.kind for one in known} and kind != "bus"]
    found = []
    for kind in random.permutation(np.array(kinds, dtype=object))[:count]:
        colour = _pick(random, KINDS[str(kind)].colours)
        found.append(
            _turn_randomly(random, SceneObject(str(kind), colour, 0, 0)).move_to(*sample_position(random, 4.0, 13.0))
        )
    return found


def _order_pair(wish: PairTarget, is_zero: Things, is_one: Things) -> tuple[Things, Things]:
    return (is_zero, is_one) if wish.key == 0 else (is_one, is_zero)


def _turn_randomly(random: Random, thing: SceneObject) -> SceneObject:
    return thing.turn_to(random.uniform(0.0, 360.0))


def _place_around(random: Random, thing: SceneObject, scene_object: SceneObject, reach_m: float) -> SceneObject:
    """Place the object at a distance from another, in any direction."""
    angle = random.uniform(0.0, 2 * math.pi)
    return thing.move_to(scene_object.x + reach_m * math.cos(angle), scene_object.y + reach_m * math.sin(angle))


def _pick(random: Random, pool: Sequence[str]) -> str:
    return str(pool[int(random.integers(len(pool)))])


LAYOUTS: dict[str, Callable[[Random, PairTarget], tuple[Things, Things]]] = {
    "height_higher": _propose_height,
    "location_above": _propose_above,
    "location_closer_to_camera": _propose_closer_to_camera,
    "location_next_to": _propose_next_to,
    "orientation_in_front_of": _propose_in_front_of,
    "orientation_on_the_left": _propose_on_the_left,
    "orientation_viewpoint": _propose_viewpoint,
    "multi_object_closer_to": _propose_closer_to,
    "multi_object_facing": _propose_facing,
    "multi_object_viewpoint_towards_object": _propose_towards_object,
    "multi_object_parallel": _propose_parallel,
    "multi_object_same_direction": _propose_same_direction,
}
"""The layout of each subtype; the first scene's answer is the target's key, the second's the opposite."""
