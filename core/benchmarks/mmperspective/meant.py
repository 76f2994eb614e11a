"""What an item is to be, before anything is drawn: its options, and which of them is right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.benchmarks.mmperspective import words
from core.benchmarks.mmperspective.build import Random
from core.benchmarks.mmperspective.item import Mark, generator
from core.benchmarks.mmperspective.view import Picture


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
"""Draws at random what could be the item; None where that did not work out."""


def meant_of(task: str, seed: int, index: int) -> Meant:
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


def _balanced(task: str, what: str, seed: int, index: int, count: int) -> int:
    """A number below `count`: each once in every block of so many items, in an order of the block's own."""
    block = generator(seed, task, what, index // count).permutation(count)
    return int(block[index % count])


def _placed(task: str, kind: str, classes: Sequence[str], right: str, seed: int, index: int) -> Meant:
    """Options in an order of the item's own, the right one at the letter whose turn it is."""
    place = _balanced(task, "letter", seed, index, len(classes))
    others = [one for one in classes if one != right]
    shuffled = [others[int(i)] for i in generator(seed, task, index, "order").permutation(len(others))]
    return Meant(task, kind, (*shuffled[:place], right, *shuffled[place:]), right, index)
