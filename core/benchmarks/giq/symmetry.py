"""Three questions about symmetry, each yes or no, and the answers that the image plane suggests.

Source: GIQ, section on 3D symmetry detection. The wording is our own; the paper asks encoders, not models that read.
"""

from collections.abc import Mapping

from core.benchmarks.data import ImpossibleCombination
from core.benchmarks.giq.image_matching import match_thumbnails, render_view_thumbnail
from core.benchmarks.giq.naming import FAMILY
from core.benchmarks.giq.viewpoints import SolidView
from core.polyhedra.catalogue import get_catalogue_entry

YES, NO = "Yes", "No"
CENTRAL, FOURFOLD, FIVEFOLD = "central", "fourfold", "fivefold"

QUESTIONS: Mapping[str, str] = {
    CENTRAL: "Is this solid unchanged by reflection through its centre point (every point goes to the opposite point)?",
    FOURFOLD: "Is there an axis such that turning the solid by 90 degrees about it leaves it unchanged?",
    FIVEFOLD: "Is there an axis such that turning the solid by 72 degrees about it leaves it unchanged?",
}

_NO_TURNS = "The turns of a cube and those of an icosahedron are not parts of one finite group of turns."
EXCLUSIONS = (
    ImpossibleCombination("Both a 4-fold and a 5-fold axis", ((FOURFOLD, YES), (FIVEFOLD, YES)), _NO_TURNS),
    ImpossibleCombination(
        "Octahedral by its name, with a 5-fold axis", ((FAMILY, "octahedral"), (FIVEFOLD, YES)), _NO_TURNS
    ),
    ImpossibleCombination(
        "Icosahedral by its name, with a 4-fold axis", ((FAMILY, "icosahedral"), (FOURFOLD, YES)), _NO_TURNS
    ),
    ImpossibleCombination(
        "Tetrahedral by its name, with central symmetry",
        ((FAMILY, "tetrahedral"), (CENTRAL, YES)),
        "No solid of the list with tetrahedral symmetry is its own point reflection.",
    ),
)
"""Claims about one solid that no listed solid satisfies together. Source: our own."""

TURN_DEG = {CENTRAL: 180.0, FOURFOLD: 90.0, FIVEFOLD: 72.0}
"""Rotation in the image plane for each symmetry; a point reflection rotates an image by 180 degrees."""

ALIKE = 0.93
"""Share of the common outline from which an image counts as unchanged by its rotation."""


def get_symmetry_answer(shape_id: str, label: str) -> str:
    """Return yes or no from the list of solids; tests recompute it from vertices and faces."""
    return YES if getattr(get_catalogue_entry(shape_id).symmetry, label) else NO


def compute_turned_overlap(view: SolidView, label: str) -> float:
    """Return the overlap of the outline with itself after the label's rotation, from 0 to 1."""
    thumbnail = render_view_thumbnail(view)
    return match_thumbnails(thumbnail, thumbnail, (TURN_DEG[label],)).overlap
