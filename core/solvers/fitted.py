"""The reference models that are fitted to the truths of other groups; they do not exist if these are too few."""

from core.solvers import blind_constant, blind_text, image_statistics

FITTED = frozenset(module.MODEL.model_id for module in (blind_constant, blind_text, image_statistics))
"""Their ids. None of them reasons about space, and none has a lift: the truths of their own group fit them least."""
