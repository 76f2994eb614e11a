"""Tests that the lines of the board from above are distinguishable with any colour vision."""

import pytest

from core.overlays import colours
from dashboard.style.palette import MODELS, NEW_MODEL, REFERENCES
from tests.dashboard.seen import APART, VISIONS, contrast, difference


@pytest.mark.parametrize("vision", VISIONS)
def test_the_measured_and_the_true_triangle_have_no_model_s_colour(vision):
    """White dots and the dark line differ clearly from each other and from the colour of every model and solver."""
    assert difference(colours.MEASURED, colours.SIDE, vision) > 3 * APART
    for model in (*MODELS, *REFERENCES, NEW_MODEL):
        assert difference(colours.MEASURED, model, vision) > APART, model
        assert difference(colours.SIDE, model, vision) > APART, model


@pytest.mark.parametrize("ground", ["#ffffff", "#12181b"])
def test_thin_lines_of_models_stand_out_on_either_theme(ground):
    """Every model's colour has a contrast of three to a light and to a dark ground, as marks and thin lines need."""
    for colour in (*MODELS, *REFERENCES, NEW_MODEL):
        assert contrast(colour, ground) >= 3.0, colour


def test_the_difference_is_that_of_the_literature():
    """Black and white are 100 apart; the former green of measured lines could be mistaken for a model's."""
    assert difference("#000000", "#ffffff", "usual") == pytest.approx(100.0, abs=0.01)
    assert min(difference("#2fd08a", model, "tritanopia") for model in MODELS) < APART
