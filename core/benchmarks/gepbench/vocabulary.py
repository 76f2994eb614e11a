"""Vocabulary of GePBench: types of shapes, aspects, relations, and the texts of questions and options.

Source: paper, appendix A; wording of the authors' generator of December 2024.
"""

import re
from collections.abc import Collection

ASPECTS = ("existence", "counting", "size", "location", "reference", "relation")
LEVELS = ("easy", "hard")
LETTERS = "ABCD"
SHAPES_BY_LEVEL = {"easy": (2, 4), "hard": (5, 8)}
"""Minimum and maximum number of shapes per figure."""

TYPES = (
    "line", "ellipse", "circle", "triangle", "quadrilateral",
    "pentagon", "hexagon", "rectangle", "square", "spiral",
)  # fmt: skip
"""Types in the paper's pool; a line is a line, a segment or a ray."""

PARENTS = {"circle": ("ellipse",), "rectangle": ("quadrilateral",), "square": ("rectangle", "quadrilateral")}
"""More general types of a type: a circle is also an ellipse."""

WITH_AREA = tuple(name for name in TYPES if name not in ("line", "spiral"))
"""Types that enclose an area, for which area and centroid are meaningful."""

RELATIONS = (
    "tangent", "parallel", "circumscribed", "inscribed", "shared edge",
    "diagonal", "major axis", "minor axis", "diameter",
)  # fmt: skip
NONE_OF_THE_ABOVE = "none of the above"

QUADRANTS = {"upper left": (-1, 1), "upper right": (1, 1), "lower left": (-1, -1), "lower right": (1, -1)}
"""Signs of x and y, y up."""

DIRECTIONS = {
    "directly to the top of": (0, 1), "directly to the bottom of": (0, -1),
    "directly to the left of": (-1, 0), "directly to the right of": (1, 0),
    **{f"to the {name} of": signs for name, signs in QUADRANTS.items()},
}  # fmt: skip
"""Signs of x and y from the named shape to the shape in question."""

PARTS = {
    "upper half": (0, 1), "lower half": (0, -1), "left half": (-1, 0), "right half": (1, 0),
    **{f"{name} quarter": signs for name, signs in QUADRANTS.items()},
}  # fmt: skip
"""Signs of x - 0.5 and y - 0.5; 0 if either sign is allowed."""

DIMENSIONS = ("horizontal span", "vertical span", "area")


def list_child_types(name: str) -> tuple[str, ...]:
    """Return the types whose shapes are all of the named type, too."""
    return tuple(child for child, parents in PARENTS.items() if name in parents)


def list_related_types(name: str) -> tuple[str, ...]:
    """Return the types that can be confused with the named one: its parents and its children."""
    return (*PARENTS.get(name, ()), *list_child_types(name))


def are_kin(names: Collection[str]) -> bool:
    """Return whether any two of the names are parent and child."""
    return any(related_type in names for name in names for related_type in list_related_types(name))


def to_plural(name: str) -> str:
    """Return the plural, such as `ellipses`."""
    return f"{name}s"


def strip_exclusion(text: str) -> str:
    """Return a text without the excluded types in brackets."""
    return re.sub(r" \([^)]*\)", "", text)


def parse_option_type(text: str) -> str:
    """Return the type that an option names, in the singular or the plural, with or without excluded types."""
    name = strip_exclusion(text)
    return name if name in TYPES else name.removesuffix("s")


def add_article(name: str) -> str:
    """Return the name with its article: `an ellipse`, `a circle`."""
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def ask_pair_existence(first: str, second: str) -> str:
    """Return the question whether two types exist."""
    return f"Is there {add_article(first)} and {add_article(second)} in the image?"


def build_existence_options(first: str, second: str) -> dict[tuple[bool, bool], str]:
    """Return the four answers by whether the first and the second type exist."""
    return {
        (True, True): "Yes, both exist.",
        (True, False): f"No, only the {first} exists.",
        (False, True): f"No, only the {second} exists.",
        (False, False): "No, neither exists.",
    }


def ask_existence_among(state: str) -> str:
    """Return the question for the one type that is `absent` or `present`."""
    return f"Which of the following is {state} in the image?"


def ask_count(names: str) -> str:
    """Return the question for a number of shapes; `names` is in the plural."""
    return f"How many {names} are there in the image?"


def ask_size(dimension: str, name: str) -> str:
    """Return the question for a span or an area."""
    return (
        "Suppose that the width and height of the image is 1, which of the following is closest to "
        f"the {dimension} of the {name}?"
    )


def ask_location(name: str) -> str:
    """Return the question for the quadrant of the image."""
    return f"Where is the {name} located in the image?"


def ask_relative_location(name: str, other: str) -> str:
    """Return the question for the quadrant relative to another shape."""
    return f"Where is the {name} located relative to the {other}?"


def ask_reference_size(comparative: str, names: str) -> str:
    """Return the question for a `larger` or `smaller` shape; `names` is `the circle` or `all circles`."""
    return f"Which of the following shapes presented in the image is {comparative} than {names} in the image?"


def ask_reference_frequency(comparative: str, names: str) -> str:
    """Return the question for the shapes that appear `more` or `less` often; `names` is in the plural."""
    return f"Which of the following shapes appears {comparative} frequently than {names} in the image?"


def ask_reference_direction(direction: str, name: str) -> str:
    """Return the question for the shape in one of `DIRECTIONS` from another."""
    return f"Which of the following shapes is {direction} the {name}?"


def ask_reference_part(part: str) -> str:
    """Return the question for the shape in one of `PARTS`."""
    return f"Which of the following shapes is in the {part} of the image?"


def ask_relation(name: str, other: str) -> str:
    """Return the question for the relation of the first shape to the second."""
    return f"What is the relationship of the {name} to the {other} in the image?"
