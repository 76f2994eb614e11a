"""Reference solvers: what the letter is for somebody who knows the parameters, or sees nothing but the flat picture.

Neither looks at the key. They prove that the measures react as they should.
"""

from core.benchmarks.data import MissingReply
from core.benchmarks.mmperspective.ground_truth import find_true_letter
from core.benchmarks.mmperspective.item import PerspectiveItem
from core.records import Model
from core.solvers import image_plane

TRUTH = Model("truth_solver", "Truth solver", kind="reference")
IMAGE_PLANE = image_plane.MODEL
"""As whom they stand beside models."""


def build_truth_reply(item: PerspectiveItem) -> str | MissingReply:
    """The letter of the one option that is true of the item's parameters."""
    letter = find_true_letter(item)
    return MissingReply("not exactly one option is true of the parameters") if letter is None else letter


def build_image_plane_reply(foil: str) -> str | MissingReply:
    """The stored answer of the flat picture."""
    return foil or MissingReply("the flat picture suggests no option")
