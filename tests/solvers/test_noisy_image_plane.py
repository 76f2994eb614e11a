"""The noisy image-plane solver."""

from dataclasses import replace

import numpy as np
import pytest

from core.benchmarks.registry import INCLUDED, SYNTHETIC, load_benchmark
from core.errors import SolverError
from core.photographs.measurements import MeasuredPhotograph
from core.settings import Settings
from core.solvers import image_plane
from core.solvers.noisy_image_plane import MODEL, NOISE_PX, compute_answers


def measured(ax=200.0):
    """Make stickers as the geometry would have detected them."""
    return MeasuredPhotograph("not_found", stickers_px=((ax, 300.0), (700.0, 320.0), (450.0, 600.0)))


def test_the_same_photograph_gets_the_same_answers():
    """The noise depends only on the photograph: repeated calls agree, other photographs differ."""
    assert compute_answers(measured()) == compute_answers(measured())
    assert compute_answers(measured()) != compute_answers(measured(ax=200.5))


def test_it_is_the_image_plane_solver_but_for_its_noise():
    """Over many positions AB/AC has the error that the noise explains, and is right on average."""
    places = np.linspace(150, 250, 400)
    exact = np.array([image_plane.compute_answers(measured(x))["Q3"] for x in places])
    ratio = np.array([compute_answers(measured(x))["Q3"] for x in places]) / exact
    # Each of both sides has the noise of two ends along it: 12 px * sqrt(2) of about 500 and 400 px.
    expected = NOISE_PX * np.sqrt(2) * np.hypot(1 / 500, 1 / 390)
    assert 0.6 * expected < ratio.std() < 1.4 * expected
    assert abs(ratio.mean() - 1) < 0.01


def test_missing_sticker_gives_a_reason():
    """A sticker that was not found gives a reason, not an answer."""
    with pytest.raises(SolverError, match="not all three"):
        compute_answers(replace(measured(), stickers_px=((200.0, 300.0), None, (450.0, 600.0))))


def test_it_answers_synthetic_sets_only(tmp_path):
    """No other benchmark lists it among its references."""
    settings = Settings(data=tmp_path)
    having = [
        name
        for name in INCLUDED
        if MODEL.model_id in getattr(load_benchmark(settings.select_benchmark(name)), "solvers", {})
    ]
    assert having == [SYNTHETIC]
