"""Tests of the short descriptions of reference models."""

from core.analyses.reference_models import DESCRIPTIONS, describe_reference_models
from core.benchmarks.giq.solvers import SOLVERS as GIQ_SOLVERS
from core.benchmarks.measurements import solvers as measurements
from core.solvers import SOLVERS_OF_SCENES
from core.solvers.fitted import FITTED


def test_every_reference_model_has_a_description():
    """Solvers of all benchmarks and the fitted baselines have one; other models are left out."""
    of_giq = {solver[0].model_id for solver in GIQ_SOLVERS.values()}
    others = {measurements.TRUTH.model_id, measurements.IMAGE_PLANE.model_id, measurements.ROUGH.model_id}
    assert {*SOLVERS_OF_SCENES, *FITTED, *of_giq, *others} == set(DESCRIPTIONS)
    assert describe_reference_models({"truth_solver": "Truth solver", "gpt-5": "GPT-5"}) == (
        "*Truth solver* computes the correct answer from the data behind the image."
    )
    assert describe_reference_models({"gpt-5": "GPT-5"}) == ""
