"""Reference solvers: what somebody answers who knows the scene's parameters, or reads nothing but the flat picture.

Both are functions of a scene and a question; neither looks at the key.
"""

from collections.abc import Callable

from core.benchmarks.threedsr.ground_truth import find_right_option
from core.benchmarks.threedsr.image_plane import find_image_plane_option
from core.benchmarks.threedsr.set_reader import ObjectSceneItem
from core.records import Model


def solve_by_truth(item: ObjectSceneItem) -> str:
    """The text of the option that is true of the scene."""
    return item.options[find_right_option(item.subtype, item.scene, is_mirrored=item.is_reversed)]


def solve_by_image_plane(item: ObjectSceneItem) -> str:
    """The text of the option that boxes and directions in the picture suggest."""
    return item.options[find_image_plane_option(item.subtype, item.scene, is_mirrored=item.is_reversed)]


SOLVERS: dict[str, Callable[[ObjectSceneItem], str]] = {"truth": solve_by_truth, "image plane": solve_by_image_plane}

MODELS = {
    "truth": Model("truth_solver", "Truth solver", kind="reference"),
    "image plane": Model("box_solver", "Box solver (image plane)", kind="reference"),
}
"""As whom they stand beside models."""
