"""Reference solvers: what the reply would be for somebody who knows the solids, or nothing but the outlines.

Both are functions of an item; neither looks at the key. They prove that the measures react as they should.
"""

from collections.abc import Callable
from string import ascii_uppercase

from core.benchmarks.giq import mental_rotation, symmetry
from core.benchmarks.giq.items import NAMING, SYMMETRY, Item
from core.polyhedra.catalogue import entry_of
from core.records import Model

NO_VIEWS, NO_FOIL = "nothing says from where the picture was taken", "a flat picture suggests no name"


def truth_solver(item: Item) -> str | None:
    """The name, or the letter that follows from the solids in view; None where nothing says which they are."""
    if not item.views:
        return None
    if item.task == NAMING:
        return entry_of(item.views[0].shape_id).name
    if item.task == SYMMETRY:
        return letter_of(item, symmetry.answer_of(item.views[0].shape_id, item.question_id))
    return letter_of(item, mental_rotation.OPTIONS[0 if mental_rotation.are_same(item.views) else 1])


def outline_solver(item: Item) -> str | None:
    """The letter by outlines alone: unchanged by a turn in the plane, or alike after one; None for names."""
    return letter_of(item, item.foil) if item.foil else None


def letter_of(item: Item, option: str) -> str:
    """The letter of an option."""
    return ascii_uppercase[item.options.index(option)]


SOLVERS: dict[str, tuple[Model, Callable[[Item], str | None], str]] = {
    "truth": (Model("truth_solver", "Truth solver", kind="reference"), truth_solver, NO_VIEWS),
    "image plane": (
        Model("image_plane_solver", "Outline solver (image plane)", kind="reference"),
        outline_solver,
        NO_FOIL,
    ),
}
"""As whom they stand beside models, what they answer, and why they do not where they do not."""
