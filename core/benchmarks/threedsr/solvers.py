"""Reference solvers: the answers from the scene's parameters, and those from the image plane alone.

Both are functions of a scene and a question; neither uses the key.
"""

from collections.abc import Callable

from core.benchmarks.threedsr.ground_truth import find_right_option
from core.benchmarks.threedsr.image_plane import find_image_plane_option
from core.benchmarks.threedsr.set_reader import ObjectSceneItem
from core.records import Model


def solve_by_truth(item: ObjectSceneItem) -> str:
    """Return the text of the option that is true of the scene."""
    return item.options[find_right_option(item.subtype, item.scene, is_mirrored=item.is_reversed)]


def solve_by_image_plane(item: ObjectSceneItem) -> str:
    """Return the text of the option that boxes and directions in the image suggest."""
    return item.options[find_image_plane_option(item.subtype, item.scene, is_mirrored=item.is_reversed)]


SOLVERS: dict[str, Callable[[ObjectSceneItem], str]] = {"truth": solve_by_truth, "image plane": solve_by_image_plane}

MODELS = {
    "truth": Model("truth_solver", "Truth solver", kind="reference"),
    "image plane": Model("box_solver", "Box solver (image plane)", kind="reference"),
}
"""Models under which the solvers are listed beside others."""
