"""Random choices as the authors' engine makes them."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Item = TypeVar("Item")


def pick(items: Sequence[Item], random: np.random.Generator, weights: Sequence[float] = ()) -> Item:
    """Pick one of the items, with probabilities in proportion to their weights."""
    if not weights:
        return items[int(random.random() * len(items))]
    rest = random.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        rest -= weight
        if rest < 0:
            return item
    return items[-1]


def draw(items: Sequence[Item], count: int, random: np.random.Generator, weights: Sequence[float] = ()) -> list[Item]:
    """Draw up to `count` of the items in random order, without repetition."""
    if not weights:
        return shuffle(items, random)[:count]
    left, left_weights = list(items), list(weights)
    drawn: list[Item] = []
    while left and len(drawn) < count:
        index = pick(range(len(left)), random, left_weights)
        drawn.append(left.pop(index))
        left_weights.pop(index)
    return drawn


def shuffle(items: Sequence[Item], random: np.random.Generator) -> list[Item]:
    """Return all items in random order."""
    keys = random.random(len(items)).tolist()
    return [item for _, _, item in sorted(zip(keys, range(len(items)), items, strict=True), key=lambda one: one[:2])]
