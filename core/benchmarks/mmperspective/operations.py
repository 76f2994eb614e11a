"""The four changed pictures of a seed of robustness: crop, mirror image, mask, rotation in the plane."""

from collections.abc import Callable
from dataclasses import replace

from core.benchmarks.mmperspective.build import Random, pick
from core.benchmarks.mmperspective.item import Item
from core.benchmarks.mmperspective.view import CROP, FLIP, MASK, OPERATIONS, ORIGINAL, ROTATION, Operation

KEPT = (0.65, 0.85)
"""Share of each side that a crop keeps."""

MASKED = (0.08, 0.20)
"""Share of the picture that masks cover together."""

TURNED_DEG = (6.0, 15.0)
_TRIES = 25


def changed(random: Random, item: Item, holds: Callable[[Item], bool]) -> list[Item] | None:
    """The item and its four changed ones, each as clear as the first; None where one cannot be found.

    Args:
        random: its numbers.
        item: with one picture, unchanged.
        holds: whether the key of a changed item is still the one true option, clearly.
    """
    five = [item]
    for name in OPERATIONS:
        if name == ORIGINAL:
            continue
        for _ in range(1 if name == FLIP else _TRIES):
            one = replace(item, pictures=(replace(item.pictures[0], operation=_operation(random, name, item)),))
            if holds(one):
                five.append(one)
                break
        else:
            return None
    return five


def _operation(random: Random, name: str, item: Item) -> Operation:
    view = item.pictures[0].view
    width, height = view.width_px, view.height_px
    if name == CROP:
        share = float(random.uniform(*KEPT))
        own = round(share * width), round(share * height)
        left, top = int(random.integers(width - own[0] + 1)), int(random.integers(height - own[1] + 1))
        return Operation(CROP, (left, top, *own))
    if name == ROTATION:
        return Operation(ROTATION, (round(float(pick(random, (-1, 1)) * random.uniform(*TURNED_DEG)), 2),))
    if name == MASK:
        count = int(random.integers(1, 4))
        area = float(random.uniform(*MASKED)) * width * height / count
        numbers: list[float] = []
        for _ in range(count):
            ratio = float(random.uniform(0.6, 1.7))
            own_width, own_height = round((area * ratio) ** 0.5), round((area / ratio) ** 0.5)
            numbers += [
                int(random.integers(width - own_width + 1)), int(random.integers(height - own_height + 1)),
                own_width, own_height,
            ]  # fmt: skip
        return Operation(MASK, tuple(numbers))
    return Operation(FLIP)
