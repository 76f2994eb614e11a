"""Places for labels that would otherwise lie on one another."""

import math
from collections.abc import Sequence
from itertools import accumulate


def space_labels(places: Sequence[float], gap: float, low: float = -math.inf, high: float = math.inf) -> list[float]:
    """Places at least `gap` apart, in the same order and as near to the given ones as this leaves them.

    The sum of squared moves is least. Less the gaps before each, places need only not fall: that is isotonic
    regression, by pooling neighbours that are out of order. Equal places keep the order in which they are given.

    Args:
        places: where the labels would stand.
        gap: between the middles of two labels; less where `low` and `high` leave no room for it.
        low: the lowest place there may be.
        high: the highest.
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
