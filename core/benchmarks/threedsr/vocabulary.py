"""The twelve subtypes: their questions, options and margins, and the effect of mirroring on the answer.

Source: Ma et al., 3DSRBench, Table 1 and section 3.2; wording of the released set.
"""

from dataclasses import dataclass

LETTERS = "ABCD"
TYPES = ("height", "location", "orientation", "multi-object")
TYPE_TITLES = {"height": "Height", "location": "Location", "orientation": "Orientation", "multi-object": "Multi-object"}
SIDES = ("front", "left", "back", "right")
"""Sides of an object, counter-clockwise from above."""

_PLACES = "Consider the real-world 3D locations of the objects. "
_POSES = "Consider the real-world 3D locations and orientations of the objects. "
_FRONTS = "Consider the real-world 3D orientations of the objects. "
_AS_X = _POSES + "If I stand at {x}'s position facing where it is facing, "


@dataclass(frozen=True, slots=True)
class QuestionSubtype:
    """A kind of question.

    Attributes:
        type: one of the four types that the paper reports.
        n_named: number of objects in the question: X, Y and Z.
        question: text with `{x}`, `{y}`, `{z}` for the names with their articles.
        options: empty if the options are the names of objects.
        mirrored: the reversed question, whose answer is the opposite; empty if there is none.
        unit: unit of the margin, the distance from the decision boundary; empty for a plain number.
        margin: meaning of the margin.
    """

    subtype: str
    title: str
    type: str
    n_named: int
    question: str
    options: tuple[str, ...] = ()
    mirrored: str = ""
    unit: str = "°"
    margin: str = "angle from where the answer changes"

    @property
    def n_options(self) -> int:
        """Two or four."""
        return len(self.options) or 2


_ALL = (
    QuestionSubtype(
        "height_higher", "Higher", "height", 2,
        _PLACES + "Which object has a higher location?",
        mirrored=_PLACES + "Which object has a lower location?", unit="m", margin="difference in height",
    ),
    QuestionSubtype(
        "location_above", "Directly above", "location", 2,
        _PLACES + "Is {x} directly above {y}?", ("yes", "no"),
        mirrored=_PLACES + "Is {x} directly underneath {y}?",
        unit="m", margin="shift that changes the answer",
    ),
    QuestionSubtype(
        "location_closer_to_camera", "Closer to the camera", "location", 2,
        _PLACES + "Which object is closer to the camera?",
        mirrored=_PLACES + "Which object is farther from the camera?",
        unit="", margin="ratio of the two distances − 1",
    ),
    QuestionSubtype(
        "location_next_to", "Next to", "location", 2,
        _PLACES + "Are {x} and {y} next to each other or far away from each other?",
        ("next to each other", "far away from each other"),
        unit="", margin="distance of the gap from 1, in lengths of the larger object",
    ),
    QuestionSubtype(
        "orientation_in_front_of", "In front of", "orientation", 2,
        _AS_X + "is {y} in front of me or behind me?", ("in front of", "behind"),
    ),
    QuestionSubtype(
        "orientation_on_the_left", "On the left", "orientation", 2,
        _AS_X + "is {y} on the left or right of me?", ("on the left", "on the right"),
    ),
    QuestionSubtype(
        "orientation_viewpoint", "Side facing the camera", "orientation", 1,
        _POSES + "Which side of {x} is facing the camera?", SIDES,
    ),
    QuestionSubtype(
        "multi_object_closer_to", "Closer to", "multi-object", 3,
        _PLACES + "Which is closer to {x}, {y} or {z}?",
        unit="", margin="ratio of the two distances − 1",
    ),
    QuestionSubtype(
        "multi_object_facing", "Facing", "multi-object", 3,
        _POSES + "Which object is {x} facing towards, {y} or {z}?",
    ),
    QuestionSubtype(
        "multi_object_viewpoint_towards_object", "Side facing another", "multi-object", 2,
        _POSES + "Which side of {x} is facing {y}?", SIDES,
    ),
    QuestionSubtype(
        "multi_object_parallel", "Parallel", "multi-object", 2,
        _FRONTS + "Are {x} and {y} parallel or perpendicular to each other?", ("parallel", "perpendicular"),
    ),
    QuestionSubtype(
        "multi_object_same_direction", "Same direction", "multi-object", 2,
        _FRONTS + "Are {x} and {y} facing same or similar directions, or very different directions?",
        ("same or similar directions", "very different directions"),
    ),
)  # fmt: skip

SUBTYPES = {one.subtype: one for one in _ALL}
"""Subtypes by released name, in the order of their types."""


def list_meanings(subtype: str, options: tuple[str, ...], *, is_flipped: bool) -> tuple[str, ...]:
    """Return, for each option about a mirrored image, the equivalent option about the image; empty if all are equal."""
    own = tuple(flip_option(subtype, option) for option in options)
    return own if is_flipped and own != options else ()


_MIRRORED = {"on the left": "on the right", "on the right": "on the left", "left": "right", "right": "left"}


def flip_option(subtype: str, option: str) -> str:
    """Convert the right option for an image to the right option for its mirror image (phi).

    Mirroring maps up to itself and front to the mirrored front, so only left = up x front changes its sign.

    Source: 3DSRBench, FlipEval; docs/benchmarks/threedsr.md.
    """
    return _MIRRORED.get(option, option) if SUBTYPES[subtype].options else option
