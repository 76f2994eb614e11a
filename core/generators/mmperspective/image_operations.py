"""The four changed images of a robustness seed: crop, mirror image, mask, rotation in the plane."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from core.benchmarks.mmperspective.item import PerspectiveItem
from core.benchmarks.mmperspective.view import CROP, FLIP, MASK, OPERATIONS, ORIGINAL, ROTATION, ImageOperation
from core.generators.mmperspective.scene_sampling import Random, pick

KEPT = (0.65, 0.85)
"""Share of each side that a crop keeps."""

MASKED = (0.08, 0.20)
"""Share of the image that masks cover together."""

TURNED_DEG = (6.0, 15.0)
_TRIES = 25


def find_changed_items(
    random: Random, item: PerspectiveItem, holds: Callable[[PerspectiveItem], bool]
) -> list[PerspectiveItem] | None:
    """Find four changed items, each as clear as the original, and return all five; None if one cannot be found.

    Args:
        random: its numbers.
        item: with one unchanged image.
        holds: whether the key of a changed item is still clearly the only true option.
    """
    five = [item]
    for name in OPERATIONS:
        if name == ORIGINAL:
            continue
        for _ in range(1 if name == FLIP else _TRIES):
            one = replace(item, pictures=(replace(item.pictures[0], operation=_sample_operation(random, name, item)),))
            if holds(one):
                five.append(one)
                break
        else:
            return None
    return five


def _sample_operation(random: Random, name: str, item: PerspectiveItem) -> ImageOperation:
    view = item.pictures[0].view
    width, height = view.width_px, view.height_px
    if name == CROP:
        share = float(random.uniform(*KEPT))
        own = round(share * width), round(share * height)
        left, top = int(random.integers(width - own[0] + 1)), int(random.integers(height - own[1] + 1))
        return ImageOperation(CROP, (left, top, *own))
    if name == ROTATION:
        return ImageOperation(ROTATION, (round(float(pick(random, (-1, 1)) * random.uniform(*TURNED_DEG)), 2),))
    if name == MASK:
        mask = _sample_mask(random, width, height)
        while not is_within_limits(mask, width, height):
            mask = _sample_mask(random, width, height)
        return mask
    return ImageOperation(FLIP)


def _sample_mask(random: Random, width: int, height: int) -> ImageOperation:
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
    return ImageOperation(MASK, tuple(numbers))


def is_within_limits(mask: ImageOperation, width_px: int, height_px: int) -> bool:
    """Return whether the rectangles of a mask do not overlap, so that their areas add up."""
    rectangles = mask.rectangles
    covered = sum(width * height for _, _, width, height in rectangles) / (width_px * height_px)
    is_apart = all(
        a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
        for a, b in combinations(rectangles, 2)
    )
    return is_apart and MASKED[0] <= covered <= MASKED[1]
