"""Options of a question by its subtype."""

from core.benchmarks.threedsr.scene import ObjectScene
from core.benchmarks.threedsr.vocabulary import SUBTYPES


def list_options(subtype: str, scene: ObjectScene) -> tuple[str, ...]:
    """Return the options in the order of their letters."""
    asked = SUBTYPES[subtype]
    return asked.options or tuple(thing.name for thing in scene.named[asked.n_named - 2 :])
