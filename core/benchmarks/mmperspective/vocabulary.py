"""Vocabulary of MMPerspective: tasks, questions, and the texts of options.

Source: paper, Table 3 and the figures of samples; shortened from the wording there.
"""

from dataclasses import dataclass

from core.toml_tables import load_rows

PERCEPTION, REASONING, ROBUSTNESS = "perception", "reasoning", "robustness"
ROBUST = "Robust"
"""Task of the changed images: the question is that of PTR."""


@dataclass(frozen=True, slots=True)
class PerspectiveTask:
    """A task of the paper.

    Attributes:
        dimension: one of the paper's three.
        items: number of questions in the paper; for robustness, of seeds.
        other_names: names that a released file may use, in lower case.
    """

    task: str
    title: str
    dimension: str
    items: int
    question: str
    other_names: tuple[str, ...] = ()


TASKS = load_rows(__file__, "tasks.toml", PerspectiveTask)
"""Tasks by short name, in the order of Table 1."""

PERCEPTION_TASKS, REASONING_TASKS = (
    tuple(name for name, task in TASKS.items() if task.dimension == dimension) for dimension in (PERCEPTION, REASONING)
)
NINE = PERCEPTION_TASKS + REASONING_TASKS
QUESTIONS = sum(TASKS[name].items for name in NINE)
"""2,118: all questions of perception and reasoning."""

PICTURES_A_SEED = 5

TYPES = ("One-point", "Two-point", "Three-point", "Non-linear")
NON_LINEAR = TYPES[3]
CIRCLES = tuple(f"Circle {letter}" for letter in "ABCD")
BOTH, NONE = "Both A and B", "None of the above"
TWO_CIRCLES = ("Circle A", "Circle B", BOTH, NONE)
LINES = ("Line A", "Line B", "Line C", NONE)
UPWARD, DOWNWARD, HORIZONTAL, UNABLE = DIRECTIONS = ("Upward", "Downward", "Horizontal", "Unable to determine")
CELLS = ("Top left", "Top right", "Bottom left", "Bottom right")
PARALLEL, PERPENDICULAR, INTERSECTING, PERPENDICULAR_INTERSECTING = (
    "Parallel", "Perpendicular", "Intersecting", "Both perpendicular and intersecting",
)  # fmt: skip
RELATIONS = (PARALLEL, PERPENDICULAR, INTERSECTING, PERPENDICULAR_INTERSECTING, NONE)
COUNTS = ("0", "1", "2", "3")
PAIRS = (
    "Top left and top right", "Bottom left and bottom right", "Top left and bottom right", "Top right and bottom left",
)  # fmt: skip
"""Options for two vanishing points, one in each quadrant."""

UNCHANGED = "The perspective type does not change"


def format_change(first: str, second: str) -> str:
    """Return the option that names a change of type; both are of the first three `TYPES`."""
    return f"The image changes from a {first.lower()} to a {second.lower()} perspective"


CHANGES = tuple(format_change(first, second) for first in TYPES[:3] for second in TYPES[:3] if first != second)


def get_quadrant(dx: float, dy: float) -> str:
    """Return the quadrant of an offset from the middle of an image, y down."""
    return CELLS[2 * (dy > 0) + (dx > 0)]


def format_quadrants(offsets: list[tuple[float, float]]) -> str:
    """Return the option that names the quadrants of one or two offsets; empty if no such option exists."""
    names = sorted({get_quadrant(*offset) for offset in offsets}, key=CELLS.index)
    if len(offsets) == 1:
        return names[0]
    text = " and ".join([names[0], *(name.lower() for name in names[1:])])
    return text if text in PAIRS else ""
