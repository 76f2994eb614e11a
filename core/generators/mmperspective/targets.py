"""The target of an item, set before anything is drawn: its options, and the right one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.item import ItemMark, make_random_generator
from core.benchmarks.mmperspective.view import PerspectiveImage
from core.generators.mmperspective.scene_sampling import Random

_ALL_SCENES = ("houses", "towers", "street", "corridor")
SCENES: Mapping[str, tuple[str, ...]] = {
    "CLP": ("houses", "street", "corridor"),
    "VAP": _ALL_SCENES,
    "PTR": _ALL_SCENES,
    vocabulary.ROBUST: _ALL_SCENES,
    "OVR": ("street", "corridor"),
    "PTS": ("houses", "towers"),
    "VPC": ("houses", "street", "corridor"),
}
"""Kinds of scenes, for tasks with several; each right option has as many of each, so a kind does not hint at one."""


@dataclass(frozen=True, slots=True)
class ItemTarget:
    """The target of an item: its options, and the right one.

    Attributes:
        number: of the item within its task; decides variants that must be balanced.
        scene: the kind of its scene, of `SCENES`; empty if the task has only one kind, or the kind does not matter.
    """

    task: str
    kind: str
    options: tuple[str, ...]
    right: str
    number: int
    scene: str = ""


Draft = tuple[tuple[PerspectiveImage, ...], tuple[ItemMark, ...]]
Maker = Callable[[Random, ItemTarget], Draft | None]
"""A function that draws a random draft of the item; it returns None if the draft failed."""


def make_target(task: str, seed: int, index: int) -> ItemTarget:
    """Choose the options, the right one and the kind of scene, before anything is drawn; all are balanced."""
    meant = _make_sceneless_target(task, seed, index)
    kinds = SCENES.get(task, ())
    if not kinds:
        return meant
    block = index // len(meant.options)
    # The blocks of OVR that ask for two points have their own scenes.
    turn = block - block // 3 if task == "OVR" else block
    return replace(meant, scene=kinds[_pick_balanced(task, f"scene of {meant.right}", seed, turn, len(kinds))])


def _make_sceneless_target(task: str, seed: int, index: int) -> ItemTarget:
    random = make_random_generator(seed, task, index, "options")
    fixed: dict[str, tuple[str, ...]] = {"CLP": vocabulary.LINES, "LDP": vocabulary.CELLS}
    if task in fixed:
        options = fixed[task]
        return ItemTarget(task, "", options, options[_pick_balanced(task, "right", seed, index, len(options))], index)
    if task == "VPP":
        # Every second block of four asks for one of four circles, the others for two circles.
        is_two = bool(index // 4 % 2)
        options = vocabulary.TWO_CIRCLES if is_two else vocabulary.CIRCLES
        kind = "two circles" if is_two else "four circles"
        return ItemTarget(task, kind, options, options[_pick_balanced(task, "right", seed, index, 4)], index)
    if task == "PTS":
        others = [vocabulary.CHANGES[int(i)] for i in random.permutation(len(vocabulary.CHANGES))[:3]]
        classes, kind = (vocabulary.UNCHANGED, *others), ""
    elif task == "OVR":
        # Every third block of four asks for two points.
        is_pair = index // 4 % 3 == 2
        classes, kind = (vocabulary.PAIRS, "two points") if is_pair else (vocabulary.CELLS, "one point")
    else:
        classes, kind = {
            "VAP": (vocabulary.DIRECTIONS, ""),
            "PTR": (vocabulary.TYPES, ""),
            vocabulary.ROBUST: (vocabulary.TYPES, ""),
            "LRR": (vocabulary.RELATIONS, ""),
            "VPC": (vocabulary.COUNTS, ""),
        }[task]
    right = classes[_pick_balanced(task, "right", seed, index, len(classes))]
    return _place_options(task, kind, classes, right, seed, index)


def _pick_balanced(task: str, what: str, seed: int, index: int, count: int) -> int:
    """Pick a number below `count`; each occurs once per block of `count` items, in an order specific to the block."""
    block = make_random_generator(seed, task, what, index // count).permutation(count)
    return int(block[index % count])


def _place_options(task: str, kind: str, classes: Sequence[str], right: str, seed: int, index: int) -> ItemTarget:
    """Place the options in an order specific to the item, the right one at the letter whose turn it is."""
    place = _pick_balanced(task, "letter", seed, index, len(classes))
    others = [one for one in classes if one != right]
    shuffled = [others[int(i)] for i in make_random_generator(seed, task, index, "order").permutation(len(others))]
    return ItemTarget(task, kind, (*shuffled[:place], right, *shuffled[place:]), right, index)
