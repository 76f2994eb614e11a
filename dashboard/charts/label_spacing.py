"""Spacing of labels that would otherwise overlap."""

import math
from collections.abc import Sequence
from itertools import accumulate


def space_labels(places: Sequence[float], gap: float, low: float = -math.inf, high: float = math.inf) -> list[float]:
    """Return positions at least `gap` apart, in the same order and as near to the given ones as possible.

    The sum of squared moves is minimal. After subtracting the gaps before each, positions need only be non-decreasing:
    that is isotonic regression, solved by pooling neighbours that are out of order. Equal positions keep their order.

    Args:
        places: desired positions of the labels.
        gap: between the middles of two labels; less if `low` and `high` leave no space for it.
        low: the lowest allowed position.
        high: the highest allowed position.
    """
    if not places:
        return []
    order = sorted(range(len(places)), key=lambda number: places[number])
    gap = min(gap, (high - low) / max(len(places) - 1, 1))
    before = [gap * number for number in range(len(places))]
    blocks: list[tuple[float, int]] = []
    for number, shift in zip(order, before, strict=True):
        mean, count = places[number] - shift, 1
        while blocks and blocks[-1][0] > mean:
            other, n_other = blocks.pop()
            mean, count = (mean * count + other * n_other) / (count + n_other), count + n_other
        blocks.append((mean, count))
    levels = [mean for mean, count in blocks for _ in range(count)]
    spread_out = [min(max(level, low), high - before[-1]) + shift for level, shift in zip(levels, before, strict=True)]
    found = [0.0] * len(places)
    for number, place in zip(order, accumulate(spread_out, max), strict=True):
        found[number] = place
    return found
