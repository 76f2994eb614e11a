"""Random scenes: a group of houses, a street, a corridor, or a single surface."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from core.benchmarks.mmperspective.scene import BoxSolid, Colour, Panel, PerspectiveScene, Triple

Random = np.random.Generator
T = TypeVar("T")

WALLS: tuple[Colour, ...] = (
    (226, 208, 176), (206, 176, 146), (188, 140, 112), (214, 214, 204), (170, 184, 192),
    (196, 204, 176), (222, 190, 166), (180, 168, 152), (205, 160, 128), (176, 190, 178),
)  # fmt: skip
GROUNDS: tuple[Colour, ...] = ((196, 190, 178), (176, 178, 176), (190, 176, 158), (162, 172, 150))
ROAD, PAVEMENT, POST = (128, 130, 134), (192, 190, 186), (70, 74, 78)
FLOORS: tuple[Colour, ...] = ((196, 178, 150), (176, 186, 190), (204, 196, 182), (170, 150, 128))
ROOM_WALLS: tuple[Colour, ...] = ((226, 222, 212), (208, 216, 220), (222, 212, 196), (212, 220, 206))
CEILING = (238, 238, 234)
LARGE_M = 4000.0
STOREY_M = 3.0


def pick(random: Random, values: Sequence[T]) -> T:
    """Pick one of the values."""
    return values[int(random.integers(len(values)))]


def sample_between(random: Random, low: float, high: float) -> float:
    """Sample a number with two decimals."""
    return round(float(random.uniform(low, high)), 2)


def sample_ground(random: Random) -> Panel:
    """Sample an endless tiled square."""
    cell = pick(random, (1.5, 2.0, 3.0))
    return Panel(2, 0.0, (-LARGE_M, -LARGE_M), (LARGE_M, LARGE_M), pick(random, GROUNDS), "tiles", cell)


def sample_house(
    random: Random, low: tuple[float, float], size: tuple[float, float], *, storeys: int, gable: bool
) -> BoxSolid:
    """Sample a house on the ground.

    Args:
        random: its numbers.
        low: corner with the smaller x and y.
        size: along x and y, in metres.
        storeys: rows of windows.
        gable: a roof with a ridge along the longer side; otherwise a flat one.
    """
    ridge = 0 if size[0] >= size[1] else 1
    height = round(STOREY_M * storeys, 2)
    low3: Triple = (*low, 0.0)
    high3: Triple = (round(low[0] + size[0], 2), round(low[1] + size[1], 2), height)
    return BoxSolid(
        low3,
        high3,
        pick(random, WALLS),
        roof_m=round(size[1 - ridge] * float(random.uniform(0.28, 0.5)), 2) if gable else 0.0,
        ridge=ridge,
        storeys=storeys,
        bays=int(random.integers(2, 5)),
        has_door=bool(random.random() < 0.8),
    )


def sample_houses(
    random: Random, *, count: int = 0, storeys: tuple[int, int] = (1, 3), gables: float = 0.6
) -> PerspectiveScene:
    """Sample some houses on a tiled square, in the cells of a grid around the origin.

    Args:
        random: their numbers.
        count: number of houses; 0 for two to four.
        storeys: fewest and most.
        gables: share of houses with a gable.
    """
    count = count or int(random.integers(2, 5))
    cells = [(x, y) for x in (-1, 0) for y in (-1, 0)]
    chosen = [cells[int(index)] for index in random.permutation(len(cells))[:count]]
    pitch = 13.0
    solids = []
    for column, row in chosen:
        size = sample_between(random, 5.5, 9.5), sample_between(random, 5.5, 9.5)
        low = (
            round(column * pitch + sample_between(random, 1.0, 3.0), 2),
            round(row * pitch + sample_between(random, 1.0, 3.0), 2),
        )
        own = int(random.integers(storeys[0], storeys[1] + 1))
        solids.append(sample_house(random, low, size, storeys=own, gable=own <= 3 and random.random() < gables))
    return PerspectiveScene("houses", (sample_ground(random),), tuple(solids))


def sample_flat_houses(random: Random) -> PerspectiveScene:
    """Sample houses without gables, so that all lines run along three axes."""
    return sample_houses(random, gables=0.0, storeys=(2, 4))


def sample_towers(random: Random) -> PerspectiveScene:
    """Sample tall houses with flat roofs."""
    scene = sample_houses(random, count=int(random.integers(2, 5)), storeys=(5, 12), gables=0.0)
    return PerspectiveScene("towers", scene.panels, scene.solids)


def sample_street(random: Random) -> PerspectiveScene:
    """Sample a street along x with houses on both sides and a row of posts."""
    half, pavement = sample_between(random, 3.0, 4.5), sample_between(random, 1.5, 2.5)
    panels = [
        Panel(2, 0.0, (-LARGE_M, -LARGE_M), (LARGE_M, LARGE_M), pick(random, GROUNDS)),
        Panel(2, 0.0, (-30.0, -half - pavement), (44.0, half + pavement), PAVEMENT, "planks", 2.0),
        Panel(2, 0.0, (-30.0, -half), (44.0, half), ROAD),
        *(Panel(2, 0.0, (x, -0.08), (x + 1.6, 0.08), (236, 236, 228)) for x in np.arange(-6.0, 42.0, 4.0).tolist()),
    ]
    solids = []
    for side in (-1, 1):
        x = sample_between(random, -14.0, -6.0)
        while x < 36.0:
            length, depth = sample_between(random, 6.0, 12.0), sample_between(random, 6.0, 9.0)
            front = round(side * (half + pavement + sample_between(random, 0.0, 0.6)), 2)
            low = x, front if side > 0 else round(front - depth, 2)
            storeys = int(random.integers(1, 5))
            solids.append(sample_house(random, low, (length, depth), storeys=storeys, gable=random.random() < 0.4))
            x = round(x + length + sample_between(random, 0.3, 3.0), 2)
    place = round(half + 0.5, 2)
    rows = [round(along, 2) for along in np.arange(4.0, 34.0, sample_between(random, 7.0, 10.0)).tolist()]
    solids += [
        BoxSolid((along, side, 0.0), (round(along + 0.16, 2), round(side + 0.16, 2), 4.5), POST)
        for along in rows
        for side in (-place, place)
    ]
    return PerspectiveScene("street", tuple(panels), _drop_overlapping(solids))


def _drop_overlapping(solids: list[BoxSolid]) -> tuple[BoxSolid, ...]:
    """Drop the solids that would intersect an earlier one."""
    kept: list[BoxSolid] = []
    for solid in solids:
        if all(any(a.high[i] <= b.low[i] or b.high[i] <= a.low[i] for i in (0, 1)) for a in kept for b in [solid]):
            kept.append(solid)
    return tuple(kept)


def sample_corridor(random: Random) -> PerspectiveScene:
    """Sample a corridor along x with a tiled floor, doors, and cupboards along its walls; both ends are open."""
    half, height = sample_between(random, 1.4, 2.6), sample_between(random, 2.6, 3.4)
    length = sample_between(random, 14.0, 26.0)
    begin, end = -2.0, round(length - 2.0, 2)
    wall, floor = pick(random, ROOM_WALLS), pick(random, FLOORS)
    darker: Colour = (wall[0] - 14, wall[1] - 14, wall[2] - 14)
    panels = [
        Panel(2, height, (begin, -half), (end, half), CEILING, "slabs", 2.4),
        Panel(2, 0.0, (begin, -half), (end, half), floor, pick(random, ("tiles", "planks")), 0.6),
        Panel(1, -half, (begin, 0.0), (end, height), wall),
        Panel(1, half, (begin, 0.0), (end, height), darker),
        Panel(0, end, (-half, 0.0), (half, height), (wall[0] - 26, wall[1] - 26, wall[2] - 24)),
        Panel(0, begin, (-half, 0.0), (half, height), (wall[0] - 26, wall[1] - 26, wall[2] - 24)),
    ]
    for side in (-half, half):
        x = sample_between(random, 1.0, 3.0)
        while x + 1.0 < end - 0.6:
            panels.append(
                Panel(1, side, (x, 0.0), (round(x + 1.0, 2), 2.1), pick(random, ((146, 104, 74), (98, 116, 130))))
            )
            x = round(x + 1.0 + sample_between(random, 1.4, 3.6), 2)
    lamps = [round(along, 2) for along in np.arange(1.0, end - 1.6, 3.2).tolist()]
    panels += [Panel(2, height, (at, -0.35), (round(at + 1.2, 2), 0.35), (255, 252, 236)) for at in lamps]
    solids = []
    for side in (-1, 1):
        x = sample_between(random, 3.0, 6.0)
        while x + 1.2 < end - 1.0:
            depth, own = sample_between(random, 0.3, 0.5), sample_between(random, 0.8, 1.1)
            low, high = sorted((round(side * (half - depth), 2), side * half))
            solids.append(
                BoxSolid((x, low, 0.0), (round(x + sample_between(random, 0.8, 1.2), 2), high, own), (150, 126, 98))
            )
            x = round(x + sample_between(random, 3.5, 7.0), 2)
    return PerspectiveScene("corridor", tuple(panels), tuple(solids), sky=False)


def sample_surface(random: Random) -> PerspectiveScene:
    """Sample a flat surface with a pattern: a floor from above or a wall from the front, which look the same."""
    colour, pattern = pick(random, (*FLOORS, *GROUNDS, *WALLS[:4])), pick(random, ("tiles", "planks", "bricks"))
    cell = pick(random, (0.3, 0.45, 0.6))
    is_floor = bool(random.random() < 0.5)
    limits = ((-12.0, -12.0), (12.0, 12.0)) if is_floor else ((-12.0, -10.0), (12.0, 14.0))
    axis, at = (2, 0.0) if is_floor else (0, 4.0)
    return PerspectiveScene(
        "surface", (Panel(axis, at, *limits, colour, pattern, cell), *_sample_patches(random, axis, at)), (), sky=False
    )


def _sample_patches(random: Random, axis: int, at: float) -> Iterator[Panel]:
    """Sample flat patches on a surface, so that it is not barer than other scenes."""
    middle = 2.0 if axis == 0 else 0.0
    for _ in range(int(random.integers(6, 22))):
        u, v = sample_between(random, -4.0, 4.0), round(middle + sample_between(random, -3.0, 3.0), 2)
        size = sample_between(random, 0.3, 1.8), sample_between(random, 0.3, 1.8)
        colour = pick(random, (*WALLS, *GROUNDS, ROAD, POST))
        yield Panel(axis, at, (u, v), (round(u + size[0], 2), round(v + size[1], 2)), colour)


BUILDERS: dict[str, Callable[[Random], PerspectiveScene]] = {
    "houses": sample_houses,
    "towers": sample_towers,
    "street": sample_street,
    "corridor": sample_corridor,
    "surface": sample_surface,
}
"""The builder of each kind of scene."""
