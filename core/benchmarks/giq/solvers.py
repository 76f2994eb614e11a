"""Reference solvers: one that knows the solids, and one that knows only the outlines.

Both are functions of an item; neither looks at the key. They prove that the measures react as intended.
"""

from collections.abc import Callable
from string import ascii_uppercase

from core.benchmarks.giq import mental_rotation, symmetry
from core.benchmarks.giq.items import NAMING, SYMMETRY, PolyhedronItem
from core.polyhedra.catalogue import get_catalogue_entry
from core.records import Model

NO_VIEWS, NO_FOIL = "the viewpoint of the image is unknown", "the image plane suggests no name"


def solve_by_truth(item: PolyhedronItem) -> str | None:
    """Return the name, or the letter that follows from the solids in view; None if these are unknown."""
    if not item.views:
        return None
    if item.task == NAMING:
        return get_catalogue_entry(item.views[0].shape_id).name
    if item.task == SYMMETRY:
        return get_letter(item, symmetry.get_symmetry_answer(item.views[0].shape_id, item.question_id))
    return get_letter(item, mental_rotation.OPTIONS[0 if mental_rotation.are_same(item.views) else 1])


def solve_by_outline(item: PolyhedronItem) -> str | None:
    """Return the letter by outlines alone: unchanged by a turn in the plane, or similar after one; None for names."""
    return get_letter(item, item.foil) if item.foil else None


def get_letter(item: PolyhedronItem, option: str) -> str:
    """Return the letter of an option."""
    return ascii_uppercase[item.options.index(option)]


SOLVERS: dict[str, tuple[Model, Callable[[PolyhedronItem], str | None], str]] = {
    "truth": (Model("truth_solver", "Truth solver", kind="reference"), solve_by_truth, NO_VIEWS),
    "image plane": (
        Model("image_plane_solver", "Outline solver (image plane)", kind="reference"),
        solve_by_outline,
        NO_FOIL,
    ),
}
"""Names of the solvers in lists of models, their functions, and the reason if a solver gives no answer."""
