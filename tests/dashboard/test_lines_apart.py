"""The lines of the board from above can be told apart, by viewers with any sort of colour vision."""

import math

import numpy as np
import pytest

from dashboard.charts.palette import MODELS, NEW_MODEL, REFERENCES
from dashboard.components import colours

VISIONS = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""What becomes of linear sRGB. Source: Machado, Oliveira and Fernandes (2009), severity 1."""

XYZ_FROM_RGB = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                         [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
WHITE = XYZ_FROM_RGB.sum(axis=1)

APART = 25.0
"""Difference of CIE 1976 from which thin lines are told apart at a glance; 2.3 can just be seen."""


def lab(colour, vision):
    """A colour as somebody sees it, in CIELAB."""
    shares = np.array([int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)])
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    relative = XYZ_FROM_RGB @ np.clip(VISIONS[vision] @ linear, 0, 1) / WHITE
    x, y, z = np.where(relative > (6 / 29) ** 3, np.cbrt(relative), relative / (3 * (6 / 29) ** 2) + 4 / 29)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, other, vision):
    return math.dist(lab(one, vision), lab(other, vision))


@pytest.mark.parametrize("vision", VISIONS)
def test_the_measured_and_the_true_triangle_have_no_model_s_colour(vision):
    """White dots and the dark line differ clearly from each other and from the colour of every model and solver."""
    assert difference(colours.MEASURED, colours.SIDE, vision) > 3 * APART
    for model in (*MODELS, *REFERENCES, NEW_MODEL):
        assert difference(colours.MEASURED, model, vision) > APART, model
        assert difference(colours.SIDE, model, vision) > APART, model


def test_the_difference_is_that_of_the_literature():
    """Black and white are 100 apart; the green that stood for measured could be taken for a model's."""
    assert difference("#000000", "#ffffff", "usual") == pytest.approx(100.0, abs=0.01)
    assert min(difference("#2fd08a", model, "tritanopia") for model in MODELS) < APART
