"""Reference solvers: what the letter is for somebody who knows the parameters, or sees nothing but the flat picture.

Neither looks at the key. They prove that the measures react as they should.
"""

from core.benchmarks.data import NoReply
from core.benchmarks.mmperspective.ground_truth import true_letter
from core.benchmarks.mmperspective.item import Item
from core.records import Model
from core.solvers import image_plane

TRUTH = Model("truth_solver", "Truth solver", kind="reference")
IMAGE_PLANE = image_plane.MODEL
"""As whom they stand beside models."""


def truth_reply(item: Item) -> str | NoReply:
    """The letter of the one option that is true of the item's parameters."""
    letter = true_letter(item)
    return NoReply("not exactly one option is true of the parameters") if letter is None else letter


def image_plane_reply(foil: str) -> str | NoReply:
    """The stored answer of the flat picture."""
    return foil or NoReply("the flat picture suggests no option")
