"""Pairs of circles as stated in file names, and their true answers.

Source: Rahmanzadehgervi et al., "Vision language models are blind", task "two circles"; the authors' notebook
`src/TouchingCircle/TwoTouchingCircles.ipynb` for the meaning of the numbers.
"""

import re
from dataclasses import dataclass

from core.benchmarks.data import ImpossibleCombination

TOUCHING, OVERLAPPING = "touching", "overlapping"
TASKS = (TOUCHING, OVERLAPPING)
YES, NO = "Yes", "No"

EXCLUSIONS = (
    ImpossibleCombination(
        "Overlapping, but not touching",
        ((OVERLAPPING, YES), (TOUCHING, NO)),
        "Circles that overlap have points in common, so they touch.",
    ),
)

ROTATION_TITLES = {"diagonal_1": "falling diagonal", "diagonal_2": "rising diagonal"}
"""Titles for pages of the authors' names, by the line through both centres, read from left to right."""

_SHORT_ROTATIONS = {"diagonal_1": "d1", "diagonal_2": "d2", "horizontal": "h", "vertical": "v"}
"""Short forms of the authors' names for use in ids."""

_NAME = re.compile(
    r"pixels_(?P<pixels>[1-9]\d{0,4})_rotation_(?P<rotation>[a-z0-9_]{1,40}?)"
    r"_diameter_(?P<diameter>0\.\d{1,4})_distance_(?P<gap>-?\d\.\d{1,4})\.png$"
)


@dataclass(frozen=True, slots=True)
class CirclePair:
    """Two circles of one diameter, as stated in a file name; numbers keep the digits of the name.

    Attributes:
        pixels: the side of the image, in pixels.
        rotation: the direction of the line through both centres.
        diameter: of each circle, as a share of the image's side.
        gap: the distance between the circles as a share of their diameter; negative if they overlap.
    """

    pixels: str
    rotation: str
    diameter: str
    gap: str

    @property
    def drawing_id(self) -> str:
        """Key of the geometry, which is rendered at several sizes in pixels."""
        return f"{self.gap}_{self.diameter}_{_SHORT_ROTATIONS.get(self.rotation, self.rotation)}"

    @property
    def image_id(self) -> str:
        """Key of the image."""
        return f"{self.drawing_id}_{self.pixels}"

    @property
    def gap_diameters(self) -> float:
        """Gap as a number, in diameters."""
        return float(self.gap)


def parse_name(name: str) -> CirclePair | None:
    """Parse the geometry from a file name; None if the name does not state it."""
    match = _NAME.search(name)
    return CirclePair(**match.groupdict()) if match else None


def derive_true_answer(task: str, pair: CirclePair) -> str:
    """Return the right answer to a task, as the authors judge it.

    Circles touch if the gap is 0 or negative. They overlap only if it is negative: at gap 0 they have a single point
    in common. docs/benchmarks/blindtest.md shows that the authors' folders follow this rule.
    """
    is_true = pair.gap_diameters <= 0 if task == TOUCHING else pair.gap_diameters < 0
    return YES if is_true else NO


def reconstruct_answer(task: str, pair: CirclePair, *, is_right: bool) -> str:
    """Return the answer that a model must have given to be judged right or wrong; a question has only two answers."""
    truth = derive_true_answer(task, pair)
    if is_right:
        return truth
    return NO if truth == YES else YES
