"""Reference solvers: what somebody answers who knows the scene's parameters, or reads nothing but the flat picture.

Both are functions of a scene and a question; neither looks at the key.
"""

from collections.abc import Callable

from core.benchmarks.threedsr.ground_truth import right_option
from core.benchmarks.threedsr.image_plane import picture_option
from core.benchmarks.threedsr.set_reader import Item
from core.records import Model


def truth_solver(item: Item) -> str:
    """The text of the option that is true of the scene."""
    return item.options[right_option(item.subtype, item.scene, is_mirrored=item.is_reversed)]


def flat_solver(item: Item) -> str:
    """The text of the option that boxes and directions in the picture suggest."""
    return item.options[picture_option(item.subtype, item.scene, is_mirrored=item.is_reversed)]


SOLVERS: dict[str, Callable[[Item], str]] = {"truth": truth_solver, "image plane": flat_solver}

MODELS = {
    "truth": Model("truth_solver", "Truth solver", kind="reference"),
    "image plane": Model("box_solver", "Box solver (image plane)", kind="reference"),
}
"""As whom they stand beside models."""
