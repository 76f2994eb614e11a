"""Reference solvers: the answers from the stored parameters, and those from the image plane alone.

Neither uses the key. They prove that the measures react as they should.
"""

from core.benchmarks.mmperspective.ground_truth import find_true_letter
from core.benchmarks.mmperspective.item import PerspectiveItem
from core.benchmarks.publications import MissingReply
from core.records import Model
from core.solvers import image_plane

TRUTH = Model("truth_solver", "Truth solver", kind="reference")
IMAGE_PLANE = image_plane.MODEL
"""Models under which the solvers are listed beside others."""


def build_truth_reply(item: PerspectiveItem) -> str | MissingReply:
    """Return the letter of the one option that is true of the item's parameters."""
    letter = find_true_letter(item)
    return MissingReply("not exactly one option is true of the parameters") if letter is None else letter


def build_image_plane_reply(foil: str) -> str | MissingReply:
    """Return the stored image-plane answer."""
    return foil or MissingReply("the image plane suggests no option")
