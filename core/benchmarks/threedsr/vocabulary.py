"""The twelve subtypes: their questions, options and margins, and the effect of mirroring on the answer.

Source: Ma et al., 3DSRBench, Table 1 and section 3.2; wording of the released set.
"""

from dataclasses import dataclass

from core.toml_tables import load_rows

LETTERS = "ABCD"
TYPES = ("height", "location", "orientation", "multi-object")
TYPE_TITLES = {"height": "Height", "location": "Location", "orientation": "Orientation", "multi-object": "Multi-object"}
SIDES = ("front", "left", "back", "right")
"""Sides of an object, counter-clockwise from above."""


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


SUBTYPES = load_rows(__file__, "subtypes.toml", QuestionSubtype)
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
